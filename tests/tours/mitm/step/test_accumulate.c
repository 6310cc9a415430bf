// SPDX-License-Identifier: GPL-3.0-or-later
// However contributions are added up, the result agrees with adding states one by one.
#include "tours/mitm/step/accumulate.h"

#include "base/memory.h"
#include "base/random.h"
#include "support/tours.h"
#include "tours/mitm/layer/states.h"
#include "tours/mitm/step/simd_kernel.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

__extension__ typedef unsigned __int128 wide;

enum { SLOTS = 24, CONTRIBUTIONS_MAX = 6, SMALL_PRIME = 7 };

struct state {
    uint64_t rank;
    wide count;
};

// Contributions to one signature, the groups they come from, and the expected result.
struct scene {
    struct mitm_arena arena;
    struct mitm_layer out;
    struct mitm_accumulator *sum;
    uint64_t signature;
    struct mitm_pattern patterns[CONTRIBUTIONS_MAX];
    struct mitm_group groups[CONTRIBUTIONS_MAX];
    struct mitm_contribution contributions[CONTRIBUTIONS_MAX];
    int count;
    struct state *expected;
    size_t states;
    wide all; // the sum of all counts contributed
};

// Whether exact counts of packed groups are added up by the SIMD kernel.
static bool by_simd;

// Prime 0 means MITM_EXACT.
static void start_sums(struct mitm_accumulator *sum, uint64_t prime)
{
    assert_true(
        mitm_accumulator_init(sum, matching_tables_new(NULL), prime ? MITM_RESIDUES : MITM_EXACT, prime));
    if (by_simd)
        return;
    free(sum->simd);
    sum->simd = NULL;
}

static void end_sums(struct mitm_accumulator *sum)
{
    mitm_accumulator_clear(sum);
    matching_tables_free(sum->tables);
}

static void open_scene(struct scene *scene, struct mitm_accumulator *sum, uint64_t signature)
{
    *scene = (struct scene){.sum = sum, .signature = signature};
    mitm_arena_init(&scene->arena, NULL, "/tmp");
    mitm_layer_init(&scene->out, &scene->arena);
}

static void close_scene(struct scene *scene)
{
    for (int f = 0; f < scene->count; f++)
        free((void *)(uintptr_t)scene->groups[f].counts);
    mitm_layer_clear(&scene->out);
    mitm_arena_clear(&scene->arena);
    free(scene->expected);
}

// Adds a contribution: these states, changed by a pattern of edges.
static void add_contribution(struct scene *scene, const struct mitm_pattern *pattern, const uint64_t *ranks,
                             const uint64_t *counts, size_t states)
{
    uint64_t before = scene->signature - pattern->delta, all = 0;
    int pairs = mitm_pairs(before);
    for (size_t s = 0; s < states; s++)
        all |= counts[s];
    bool says_nothing = scene->sum->mode == MITM_RESIDUES || all >= MITM_UNBOUNDED;
    uint32_t bound = says_nothing ? MITM_UNBOUNDED : (uint32_t)all;
    unsigned char *room = memory_resize(NULL, mitm_group_bytes(before, states, bound), 1);
    void *list = memory_resize(NULL, states, sizeof(uint64_t));
    for (size_t s = 0; s < states; s++)
        if (matching_is_short(pairs))
            ((uint16_t *)list)[s] = (uint16_t)ranks[s];
        else if (matching_is_long(pairs))
            ((uint64_t *)list)[s] = ranks[s];
        else
            ((uint32_t *)list)[s] = (uint32_t)ranks[s];
    mitm_states_write_wide(room, &(struct mitm_states){before, states, bound, list}, counts);
    free(list);
    struct mitm_group *group = &scene->groups[scene->count];
    *group = (struct mitm_group){before, room, (uint32_t)states, bound};
    struct mitm_contribution *contribution = &scene->contributions[scene->count];
    scene->patterns[scene->count] = *pattern;
    mitm_contribution_init(contribution, &scene->patterns[scene->count++], group);
    scene->expected = memory_resize(scene->expected, scene->states + states, sizeof *scene->expected);
    for (size_t s = 0; s < states; s++) {
        uint64_t rank = ranks[s];
        for (int c = 0; c < contribution->changes && rank != MATCHING_NONE; c++)
            rank = matching_apply(contribution->change[c].operation, contribution->change[c].pairs,
                                  contribution->change[c].i, contribution->change[c].j, rank);
        scene->all += counts[s];
        if (rank != MATCHING_NONE)
            scene->expected[scene->states++] = (struct state){rank, counts[s]};
    }
}

static int compare_states(const void *a, const void *b)
{
    uint64_t first = ((const struct state *)a)->rank, second = ((const struct state *)b)->rank;
    return (first > second) - (first < second);
}

// Adds up the expected states of each rank. False when a sum does not fit into 64 bits.
static bool add_up(struct scene *scene)
{
    size_t kept = 0;
    bool fits = true;
    if (scene->states)
        qsort(scene->expected, scene->states, sizeof *scene->expected, compare_states);
    for (size_t i = 0; i < scene->states;) {
        struct state total = scene->expected[i++];
        for (; i < scene->states && scene->expected[i].rank == total.rank; i++)
            total.count += scene->expected[i].count;
        if (scene->sum->mode == MITM_RESIDUES)
            total.count %= scene->sum->prime;
        fits &= total.count >> 64 == 0;
        if (total.count)
            scene->expected[kept++] = total;
    }
    scene->states = kept;
    return fits;
}

static void compare_group(const struct scene *scene, bool ascending)
{
    const struct mitm_group *group = scene->out.groups;
    if (!scene->states) {
        assert_int_equal(scene->out.count, 0);
        return;
    }
    assert_int_equal(scene->out.count, 1);
    assert_true(group->signature == scene->signature);
    assert_int_equal(group->states, scene->states);
    if (scene->sum->mode == MITM_RESIDUES)
        assert_int_equal(group->bound, MITM_UNBOUNDED);
    struct state *found = memory_resize(NULL, scene->states, sizeof *found);
    uint64_t *ranks = memory_resize(NULL, scene->states, sizeof *ranks),
             *counts = memory_resize(NULL, scene->states, sizeof *counts);
    mitm_states_read(group, ranks, counts);
    for (size_t s = 0; s < scene->states; s++) {
        found[s] = (struct state){ranks[s], counts[s]};
        assert_true(group->bound == MITM_UNBOUNDED || found[s].count <= group->bound);
        assert_true(!ascending || !s || found[s - 1].rank < found[s].rank);
    }
    qsort(found, scene->states, sizeof *found, compare_states);
    for (size_t s = 0; s < scene->states; s++) {
        assert_int_equal(found[s].rank, scene->expected[s].rank);
        assert_true(found[s].count == scene->expected[s].count);
    }
    free(ranks);
    free(counts);
    free(found);
}

// Makes the group in any order and in ascending order, with and without the SIMD kernel, twice each, since a group must leave
// nothing behind in the scratch memory. Then closes the scene.
static void check(struct scene *scene)
{
    bool fits = add_up(scene);
    struct mitm_simd *simd = scene->sum->simd;
    for (int i = 0; i < 8; i++) {
        scene->sum->simd = i & 2 ? NULL : simd;
        scene->sum->overflowed = false;
        mitm_layer_reset(&scene->out);
        const struct mitm_pending_group group = {scene->signature, scene->contributions, scene->count, i & 1};
        mitm_accumulate(scene->sum, &group, &scene->out);
        if (fits)
            compare_group(scene, i & 1);
        else
            assert_true(scene->sum->overflowed);
        if (scene->sum->mode == MITM_RESIDUES || !(scene->all >> 64))
            assert_false(scene->sum->overflowed);
    }
    scene->sum->simd = simd;
    close_scene(scene);
}

// A pattern of at most `edges` edges that leads to a signature.
static struct mitm_pattern random_pattern(struct random *random, uint64_t signature, int edges)
{
    struct mitm_pattern pattern = {0};
    for (int tries = 0; tries < 60 && pattern.choices < edges; tries++) {
        int a = (int)random_below(random, SLOTS), b = (int)random_below(random, SLOTS);
        uint64_t before = signature - pattern.delta, delta = UINT64_C(1) << (2 * a) | UINT64_C(1) << (2 * b);
        if (a >= b || !mitm_degree(before, a) || !mitm_degree(before, b) || mitm_pairs(before - delta) > 9)
            continue;
        // Edges are drawn in reverse: the last one first.
        memmove(pattern.choice + 1, pattern.choice, (size_t)pattern.choices++ * sizeof *pattern.choice);
        pattern.choice[0] = (struct mitm_choice){-1, a, b, delta};
        pattern.delta += delta;
    }
    return pattern;
}

// Draws `wanted` different ranks, or all if there are fewer. Those of packed groups ascend; others are shuffled.
static size_t draw_ranks(struct random *random, int pairs, size_t wanted, uint64_t *ranks)
{
    uint64_t all = matching_count(pairs);
    size_t states = all < wanted ? (size_t)all : wanted;
    uint64_t stride = all / states, first = random_next(random) % stride;
    for (size_t s = 0; s < states; s++)
        ranks[s] = first + stride * s;
    for (size_t s = states - 1; s > 0 && !mitm_is_packed(pairs); s--) {
        size_t other = random_below(random, (uint32_t)s + 1);
        uint64_t swap = ranks[s];
        ranks[s] = ranks[other];
        ranks[other] = swap;
    }
    return states;
}

// Checks one sum of random contributions of up to `wanted` states each, with counts of that many bits.
static void check_random(struct mitm_accumulator *sum, struct random *random, int pairs, int contributions,
                         size_t wanted, int bits)
{
    struct scene scene;
    uint64_t *ranks = memory_resize(NULL, wanted, sizeof *ranks),
             *counts = memory_resize(NULL, wanted, sizeof *counts);
    open_scene(&scene, sum, tours_random_signature(random, SLOTS, pairs));
    for (int f = 0; f < contributions; f++) {
        struct mitm_pattern pattern =
            random_pattern(random, scene.signature, (int)random_below(random, MITM_CHANGES_MAX + 1));
        size_t states = draw_ranks(random, mitm_pairs(scene.signature - pattern.delta), wanted, ranks);
        for (size_t s = 0; s < states; s++) {
            uint64_t count = random_next(random) >> (64 - bits);
            counts[s] = sum->prime ? 1 + count % (sum->prime - 1) : count + !count;
        }
        add_contribution(&scene, &pattern, ranks, counts, states);
    }
    check(&scene);
    free(ranks);
    free(counts);
}

// Few and many states, few and many pairs: single contributions, arrays that are scanned, arrays with a list of entries in use, and
// sorted lists.
static void test_random(void **state)
{
    (void)state;
    static const int bits[] = {1, 7, 8, 15, 16, 29, 30, 31, 32, 61, 62, 63};
    struct random random = {3};
    struct mitm_accumulator sum;
    start_sums(&sum, 0);
    for (int pairs = 0; pairs <= 9; pairs++)
        for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
            for (size_t wanted = 3; wanted <= 300; wanted *= 10)
                for (int contributions = 1; contributions <= CONTRIBUTIONS_MAX;
                     contributions += wanted == 3 ? 1 : 3)
                    check_random(&sum, &random, pairs, contributions, wanted, bits[b]);
    // Large arrays.
    for (int contributions = 1; contributions <= 3; contributions += 2) {
        check_random(&sum, &random, 6, contributions, 9000, 8);
        check_random(&sum, &random, 7, contributions, 20000, 20);
        check_random(&sum, &random, 8, contributions, 45000, 40);
    }
    end_sums(&sum);
}

static void test_residues(void **state)
{
    (void)state;
    static const uint64_t primes[] = {SMALL_PRIME, UINT64_C(2305843009213693951)};
    struct random random = {4};
    for (int p = 0; p < 2; p++) {
        struct mitm_accumulator sum;
        start_sums(&sum, primes[p]);
        for (int pairs = 0; pairs <= 9; pairs++)
            for (size_t wanted = 3; wanted <= 300; wanted *= 10)
                for (int contributions = 1; contributions <= CONTRIBUTIONS_MAX; contributions++)
                    check_random(&sum, &random, pairs, contributions, wanted, 63);
        end_sums(&sum);
    }
}

// Checks the sum of contributions that have one state each, all of the same rank.
static void check_one_sum(struct mitm_accumulator *sum, int pairs, int count, const uint64_t *counts)
{
    struct random random = {5};
    struct scene scene;
    struct mitm_pattern nothing = {0};
    open_scene(&scene, sum, tours_random_signature(&random, SLOTS, pairs));
    uint64_t rank = matching_count(pairs) - 1;
    for (int f = 0; f < count; f++)
        add_contribution(&scene, &nothing, &rank, &counts[f], 1);
    check(&scene);
}

// Sums near the limits of 8, 16, 32 and 64 bits, and sums that are 0 modulo the prime. With 1 pair an array is scanned, with 7
// pairs the ranks in use are listed, with 12 they are sorted.
static void test_limits(void **state)
{
    (void)state;
    struct mitm_accumulator exact, modulo;
    start_sums(&exact, 0);
    start_sums(&modulo, SMALL_PRIME);
    for (int pairs = 1; pairs <= 12; pairs += pairs < 7 ? 6 : 5) {
        for (int bits = 8; bits <= 64; bits *= 2)
            for (uint64_t extra = 0; extra < 4; extra++) {
                uint64_t half = UINT64_C(1) << (bits - 1);
                check_one_sum(&exact, pairs, 2, (const uint64_t[]){half - 1, half - 1 + extra});
                check_one_sum(&exact, pairs, 1, (const uint64_t[]){2 * half - 1});
                check_one_sum(&exact, pairs, 3, (const uint64_t[]){half - 1, 1, half - 1 + extra});
            }
        check_one_sum(&modulo, pairs, 2, (const uint64_t[]){3, 4});
        check_one_sum(&modulo, pairs, 3, (const uint64_t[]){3, 4, 5});
        check_one_sum(&modulo, pairs, 4, (const uint64_t[]){3, 4, 6, 1});
    }
    end_sums(&exact);
    end_sums(&modulo);
}

// The bitwise or of two sums below 2^32 has all 32 bits set, so as a bound it would mean MITM_UNBOUNDED.
static void test_all_bits(void **state)
{
    (void)state;
    struct mitm_accumulator sum;
    start_sums(&sum, 0);
    for (int pairs = 2; pairs <= 7; pairs++) {
        struct random random = {6};
        struct scene scene;
        struct mitm_pattern nothing = {0};
        open_scene(&scene, &sum, tours_random_signature(&random, SLOTS, pairs));
        add_contribution(&scene, &nothing, (const uint64_t[]){1, 2}, (const uint64_t[]){INT32_MAX, INT32_MAX},
                         2);
        add_contribution(&scene, &nothing, (const uint64_t[]){2}, (const uint64_t[]){1}, 1);
        check(&scene);
    }
    end_sums(&sum);
}

// The counts of "none" may overflow 32 bits so that the entry for "none" becomes 0 again. It must not become a state even then.
static void test_none_overflows(void **state)
{
    (void)state;
    // 1285 times 3342387 is 2^32 - 1.
    enum { NONE = 1285, COUNT = 3342387, STATES = NONE + 2 };
    static uint64_t ranks[STATES], counts[STATES];
    struct scene scene;
    // Seven pairs in slots 0 to 13; an edge joins slots 0 and 5.
    uint64_t delta = UINT64_C(1) | UINT64_C(1) << 10, before = 0x5555555;
    struct mitm_pattern pattern = {.delta = delta, .choices = 1, .choice = {{-1, 0, 5, delta}}};
    size_t states = 0, some = 0;
    for (uint64_t rank = 0; states < STATES; rank++) {
        bool is_none = matching_apply(MATCHING_CONTRACT, 7, 0, 5, rank) == MATCHING_NONE;
        some += !is_none;
        if (!is_none && some > 1)
            continue;
        ranks[states] = rank;
        counts[states++] = COUNT;
    }
    struct mitm_accumulator sum;
    start_sums(&sum, 0);
    open_scene(&scene, &sum, before + delta);
    add_contribution(&scene, &pattern, ranks, counts, states);
    assert_int_equal(scene.states, 1);
    check(&scene);
    end_sums(&sum);
}

// The same with the SIMD kernel, which counts use wherever the processor supports it.
static void with_simd(void (*test)(void **state), void **state)
{
    assert_true(mitm_simd_available());
    by_simd = true;
    test(state);
}

static int without_simd(void **state)
{
    (void)state;
    by_simd = false;
    return 0;
}

static void test_random_by_simd(void **state)
{
    with_simd(test_random, state);
}

static void test_limits_by_simd(void **state)
{
    with_simd(test_limits, state);
}

static void test_all_bits_by_simd(void **state)
{
    with_simd(test_all_bits, state);
}

#define TESTS_WITHOUT_SIMD                                                                                   \
    cmocka_unit_test(test_random), cmocka_unit_test(test_residues), cmocka_unit_test(test_limits),           \
        cmocka_unit_test(test_all_bits), cmocka_unit_test(test_none_overflows)

// Tests that cannot run are not listed. Where AVX-512 is emulated, all of them run.
int main(void)
{
    const struct CMUnitTest few[] = {TESTS_WITHOUT_SIMD};
    const struct CMUnitTest tests[] = {
        TESTS_WITHOUT_SIMD,
        cmocka_unit_test_setup(test_random_by_simd, without_simd),
        cmocka_unit_test_setup(test_limits_by_simd, without_simd),
        cmocka_unit_test_setup(test_all_bits_by_simd, without_simd),
    };
    if (!mitm_simd_available())
        return cmocka_run_group_tests(few, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
