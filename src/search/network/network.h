// SPDX-License-Identifier: GPL-3.0-or-later
// A network that has learned from games of the program against itself what positions are worth. What it says is added to the evaluation, or takes its place.
// A network is small or large.
//
//     what each location holds ─┬─ seen by the side to move ─> hidden layer ─┬─> centipawns
//                               └─ seen by the other side ───> hidden layer ─┘
//
// Both sides look with the same weights, each at the board as its own (layout.h). The hidden layer is a sum over features, so that only what a move changes
// is added and subtracted. A large network squares these sums after they are cut off, looks from the king, and has several output layers, by how many men
// are left. All is done in integers, in which no position can overflow, so that every machine finds the same.
#ifndef LEAPER_SEARCH_NETWORK_H
#define LEAPER_SEARCH_NETWORK_H

#include "search/network/layout.h"

struct buffer;

enum {
    NETWORK_ONE =
        255, // where sums of the hidden layer are cut off, as they are at 0: a whole input of the output layer
    NETWORK_OUTPUT = 64,        // a weight of the output layer of this size makes a whole input one centipawn
    NETWORK_RANGE = 400,        // … and 400 centipawns in a large network
    NETWORK_OUTPUT_MOST = 127,  // no weight of a large network's output layers is greater
    NETWORK_OUTPUT_SUM = 32000, // the weights of one of these layers do not add up to more
    NETWORK_STAGES = 8,         // output layers of a large network
    NETWORK_SMALL_MOST = 64,    // a small network has at most so many sums
    NETWORK_OFFSET_MOST = 1 << 28
};

// Its weights are not its own: they stay in the text that it was read from, or with the evaluator that has borrowed them.
struct network {
    bool usable, large;
    bool added; // to the evaluation; otherwise the network takes its place
    struct network_layout layout;
    unsigned hidden;            // sums of the hidden layer: a multiple of NETWORK_BLOCK
    const signed char *columns; // `hidden` weights for each feature
    int16_t bias[NETWORK_HIDDEN_MOST];
    int16_t output[NETWORK_STAGES][2]
                  [NETWORK_HIDDEN_MOST]; // by stage, for the side to move and for the other
    int32_t offset[NETWORK_STAGES];      // what is added to their sum; never greater than NETWORK_OFFSET_MOST
};

// The sums of the hidden layer, by who looks, and from where they look.
struct hidden {
    int16_t sum[2][NETWORK_HIDDEN_MOST];
    uint8_t view[2];
};

// How many output layers there are.
static inline unsigned network_stages(bool large)
{
    return large ? NETWORK_STAGES : 1;
}

// Which of them the position belongs to.
static inline unsigned network_stage(const struct network_layout *layout, const struct position *pos,
                                     bool large)
{
    unsigned men = (unsigned)(set_count(&pos->sets[WHITE]) + set_count(&pos->sets[BLACK]));
    unsigned stage = large && men && layout->men ? (men - 1) * NETWORK_STAGES / layout->men : 0;
    return stage < NETWORK_STAGES ? stage : NETWORK_STAGES - 1;
}

// Reads a network, whose weights stay in `text`. False and an error, with a network that is not usable, if it is damaged or made for other
// rules than the variant's.
bool network_read(struct network *network, const struct variant *variant, const char *text, size_t length,
                  struct error *err);

// Writes it as network_read() reads it; `columns` has `hidden` weights for each feature.
void network_write(const struct network *network, const struct variant *variant, struct buffer *out);

// ---- Running sums ----

// Computes the sums of a position.
void hidden_init(struct hidden *hidden, const struct network *network, const struct position *pos);

// Computes the sums from `before`, those before the action that led to `pos` and is recorded in `undo`.
void hidden_update(struct hidden *hidden, const struct hidden *before, const struct network *network,
                   const struct position *pos, const struct undo *undo);

// What the position is worth to the side to move, in centipawns: beyond the evaluation if the network is added to it, else all in all.
int network_worth(const struct network *network, const struct hidden *hidden, const struct position *pos);

#endif
