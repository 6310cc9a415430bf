// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a board into groups and hashes them; see stones.h.
#include "search/fights/stones.h"

#include "base/random.h"
#include "search/fights/worth.h"

#include <string.h>

// ---- Reading ----

static bool captures_towards(const struct piece_rules *rules, enum color color, int dx, int dy)
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct step *step = &direction_step[rules->rides[color][i].dir];
        if (step->dx == dx && step->dy == dy)
            return rules->rides[color][i].capture == 1;
    }
    return false;
}

// Whether the type takes neighbours only, the same for both colours, and in each direction if in one of them.
static bool is_stone(const struct piece_rules *rules)
{
    if (rules->special_count[WHITE] || rules->special_count[BLACK] || rules->promotes || rules->confined ||
        rules->turns_into != TYPE_NONE || rules->ride_count[WHITE] != rules->ride_count[BLACK] ||
        rules->ride_count[WHITE] > NEIGHBOURS_MAX)
        return false;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++) {
        const struct ride *ride = &rules->rides[WHITE][i];
        int dx = direction_step[ride->dir].dx, dy = direction_step[ride->dir].dy;
        if (ride->quiet || ride->capture != 1)
            return false;
        for (unsigned color = WHITE; color <= BLACK; color++)
            if (!captures_towards(rules, (enum color)color, dx, dy) ||
                !captures_towards(rules, (enum color)color, -dx, dy) ||
                !captures_towards(rules, (enum color)color, dy, dx))
                return false;
    }
    return true;
}

static bool ends_by_stalemate_only(const struct variant *variant)
{
    const struct hooks *hooks = &variant->hooks;
    return variant->stalemate == VALUE_LOSS && !variant->stalemate_by_count && !variant->royal &&
           !variant->royal_types && !variant->composed && !variant->drops && !variant->metered &&
           !variant->petrified && !variant->blasts && !variant->changes_sides && !hooks->ended.count &&
           !hooks->after.count && !hooks->restrict_turns.count;
}

bool stones_read(struct stones *stones, const struct position *pos)
{
    piece_type type = TYPE_NONE;
    square s;
    if (!ends_by_stalemate_only(pos->variant) || pos->state.actions)
        return false;
    stones->place_count = 0;
    stones->worths = NULL;
    stones->played = (struct upstar){0, 0};
    memset(stones->color, STONE_NONE, sizeof stones->color);
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
            if (type != TYPE_NONE && type != piece_type_of(pos->pieces[s]))
                return false;
            type = piece_type_of(pos->pieces[s]);
            stones->color[s] = (uint8_t)color;
            stones->places[stones->place_count++] = s;
        }
    if (type == TYPE_NONE || !is_stone(&pos->variant->pieces[type]))
        return false;
    const struct piece_rules *rules = &pos->variant->pieces[type];
    for (unsigned i = 0; i < stones->place_count; i++) {
        s = stones->places[i];
        uint8_t *count = &stones->neighbour_count[s];
        *count = 0;
        for (unsigned k = 0; k < rules->ride_count[WHITE]; k++) {
            direction dir = rules->rides[WHITE][k].dir;
            square to = (square)(s + direction_step[dir].delta);
            if (pos->variant->board.reach[s][dir] && stones->color[to] != STONE_NONE)
                stones->neighbours[s][(*count)++] = to;
        }
    }
    return true;
}

// ---- Groups ----

struct kept_group {
    struct group_key key;
    unsigned first, count; // its stones
};

// Takes out a group whose opposite is there already, together with that.
static bool cancels(struct kept_group *groups, unsigned *count, uint64_t opposite)
{
    for (unsigned i = 0; i < *count; i++)
        if (groups[i].key.key == opposite) {
            groups[i] = groups[--*count];
            return true;
        }
    return false;
}

static uint64_t key_of_sum(struct upstar sum, enum color side)
{
    int own = side == WHITE ? sum.ups : -sum.ups;
    return own || sum.heap ? random_mix((uint64_t)(own + STONES_MAX * UPS_MAX) << 8 | sum.heap) : 0;
}

uint64_t stones_key(struct stones *stones, enum color side)
{
    bool seen[GRID_SQUARES] = {false};
    square listed[STONES_MAX];
    struct kept_group kept[STONES_MAX / 2];
    struct group group;
    unsigned kept_count = 0, used = 0;
    memset(stones->in_play, 0, sizeof stones->in_play);
    stones->sum = stones->played;
    for (unsigned i = 0; i < stones->place_count; i++) {
        square s = stones->places[i];
        if (stones->color[s] == STONE_NONE || seen[s])
            continue;
        group_find(stones, s, seen, &group);
        if (!group.fights)
            continue;
        struct group_key key = group_key(stones, &group, side);
        struct upstar worth;
        if (worth_of_group(stones, &group, side == WHITE ? key.key : key.opposite, &worth)) {
            stones->sum = upstar_add(stones->sum, worth);
            continue;
        }
        if (cancels(kept, &kept_count, key.opposite))
            continue;
        memcpy(listed + used, group.places, group.count * sizeof *listed);
        kept[kept_count++] = (struct kept_group){key, used, group.count};
        used += group.count;
    }
    if (!kept_count)
        return upstar_wins(stones->sum, side) ? STONES_WON : STONES_LOST;
    uint64_t key = key_of_sum(stones->sum, side);
    for (unsigned i = 0; i < kept_count; i++) {
        key += random_mix(kept[i].key.key);
        for (unsigned k = 0; k < kept[i].count; k++)
            stones->in_play[listed[kept[i].first + k]] = true;
    }
    return key | 1;
}

unsigned stones_moves(const struct stones *stones, enum color side,
                      struct stones_move moves[STONES_MOVES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < stones->place_count; i++) {
        square s = stones->places[i];
        if (!stones->in_play[s] || stones->color[s] != side)
            continue;
        for (unsigned k = 0; k < stones->neighbour_count[s]; k++) {
            square to = stones->neighbours[s][k];
            if (stones->color[to] == (side ^ 1))
                moves[count++] = (struct stones_move){.from = s, .to = to};
        }
    }
    return count;
}

unsigned stones_moves_in_sum(const struct stones *stones, enum color side,
                             struct stones_move moves[UPSTAR_MOVES_MAX])
{
    struct upstar results[UPSTAR_MOVES_MAX], before = upstar_negate(stones->sum);
    unsigned count = upstar_moves(stones->sum, side, results);
    for (unsigned i = 0; i < count; i++)
        moves[i] = (struct stones_move){SQUARE_NONE, SQUARE_NONE, upstar_add(results[i], before)};
    return count;
}
