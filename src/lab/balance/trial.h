// SPDX-License-Identifier: GPL-3.0-or-later
// One fast game that the engine plays against itself, and what is measured in it.
#ifndef LEAPER_LAB_TRIAL_H
#define LEAPER_LAB_TRIAL_H

#include "position/moves/outcome.h"
#include "search/search.h"

enum { TRIAL_SAMPLES = 6 };

// By type of piece, as moves name it (variant_named_type()): White's pieces less Black's, on the board and in hand.
struct surplus {
    int16_t of[PIECE_TYPES];
};

// The material at the start of a turn.
struct trial_sample {
    struct surplus surplus;
    bool black_to_move;
};

struct trial {
    bool played;            // to its end; false: the work was ended before
    struct outcome outcome; // RESULT_ONGOING: it was not over after the most turns
    int points;             // the winner's, in games with points; negative if Black has won
    unsigned turns;         // those of the opening included
    uint64_t print;         // of all positions at the start of a turn: games with the same print are the same
    uint64_t decisions;     // how often a side chose its first action of a turn, after the opening
    uint64_t choices;       // how many actions there were to choose from, in all of these together
    unsigned samples;
    struct trial_sample sample[TRIAL_SAMPLES]; // of turns, drawn at random, in which the engine took nothing
};

struct trial_plan {
    const struct variant *variant;
    uint64_t nodes;   // of each turn
    unsigned opening; // random turns before the engine takes over
    unsigned longest; // turns after which a game is ended without a result
    uint64_t seed;    // with the number of a trial, determines all of it
    // Asked about every millisecond, in the thread that plays; true ends the trial. May be NULL.
    bool (*must_stop)(void *context);
    void *context;
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

// Plays the trial of that number. False if no opening was found after which the game is not over.
bool trial_play(struct trial_table *table, uint64_t number, struct trial *trial);

// The material of a position.
struct surplus surplus_of(const struct position *pos);

#endif
