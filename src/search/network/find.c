// SPDX-License-Identifier: GPL-3.0-or-later
// Finds networks; see find.h.
#include "search/network/find.h"

#include "position/game.h"
#include "search/network/text.h"

#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 128 };

// "chess", or "chess_fide_nutters". A name that does not fit is nobody's.
static void name_network(char name[NAME_SIZE], const struct game *game, const struct parameters *parameters)
{
    const int *value = parameters->value;
    bool usual = true;
    size_t length = (size_t)snprintf(name, NAME_SIZE, "%s", game->name);
    for (unsigned i = 0; i < game->parameter_count; i++)
        usual = usual && (!game->parameters[i].choices || value[i] == game->parameters[i].initial);
    for (unsigned i = 0; !usual && i < game->parameter_count && length < NAME_SIZE; i++)
        if (game->parameters[i].choices)
            length += (size_t)snprintf(name + length, NAME_SIZE - length, "_%s",
                                       game->parameters[i].choices[value[i]]);
    if (length >= NAME_SIZE)
        name[0] = '\0';
}

static const struct embedded_text *find(const struct game *game, const struct parameters *parameters)
{
    char name[NAME_SIZE];
    name_network(name, game, parameters);
    return embedded_of_game(embedded_networks, name);
}

void network_of_variant(struct network *network, const struct variant *variant)
{
    struct error err;
    const struct embedded_text *own = find(variant->game, &variant->parameters);
    *network = (struct network){0};
    if (!own)
        return;
    struct network_text found = network_text(own);
    // The tests see to it that this succeeds with the game's usual rules.
    (void)network_read(network, variant, found.text, found.length, &err);
}

static bool have_same_words(const struct parameter *one, const struct parameter *other)
{
    if (!one->choices || !other->choices || one->maximum != other->maximum)
        return false;
    for (int i = 0; i <= one->maximum; i++)
        if (strcmp(one->choices[i], other->choices[i]) != 0)
            return false;
    return true;
}

// Exchanges the first two such parameters.
static bool exchange_sides(const struct game *game, const int *value, struct parameters *exchanged)
{
    for (unsigned i = 0; i < game->parameter_count; i++)
        for (unsigned k = i + 1; k < game->parameter_count; k++)
            if (have_same_words(&game->parameters[i], &game->parameters[k]) && value[i] != value[k]) {
                exchanged->value[i] = value[k];
                exchanged->value[k] = value[i];
                return true;
            }
    return false;
}

bool network_is_of_exchanged(const struct variant *variant, struct parameters *exchanged)
{
    *exchanged = variant->parameters;
    return exchange_sides(variant->game, variant->parameters.value, exchanged) &&
           find(variant->game, exchanged);
}
