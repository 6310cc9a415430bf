// SPDX-License-Identifier: GPL-3.0-or-later
// One action in 32 bits, lists of them, and whole turns.
//
//     31      27 26     20 19     16 15      8 7       0
//     +---------+---------+---------+---------+---------+
//     |    0    |  what   |  kind   |   to    |  from   |
//     +---------+---------+---------+---------+---------+
//     what: a piece code (promotion, drop), the wing (castling) or what is captured (en passant), else 0
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
    MOVE_END_TURN,     // no more optional actions; never written
    MOVE_WALL = 11,    // to: becomes a wall; 10 means no kind in leaper/rules.h
    MOVE_PASS          // from, to: both where the king or, without one, the first piece stands
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
    return (piece)(m >> 20 & 127);
}

static inline enum wing move_wing(move m)
{
    return (enum wing)(m >> 20 & 1);
}

// What an en-passant capture from one square to another has in `what`: 0 if the piece that it captures stands as in chess,
// next to where the capturing pawn was; else 1 + 7·(files + 3) + ranks + 3 from where the move ends.
static inline unsigned move_captured_offset(square from, square to, square at)
{
    if (at == square_at(square_file(to), square_rank(from)))
        return 0;
    return (unsigned)(1 + 7 * (square_file(at) - square_file(to) + 3) + square_rank(at) - square_rank(to) +
                      3);
}

// Where a piece that the move captures stands: for en passant as above, otherwise where the move ends.
static inline square move_captured_at(move m)
{
    if (move_kind(m) != MOVE_EN_PASSANT)
        return move_to(m);
    int offset = (int)(m >> 20 & 127) - 1;
    if (offset < 0)
        return square_at(square_file(move_to(m)), square_rank(move_from(m)));
    return square_at(square_file(move_to(m)) + offset / 7 - 3, square_rank(move_to(m)) + offset % 7 - 3);
}

// A variant that could have more moves in one position is refused (variant_most_moves()).
enum { MOVE_LIST_MAX = 16384 };

// Only the first `count` moves are initialised. An initialiser would clear all 64 KiB, which takes longer than generating the moves.
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

// Whether a move of that kind is in the list.
static inline bool move_list_has_kind(const struct move_list *list, enum move_kind kind)
{
    for (unsigned i = 0; i < list->count; i++)
        if (move_kind(list->moves[i]) == kind)
            return true;
    return false;
}

enum { TURN_ACTIONS_MAX = 8 };

// A whole turn: its actions in order, without MOVE_END_TURN.
struct turn {
    uint8_t count;
    move actions[TURN_ACTIONS_MAX];
};

#endif
