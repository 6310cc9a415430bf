// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks are reused, held memory is counted, and files are used beyond the limit.
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

static void test_chunks_are_reused(void **state)
{
    (void)state;
    struct budget budget;
    struct mitm_arena arena;
    begin(&budget, 0, 0);
    mitm_arena_init(&arena, &budget, ".");
    struct mitm_chunk *chunk = mitm_chunk_new(&arena, MITM_CHUNK_ORDINARY, false);
    assert_int_equal(chunk->size, MITM_CHUNK_ORDINARY);
    assert_null(chunk->file);
    memset(chunk->bytes, 1, chunk->size);
    size_t held = budget.held;
    assert_true(held > MITM_CHUNK_ORDINARY);
    struct mitm_chunk *larger = mitm_chunk_new(&arena, 3 * (size_t)(1 << 20), false);
    assert_true(larger->size >= 3 << 20 && budget.held > held + larger->size);
    mitm_chunk_free(&arena, larger);
    assert_int_equal(budget.held, held);
    mitm_chunk_free(&arena, chunk);
    // The page that it was cut from is kept, and still counts as held.
    assert_int_equal(budget.held, held);
    assert_ptr_equal(mitm_chunk_new(&arena, MITM_CHUNK_ORDINARY, false), chunk);
    assert_int_equal(chunk->used, 0);
    mitm_chunk_free(&arena, chunk);
    mitm_arena_clear(&arena);
    assert_int_equal(budget.held, 0);
    budget_clear(&budget);
}

// Idle pages are released when other memory is needed.
static void test_idle_pages_are_released(void **state)
{
    (void)state;
    enum { PAGES = 16, EACH = 8 };
    struct budget budget;
    struct mitm_arena arena;
    struct mitm_chunk *list = NULL;
    begin(&budget, PAGES << 21, 0);
    mitm_arena_init(&arena, &budget, ".");
    for (int i = 0; i < PAGES * EACH; i++) {
        struct mitm_chunk *chunk = mitm_chunk_new(&arena, MITM_CHUNK_ORDINARY, false);
        assert_non_null(chunk);
        chunk->next = list;
        list = chunk;
    }
    assert_int_equal(budget.held, PAGES << 21);
    mitm_chunk_free(&arena, list);
    struct mitm_chunk *large = mitm_chunk_new(&arena, (size_t)(PAGES - 1) << 21, false);
    assert_non_null(large);
    assert_true(budget.held <= budget.bounds.memory && budget_lasts(&budget));
    mitm_chunk_free(&arena, large);
    mitm_arena_clear(&arena);
    budget_clear(&budget);
}

static void test_bound(void **state)
{
    (void)state;
    enum { BLOCKS = 64 };
    const size_t bound = (size_t)8 << 20;
    struct budget budget;
    struct mitm_arena arena;
    begin(&budget, bound, (size_t)100 << 20);
    mitm_arena_init(&arena, &budget, ".");
    struct mitm_chunk *list = NULL;
    int in_files = 0;
    for (int i = 0; i < BLOCKS; i++) {
        struct mitm_chunk *chunk = mitm_chunk_new(&arena, MITM_CHUNK_ORDINARY, i == 3);
        assert_non_null(chunk);
        in_files += chunk->file != NULL;
        memset(chunk->bytes, i, chunk->size);
        mitm_chunk_release(chunk);
        mitm_arena_trim(&arena);
        chunk->next = list;
        list = chunk;
        assert_true(budget.held <= bound);
    }
    int i = BLOCKS;
    for (struct mitm_chunk *chunk = list; chunk; chunk = chunk->next) {
        i--;
        assert_int_equal(chunk->bytes[0], i);
        assert_int_equal(chunk->bytes[chunk->size - 1], i);
    }
    assert_true(in_files > BLOCKS / 2);
    assert_int_equal(budget.disk, budget.spilled);
    assert_true(budget.spilled >= (size_t)in_files * MITM_CHUNK_ORDINARY && budget_lasts(&budget));
    mitm_chunk_free(&arena, list);
    assert_int_equal(budget.disk, 0);
    mitm_arena_clear(&arena);
    assert_int_equal(budget.held, 0);
    budget_clear(&budget);
}

// Takes chunks until there is no more room, and returns how the budget ended.
static enum budget_end exhaust(size_t disk, const char *directory)
{
    struct budget budget;
    struct mitm_arena arena;
    struct mitm_chunk *list = NULL;
    int chunks = 0;
    begin(&budget, (size_t)4 << 20, disk);
    mitm_arena_init(&arena, &budget, directory);
    for (struct mitm_chunk *chunk; (chunk = mitm_chunk_new(&arena, MITM_CHUNK_ORDINARY, false)); chunks++) {
        assert_true(chunks < 1000);
        chunk->next = list;
        list = chunk;
        assert_true(budget.held <= budget.bounds.memory && budget.disk <= disk);
    }
    mitm_chunk_free(&arena, list);
    mitm_arena_clear(&arena);
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
        cmocka_unit_test(test_chunks_are_reused),
        cmocka_unit_test(test_idle_pages_are_released),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
