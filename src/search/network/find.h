// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the program's networks belongs to a variant: that of its game, weights/GAME.net.
#ifndef LEAPER_SEARCH_NETWORK_FIND_H
#define LEAPER_SEARCH_NETWORK_FIND_H

#include "search/network/network.h"

// The network that the program has for the variant; not usable if there is none, or if it was made for other rules than the variant's.
void network_of_variant(struct network *network, const struct variant *variant);

#endif
