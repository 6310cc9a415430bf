// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a match with fixed seed and nodes, so that it goes the same way everywhere.
#include "support/contest.h"

#include "position/game.h"
#include "position/variant.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

unsigned contest_points(const struct game *game, const struct contest *contest)
{
    struct error err = {0};
    struct variant *variant = variant_new(game, NULL, &err);
    if (!variant)
        fail_msg("%s: %s", game->name, err.message);
    struct match match = {
        .variant = variant,
        .players = {{.kind = PLAYER_ENGINE, .nodes = contest->nodes}, {.kind = contest->opponent}},
        .pairs = contest->pairs,
        .opening = 0,
        .longest = 400,
        .seed = 15,
    };
    struct match_score score;
    if (!match_play(&match, NULL, NULL, &score, &err))
        fail_msg("%s: %s", game->name, err.message);
    variant_free(variant);
    return 2 * score.wins + score.draws;
}
