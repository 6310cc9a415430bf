// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic on limbs agrees with GMP's.
#include "tours/limbs.h"

#include "base/random.h"

#include <gmp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { LIMBS = 5, ROUNDS = 20000 };

// Often all ones or zeros, where carries go far.
static void draw(struct random *random, uint64_t *limbs, int count)
{
    for (int i = 0; i < count; i++) {
        unsigned kind = random_below(random, 4);
        limbs[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : random_next(random);
    }
}

static void test_agrees_with_gmp(void **state)
{
    (void)state;
    struct random random = {7};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LIMBS], b[LIMBS], mine[LIMBS], theirs[LIMBS];
        int count = 1 + (int)random_below(&random, LIMBS),
            less = 1 + (int)random_below(&random, (unsigned)count);
        draw(&random, a, count);
        draw(&random, b, count);
        size_t bytes = (size_t)count * sizeof *a;
        assert_int_equal(limbs_compare(a, b, count), mpn_cmp(a, b, count));
        assert_int_equal(limbs_compare(a, a, count), 0);

        memcpy(mine, a, bytes);
        limbs_add(mine, count, b, less);
        mpn_add(theirs, a, count, b, less);
        assert_memory_equal(mine, theirs, bytes);

        memcpy(mine, a, bytes);
        limbs_subtract(mine, count, b, less);
        mpn_sub(theirs, a, count, b, less);
        assert_memory_equal(mine, theirs, bytes);

        memcpy(mine, a, bytes);
        limbs_multiply_by(mine, count, b[0]);
        mpn_mul_1(theirs, a, count, b[0]);
        assert_memory_equal(mine, theirs, bytes);

        memcpy(mine, a, bytes);
        limbs_negate(mine, count);
        mpn_neg(theirs, a, count);
        assert_memory_equal(mine, theirs, bytes);

        memcpy(mine, a, bytes);
        limbs_halve(mine, count);
        mpn_rshift(theirs, a, count, 1);
        assert_memory_equal(mine, theirs, bytes);
    }
}

static void test_divides_as_gmp(void **state)
{
    (void)state;
    struct random random = {8};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t a[LIMBS], b[LIMBS], rest[LIMBS], quotient[LIMBS] = {0}, remainder[LIMBS] = {0};
        int count = 1 + (int)random_below(&random, LIMBS),
            size = 1 + (int)random_below(&random, (unsigned)count);
        draw(&random, a, count);
        draw(&random, b, size);
        b[size - 1] |= 1; // GMP wants no leading zeros
        mpn_tdiv_qr(quotient, remainder, 0, a, count, b, size);
        limbs_divide(a, rest, count, b, size);
        assert_memory_equal(a, quotient, (size_t)count * sizeof *a);
        assert_memory_equal(rest, remainder, (size_t)count * sizeof *a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agrees_with_gmp),
        cmocka_unit_test(test_divides_as_gmp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
