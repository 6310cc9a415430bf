// SPDX-License-Identifier: GPL-3.0-or-later
// Finds networks; see find.h.
#include "search/network/find.h"

#include "position/game.h"
#include "search/network/text.h"

void network_of_variant(struct network *network, const struct variant *variant)
{
    struct error err;
    const struct embedded_text *own = embedded_of_game(embedded_networks, variant->game->name);
    *network = (struct network){0};
    if (!own)
        return;
    struct network_text found = network_text(own);
    // The tests see to it that this succeeds with the game's usual rules.
    (void)network_read(network, variant, found.text, found.length, &err);
}
