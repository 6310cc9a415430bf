// SPDX-License-Identifier: GPL-3.0-or-later
// Positions of stones, and who wins them.
#include "support/stones.h"

#include "position/fen.h"
#include "position/game.h"
#include "variants/games.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct variant *stones_variant(const char *name)
{
    struct error err = {0};
    const struct game *game = game_find(name, &err);
    struct variant *variant = game ? variant_new(game, NULL, &err) : NULL;
    if (!variant)
        fail_msg("%s", err.message);
    return variant;
}

void stones_position(struct position *pos, const struct variant *variant, const char *fen)
{
    struct error err = {0};
    if (!fen_read(pos, variant, fen, &err))
        fail_msg("%s: %s", fen, err.message);
}

bool stones_win(const struct position *pos)
{
    struct move_list list;
    position_actions(pos, &list);
    bool won = false;
    for (unsigned i = 0; i < list.count && !won; i++) {
        struct position after = *pos;
        struct undo undo;
        position_apply(&after, list.moves[i], &undo);
        won = !stones_win(&after);
    }
    return won;
}
