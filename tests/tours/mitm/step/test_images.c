// SPDX-License-Identifier: GPL-3.0-or-later
// All images of the groups that a pattern applies to are listed, in order, except those with a forbidden degree.
#include "tours/mitm/step/images.h"

#include "base/random.h"
#include "support/tours.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { SLOTS = 20, GROUPS = 300 };

// Applies an edge between two slots to the groups from `first` on, and returns the number of images.
static size_t check_pattern(const struct mitm_group *groups, size_t first, size_t end, int a, int b,
                            const uint64_t forbidden[3])
{
    uint64_t delta = UINT64_C(1) << (2 * a) | UINT64_C(1) << (2 * b);
    struct mitm_pattern pattern = {.mask = 2 * delta, .delta = delta};
    struct mitm_images images = {.at = first, .end = end};
    size_t found = 0;
    mitm_images_list(&images, &pattern, groups, forbidden);
    for (size_t g = first; g < end; g++) {
        uint64_t signature = groups[g].signature;
        if (mitm_degree(signature, a) == 2 || mitm_degree(signature, b) == 2 ||
            mitm_has_degree(signature + delta, forbidden))
            continue;
        assert_true(mitm_images_head(&images) == signature + delta);
        assert_int_equal(images.groups[images.next], g);
        found++;
        images.next++;
        if (mitm_images_head(&images) == UINT64_MAX && images.at < images.end)
            mitm_images_list(&images, &pattern, groups, forbidden);
    }
    assert_true(mitm_images_head(&images) == UINT64_MAX);
    assert_int_equal(images.at, end);
    return found;
}

static void test_images(void **state)
{
    (void)state;
    struct random random = {8};
    struct mitm_group groups[GROUPS];
    size_t found = 0;
    for (int round = 0; round < 300; round++) {
        uint64_t forbidden[3] = {0};
        for (size_t g = 0; g < GROUPS; g++)
            groups[g] = (struct mitm_group){.signature = tours_random_signature(&random, SLOTS, 3)};
        for (uint32_t i = random_below(&random, 4); i > 0; i--)
            forbidden[random_below(&random, 3)] |= UINT64_C(1) << 2 * random_below(&random, SLOTS);
        size_t first = random_below(&random, GROUPS),
               end = first + random_below(&random, GROUPS - (uint32_t)first + 1);
        int a = (int)random_below(&random, SLOTS - 1),
            b = a + 1 + (int)random_below(&random, SLOTS - 1 - (uint32_t)a);
        found += check_pattern(groups, first, end, a, b, forbidden);
    }
    assert_true(found > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
