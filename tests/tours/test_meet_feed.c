// SPDX-License-Identifier: GPL-3.0-or-later
// Counts come back as they were stored, in as many bytes as their bound asks for, and ranks go where their changes say.
#include "tours/meet_feed.h"

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

// ---- Counts ----

enum { STATES = 9, FENCE = 0xA5 };

// Stores random counts up to a bound and reads them again; nothing beyond their bytes is touched.
static void check_counts(uint32_t bound, size_t size, bool narrow)
{
    uint64_t room[STATES + 1], widened[STATES], wide[STATES];
    uint32_t thirty_two[STATES];
    assert_int_equal(meet_count_size(bound), size);
    for (size_t states = 1; states <= STATES; states++) {
        memset(room, FENCE, sizeof room);
        for (size_t s = 0; s < states; s++) {
            uint64_t value = s == 0 ? bound : random_mix(s * 31 + bound);
            bool is_free = bound == MEET_UNBOUNDED && !narrow;
            wide[s] = is_free ? value : value % ((uint64_t)bound + 1);
            thirty_two[s] = (uint32_t)wide[s];
        }
        if (narrow)
            meet_counts_store_narrow(room, thirty_two, states, bound);
        else
            meet_counts_store_wide(room, wide, states, bound);
        struct meet_group group = {
            .signature = 0, .counts = room, .states = (uint32_t)states, .bound = bound};
        const uint64_t *read = meet_counts_wide(&group, widened);
        for (size_t s = 0; s < states; s++) {
            assert_int_equal(meet_count_at(&group, s), wide[s]);
            assert_int_equal(read[s], wide[s]);
        }
        const unsigned char *bytes = (const unsigned char *)room;
        for (size_t i = states * size; i < sizeof room; i++)
            assert_int_equal(bytes[i], FENCE);
    }
}

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        uint32_t bound;
        size_t size;
    } widths[] = {{1, 1},
                  {UINT8_MAX, 1},
                  {UINT8_MAX + 1, 2},
                  {UINT16_MAX, 2},
                  {UINT16_MAX + 1, 4},
                  {UINT32_MAX - 1, 4},
                  {MEET_UNBOUNDED, 8}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        check_counts(widths[i].bound, widths[i].size, true);
        check_counts(widths[i].bound, widths[i].size, false);
    }
}

// ---- Ranks ----

enum { SLOTS = 22 };

// What has been met.
struct seen {
    int by_lookups[MEET_CHANGES_MAX + 1], by_routes[MEET_CHANGES_MAX + 1], none, injective;
};

// Up to three edges between slots that have room for them.
static struct meet_pattern random_pattern(struct random *random, uint64_t signature)
{
    struct meet_pattern pattern = {0};
    int wanted = (int)random_below(random, MEET_CHANGES_MAX + 1);
    for (int tries = 0; tries < 50 && pattern.choices < wanted; tries++) {
        int a = (int)random_below(random, SLOTS), b = (int)random_below(random, SLOTS);
        uint64_t now = signature + pattern.delta, delta = UINT64_C(1) << (2 * a) | UINT64_C(1) << (2 * b);
        if (a >= b || meet_digit(now, a) == 2 || meet_digit(now, b) == 2)
            continue;
        pattern.choice[pattern.choices++] = (struct meet_choice){-1, a, b, delta};
        pattern.delta += delta;
    }
    return pattern;
}

static uint64_t apply_all(const struct meet_feed *feed, uint64_t rank, uint64_t none)
{
    for (int c = 0; c < feed->changes && rank != MATCHING_NONE; c++)
        rank = matching_apply(feed->change[c].operation, feed->change[c].pairs, feed->change[c].i,
                              feed->change[c].j, rank);
    return rank == MATCHING_NONE ? none : rank;
}

static int compare_ranks(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

// Whether all of these ranks are different, and none of them is none.
static bool are_different(uint64_t *ranks, size_t count, uint64_t none)
{
    qsort(ranks, count, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < count; i++)
        if (ranks[i] == none || (i && ranks[i] == ranks[i - 1]))
            return false;
    return true;
}

static void check_feed(struct matching_tables *tables, struct random *random, int pairs, struct seen *seen)
{
    enum { RANKS_MAX = 945 };
    uint64_t signature = tours_random_signature(random, SLOTS, pairs), ranks[RANKS_MAX], results[RANKS_MAX];
    struct meet_pattern pattern = random_pattern(random, signature);
    uint64_t all = matching_count(pairs), none = matching_count(meet_pairs(signature + pattern.delta));
    size_t states = all < RANKS_MAX ? (size_t)all : RANKS_MAX;
    unsigned char room[RANKS_MAX * sizeof(uint64_t)];
    struct meet_group group = {.signature = signature, .states = (uint32_t)states, .bound = 1};
    struct meet_feed feed;
    struct meet_routes routes;
    meet_feed_init(&feed, tables, &pattern, &group);
    meet_routes_prepare(&routes, tables, &feed);
    assert_ptr_equal(feed.group, &group);
    assert_int_equal(feed.changes, pattern.choices);
    for (size_t s = 0; s < states; s++) {
        ranks[s] = all == states ? s : random_next(random) % all;
        if (matching_is_short(pairs))
            memcpy(room + 2 * s, &(uint16_t){(uint16_t)ranks[s]}, 2);
        else if (matching_is_long(pairs))
            memcpy(room + 8 * s, &ranks[s], 8);
        else
            memcpy(room + 4 * s, &(uint32_t){(uint32_t)ranks[s]}, 4);
    }
    for (size_t s = 0; s < states; s++) {
        uint64_t expected = apply_all(&feed, ranks[s], none);
        assert_int_equal(meet_feed_rank(&feed, &routes, -1, room, s), expected);
        if (feed.lookups >= 0)
            assert_int_equal(meet_feed_rank(&feed, &routes, feed.lookups, room, s), expected);
        seen->none += expected == none;
        results[s] = expected;
    }
    if (feed.lookups >= 0)
        assert_int_equal(feed.lookups, feed.changes);
    (feed.lookups < 0 ? seen->by_routes : seen->by_lookups)[feed.changes]++;
    // One change after the other may be injective together although one of them is not.
    if (all == states && (feed.is_injective || feed.changes == 1))
        assert_int_equal(feed.is_injective, are_different(results, states, none));
    seen->injective += feed.is_injective;
}

static void test_ranks(void **state)
{
    (void)state;
    struct matching_tables *tables = matching_tables_new();
    struct random random = {2};
    struct seen seen = {0};
    for (int pairs = 0; pairs <= 9; pairs++)
        for (int i = 0; i < 60; i++)
            check_feed(tables, &random, pairs, &seen);
    // No kind of feed was missed.
    for (int changes = 0; changes <= MEET_CHANGES_MAX; changes++)
        assert_true(seen.by_lookups[changes] > 5 && seen.by_routes[changes] > 5);
    assert_true(seen.none > 0 && seen.injective > 0);
    matching_tables_free(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
