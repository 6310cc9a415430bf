// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for repetition: the hash, without an en-passant right that nobody can use.
#include "position/moves/key.h"

#include "position/game.h"
#include "position/keys.h"
#include "position/moves/generate.h"

// Whether a legal en-passant capture exists. A game's own actions may make one legal (moving a square
// afterwards may cut the line to the king), so all actions of such games are generated.
static bool has_en_passant(const struct position *pos)
{
    struct move_list list;
    list.count = 0;
    if (!pos->variant->game->actions) {
        generate_en_passant(pos, &list);
        return list.count > 0;
    }
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_EN_PASSANT)
            return true;
    return false;
}

uint64_t position_key(const struct position *pos)
{
    if (pos->state.en_passant == SQUARE_NONE)
        return pos->state.hash;
    return has_en_passant(pos) ? pos->state.hash
                               : pos->state.hash ^ key_of(KEY_EN_PASSANT, 0, pos->state.en_passant);
}
