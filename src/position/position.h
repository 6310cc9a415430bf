// SPDX-License-Identifier: GPL-3.0-or-later
// One position: what stands where, and everything else that the rules depend on.
//
// A position is a flat value: copying the struct copies the position. Only
// position_apply(), position_undo() and the primitives of position/edit.h
// change it; they keep sets, hash and the caller's `struct undo` in step.
#ifndef LEAPER_POSITION_POSITION_H
#define LEAPER_POSITION_POSITION_H

#include "position/move.h"
#include "position/variant.h"

// Everything that is a single number. position_apply() saves all of it and position_undo() copies it back, so a rule
// that keeps its memory here cannot forget to undo.
struct state {
    uint64_t hash;       // of everything that distinguishes positions, also within a turn
    uint16_t en_passant; // target square of an en-passant capture, or SQUARE_NONE
    uint16_t king[2];    // where the king stands; meaningless if kings are not royal
    uint8_t side;        // enum color: whose turn it is
    uint8_t castling;    // rights, bits 1 << castling_index()
    uint8_t actions;     // actions already taken in this turn
    uint8_t resets;      // RESETS_… that this turn has earned so far
    uint8_t memory[4];   // a game's own small memory, hashed by position_remember()
    uint16_t halfmove;   // turns since the last capture or pawn move
    uint16_t reversible; // turns since the last irreversible one
    uint16_t fullmove;   // starts at 1, counts after Black
    uint16_t reserve[2]; // squares not yet placed; RESERVE_INFINITE
    uint16_t frozen[2];  // squares that the side to move may not move, or SQUARE_NONE
};

enum { RESERVE_INFINITE = UINT16_MAX, FUEL_MAX = 999, HALFMOVE_MAX = 9999, FULLMOVE_MAX = 60000 };

// The turn sets the half-move clock to 0; it is irreversible.
enum { RESETS_CLOCK = 1, RESETS_REVERSIBLE = 2 };

// Which of position.sets a location is in.
enum { SET_WHITE, SET_BLACK, SET_EMPTY, SET_HOLE, SETS };

struct position {
    const struct variant *variant; // not owned; outlives the position
    struct state state;
    struct set sets[SETS];        // the locations by what they hold
    struct set owned[2];          // empty squares that belong to a side, in games with owners
    uint8_t hand[2][PIECE_TYPES]; // pieces still to be placed, by colour of the piece
    piece pieces[GRID_SQUARES];
    uint16_t fuel[GRID_SQUARES]; // 0 where there is no piece, and in games without fuel
};

// What position_apply() changed, for position_undo().
enum { UNDO_CELLS = 8 };

struct undo {
    struct state state;
    struct set owned[2]; // saved only in games with owners
    uint8_t count;
    struct {
        uint8_t at; // a location
        piece was;
        uint16_t fuel;
    } cells[UNDO_CELLS];
    uint8_t hand_changed; // 0, or the piece code whose count in hand went down by one
};

static inline enum color position_side(const struct position *pos)
{
    return (enum color)pos->state.side;
}

// Whether the side to move may not move this square.
static inline bool position_is_frozen(const struct position *pos, square s)
{
    return pos->state.frozen[0] == s || pos->state.frozen[1] == s;
}

// Plays one action, which must be legal here (one of position_actions()), and records in `undo` how to take it back.
void position_apply(struct position *pos, move m, struct undo *undo);

// Takes back the last action applied; `undo` is what position_apply() filled in for it.
void position_undo(struct position *pos, const struct undo *undo);

// Passes the turn without an action, for null-move search only; position_undo() takes it back.
void position_pass(struct position *pos, struct undo *undo);

// Whether a piece of colour `by` attacks the square with a move that it can pay for. What stands on the square itself
// does not matter.
bool position_attacked(const struct position *pos, square s, enum color by);

// Whether the king of the side to move is attacked; false if kings are not royal.
bool position_in_check(const struct position *pos);

// All legal actions of the side to move, in a fixed order, without duplicates. In games with several actions per
// turn: those that can begin or continue a legal turn. A position that position_outcome() calls over may still have
// some.
void position_actions(const struct position *pos, struct move_list *list);

// Whether the action is one of position_actions(), or an announcement that may be made. Takes any 32-bit value.
bool position_is_legal(const struct position *pos, move m);

// What the action captures: a piece code, or EMPTY.
piece position_captured(const struct position *pos, move m);

// What the action costs the moving piece in fuel; 0 in games without fuel.
unsigned position_cost(const struct position *pos, move m);

#endif
