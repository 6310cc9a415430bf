// SPDX-License-Identifier: GPL-3.0-or-later
// One fast game that the engine plays against itself, and what is measured in it.
#ifndef LEAPER_LAB_TRIAL_H
#define LEAPER_LAB_TRIAL_H

#include "position/moves/outcome.h"
#include "search/search.h"

enum { TRIAL_SAMPLES = 6 };

// The material at the start of a turn in which nothing was captured.
struct trial_sample {
    int8_t surplus
        [LETTER_TYPES]; // by the type as which they count: White's pieces less Black's, on the board and in hand
    bool black_to_move;
};

struct trial {
    bool played;            // false: the work was ended before
    struct outcome outcome; // RESULT_ONGOING: it was not over after the most turns
    unsigned turns;         // those of the opening included
    uint64_t decisions;     // how often a side chose its first action of a turn, after the opening
    uint64_t choices;       // how many actions there were to choose from, in all of these together
    unsigned samples;
    struct trial_sample sample[TRIAL_SAMPLES]; // spread evenly over the quiet turns of the game
};

struct trial_plan {
    const struct variant *variant;
    uint64_t nodes;   // of each turn
    unsigned opening; // random turns before the engine takes over
    unsigned longest; // turns after which a game is ended without a result
    uint64_t seed;    // with the number of a trial, determines all of it
};

// Where trials are played, one at a time.
struct trial_table {
    const struct trial_plan *plan;
    struct engine *engine;
    struct history history;
};

// False with ERROR_SYSTEM if there is no memory; then there is nothing to close.
bool trial_open(struct trial_table *table, const struct trial_plan *plan, struct error *err);
void trial_close(struct trial_table *table);

// Plays the trial of that number.
void trial_play(struct trial_table *table, uint64_t number, struct trial *trial);

// The column of a piece in `surplus`, or TYPE_NONE for pieces that have none.
piece_type trial_column(const struct variant *variant, piece_type type);

#endif
