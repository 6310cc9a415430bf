// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the games of a match and adds up their scores.
#include "cli/play/terminal/terminal_match.h"

#include "position/fen.h"
#include "protocols/words.h"
#include "session/series.h"

#include <stdio.h>

static enum terminal_answer refuse(const char *why)
{
    printf("%s\n", why);
    return TERMINAL_SAME;
}

// The totals of the players who have the colours now.
static void add_up(const struct terminal_game *terminal, unsigned totals[2])
{
    const struct session *session = terminal->session;
    series_credit(session->variant->game, &session->outcome, session_points(session), totals);
    for (int color = WHITE; color <= BLACK; color++)
        totals[color] += terminal->totals[color];
}

// Who has a colour: "you (White)", or "White's player" if two people or two engines play.
static void add_player(const struct terminal_game *terminal, enum color color, struct buffer *out)
{
    if (terminal->engine_plays[WHITE] == terminal->engine_plays[BLACK])
        buffer_addf(out, "%s's player", color_name(color));
    else
        buffer_addf(out, "%s (%s)", terminal->engine_plays[color] ? "the engine" : "you", color_name(color));
}

void terminal_write_totals(const struct terminal_game *terminal, struct buffer *out)
{
    unsigned totals[2];
    add_up(terminal, totals);
    buffer_addf(out, "Match, game %u: ", terminal->games + 1);
    for (int color = WHITE; color <= BLACK; color++) {
        add_player(terminal, (enum color)color, out);
        buffer_addf(out, " %u%s%s", totals[color] / SERIES_HALVES, totals[color] % SERIES_HALVES ? ".5" : "",
                    color == WHITE ? ", " : ".");
    }
}

enum terminal_answer terminal_score(struct terminal_game *terminal, const char *rest)
{
    struct buffer text;
    (void)rest;
    buffer_init(&text);
    terminal_write_totals(terminal, &text);
    puts(buffer_text(&text));
    buffer_clear(&text);
    return TERMINAL_SAME;
}

enum terminal_answer terminal_rematch(struct terminal_game *terminal, const char *rest)
{
    struct session *session = terminal->session;
    struct error err;
    struct buffer fen;
    unsigned totals[2];
    (void)rest;
    if (session_is_ongoing(session))
        return refuse("This game is not over yet. Play it out, or resign it.");
    add_up(terminal, totals);
    buffer_init(&fen);
    fen_write(&session->start, &fen);
    struct session *next =
        session_new(session->variant->game, &session->variant->parameters, buffer_text(&fen), &err);
    buffer_clear(&fen);
    if (!next)
        return refuse(err.message);
    unsigned games = terminal->games + 1;
    bool white = terminal->engine_plays[WHITE], flips = white != terminal->engine_plays[BLACK];
    terminal_replace(terminal, next);
    terminal->games = games;
    terminal->totals[WHITE] = totals[BLACK];
    terminal->totals[BLACK] = totals[WHITE];
    terminal->engine_plays[WHITE] = terminal->engine_plays[BLACK];
    terminal->engine_plays[BLACK] = white;
    terminal->style.flipped ^= flips;
    terminal_score(terminal, "");
    return TERMINAL_CHANGED;
}
