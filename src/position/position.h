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

#include <string.h>

// Everything that is a single number. position_apply() saves all of it and position_undo() copies it back, so a rule
// that keeps its memory here cannot forget to undo.
struct state {
    uint64_t hash;              // of everything that distinguishes positions, also within a turn
    uint16_t en_passant;        // target square of an en-passant capture, or SQUARE_NONE
    uint16_t en_passant_far;    // another one, behind the first as the piece came that has passed both
    uint16_t en_passant_piece;  // where that piece stands; follows from the targets, so it is not hashed
    uint16_t king[2];           // where the king stands, or SQUARE_NONE; meaningless if kings are not royal
    uint8_t side;               // enum color: whose turn it is
    uint8_t castling;           // rights, bits 1 << castling_index()
    uint8_t actions;            // actions already taken in this turn
    uint8_t resets;             // RESETS_… that this turn has earned so far
    uint8_t stage;              // while a turn is under way: which of hooks.goes_on continues it
    uint8_t memory[MEMORY_MAX]; // the mechanisms' own small memory, hashed by position_remember()
    uint16_t halfmove;          // turns since the last capture or pawn move
    uint16_t reversible;        // turns since the last irreversible one
    uint16_t fullmove;          // starts at 1, counts after Black
    uint16_t reserve[2];        // squares not yet placed; RESERVE_INFINITE
    uint16_t frozen[2];         // squares that the side to move may not move, or SQUARE_NONE
};

enum { RESERVE_INFINITE = UINT16_MAX, FUEL_MAX = 999, HALFMOVE_MAX = 9999, FULLMOVE_MAX = 60000 };

// The turn sets the half-move clock to 0; it is irreversible.
enum { RESETS_CLOCK = 1, RESETS_REVERSIBLE = 2 };

// Which of position.sets a location is in.
enum { SET_WHITE, SET_BLACK, SET_EMPTY, SET_HOLE, SETS };

struct position {
    const struct variant *variant; // not owned; outlives the position
    struct state state;
    struct set sets[SETS];         // the locations by what they hold
    struct set owned[2];           // empty squares that belong to a side, in games with owners
    uint8_t hand[2][LETTER_TYPES]; // pieces off the board, by colour and type of the piece
    // Where king and rook of each castling right started, where that is no rule of the variant.
    uint8_t castling_files[4][2];
    piece pieces[GRID_SQUARES];
    uint16_t fuel[GRID_SQUARES]; // 0 where there is no piece, and in games without fuel
};

// What position_apply() changed, for position_undo().
// In Reversi on the largest board, eight rows may change sides.
enum { UNDO_CELLS = 64 };

struct undo {
    struct state state;
    struct set owned[2]; // saved only where locations may lack a square
    uint8_t count;
    struct {
        uint8_t at; // a location
        piece was;
        uint16_t fuel;
    } cells[UNDO_CELLS];
    uint8_t hand[2][LETTER_TYPES]; // saved only in games with hands
};

static inline enum color position_side(const struct position *pos)
{
    return (enum color)pos->state.side;
}

// Whether the side has a king that is royal.
static inline bool position_has_king(const struct position *pos, enum color color)
{
    return pos->variant->royal && pos->state.king[color] != SQUARE_NONE;
}

// The castling with that index (castling_index()); its `exists` tells whether the variant has it.
static inline const struct castling *position_castling(const struct position *pos, unsigned index)
{
    const struct variant *variant = pos->variant;
    const uint8_t *files = pos->castling_files[index];
    return variant->castlings_by_files
               ? &variant->castlings_by_files[castling_slot(index, files[0], files[1])]
               : &variant->castlings[index];
}

// The second square in the text of a move: in castling that of the king or, where this could be another move, of the rook.
static inline square position_written_to(const struct position *pos, move m)
{
    if (move_kind(m) != MOVE_CASTLE)
        return move_to(m);
    enum color side = (enum color)pos->state.side;
    const struct castling *castling = position_castling(pos, castling_index(side, move_wing(m)));
    return castling->takes_rook ? castling->rook_from : castling->king_to;
}

// The castling rights that end when the square is left or captured on.
static inline unsigned position_rights_lost(const struct position *pos, square s)
{
    if (!pos->variant->castlings_by_files)
        return pos->variant->rights_lost[s];
    unsigned lost = 0;
    for (unsigned index = 0; index < 4; index++) {
        const struct castling *castling = position_castling(pos, index);
        if (castling->exists && (castling->king_from == s || castling->rook_from == s))
            lost |= 1U << index;
    }
    return lost;
}

// Whether the side to move may not move this square.
static inline bool position_is_frozen(const struct position *pos, square s)
{
    return pos->state.frozen[0] == s || pos->state.frozen[1] == s;
}

// Whether a location without a square is a wall, of the board itself or put up in a turn; the others may get a square.
static inline bool position_is_wall(const struct position *pos, square s)
{
    return pos->pieces[s] == HOLE && !(pos->variant->reserves && set_has(&pos->variant->board.locations, s));
}

// How many pieces of the colour are in hand.
static inline unsigned position_hand_count(const struct position *pos, enum color color)
{
    unsigned count = 0;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        count += pos->hand[color][type];
    return count;
}

// Whether pieces are still to be placed, in games that begin with placing them.
static inline bool position_is_placing(const struct position *pos)
{
    static const uint8_t empty[sizeof pos->hand];
    return pos->variant->places && memcmp(pos->hand, empty, sizeof empty) != 0;
}

// How many turns back the same position may have stood. What is captured can come back where it goes to a hand.
static inline size_t position_window(const struct position *pos, size_t turns)
{
    return pos->variant->captures_come_back || pos->state.reversible >= turns ? turns : pos->state.reversible;
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
