// SPDX-License-Identifier: GPL-3.0-or-later
// Groups have room of their own, and parts of a layer are put together in order.
#include "tours/mitm/layer/layer.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Seven pairs, so ranks have four bytes; eight more slots allow for different signatures.
#define SEVEN (MITM_ONES & ((UINT64_C(1) << 28) - 1))
enum { PARTS = 5 };

// Appends a group whose bytes are all `mark`.
static void add_marked(struct mitm_layer *layer, uint64_t high, size_t states, unsigned char mark)
{
    uint64_t signature = SEVEN | high << 29;
    size_t bytes = mitm_group_bytes(signature, states, 1);
    memset(mitm_layer_room(layer, bytes), mark, bytes);
    mitm_layer_add(layer, signature, states, 1);
}

static void expect_marked(const struct mitm_group *group, unsigned char mark)
{
    const unsigned char *bytes = group->counts;
    for (size_t i = 0; i < mitm_group_bytes(group->signature, group->states, group->bound); i++)
        assert_int_equal(bytes[i], mark);
}

// A group larger than a chunk gets a chunk of its own size, which need not be a multiple of eight.
static void test_large_groups(void **state)
{
    (void)state;
    struct budget budget;
    struct mitm_arena arena;
    struct mitm_layer layer;
    budget_init(&budget, &(struct budget_bounds){0});
    mitm_arena_init(&arena, &budget, "/tmp");
    mitm_layer_init(&layer, &arena);
    for (size_t i = 0; i < 8; i++)
        add_marked(&layer, i, i & 1 ? 3 : 60000 + i, (unsigned char)(i + 1));
    for (size_t i = 0; i < 8; i++)
        expect_marked(&layer.groups[i], (unsigned char)(i + 1));
    for (const struct mitm_chunk *block = layer.chunks; block; block = block->next)
        assert_true(block->used <= block->size);
    mitm_layer_clear(&layer);
    mitm_arena_clear(&arena);
    assert_int_equal(atomic_load(&budget.held), 0);
    budget_clear(&budget);
}

// Some parts have no groups.
static void test_parts(void **state)
{
    (void)state;
    static const size_t counts[PARTS] = {0, 3, 1, 0, 100};
    struct budget budget;
    struct mitm_arena arena;
    struct mitm_layer whole, part[PARTS];
    size_t all = 0;
    budget_init(&budget, &(struct budget_bounds){0});
    mitm_arena_init(&arena, &budget, "/tmp");
    mitm_layer_init(&whole, &arena);
    for (int p = 0; p < PARTS; p++) {
        mitm_layer_init(&part[p], &arena);
        for (size_t i = 0; i < counts[p]; i++, all++)
            add_marked(&part[p], all, 1 + all, (unsigned char)all);
    }
    mitm_layer_reserve(&whole, all);
    for (int p = PARTS - 1, at = (int)all; p >= 0; p--) {
        at -= (int)counts[p];
        mitm_layer_place(&whole, (size_t)at, &part[p]);
    }
    for (int p = 0; p < PARTS; p++) {
        mitm_layer_adopt(&whole, &part[p]);
        assert_int_equal(part[p].count, 0);
        assert_null(part[p].chunks);
    }
    assert_int_equal(whole.count, all);
    assert_int_equal(whole.states, all * (all + 1) / 2);
    for (size_t i = 0; i < all; i++) {
        assert_int_equal(whole.groups[i].states, i + 1);
        expect_marked(&whole.groups[i], (unsigned char)i);
        assert_int_equal(mitm_find_group(whole.groups, all, whole.groups[i].signature), i);
    }
    mitm_layer_clear(&whole);
    mitm_arena_clear(&arena);
    assert_int_equal(atomic_load(&budget.held), 0);
    budget_clear(&budget);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_groups),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
