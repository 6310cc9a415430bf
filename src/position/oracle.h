// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who knows what some positions are worth without searching, such as tables of endings.
#ifndef LEAPER_POSITION_ORACLE_H
#define LEAPER_POSITION_ORACLE_H

#include "position/moves/outcome.h"
#include "position/position.h"

enum oracle_word { ORACLE_DRAWN, ORACLE_WON, ORACLE_LOST };

// What the position is worth to the side to move if both sides play their best, without regard to repetition and to the number of
// moves without progress.
struct oracle_answer {
    enum oracle_word word;
    unsigned turns; // of both sides, until the end of the game; of a draw, nothing
};

struct oracle {
    // Called before positions of a variant are asked about; NULL: it knows none of them. What it returns may be used for all variants
    // with the same rules, until close() is called.
    void *(*open)(void *context, const struct variant *variant);
    void (*close)(void *opened);

    // Whether the position, at the start of a turn, is known. May be called by several threads at once.
    bool (*ask)(void *opened, const struct position *pos, struct oracle_answer *answer);

    void *context;
    unsigned men;       // it knows no position with more pieces
    enum reason reason; // how the wins end that it knows
};

#endif
