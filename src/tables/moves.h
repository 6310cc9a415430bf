// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of few men, forwards and backwards. Much faster than position_actions(), which tests compare it with.
#ifndef LEAPER_TABLES_MOVES_H
#define LEAPER_TABLES_MOVES_H

#include "tables/men.h"

// The ways of a piece from a square, one behind the other: how many squares, then these, in order; 0 ends them.
enum { WAYS_MAX = 56 };

// How all pieces of a variant move. Far too large for the stack.
struct paces {
    const struct variant *variant;
    uint64_t attacks[MAN_CODES][CELLS];       // squares, as bits, that it attacks if nothing is between
    uint8_t ways[MAN_CODES][CELLS][WAYS_MAX]; // without those of pawns
    uint8_t back[MAN_CODES][CELLS][WAYS_MAX]; // from where it may have come
    uint64_t between[MAN_CODES][CELLS][CELLS];
};

// For a variant that suits; the caller frees it with free(). NULL: there is no memory.
struct paces *paces_new(const struct variant *variant);

enum { NO_MAN = 255 };

struct pace {
    uint8_t man; // its index
    cell to;
    uint8_t taken;      // the index of the man that is captured, or NO_MAN
    piece_type becomes; // TYPE_NONE: it stays what it is
};

// More than four men can have.
enum { PACES_MAX = 192 };

// The moves of the side to move, whether they leave its king attacked or not; en passant is none of them. Returns how many.
unsigned paces_list(const struct paces *paces, const struct men *men, struct pace list[PACES_MAX]);

// Plays such a move: `after` has the men in the same order, without the one that was captured, and the other side to move. False
// if the move leaves the own king attacked.
bool paces_play(const struct paces *paces, const struct men *men, const struct pace *pace, struct men *after);

// The man that may capture en passant after that double step by `pace`, which has been played: its index in `after`. It may be two.
unsigned paces_en_passant(const struct paces *paces, const struct men *men, const struct pace *pace,
                          const struct men *after, struct pace list[2]);

// Whether a king is attacked.
bool paces_checked(const struct paces *paces, const struct men *men, enum color king);

// The moves by which the side that is not to move may have come to this placement of the same men, as moves from now on: `to` is from
// where the man came. Double steps are among them.
unsigned paces_back(const struct paces *paces, const struct men *men, struct pace list[PACES_MAX]);

// Whether the move is a pawn's double step.
static inline bool pace_is_double(const struct paces *paces, const struct men *men, const struct pace *pace)
{
    int step = pace->to - men->at[pace->man];
    return paces->variant->pieces[piece_type_of(men->man[pace->man])].is_pawn && (step == 16 || step == -16);
}

#endif
