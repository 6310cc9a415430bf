// SPDX-License-Identifier: GPL-3.0-or-later
// New ranks are those that the changes of a contribution lead to.
#include "tours/mitm/step/contribution.h"

#include "base/random.h"
#include "support/tours.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { SLOTS = 30 };

// The kinds of contribution that have occurred.
struct seen {
    int simple, narrow[MITM_CHANGES_MAX + 1], wide[MITM_CHANGES_MAX + 1], none, injective;
};

// A pattern of up to three edges between slots that have room for them.
static struct mitm_pattern random_pattern(struct random *random, uint64_t signature)
{
    struct mitm_pattern pattern = {0};
    int wanted = (int)random_below(random, MITM_CHANGES_MAX + 1);
    for (int tries = 0; tries < 50 && pattern.choices < wanted; tries++) {
        int a = (int)random_below(random, SLOTS), b = (int)random_below(random, SLOTS);
        uint64_t now = signature + pattern.delta, delta = UINT64_C(1) << (2 * a) | UINT64_C(1) << (2 * b);
        if (a >= b || mitm_degree(now, a) == 2 || mitm_degree(now, b) == 2)
            continue;
        pattern.choice[pattern.choices++] = (struct mitm_choice){-1, a, b, delta};
        pattern.delta += delta;
    }
    return pattern;
}

static uint64_t apply_all(const struct mitm_contribution *contribution, uint64_t rank, uint64_t none)
{
    for (int c = 0; c < contribution->changes && rank != MATCHING_NONE; c++)
        rank = matching_apply(contribution->change[c].operation, contribution->change[c].pairs,
                              contribution->change[c].i, contribution->change[c].j, rank);
    return rank == MATCHING_NONE ? none : rank;
}

static int compare_ranks(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

// Whether all of these ranks are different, and none of them is "none".
static bool are_different(uint64_t *ranks, size_t count, uint64_t none)
{
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < count; i++)
        if (ranks[i] == none || (i && ranks[i] == ranks[i - 1]))
            return false;
    return true;
}

static void check_contribution(struct matching_tables *tables, struct random *random, int pairs,
                               struct seen *seen)
{
    enum { RANKS_MAX = 945 };
    uint64_t signature = tours_random_signature(random, SLOTS, pairs), ranks[RANKS_MAX], results[RANKS_MAX];
    struct mitm_pattern pattern = random_pattern(random, signature);
    uint64_t all = matching_count(pairs), none = matching_count(mitm_pairs(signature + pattern.delta));
    size_t states = all < RANKS_MAX ? (size_t)all : RANKS_MAX;
    unsigned char room[RANKS_MAX * sizeof(uint64_t)];
    struct mitm_group group = {.signature = signature, .states = (uint32_t)states, .bound = 1};
    struct mitm_contribution contribution;
    mitm_contribution_init(&contribution, &pattern, &group);
    assert_ptr_equal(contribution.group, &group);
    assert_int_equal(contribution.changes, pattern.choices);
    for (size_t s = 0; s < states; s++) {
        ranks[s] = all == states ? s : random_next(random) % all;
        if (matching_is_short(pairs))
            memcpy(room + 2 * s, &(uint16_t){(uint16_t)ranks[s]}, 2);
        else if (matching_is_long(pairs))
            memcpy(room + 8 * s, &ranks[s], 8);
        else
            memcpy(room + 4 * s, &(uint32_t){(uint32_t)ranks[s]}, 4);
    }
    static uint32_t narrow[RANKS_MAX];
    static uint64_t wide[RANKS_MAX], spare[RANKS_MAX];
    bool is_long = matching_is_long(mitm_pairs(signature + pattern.delta));
    mitm_contribution_ranks_wide(&contribution, tables, room, wide);
    if (!is_long)
        mitm_contribution_ranks_narrow(&contribution, tables, room, narrow, spare);
    for (size_t s = 0; s < states; s++) {
        uint64_t expected = apply_all(&contribution, ranks[s], none);
        assert_int_equal(wide[s], expected);
        if (!is_long)
            assert_int_equal(narrow[s], expected);
        if (mitm_contribution_is_simple(&contribution) && contribution.changes) {
            const uint16_t *table =
                matching_table(tables, contribution.change[0].operation, contribution.change[0].pairs,
                               contribution.change[0].i, contribution.change[0].j);
            assert_int_equal(table[ranks[s]], expected);
        }
        seen->none += expected == none;
        results[s] = expected;
    }
    seen->simple += mitm_contribution_is_simple(&contribution);
    (is_long ? seen->wide : seen->narrow)[contribution.changes]++;
    // Several changes may be injective together although one of them is not.
    if (all == states && (contribution.is_injective || contribution.changes == 1))
        assert_int_equal(contribution.is_injective, are_different(results, states, none));
    seen->injective += contribution.is_injective;
}

static void test_ranks(void **state)
{
    (void)state;
    struct matching_tables *tables = matching_tables_new(NULL);
    struct random random = {2};
    struct seen seen = {0};
    for (int pairs = 0; pairs <= 13; pairs++)
        for (int i = 0; i < 60; i++)
            check_contribution(tables, &random, pairs, &seen);
    // Every kind of contribution has occurred.
    for (int changes = 0; changes <= MITM_CHANGES_MAX; changes++)
        assert_true(seen.narrow[changes] > 5 && seen.wide[changes] > 2);
    assert_true(seen.none > 0 && seen.injective > 0 && seen.simple > 5);
    matching_tables_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
