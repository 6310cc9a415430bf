// SPDX-License-Identifier: GPL-3.0-or-later
// A join agrees with comparing states one by one, and its shares add up to the whole.
#include "tours/mitm/run/join.h"

#include "base/memory.h"
#include "base/random.h"
#include "tours/frontier/residue.h"
#include "tours/mitm/layer/states.h"

#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { GROUPS = 6, CELLS = 16, LARGE = 31000, POINTS = 2 * MATCHING_PAIRS_MAX };

__extension__ typedef unsigned __int128 wide;

// Groups of one half, the groups that complete them, and the sum of products of counts over pairs of states that form one circuit.
struct scene {
    struct mitm_plan plan;
    struct mitm_arena arena;
    struct mitm_layer layer[2];
    uint32_t most; // no count is greater
    wide expected;
};

// Appends a group of ranks at equal distances, with counts up to `most`.
static void add_group(struct mitm_layer *layer, struct random *random, uint64_t signature, size_t states,
                      uint32_t most)
{
    int pairs = mitm_pairs(signature);
    uint64_t stride = matching_count(pairs) / states, *counts = memory_resize(NULL, states, sizeof *counts);
    void *ranks = memory_resize(NULL, states, sizeof(uint32_t));
    for (size_t s = 0; s < states; s++) {
        uint64_t rank = stride * s + random_below(random, (uint32_t)stride);
        if (matching_is_short(pairs))
            ((uint16_t *)ranks)[s] = (uint16_t)rank;
        else
            ((uint32_t *)ranks)[s] = (uint32_t)rank;
        counts[s] = 1 + random_below(random, most);
    }
    unsigned char *room = mitm_layer_room(layer, mitm_group_bytes(signature, states, most));
    mitm_states_write_wide(room, &(struct mitm_states){signature, states, most, ranks}, counts);
    mitm_layer_add(layer, signature, states, most);
    free(counts);
    free(ranks);
}

static wide join_slowly(const struct mitm_group *a, const struct mitm_group *b)
{
    int pairs = mitm_pairs(a->signature);
    uint64_t *ranks[2], *counts[2];
    wide sum = 0;
    const struct mitm_group *groups[2] = {a, b};
    for (int g = 0; g < 2; g++) {
        ranks[g] = memory_resize(NULL, groups[g]->states, sizeof *ranks[g]);
        counts[g] = memory_resize(NULL, groups[g]->states, sizeof *counts[g]);
        mitm_states_read(groups[g], ranks[g], counts[g]);
    }
    for (size_t j = 0; j < b->states; j++) {
        uint8_t mine[POINTS], theirs[POINTS];
        matching_unrank(pairs, ranks[1][j], theirs);
        for (size_t i = 0; i < a->states; i++) {
            matching_unrank(pairs, ranks[0][i], mine);
            if (matching_is_circuit(pairs, mine, theirs))
                sum += (wide)counts[0][i] * counts[1][j];
        }
    }
    for (int g = 0; g < 2; g++) {
        free(ranks[g]);
        free(counts[g]);
    }
    return sum;
}

// Groups of two to seven pairs; the last is large enough to be divided.
static void open_scene(struct scene *scene, uint32_t most)
{
    struct random random = {9};
    *scene = (struct scene){.plan = {.cells = CELLS}, .most = most};
    for (int slot = 0; slot < CELLS; slot++)
        scene->plan.image[slot] = (uint8_t)slot;
    mitm_arena_init(&scene->arena, NULL, "/tmp");
    uint64_t mine[GROUPS];
    for (int g = 0; g < GROUPS; g++) {
        // The low slots hold ends; at the others, half 0 has both edges or none.
        mine[g] = ((UINT64_C(1) << (4 * (g + 2))) - 1) & MITM_ONES;
        if (g & 1)
            mine[g] |= (MITM_ONES << (4 * (g + 2)) & ((UINT64_C(1) << (2 * CELLS)) - 1)) << 1;
    }
    for (int side = 0; side < 2; side++) {
        uint64_t least = 0;
        mitm_layer_init(&scene->layer[side], &scene->arena);
        for (int n = 0; n < GROUPS; n++) {
            int next = -1;
            uint64_t signature = UINT64_MAX;
            for (int g = 0; g < GROUPS; g++) {
                uint64_t one = side ? mitm_plan_partner(&scene->plan, mine[g], CELLS) : mine[g];
                if (one >= least && one < signature) {
                    signature = one;
                    next = g;
                }
            }
            uint64_t all = matching_count(next + 2);
            add_group(&scene->layer[side], &random, signature,
                      next == GROUPS - 1 ? (side ? 40 : LARGE)
                      : all < 90         ? (size_t)all
                                         : 90,
                      most);
            least = signature + 1;
        }
    }
    for (int a = 0; a < GROUPS; a++)
        for (int b = 0; b < GROUPS; b++)
            if (scene->layer[1].groups[b].signature ==
                mitm_plan_partner(&scene->plan, scene->layer[0].groups[a].signature, CELLS))
                scene->expected += join_slowly(&scene->layer[0].groups[a], &scene->layer[1].groups[b]);
}

static wide join_in_shares(const struct scene *scene, struct matching_tables *tables, unsigned parts,
                           uint64_t prime)
{
    struct mitm_joiner joiner;
    assert_true(mitm_joiner_init(&joiner, &scene->plan, tables, prime ? MITM_RESIDUES : MITM_EXACT, prime));
    for (unsigned part = 0; part < parts; part++)
        mitm_join(&joiner, &(struct mitm_join_task){.first = {scene->layer[0].groups, GROUPS},
                                                    .second = {scene->layer[1].groups, GROUPS},
                                                    .weight = 3,
                                                    .share = {part, parts}});
    assert_false(joiner.overflowed);
    wide found = (wide)joiner.total.words[1] << 64 | joiner.total.words[0];
    mitm_joiner_clear(&joiner);
    return found;
}

static void check_shares(uint32_t most)
{
    struct scene scene;
    struct matching_tables *tables = matching_tables_new(NULL);
    const uint64_t prime = residue_prime(0);
    open_scene(&scene, most);
    assert_true(scene.expected > 1000000);
    for (unsigned parts = 1; parts <= 40; parts += parts < 10 ? 3 : 15) {
        assert_true(join_in_shares(&scene, tables, parts, 0) == 3 * scene.expected);
        assert_true(join_in_shares(&scene, tables, parts, prime) == 3 * scene.expected % prime);
    }
    mitm_layer_clear(&scene.layer[0]);
    mitm_layer_clear(&scene.layer[1]);
    mitm_arena_clear(&scene.arena);
    matching_tables_free(tables);
}

static void test_shares(void **state)
{
    (void)state;
    check_shares(9);
}

// The counts of a group add up to more than 32 bits hold.
static void test_large_counts(void **state)
{
    (void)state;
    check_shares(UINT32_C(1) << 29);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_large_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
