// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the program's networks belongs to a variant. weights/GAME.net is the network of a game, whatever numbers are chosen as its parameters. Where words may be
// chosen, such as both sides' armies, it is that of the initial ones; weights/GAME_WORD_WORD.net belongs to others, which stand there in the order of the parameters.
#ifndef LEAPER_SEARCH_NETWORK_FIND_H
#define LEAPER_SEARCH_NETWORK_FIND_H

#include "search/network/network.h"

// The network that the program has for the variant; not usable if there is none, or if it was made for other rules than the variant's.
void network_of_variant(struct network *network, const struct variant *variant);

// Whether two of the variant's parameters have the same words to choose from, and different ones are chosen, as when the sides have different armies.
// `exchanged` gets the parameters with these two exchanged: then the other side has those pieces, and a network serves both variants.
bool network_exchange_sides(const struct variant *variant, struct parameters *exchanged);

#endif
