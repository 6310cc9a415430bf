// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …?": the legal turns whose text is most like a given text.
#ifndef LEAPER_NOTATION_PROPOSE_H
#define LEAPER_NOTATION_PROPOSE_H

#include "position/turn.h"

enum {
    PROPOSALS_MAX = 8,      // how many are kept
    PROPOSE_TEXT_MAX = 48,  // nothing is proposed for longer texts
    PROPOSE_EFFORT = 500000 // actions to try before the search gives up
};

struct proposal {
    struct turn turn;
    char text[2 * PROPOSE_TEXT_MAX]; // in the closest notation, without check signs
};

struct proposals {
    unsigned count;
    bool more;         // there are others that are equally close
    unsigned distance; // letters to add, remove or change
    struct proposal list[PROPOSALS_MAX];
};

// Finds the legal turns from `pos`, which is at the start of a turn, whose
// texts in SAN, long algebraic or coordinate notation differ least from `text`,
// by at most a third of its letters. None if nothing is close.
void propose_turns(const struct position *pos, const char *text, struct proposals *proposals);

#endif
