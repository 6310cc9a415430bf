// SPDX-License-Identifier: GPL-3.0-or-later
// States are read as they were written, packed or not, in as many bytes as their bound requires.
#include "tours/mitm/layer/states.h"

#include "base/random.h"
#include "support/tours.h"
#include "tours/mitm/step/simd_kernel.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { SLOTS = MITM_SLOTS_MAX, STATES = MITM_PACKED_RANKS, FENCE = 0xA5, ROOM = STATES + 8 };

// Stores ranks as groups of that many pairs do.
static void list_ranks(int pairs, const uint64_t *ranks, size_t states, uint64_t *list)
{
    for (size_t s = 0; s < states; s++)
        if (matching_is_short(pairs))
            ((uint16_t *)(void *)list)[s] = (uint16_t)ranks[s];
        else if (matching_is_long(pairs))
            list[s] = ranks[s];
        else
            ((uint32_t *)(void *)list)[s] = (uint32_t)ranks[s];
}

// Ascending ranks: all that there are, or a sample at equal distances.
static size_t draw_ranks(struct random *random, int pairs, uint64_t *ranks)
{
    uint64_t all = matching_count(pairs), stride = all / STATES + 1 + random_below(random, 3), states = 0;
    for (uint64_t rank = random_below(random, 2) % all; rank < all && states < STATES; rank += stride)
        ranks[states++] = rank;
    return states;
}

static void check_unpacked(const struct mitm_group *group, const uint64_t *ranks, const uint64_t *counts)
{
    uint16_t unpacked[2][MITM_SIMD_LANES];
    uint32_t narrow[2][MITM_SIMD_LANES];
    bool has_lanes = mitm_simd_available();
    mitm_states_unpack(group, unpacked[0], narrow[0]);
    if (has_lanes)
        mitm_simd_unpack(group, unpacked[1], narrow[1]);
    for (int i = 0; i <= has_lanes; i++)
        for (size_t s = 0; s < group->states; s++) {
            assert_int_equal(unpacked[i][s], ranks[s]);
            assert_true(group->bound == MITM_UNBOUNDED || narrow[i][s] == counts[s]);
        }
}

// Writes random states with counts up to a bound, from 32 or 64 bits, and reads them again; nothing beyond their bytes is touched.
static void check_states(struct random *random, int pairs, uint32_t bound, bool narrow)
{
    static uint64_t room[2 * ROOM], ranks[STATES], list[STATES], wide[STATES], read_ranks[STATES],
        read_counts[STATES];
    uint32_t thirty_two[STATES];
    uint64_t signature = tours_random_signature(random, SLOTS, pairs);
    size_t states = draw_ranks(random, pairs, ranks), bytes = mitm_group_bytes(signature, states, bound);
    bool is_free = bound == MITM_UNBOUNDED && !narrow;
    memset(room, FENCE, sizeof room);
    for (size_t s = 0; s < states; s++) {
        uint64_t value = s == 0 ? bound : random_next(random);
        wide[s] = is_free ? value : value % ((uint64_t)bound + 1);
        thirty_two[s] = (uint32_t)wide[s];
    }
    list_ranks(pairs, ranks, states, list);
    if (narrow)
        mitm_states_write_narrow(room, &(struct mitm_states){signature, states, bound, list}, thirty_two);
    else
        mitm_states_write_wide(room, &(struct mitm_states){signature, states, bound, list}, wide);
    struct mitm_group group = {signature, room, (uint32_t)states, bound};
    mitm_states_read(&group, read_ranks, read_counts);
    assert_memory_equal(read_ranks, ranks, states * sizeof *ranks);
    assert_memory_equal(read_counts, wide, states * sizeof *wide);
    assert_memory_equal(mitm_states_counts(&group, read_counts), wide, states * sizeof *wide);
    if (mitm_is_packed(pairs))
        check_unpacked(&group, ranks, wide);
    assert_int_equal((uintptr_t)mitm_ranks(&group) % (mitm_is_packed(pairs) ? 8 : mitm_rank_size(pairs)), 0);
    for (size_t i = bytes; i < sizeof room; i++)
        assert_int_equal(((const unsigned char *)room)[i], FENCE);
}

static void test_states(void **state)
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
                  {MITM_UNBOUNDED, 8}};
    struct random random = {7};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        assert_int_equal(mitm_count_size(widths[i].bound), widths[i].size);
        for (int pairs = 0; pairs <= SLOTS / 2; pairs++)
            for (int round = 0; round < 12; round++)
                check_states(&random, pairs, widths[i].bound, round & 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
