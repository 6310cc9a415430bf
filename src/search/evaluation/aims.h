// SPDX-License-Identifier: GPL-3.0-or-later
// What the rules of a variant make the search strive for, and which shortcuts they leave it.
//
// Found out by trying: on boards from which pieces have been taken, and in a few short random games. So it holds for any
// combination of mechanisms, and the search need not know one of them.
#ifndef LEAPER_SEARCH_AIMS_H
#define LEAPER_SEARCH_AIMS_H

#include "position/position.h"

struct aims {
    bool losing;      // a side without pieces wins, so material is better lost
    bool compelled;   // whoever can capture must
    bool plain_takes; // a capture takes one piece off the board and leaves the capturing one in its place
    bool to_be_mated; // whoever is mated wins, and nothing else does
    bool fights;      // every move captures, as in Clobber, so that captures are nothing special
    bool waiting;     // to have no turn may win, so that a side may wish to pass
    // By colour: types of which a side must not run out, and how many of each it has at the start.
    uint64_t vital[2];
    uint8_t count[2][PIECE_TYPES];
};

// Takes at most some hundreds of turns' time. If the start position cannot be read, the aims are those of chess.
void aims_find(struct aims *aims, const struct variant *variant);

#endif
