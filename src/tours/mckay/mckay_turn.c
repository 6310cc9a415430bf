// SPDX-License-Identifier: GPL-3.0-or-later
// Counts tours that are invariant under a half turn: each consists of a half-tour, its image, and a set of steps
// that is its own image.
#include "tours/mckay/mckay_join.h"

static int turn_node(const struct mckay_ground *ground, int node)
{
    int width = ground->width, rank = node / width, file = node % width;
    return (rank + 2) % 4 * width + width - 1 - file;
}

static bool is_turned(const struct mckay_ground *ground, const struct mckay_set *set)
{
    for (int i = 0; i < set->count; i++) {
        bool found = false;
        for (int j = 0; j < set->count && !found; j++)
            found = set->steps[j].low == turn_node(ground, set->steps[i].high) &&
                    set->steps[j].high == turn_node(ground, set->steps[i].low);
        if (!found)
            return false;
    }
    return true;
}

// Whether a structure, its image and the steps form a single circuit.
static bool is_circuit(const struct mckay_ground *ground, const struct mckay_type *type, const uint8_t *pairs,
                       const struct mckay_paths *paths)
{
    uint8_t partner[MCKAY_NODES_MAX] = {0};
    for (int i = 0; i < type->ends; i += 2)
        for (int turns = 0; turns < 2; turns++) {
            int a = pairs[i], b = pairs[i + 1];
            if (turns) {
                a = turn_node(ground, a);
                b = turn_node(ground, b);
            }
            partner[a] = (uint8_t)b;
            partner[b] = (uint8_t)a;
        }
    int at = type->end[0], passed = 0;
    do {
        at = paths->mate[partner[at]];
        passed++;
    } while (at != type->end[0]);
    return passed == type->ends;
}

// The symmetric tours with given crossing steps.
static mckay_count sum_structures(const struct mckay_ground *ground, const struct mckay_types *types,
                                  const struct mckay_type *type, const struct mckay_paths *paths)
{
    if (paths->closed || !type->ends)
        return paths->closed == 1 && !type->ends;
    const uint8_t *pairs = types->pairs + type->pairs;
    mckay_count sum = 0;
    for (uint32_t s = 0; s < type->count; s++, pairs += type->ends)
        if (is_circuit(ground, type, pairs, paths))
            sum += types->structure[type->first + s].count;
    return sum;
}

mckay_count mckay_join_half_turn(const struct mckay_parts *parts)
{
    const struct mckay_ground *ground = parts->ground;
    const struct mckay_types *types = parts->types;
    const struct mckay_sets *sets = parts->sets;
    mckay_count sum = 0;
    for (size_t m = 0; m < sets[STEP_4_5].list.count; m++) {
        const struct mckay_set *middle = &sets[STEP_4_5].list.items[m];
        if (!is_turned(ground, middle))
            continue;
        for (size_t o = 0; o < sets[STEP_3_5].list.count; o++) {
            // The steps 4-6 are the images of the steps 3-5, so the code of rank 4 is the rotated code of rank 5.
            const struct mckay_set *outer = &sets[STEP_3_5].list.items[o];
            int32_t a = mckay_code_add(ground, middle->low, mckay_code_mirror(ground, outer->high));
            int32_t index = a < 0 ? MCKAY_NO_TYPE : mckay_types_find(types, (uint32_t)a, outer->low);
            if (index == MCKAY_NO_TYPE)
                continue;
            struct mckay_paths paths;
            mckay_paths_init(&paths);
            mckay_paths_add_set(&paths, middle);
            mckay_paths_add_set(&paths, outer);
            for (int i = 0; i < outer->count; i++)
                mckay_paths_add(&paths, turn_node(ground, outer->steps[i].high),
                                turn_node(ground, outer->steps[i].low));
            sum += sum_structures(ground, types, &types->type[index], &paths);
        }
    }
    return sum;
}
