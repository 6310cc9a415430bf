// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's clocks: sessions and increments, exact times, depths, and what the GUI says is left.
#include "protocols/xboard/xboard_state.h"

#include "base/clock.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// A year in seconds: longer than anyone waits.
#define SECONDS_MAX (366L * 24 * 3600)

// Milliseconds of each move's time kept in reserve for the way to the GUI and its clock.
enum { OVERHEAD = 30 };

enum { MINUTE = 60 };

void xboard_clock_reset(struct xboard *xboard)
{
    struct xboard_clock *clock = &xboard->clock;
    clock->left[WHITE] = clock->left[BLACK] = clock->base;
}

void xboard_take_side(struct xboard *xboard, enum color color)
{
    int64_t *left = xboard->clock.left, white = left[WHITE];
    if (color != xboard->engine) {
        left[WHITE] = left[BLACK];
        left[BLACK] = white;
    }
    xboard->engine = color;
}

// Reads "12", "0.5" or "2:30" as seconds. The number before the colon, or the only number, is in units of `unit` seconds.
static bool read_seconds(const char *text, long unit, double *seconds)
{
    char *end;
    double first = strtod(text, &end);
    if (end == text || !(first >= 0 && first <= (double)SECONDS_MAX))
        return false;
    *seconds = first * (double)unit;
    long more;
    if (*end == ':') {
        if (!text_read_integer(end + 1, 0, MINUTE - 1, &more))
            return false;
        *seconds = first * MINUTE + (double)more;
    } else if (*end) {
        return false;
    }
    return *seconds <= (double)SECONDS_MAX;
}

void xboard_level(struct xboard *xboard, const char *rest)
{
    char moves[COMMAND_WORD_SIZE], base[COMMAND_WORD_SIZE], added[COMMAND_WORD_SIZE];
    const char *cursor = rest;
    long count;
    double seconds, increment;
    if (!command_word(&cursor, moves) || !command_word(&cursor, base) || !command_word(&cursor, added) ||
        !text_read_integer(moves, 0, 10000, &count) || !read_seconds(base, MINUTE, &seconds) ||
        !read_seconds(added, 1, &increment)) {
        xboard_error(xboard, "MOVES MINUTES[:SECONDS] INCREMENT is expected", "level");
        return;
    }
    xboard->clock = (struct xboard_clock){.base = (int64_t)(seconds * 1000),
                                          .added = (int64_t)(increment * 1000),
                                          .moves = (int)count,
                                          .depth = xboard->clock.depth};
    xboard_clock_reset(xboard);
}

void xboard_st(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    double seconds;
    if (!command_word(&rest, word) || !read_seconds(word, 1, &seconds)) {
        xboard_error(xboard, "a number of seconds is expected", "st");
        return;
    }
    xboard->clock.exact = (int64_t)(seconds * 1000);
    if (!xboard->clock.exact)
        xboard->clock.exact = 1;
}

void xboard_sd(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    long depth;
    if (!command_word(&rest, word) || !text_read_integer(word, 0, 1000, &depth)) {
        xboard_error(xboard, "a number of plies from 0 to 1000 is expected", "sd");
        return;
    }
    xboard->clock.depth = (int)depth;
}

// Centiseconds left. In force mode nobody plays; the clock is the engine's last one.
static void set_left(struct xboard *xboard, const char *command, const char *rest, enum color color)
{
    char word[COMMAND_WORD_SIZE];
    long left;
    if (!command_word(&rest, word) ||
        !text_read_integer(word, -SECONDS_MAX * 100, SECONDS_MAX * 100, &left)) {
        xboard_error(xboard, "a number of centiseconds is expected", command);
        return;
    }
    xboard->clock.left[color] = (int64_t)left * 10;
}

void xboard_time(struct xboard *xboard, const char *rest)
{
    set_left(xboard, "time", rest, xboard->engine);
}

void xboard_otim(struct xboard *xboard, const char *rest)
{
    set_left(xboard, "otim", rest, other_color(xboard->engine));
}

// How many moves the engine has made, derived from the turns played.
static int moves_made(const struct xboard *xboard)
{
    const struct session *session = xboard->session;
    bool began = position_side(&session->start) == xboard->engine;
    return (int)((session->count + (began ? 1 : 0)) / 2);
}

void xboard_clock_limits(const struct xboard *xboard, struct limits *limits)
{
    const struct xboard_clock *clock = &xboard->clock;
    *limits = (struct limits){.depth = clock->depth, .overhead = OVERHEAD};
    if (clock->exact) {
        limits->movetime = clock->exact;
        return;
    }
    limits->clock = true;
    for (int color = 0; color < 2; color++) {
        limits->time[color] = clock->left[color];
        limits->increment[color] = clock->added;
    }
    if (clock->moves)
        limits->moves_to_go = clock->moves - moves_made(xboard) % clock->moves;
}

void xboard_clock_press(struct xboard *xboard)
{
    struct xboard_clock *clock = &xboard->clock;
    clock->left[xboard->engine] += clock->added - (clock_milliseconds() - clock->began);
    if (clock->moves && moves_made(xboard) % clock->moves == 0)
        clock->left[xboard->engine] += clock->base;
}
