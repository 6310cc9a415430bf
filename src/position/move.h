// SPDX-License-Identifier: GPL-3.0-or-later
// One action in 32 bits, lists of them, and whole turns.
//
//     31      26 25     20 19     16 15      8 7       0
//     +---------+---------+---------+---------+---------+
//     |    0    |  what   |  kind   |   to    |  from   |
//     +---------+---------+---------+---------+---------+
//     what: a piece code (promotion, drop) or the wing (castling), else 0
//
// In chess a turn is one action. In other games it can be several: a piece moves, then a square is placed, and so on;
// the text of a turn joins them with commas.
#ifndef LEAPER_POSITION_MOVE_H
#define LEAPER_POSITION_MOVE_H

#include "board/square.h"
#include "pieces/piece.h"

#include <assert.h>

typedef uint32_t move;

// No action; no real one has this value, since none goes from a1 to a1.
#define MOVE_NONE ((move)0)

enum move_kind {
    MOVE_NORMAL,      // from, to; captures what stands on `to`
    MOVE_DOUBLE_STEP, // a pawn's, which leaves an en-passant target
    MOVE_EN_PASSANT,
    MOVE_PROMOTION,    // what: the new piece
    MOVE_CASTLE,       // from, to: the king's; what: WING_KING or WING_QUEEN
    MOVE_DROP,         // to, what: a piece from a hand is placed
    MOVE_ADD_SQUARE,   // to: a square is placed from the reserve
    MOVE_SHIFT_SQUARE, // from, to: a square is moved, with whatever stands on it
    MOVE_ANNOUNCE,     // a player announces what the game lets him announce
    MOVE_END_TURN      // no more optional actions; never written
};

enum wing { WING_KING, WING_QUEEN };

static inline move move_make(enum move_kind kind, square from, square to, unsigned what)
{
    return (move)from | (move)to << 8 | (move)kind << 16 | (move)what << 20;
}

static inline square move_from(move m)
{
    return m & 255;
}

static inline square move_to(move m)
{
    return m >> 8 & 255;
}

static inline enum move_kind move_kind(move m)
{
    return (enum move_kind)(m >> 16 & 15);
}

// The piece code of a promotion or drop.
static inline piece move_what(move m)
{
    return (piece)(m >> 20 & 63);
}

static inline enum wing move_wing(move m)
{
    return (enum wing)(m >> 20 & 1);
}

// Where a piece that the move captures stands: next to the capturing pawn for en passant, otherwise where the move ends.
static inline square move_captured_at(move m)
{
    return move_kind(m) == MOVE_EN_PASSANT ? square_at(square_file(move_to(m)), square_rank(move_from(m)))
                                           : move_to(m);
}

// More than any position of the program's games has: 62 queens on 16×16 have fewer than 62 × 60 moves.
enum { MOVE_LIST_MAX = 4096 };

// Only the first `count` moves are initialised.
struct move_list {
    unsigned count;
    move moves[MOVE_LIST_MAX];
};

static inline void move_list_add(struct move_list *list, move m)
{
    assert(list->count < MOVE_LIST_MAX);
    list->moves[list->count++] = m;
}

// Whether the move is in the list.
static inline bool move_list_has(const struct move_list *list, move m)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}

enum { TURN_ACTIONS_MAX = 4 };

// A whole turn: its actions in order, without MOVE_END_TURN.
struct turn {
    uint8_t count;
    move actions[TURN_ACTIONS_MAX];
};

#endif
