// SPDX-License-Identifier: GPL-3.0-or-later
// Quiet positions from games that the program plays against itself, each with how its game ended: what the evaluation is tuned on.
#ifndef LEAPER_LAB_SAMPLES_H
#define LEAPER_LAB_SAMPLES_H

#include "base/error.h"
#include "base/vector.h"
#include "position/position.h"

struct sample {
    struct position position;
    unsigned game;  // its number, so that games can be kept apart
    double outcome; // for White: 0, 0.5 or 1
    double score;   // what the search said, in centipawns for White
};

struct samples VECTOR_OF(struct sample);

struct sampling {
    const struct variant *variant;
    unsigned games;
    unsigned opening; // random actions before the program takes over
    unsigned every;   // one of so many quiet positions is taken
    unsigned longest; // turns after which a game is called a draw
    unsigned within;  // positions with a greater lead, in centipawns, are not taken
    unsigned stray;   // one of so many turns is a random one, so that what nobody plays is seen, too; 0: none
    uint64_t nodes;   // per turn
    bool network;     // the program plays with the game's network, if it has one
    uint64_t seed;
};

typedef void sample_visitor(void *context, const struct sample *sample);

// Plays the games and visits the samples of each when it is over. A game whose opening gives one side a clear lead is left out, and one that
// both sides hold for decided is not played on. False if there is no memory.
bool samples_play(const struct sampling *sampling, sample_visitor *visit, void *context, struct error *err);

// A sample as one line of text: game, outcome, score, FEN.
struct buffer;
void sample_write(const struct sample *sample, struct buffer *out);
bool sample_read(struct sample *sample, const struct variant *variant, const char *line, struct error *err);

#endif
