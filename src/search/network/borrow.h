// SPDX-License-Identifier: GPL-3.0-or-later
// A network for a game that has none, made of another game's.
#ifndef LEAPER_SEARCH_BORROW_H
#define LEAPER_SEARCH_BORROW_H

#include "search/network/network.h"

// The pieces of a game, and what they are worth: by type, the values that follow from their moves, in centipawns.
struct kinds {
    const struct variant *variant;
    const int16_t *size;
};

// Turns the network of another game into one for this game. `network` has the game's layout, for a network as large as the other, and a number of sums that is
// not greater than the other's; those that matter most are taken. A feature gets the column of the feature that is most like it, by how the piece moves
// or else by what it is worth, and by how far its square is from the edges; pawns are like pawns only, and royal kings like royal kings. If the piece moves in
// another way, the column is multiplied by the ratio of both worths, 1½ at most. A game without royal kings gets the mean of what the other sees from all
// zones of its king. Features of fuel, and of squares that come and go, stay 0 if the other game has none, and those of a hand get the mean of all squares
// if it has no hands. So the network of the same game stays as it is. `columns` has room for `hidden` weights for each feature, all zero, and belongs to the caller.
void network_borrow(struct network *network, signed char *columns, const struct kinds *kinds,
                    const struct network *other, const struct kinds *other_kinds);

#endif
