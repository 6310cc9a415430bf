// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks are used again, what is held is counted, and beyond the bound there are files.
#include "tours/meet_memory.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void test_blocks_are_used_again(void **state)
{
    (void)state;
    struct meet_memory memory;
    meet_memory_init(&memory, 0, ".");
    struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, false);
    assert_int_equal(block->size, MEET_BLOCK_ORDINARY);
    assert_false(block->in_file);
    memset(block->bytes, 1, block->size);
    size_t held = memory.held;
    assert_true(held > MEET_BLOCK_ORDINARY);
    struct meet_block *larger = meet_block_new(&memory, 3 * MEET_BLOCK_ORDINARY, false);
    assert_true(larger->size >= 3 * MEET_BLOCK_ORDINARY && memory.held > held + larger->size);
    meet_block_free(&memory, larger);
    assert_int_equal(memory.held, held);
    meet_block_free(&memory, block);
    assert_int_equal(memory.held, 0);
    assert_ptr_equal(meet_block_new(&memory, MEET_BLOCK_ORDINARY, false), block);
    assert_int_equal(block->used, 0);
    meet_block_free(&memory, block);
    meet_memory_clear(&memory);
}

static void test_bound(void **state)
{
    (void)state;
    struct meet_memory memory;
    meet_memory_init(&memory, 4 * (MEET_BLOCK_ORDINARY + sizeof(struct meet_block)), ".");
    struct meet_block *list = NULL;
    for (int i = 0; i < 6; i++) {
        struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, i == 3);
        // The fourth may use the last quarter, the fifth and sixth have no room.
        assert_int_equal(block->in_file, i > 3);
        memset(block->bytes, i, block->size);
        meet_block_release(block);
        assert_int_equal(block->bytes[block->size - 1], i);
        block->next = list;
        list = block;
    }
    assert_true(memory.spilled > 2 * (size_t)MEET_BLOCK_ORDINARY && memory.held <= memory.bound);
    assert_false(memory.failed);
    meet_block_free(&memory, list);
    assert_int_equal(memory.held, 0);
    meet_memory_clear(&memory);
}

static void test_no_room_for_files(void **state)
{
    (void)state;
    struct meet_memory memory;
    meet_memory_init(&memory, 1000, "/no/such/directory");
    struct meet_block *block = meet_block_new(&memory, MEET_BLOCK_ORDINARY, false);
    assert_false(block->in_file);
    assert_true(memory.failed);
    meet_block_free(&memory, block);
    meet_memory_clear(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_used_again),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_no_room_for_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
