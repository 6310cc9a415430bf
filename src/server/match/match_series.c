// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of several games: the points of each game for the two players, and their running totals.
#include "server/match/match.h"
#include "session/series.h"

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

void match_count_series(const struct match *match, unsigned totals[2])
{
    series_credit(match->session->variant->game, &match->session->outcome, session_points(match->session),
                  totals);
    totals[WHITE] += match->row.series_halves[WHITE];
    totals[BLACK] += match->row.series_halves[BLACK];
}

// Describes the game `back` games ago. Whoever has White now had Black one game ago, White two games ago …
static json_t *describe_past(const struct game *rules, const struct archived_game *game, size_t back)
{
    unsigned halves[2], own[2];
    series_credit(rules, &game->outcome, game->points, halves);
    own[WHITE] = halves[back % 2 ? BLACK : WHITE];
    own[BLACK] = halves[back % 2 ? WHITE : BLACK];
    return describe_game(game->id, &game->outcome, own);
}

json_t *match_describe_series(const struct match *match)
{
    const struct archived_series *series = &match->series;
    const struct game *rules = match->session->variant->game;
    const struct outcome *outcome = &match->session->outcome;
    unsigned own[2], totals[2];
    json_t *games = json_array();
    for (size_t i = 0; i < series->count; i++)
        json_array_append_new(games, describe_past(rules, &series->games[i], series->count - i));
    series_credit(rules, outcome, session_points(match->session), own);
    json_array_append_new(games, describe_game(match->id, outcome, own));
    match_count_series(match, totals);
    return json_pack("{s:i, s:s, s:o, s:o}", "game", (int)match->row.series_before + 1, "counts",
                     rules->scores ? "points" : "games", "totals", describe_both(totals), "games", games);
}
