// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks as XBoard counts them, and the one rank that it cannot handle.
//
// XBoard 4.9.1 keeps a rank in a character, '0' + rank. That of rank 16 is
// '@', and its backend.c (ParseOneMove) mistakes every engine's move from there
// for a drop. With -rankOffset 1 it counts from 0 and knows no rank 16.
#include "protocols/xboard/xboard.h"
#include "protocols/xboard/xboard_state.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { UNTELLABLE_RANK = 16, RANK_LIMIT = 99 };

// Appends the text, with `shift` added to the number after each file's letter.
static void shift_ranks(const char *text, int shift, struct buffer *out)
{
    while (*text) {
        char c = *text++;
        unsigned rank;
        buffer_add_char(out, c);
        if (c >= 'a' && c <= 'p' && text_read_number(&text, RANK_LIMIT, &rank))
            buffer_addf(out, "%d", (int)rank + shift);
    }
}

// What XBoard calls rank 1: it counts the ten ranks of a board from 0, so that each has one digit.
static int first_rank(const struct xboard *xboard)
{
    enum { RANKS_FROM_ZERO = 10 };
    return xboard->first_rank - (xboard->session->variant->board.height == RANKS_FROM_ZERO);
}

bool xboard_from_outside(const struct xboard *xboard, const char *text, char *inside, size_t size)
{
    struct buffer shifted;
    buffer_init(&shifted);
    shift_ranks(text, XBOARD_FIRST_RANK - first_rank(xboard), &shifted);
    int length = snprintf(inside, size, "%s", buffer_text(&shifted));
    buffer_clear(&shifted);
    return length >= 0 && (size_t)length < size;
}

void xboard_to_outside(const struct xboard *xboard, const char *text, struct buffer *out)
{
    shift_ranks(text, first_rank(xboard) - XBOARD_FIRST_RANK, out);
}

// Whether this action ends the game, so that it does not matter what XBoard makes of it.
static bool ends_game(const struct position *pos, move m)
{
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    return position_outcome(&after, NULL).result != RESULT_ONGOING;
}

unsigned xboard_tellable(const struct xboard *xboard, move *only, unsigned size)
{
    const struct position *pos = &xboard->session->position;
    struct move_list list;
    unsigned count = 0;
    if (pos->variant->board.height < UNTELLABLE_RANK || xboard->first_rank != XBOARD_FIRST_RANK)
        return 0;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count && count < size; i++)
        if (square_rank(move_from(list.moves[i])) != UNTELLABLE_RANK - 1 || ends_game(pos, list.moves[i]))
            only[count++] = list.moves[i];
    return count == list.count ? 0 : count;
}
