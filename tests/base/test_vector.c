// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors: what was pushed is there, and a vector that gets no memory is as it was.
#include "base/vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct point {
    int x, y;
};

struct points VECTOR_OF(struct point);

static void test_items_stay_in_order(void **state)
{
    (void)state;
    struct points points = {0};
    for (int i = 0; i < 1000; i++) {
        assert_true(vector_push(&points, (struct point){i, -i}));
        assert_int_equal(vector_last(&points)->y, -i);
        assert_true(points.capacity >= points.count);
    }
    assert_int_equal(points.count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(points.items[i].x, i);
    vector_clear(&points);
    assert_null(points.items);
    assert_int_equal(points.count, 0);
    assert_int_equal(points.capacity, 0);
    assert_true(vector_push(&points, (struct point){7, 8}));
    assert_int_equal(points.items[0].y, 8);
    vector_clear(&points);
}

static void test_reserved_room_is_not_moved(void **state)
{
    (void)state;
    struct VECTOR_OF(uint16_t) numbers = {0};
    const size_t nothing = 0;
    assert_true(vector_reserve(&numbers, nothing));
    assert_null(numbers.items);
    assert_true(vector_reserve(&numbers, 300));
    const uint16_t *items = numbers.items;
    for (uint16_t i = 0; i < 300; i++)
        assert_true(vector_push(&numbers, i));
    assert_ptr_equal(numbers.items, items);
    assert_int_equal(numbers.items[299], 299);
    vector_clear(&numbers);
}

static void test_growth_is_geometric(void **state)
{
    (void)state;
    struct VECTOR_OF(char) bytes = {0};
    size_t capacity = 0, grown = 0;
    for (size_t i = 0; i < 100000; i++) {
        assert_true(vector_push(&bytes, (char)i));
        grown += bytes.capacity != capacity;
        capacity = bytes.capacity;
    }
    assert_true(grown < 20);
    vector_clear(&bytes);
}

static void test_no_memory_is_a_value(void **state)
{
    (void)state;
    static const size_t wanted[] = {SIZE_MAX, SIZE_MAX / sizeof(struct point) + 2, PTRDIFF_MAX};
    struct points points = {0};
    assert_true(vector_push(&points, (struct point){3, 4}));
    const struct points before = points;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_false(vector_reserve(&points, wanted[i]));
        assert_memory_equal(&points, &before, sizeof points);
    }
    assert_int_equal(points.items[0].y, 4);
    assert_true(vector_push(&points, (struct point){5, 6}));
    vector_clear(&points);
}

static void test_failed_push_does_not_evaluate_the_item(void **state)
{
    (void)state;
    // A vector that claims to be as long as memory: the next item has nowhere to go.
    struct points points = {.count = SIZE_MAX / sizeof(struct point),
                            .capacity = SIZE_MAX / sizeof(struct point)};
    int evaluated = 0;
    assert_false(vector_push(&points, (struct point){++evaluated, 0}));
    assert_int_equal(evaluated, 0);
    assert_int_equal(points.count, SIZE_MAX / sizeof(struct point));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items_stay_in_order),
        cmocka_unit_test(test_reserved_room_is_not_moved),
        cmocka_unit_test(test_growth_is_geometric),
        cmocka_unit_test(test_no_memory_is_a_value),
        cmocka_unit_test(test_failed_push_does_not_evaluate_the_item),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
