// SPDX-License-Identifier: GPL-3.0-or-later
// "Was it this that was meant?": the legal turns that look most like a text.
#ifndef LEAPER_NOTATION_PROPOSE_H
#define LEAPER_NOTATION_PROPOSE_H

#include "position/turn.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PROPOSALS_MAX = 8,      // as many are kept
    PROPOSE_TEXT_MAX = 48,  // for longer texts nothing is proposed
    PROPOSE_EFFORT = 500000 // actions that are tried before the search is given up
};

struct proposal {
    struct turn turn;
    char text[2 * PROPOSE_TEXT_MAX]; // in the notation that comes nearest, without signs of check
};

struct proposals {
    unsigned count;
    bool more;         // there are others that are equally near
    unsigned distance; // letters to be added, dropped or changed
    struct proposal list[PROPOSALS_MAX];
};

// Finds the legal turns from `pos`, which stands at the start of a turn, whose
// texts in SAN, long algebraic or coordinate notation differ least from `text`,
// by at most a third of its letters. None when nothing comes near.
void propose_turns(const struct position *pos, const char *text, struct proposals *proposals);

#ifdef __cplusplus
}
#endif

#endif
