// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks are used again, what is held is counted, and beyond the bound there are files.
#include "tours/mitm/layer/arena.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void begin(struct budget *budget, size_t memory, size_t disk)
{
    budget_init(budget, &(struct budget_bounds){.memory = memory, .disk = disk});
}

static void test_blocks_are_used_again(void **state)
{
    (void)state;
    struct budget budget;
    struct meet_memory memory;
    begin(&budget, 0, 0);
    meet_memory_init(&memory, &budget, ".");
    struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, false);
    assert_int_equal(block->size, MEET_BLOCK_ORDINARY);
    assert_null(block->file);
    memset(block->bytes, 1, block->size);
    size_t held = budget.held;
    assert_true(held > MEET_BLOCK_ORDINARY);
    struct meet_block *larger = meet_block_new(&memory, 3 * (size_t)(1 << 20), false);
    assert_true(larger->size >= 3 << 20 && budget.held > held + larger->size);
    meet_block_free(&memory, larger);
    assert_int_equal(budget.held, held);
    meet_block_free(&memory, block);
    // The page that it was cut from is kept, and counts.
    assert_int_equal(budget.held, held);
    assert_ptr_equal(meet_block_new(&memory, MEET_BLOCK_ORDINARY, false), block);
    assert_int_equal(block->used, 0);
    meet_block_free(&memory, block);
    meet_memory_clear(&memory);
    assert_int_equal(budget.held, 0);
    budget_clear(&budget);
}

// What lies idle in pages makes room for what needs memory of another kind.
static void test_idle_pages_are_given_back(void **state)
{
    (void)state;
    enum { PAGES = 16, EACH = 8 };
    struct budget budget;
    struct meet_memory memory;
    struct meet_block *list = NULL;
    begin(&budget, PAGES << 21, 0);
    meet_memory_init(&memory, &budget, ".");
    for (int i = 0; i < PAGES * EACH; i++) {
        struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, false);
        assert_non_null(block);
        block->next = list;
        list = block;
    }
    assert_int_equal(budget.held, PAGES << 21);
    meet_block_free(&memory, list);
    struct meet_block *large = meet_block_new(&memory, (size_t)(PAGES - 1) << 21, false);
    assert_non_null(large);
    assert_true(budget.held <= budget.bounds.memory && budget_lasts(&budget));
    meet_block_free(&memory, large);
    meet_memory_clear(&memory);
    budget_clear(&budget);
}

static void test_bound(void **state)
{
    (void)state;
    enum { BLOCKS = 64 };
    const size_t bound = (size_t)8 << 20;
    struct budget budget;
    struct meet_memory memory;
    begin(&budget, bound, (size_t)100 << 20);
    meet_memory_init(&memory, &budget, ".");
    struct meet_block *list = NULL;
    int in_files = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, i == 3);
        assert_non_null(block);
        in_files += block->file != NULL;
        memset(block->bytes, i, block->size);
        meet_block_release(block);
        meet_memory_trim(&memory);
        block->next = list;
        list = block;
        assert_true(budget.held <= bound);
    }
    int i = BLOCKS;
    for (struct meet_block *block = list; block; block = block->next) {
        i--;
        assert_int_equal(block->bytes[0], i);
        assert_int_equal(block->bytes[block->size - 1], i);
    }
    assert_true(in_files > BLOCKS / 2);
    assert_int_equal(budget.disk, budget.spilled);
    assert_true(budget.spilled >= (size_t)in_files * MEET_BLOCK_ORDINARY && budget_lasts(&budget));
    meet_block_free(&memory, list);
    assert_int_equal(budget.disk, 0);
    meet_memory_clear(&memory);
    assert_int_equal(budget.held, 0);
    budget_clear(&budget);
}

// Takes blocks until there is no more room; what the budget says of it.
static enum budget_end exhaust(size_t disk, const char *directory)
{
    struct budget budget;
    struct meet_memory memory;
    struct meet_block *list = NULL;
    int blocks = 0;
    begin(&budget, (size_t)4 << 20, disk);
    meet_memory_init(&memory, &budget, directory);
    for (struct meet_block *block; (block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, false)); blocks++) {
        assert_true(blocks < 1000);
        block->next = list;
        list = block;
        assert_true(budget.held <= budget.bounds.memory && budget.disk <= disk);
    }
    meet_block_free(&memory, list);
    meet_memory_clear(&memory);
    enum budget_end end = (enum budget_end)atomic_load(&budget.end);
    budget_clear(&budget);
    return end;
}

static void test_no_room(void **state)
{
    (void)state;
    assert_int_equal(exhaust(0, "."), BUDGET_MEMORY);
    assert_int_equal(exhaust((size_t)3 << 20, "."), BUDGET_DISK);
    assert_int_equal(exhaust((size_t)3 << 20, "/no/such/directory"), BUDGET_FILES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_used_again),
        cmocka_unit_test(test_idle_pages_are_given_back),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
