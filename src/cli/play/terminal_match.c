// SPDX-License-Identifier: GPL-3.0-or-later
// Plays game after game at one table and adds up what they bring.
#include "cli/play/terminal_match.h"

#include "notation/fen.h"
#include "protocols/words.h"
#include "session/series.h"

#include <stdio.h>

static enum tabletop_answer refuse(const char *why)
{
    printf("%s\n", why);
    return TABLETOP_SAME;
}

// The totals of those who have the colours now.
static void add_up(const struct tabletop *table, unsigned totals[2])
{
    const struct session *session = table->session;
    series_credit(session->variant->game, &session->outcome, session_points(session), totals);
    for (int color = WHITE; color <= BLACK; color++)
        totals[color] += table->totals[color];
}

// Who has a colour: "you (White)", or "White's player" where people play each other or engines do.
static void add_player(const struct tabletop *table, enum color color, struct buffer *out)
{
    if (table->engine_plays[WHITE] == table->engine_plays[BLACK])
        buffer_addf(out, "%s's player", words_color(color));
    else
        buffer_addf(out, "%s (%s)", table->engine_plays[color] ? "the engine" : "you", words_color(color));
}

void tabletop_write_totals(const struct tabletop *table, struct buffer *out)
{
    unsigned totals[2];
    add_up(table, totals);
    buffer_addf(out, "Match, game %u: ", table->games + 1);
    for (int color = WHITE; color <= BLACK; color++) {
        add_player(table, (enum color)color, out);
        buffer_addf(out, " %u%s%s", totals[color] / SERIES_HALVES, totals[color] % SERIES_HALVES ? ".5" : "",
                    color == WHITE ? ", " : ".");
    }
}

enum tabletop_answer tabletop_score(struct tabletop *table, const char *rest)
{
    struct buffer text;
    (void)rest;
    buffer_init(&text);
    tabletop_write_totals(table, &text);
    puts(buffer_text(&text));
    buffer_clear(&text);
    return TABLETOP_SAME;
}

enum tabletop_answer tabletop_rematch(struct tabletop *table, const char *rest)
{
    struct session *session = table->session;
    struct error err;
    struct buffer fen;
    unsigned totals[2];
    (void)rest;
    if (session_is_ongoing(session))
        return refuse("This game is not over yet. Play it out, or resign it.");
    add_up(table, totals);
    buffer_init(&fen);
    fen_write(&session->start, &fen);
    struct session *next =
        session_new(session->variant->game, &session->variant->parameters, buffer_text(&fen), &err);
    buffer_clear(&fen);
    if (!next)
        return refuse(err.message);
    unsigned games = table->games + 1;
    bool white = table->engine_plays[WHITE], flips = white != table->engine_plays[BLACK];
    tabletop_replace(table, next);
    table->games = games;
    table->totals[WHITE] = totals[BLACK];
    table->totals[BLACK] = totals[WHITE];
    table->engine_plays[WHITE] = table->engine_plays[BLACK];
    table->engine_plays[BLACK] = white;
    table->style.flipped ^= flips;
    tabletop_score(table, "");
    return TABLETOP_CHANGED;
}
