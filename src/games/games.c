// SPDX-License-Identifier: GPL-3.0-or-later
// The registry: one line per game.
#include "games/games.h"

#include "base/text.h"
#include "games/rows.h"
#include "position/parameter.h"

const struct game *const games[] = {
    &game_chess,
    &game_fuel,
    &game_hamiltonian,
    &squares_rows[0].game,
    &squares_rows[1].game,
    &squares_rows[2].game,
    &squares_rows[3].game,
    &squares_rows[4].game,
    &squares_rows[5].game,
    &game_hnefa,
    NULL,
};

const struct game *game_find(const char *name, struct error *err)
{
    struct buffer names;
    buffer_init(&names);
    for (int i = 0; games[i]; i++) {
        if (text_equal_nocase(games[i]->name, name)) {
            buffer_clear(&names);
            return games[i];
        }
        buffer_addf(&names, "%s%s", i ? ", " : "", games[i]->name);
    }
    error_set(err, ERROR_UNKNOWN_GAME, "game", "there is no game '%.40s'; the games are %s", name,
              buffer_text(&names));
    buffer_clear(&names);
    return NULL;
}

int game_parameter(const struct game *game, const char *name)
{
    for (int i = 0; i < game->parameter_count; i++)
        if (text_equal_nocase(game->parameters[i].name, name) ||
            text_equal_nocase(game->parameters[i].option, name))
            return i;
    return -1;
}

void game_defaults(const struct game *game, struct parameters *parameters)
{
    *parameters = (struct parameters){{0}};
    for (int i = 0; i < game->parameter_count; i++)
        parameters->value[i] = game->parameters[i].initial;
}
