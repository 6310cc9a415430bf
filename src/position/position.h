// SPDX-License-Identifier: GPL-3.0-or-later
// One position: what stands where, and everything else the rules ask about.
//
// A position is a flat value: copying the struct copies the position. Only
// position_apply(), position_undo() and the primitives of position/edit.h
// change it; they keep sets, hash and the caller's `struct undo` in step.
#ifndef LEAPER_POSITION_POSITION_H
#define LEAPER_POSITION_POSITION_H

#include "position/move.h"
#include "position/variant.h"

#ifdef __cplusplus
extern "C" {
#endif

// Everything that is one number. apply saves it whole and undo copies it back,
// so a rule that keeps its memory here cannot forget to undo.
struct state {
    uint64_t hash;       // of all that makes two positions different, in mid-turn too
    uint16_t en_passant; // target square of an en-passant capture, or SQUARE_NONE
    uint16_t king[2];    // where the king stands; means nothing where kings are not royal
    uint8_t side;        // enum color: whose turn it is
    uint8_t castling;    // rights, bits 1 << castling_index()
    uint8_t actions;     // actions already taken in this turn
    uint8_t resets;      // RESETS_… that this turn has earned so far
    uint8_t memory[4];   // a game's own small memory, hashed by position_remember()
    uint16_t halfmove;   // turns since the last capture or pawn move
    uint16_t reversible; // turns since the last one that can never be taken back
    uint16_t fullmove;   // starts at 1, counts after Black
    uint16_t reserve[2]; // squares not yet placed; RESERVE_INFINITE
    uint16_t frozen[2];  // squares that the side to move may not move, or SQUARE_NONE
};

enum { RESERVE_INFINITE = UINT16_MAX, FUEL_MAX = 999, HALFMOVE_MAX = 9999, FULLMOVE_MAX = 60000 };

// A turn sets the half-move clock to 0; it can never be taken back over the board.
enum { RESETS_CLOCK = 1, RESETS_REVERSIBLE = 2 };

// Which of position.sets a location is in.
enum { SET_WHITE, SET_BLACK, SET_EMPTY, SET_HOLE, SETS };

struct position {
    const struct variant *variant; // not owned; outlives the position
    struct state state;
    struct set sets[SETS];        // the locations by what they hold
    struct set owned[2];          // empty squares that belong to a side, in games that know owners
    uint8_t hand[2][PIECE_TYPES]; // pieces still to be placed, by colour of the piece
    piece pieces[GRID_SQUARES];
    uint16_t fuel[GRID_SQUARES]; // 0 where no piece stands and in games without fuel
};

// What position_apply() changed; filled by it, used up by position_undo().
enum { UNDO_CELLS = 8 };

struct undo {
    struct state state;
    struct set owned[2]; // saved only by games that know owners
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

// Plays one action, which must be legal here (as position_actions() gives
// them), and remembers in `undo` how to take it back.
void position_apply(struct position *pos, move m, struct undo *undo);

// Takes back the last action applied; `undo` is the one that apply filled.
void position_undo(struct position *pos, const struct undo *undo);

// Passes the turn without an action; for null-move search only. Undone by position_undo().
void position_pass(struct position *pos, struct undo *undo);

// Whether a piece of colour `by` attacks the square, by what it can pay for.
// What stands on the square itself does not matter.
bool position_attacked(const struct position *pos, square s, enum color by);

// Whether the king of the side to move is attacked; false where kings are not royal.
bool position_in_check(const struct position *pos);

// All legal actions of the side to move, in a fixed order, no two equal. In
// games of several actions a turn: those that can begin or continue a legal turn.
// A position that is over by position_outcome() may still have some.
void position_actions(const struct position *pos, struct move_list *list);

// Whether the action is among position_actions(), or an announcement that may be made; any 32-bit value may be asked.
bool position_is_legal(const struct position *pos, move m);

// What the action captures: a piece code, or EMPTY.
piece position_captured(const struct position *pos, move m);

// What the action costs the moving piece in fuel; 0 in games without fuel.
unsigned position_cost(const struct position *pos, move m);

#ifdef __cplusplus
}
#endif

#endif
