// SPDX-License-Identifier: GPL-3.0-or-later
// Changes a setup by hand, as an editor of positions does. What a change makes impossible goes with it: the fuel of a
// piece, the owner of a square, a castling right whose rook has left.
#ifndef LEAPER_POSITION_SETUP_EDIT_H
#define LEAPER_POSITION_SETUP_EDIT_H

#include "position/setup.h"

// Puts a piece with a full tank, EMPTY or HOLE on a location of the board. A square that a piece has left belongs to its
// side, in games with owners.
void setup_put(struct setup *setup, const struct variant *variant, square s, piece p);

// Moves a piece with its fuel, whatever stands on the other location, which is not HOLE.
void setup_move(struct setup *setup, const struct variant *variant, square from, square to);

// Gives an empty square to a side, or to nobody with owner = -1.
void setup_set_owner(struct setup *setup, square s, int owner);

// Takes all pieces away, also those in hand, and begins the counts anew. In games with reserves the squares stay where they are;
// elsewhere there are no holes left.
void setup_clear(struct setup *setup, const struct variant *variant);

// Exchanges left and right. Castling rights end.
void setup_mirror(struct setup *setup, const struct variant *variant);

// Exchanges the sides with all they have, and the near and far ends of the board.
void setup_exchange(struct setup *setup, const struct variant *variant);

// What a castling field can say of a variant: a castling, or that a piece has not moved.
struct right {
    enum color color;
    int castling;       // castling_index(), or -1
    square king, piece; // which pieces it is about; `king` is SQUARE_NONE if there is only one
    char letter;        // in the castling field
    bool has;
};

enum { RIGHTS_MAX = 4 + 2 * GRID_SIDE };

// Lists the rights that the position could have; returns how many.
int setup_rights(const struct setup *setup, const struct variant *variant, struct right rights[RIGHTS_MAX]);

// Gives or takes the right with that letter; false if setup_rights() does not list it.
bool setup_set_right(struct setup *setup, const struct variant *variant, char letter, bool has);

// Takes back castling rights and the en-passant target where they have fitted the board `before`, but do not fit it any more. False without
// memory.
bool setup_forget(struct setup *setup, const struct variant *variant, const struct setup *before);

#endif
