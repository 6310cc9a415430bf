// SPDX-License-Identifier: GPL-3.0-or-later
// A network of random weights for a game, for tests of networks.
#ifndef LEAPER_TESTS_SUPPORT_TRIAL_NETWORK_H
#define LEAPER_TESTS_SUPPORT_TRIAL_NETWORK_H

#include "search/network/network.h"
#include "support/thought.h"

struct trial {
    struct thought thought;
    struct network network;
    signed char *columns; // the network's own
};

// Small or large; it is added to the evaluation if it is small or the game has fuel. Fails the running test if the game can have none.
void trial_init(struct trial *trial, const char *game, const char *parameters, bool large);
void trial_clear(struct trial *trial);

// Games of all sorts, ended by one without a name.
struct trial_game {
    const char *name, *parameters;
    bool large;
};

extern const struct trial_game trial_games[];

#endif
