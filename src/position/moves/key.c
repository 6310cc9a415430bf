// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for repetition: the hash, without an en-passant right that nobody can use.
#include "position/moves/key.h"

#include "position/keys.h"
#include "position/moves/generate.h"

// Whether a legal en-passant capture exists. A game's own actions may make one legal (moving a square
// afterwards may cut the line to the king), so all actions of such games are generated.
static bool has_en_passant(const struct position *pos)
{
    struct move_list list;
    list.count = 0;
    if (!pos->variant->composed) {
        generate_en_passant(pos, &list);
        return list.count > 0;
    }
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_EN_PASSANT)
            return true;
    return false;
}

static uint64_t key_without_idle_right(const struct position *pos)
{
    if (pos->state.en_passant == SQUARE_NONE)
        return pos->state.hash;
    if (has_en_passant(pos))
        return pos->state.hash;
    uint64_t far =
        pos->state.en_passant_far == SQUARE_NONE ? 0 : key_of(KEY_EN_PASSANT, 0, pos->state.en_passant_far);
    return pos->state.hash ^ key_of(KEY_EN_PASSANT, 0, pos->state.en_passant) ^ far;
}

uint64_t position_key(const struct position *pos)
{
    uint64_t key = key_without_idle_right(pos);
    return pos->variant->perpetual_check_loses ? (key & ~(uint64_t)KEY_CHECK) | position_in_check(pos) : key;
}
