// SPDX-License-Identifier: GPL-3.0-or-later
// Trains a network (search/network/network.h) on positions of games that the program has played against itself.
//
// The network learns what the evaluation lacks, or, if it is not to be added to it, all that the evaluation would say: the loss is the cross-entropy of both together, on the
// scale of odds, against a blend of how the game ended and what the search said. Real numbers are used here only, and the
// loss is that of the network as it will be rounded. The result does not depend on the number of threads.
#ifndef LEAPER_LAB_TRAINING_H
#define LEAPER_LAB_TRAINING_H

#include "base/vector.h"
#include "lab/tuning/samples.h"
#include "search/network/network.h"

// What training needs of a sample: its features as both sides see them, one list after the other.
struct lesson {
    size_t first;   // in lessons.features: those seen by the side to move, then the others
    uint16_t count; // of each of the two lists
    uint8_t stage;  // the output layer it belongs to
    bool validates; // is not learned from
    bool white;     // White is to move
    bool begins;    // is the first of its game
    float known;    // the evaluation without the network, for the side to move, in centipawns
    float score;    // what the search said, for the side to move
    float outcome;  // of the game: 0, 0.5 or 1
};

struct lessons {
    struct network_layout layout; // of a network of the same kind as the teacher's
    struct lesson_list VECTOR_OF(struct lesson) list;
    struct feature_list VECTOR_OF(uint16_t) features;
    unsigned game; // of the last one
};

// The evaluation without a network, to which one is added, or what counts beside one that takes its place. So samples become lessons.
struct teacher;
struct teacher *teacher_new(const struct variant *variant, bool large, bool added);
void teacher_free(struct teacher *teacher);

// Adds a sample. One game of ten validates. False if there is no memory.
bool lessons_add(struct lessons *lessons, struct teacher *teacher, const struct sample *sample);

// Blends each score with the next one in the same game, which gets `share`, 0 … 1, and is such a blend itself.
// The search at a later move has seen further (TD(λ): R. S. Sutton, 1988); but that only helps if the moves between are good, so not in games with random
// turns (`stray`). The samples of a game must follow each other; another number begins another game.
void lessons_look_ahead(struct lessons *lessons, double share);

void lessons_clear(struct lessons *lessons);

struct training {
    unsigned
        epochs; // how often all is learned; the network of the epoch with the least loss in validation is kept
    unsigned batch; // lessons between two steps
    double rate;    // of the first step; it falls to nothing at the last
    double trust;   // in the score that the search gave, 0 … 1, against the game's outcome
    double decay;   // of all weights, as a share of the rate
    double unit;    // so many centipawns multiply the odds by e; 0: as the outcomes say
    unsigned
        hidden; // sums of the hidden layer: a multiple of NETWORK_BLOCK, at most NETWORK_HIDDEN_MOST or NETWORK_SMALL_MOST
    bool large, added;          // the kind of network; see network.h
    const struct network *from; // what to go on from: a network of the same kind and size, or NULL
    unsigned threads;
    uint64_t seed;
};

// Losses are mean cross-entropies, [0] in training and [1] in validation.
struct training_report {
    double unit; // the one that was used, as in struct training
    size_t counts[2];
    double before[2], after[2];
    double rounded[2]; // of the network in integers
    unsigned best_epoch;
};

// Trains a network; its columns are in `columns`, `hidden` for each feature. False if there is no memory.
bool training_run(const struct training *training, const struct lessons *lessons, struct network *network,
                  signed char *columns, struct training_report *report);

#endif
