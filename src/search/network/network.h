// SPDX-License-Identifier: GPL-3.0-or-later
// A small network that has learned, from games of the program against itself, what the evaluation does not see. What it says is added to the evaluation.
//
//     what each location holds ─┬─ seen by the side to move ─> hidden layer ─┬─> centipawns
//                               └─ seen by the other side ───> hidden layer ─┘
//
// Both sides look with the same weights, each at the board as its own (layout.h). The hidden layer is a sum over features, so that only what a move changes
// is added and subtracted. All is done in integers, in which no position can overflow, so that every machine finds the same.
#ifndef LEAPER_SEARCH_NETWORK_H
#define LEAPER_SEARCH_NETWORK_H

#include "search/network/layout.h"

struct buffer;

enum {
    NETWORK_ONE =
        255, // where sums of the hidden layer are cut off, as they are at 0: a whole input of the output layer
    NETWORK_OUTPUT = 64, // a weight of the output layer of this size makes a whole input one centipawn
    NETWORK_OFFSET_MOST = 1 << 28
};

// Its weights are not its own: they stay in the text that it was read from.
struct network {
    bool usable;
    struct network_layout layout;
    unsigned hidden;            // sums of the hidden layer: a multiple of NETWORK_BLOCK
    const signed char *columns; // `hidden` weights for each feature
    int16_t bias[NETWORK_HIDDEN_MOST];
    int16_t output[2][NETWORK_HIDDEN_MOST]; // for the side to move, and for the other
    int32_t offset; // what is added to their sum; never greater than NETWORK_OFFSET_MOST
};

// The sums of the hidden layer, by who looks.
struct hidden {
    int16_t sum[2][NETWORK_HIDDEN_MOST];
};

// Reads a network, whose weights stay in `text`. False and an error, with a network that is not usable, if it is damaged or made for other
// rules than the variant's.
bool network_read(struct network *network, const struct variant *variant, const char *text, size_t length,
                  struct error *err);

// Writes it as network_read() reads it; `columns` has `hidden` weights for each feature.
void network_write(const struct network *network, const struct variant *variant, struct buffer *out);

// The network that the program has for the variant's game; not usable if there is none.
void network_of_game(struct network *network, const struct variant *variant);

// ---- Running sums ----

// Computes the sums of a position.
void hidden_init(struct hidden *hidden, const struct network *network, const struct position *pos);

// Computes the sums from `before`, those before the action that led to `pos` and is recorded in `undo`.
void hidden_update(struct hidden *hidden, const struct hidden *before, const struct network *network,
                   const struct position *pos, const struct undo *undo);

// What the position is worth to the side to move beyond the evaluation, in centipawns.
int network_worth(const struct network *network, const struct hidden *hidden, enum color side);

#endif
