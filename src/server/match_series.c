// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of several games: what each game brought to the two players, and their running totals.
#include "server/match.h"
#include "session/series.h"

#include <string.h>

static json_t *of_halves(unsigned halves)
{
    return halves % SERIES_HALVES ? json_real(halves / (double)SERIES_HALVES)
                                  : json_integer(halves / SERIES_HALVES);
}

static json_t *describe_both(const unsigned halves[2])
{
    return json_pack("{s:o, s:o}", "white", of_halves(halves[WHITE]), "black", of_halves(halves[BLACK]));
}

static json_t *describe_game(const char *id, const struct outcome *outcome, const unsigned halves[2])
{
    return json_pack("{s:s, s:s, s:s, s:o}", "id", id, "result", result_name(outcome->result), "reason",
                     reason_name(outcome->reason), "score", describe_both(halves));
}

json_t *match_describe_series(const struct match *match)
{
    const struct archived_series *series = &match->series;
    const struct game *rules = match->session->variant->game;
    unsigned totals[2] = {0, 0};
    json_t *games = json_array();
    for (size_t i = 0; i <= series->count; i++) {
        bool present = i == series->count;
        const struct archived_game *game = &series->games[i];
        const struct outcome *outcome = present ? &match->session->outcome : &game->outcome;
        unsigned halves[2], own[2];
        series_credit(rules, outcome, present ? session_points(match->session) : game->points, halves);
        // Whoever has White now had Black one game ago, White two games ago …
        bool exchanged = (series->count - i) % 2;
        own[WHITE] = halves[exchanged ? BLACK : WHITE];
        own[BLACK] = halves[exchanged ? WHITE : BLACK];
        totals[WHITE] += own[WHITE];
        totals[BLACK] += own[BLACK];
        json_array_append_new(games, describe_game(present ? match->id : game->id, outcome, own));
    }
    return json_pack("{s:i, s:s, s:o, s:o}", "game", (int)series->count + 1, "counts",
                     rules->points ? "points" : "games", "totals", describe_both(totals), "games", games);
}
