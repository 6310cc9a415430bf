// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the program's networks belongs to a variant. weights/GAME.net is the network of a game, whatever numbers are chosen as its parameters. Where words may be
// chosen, such as both sides' armies, it is that of the initial ones; weights/GAME_WORD_WORD.net belongs to others, which stand there in the order of the parameters.
#ifndef LEAPER_SEARCH_NETWORK_FIND_H
#define LEAPER_SEARCH_NETWORK_FIND_H

#include "search/network/network.h"

// The network that the program has for the variant; not usable if there is none, or if it was made for other rules than the variant's.
void network_of_variant(struct network *network, const struct variant *variant);

// Whether the program has a network for the variant with sides exchanged: two of its parameters have the same words to choose from, such as armies, and different ones
// are chosen. `exchanged` gets the parameters with these two exchanged. The other side has those pieces then, so the network serves this variant, too.
bool network_is_of_exchanged(const struct variant *variant, struct parameters *exchanged);

#endif
