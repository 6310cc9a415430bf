// SPDX-License-Identifier: GPL-3.0-or-later
// Natural numbers agree with GMP's, and a lack of memory spreads to what is computed from them.
#include "tours/natural.h"

#include "base/random.h"

#include <gmp.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check(const struct natural *number, const mpz_t expected)
{
    char *mine = natural_text(number), *theirs = mpz_get_str(NULL, 10, expected);
    assert_non_null(mine);
    assert_string_equal(mine, theirs);
    assert_int_equal(natural_bits(number), mpz_sgn(expected) ? mpz_sizeinbase(expected, 2) : 0);
    assert_true(natural_double(number) == mpz_get_d(expected));
    long bits, right_bits;
    assert_true(natural_mantissa(number, &bits) == mpz_get_d_2exp(&right_bits, expected));
    assert_int_equal(bits, right_bits);
    free(mine);
    free(theirs);
}

// A number of up to 300 bits; short ones and runs of ones are frequent.
static void draw(struct random *random, struct natural *number, mpz_t same)
{
    uint64_t limbs[5];
    size_t count = random_below(random, 6);
    for (size_t i = 0; i < count; i++)
        limbs[i] = random_below(random, 4) ? random_next(random) >> random_below(random, 64)
                                           : UINT64_MAX << random_below(random, 64);
    natural_set_limbs(number, limbs, count);
    mpz_import(same, count, -1, sizeof *limbs, 0, 0, limbs);
}

static void test_arithmetic(void **state)
{
    (void)state;
    struct random random = {1};
    struct natural a = {0}, b = {0}, c = {0};
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int round = 0; round < 2000; round++) {
        uint64_t small = random_next(&random) >> random_below(&random, 63), addend = random_next(&random);
        draw(&random, &a, x);
        draw(&random, &b, y);
        check(&a, x);
        assert_int_equal(natural_is_zero(&a), mpz_sgn(x) == 0);
        int order = mpz_cmp(x, y), mine = natural_compare(&a, &b);
        assert_int_equal((mine > 0) - (mine < 0), (order > 0) - (order < 0));
        natural_multiply(&c, &a, &b);
        mpz_mul(z, x, y);
        check(&c, z);
        natural_copy(&c, &a);
        natural_add(&c, &b);
        mpz_add(z, x, y);
        check(&c, z);
        natural_subtract(&c, &a);
        check(&c, y);
        uint64_t limbs[6];
        mp_limb_t theirs[6] = {0};
        natural_store(&a, limbs, 6);
        mpz_export(theirs, NULL, -1, sizeof *theirs, 0, 0, x);
        assert_memory_equal(limbs, theirs, sizeof limbs);
        size_t shift = random_below(&random, 200);
        natural_copy(&c, &a);
        natural_shift_left(&c, shift);
        mpz_mul_2exp(z, x, shift);
        check(&c, z);
        natural_add_limbs(&c, limbs, 6);
        mpz_add(z, z, x);
        check(&c, z);
        natural_multiply_add(&a, small, addend);
        mpz_mul_ui(x, x, small);
        mpz_add_ui(x, x, addend);
        check(&a, x);
        assert_int_equal(natural_remainder(&a, addend | 1), mpz_fdiv_ui(x, addend | 1));
        assert_int_equal(natural_divide_by(&a, addend | 1), mpz_fdiv_q_ui(x, x, addend | 1));
        check(&a, x);
    }
    mpz_clears(x, y, z, NULL);
    natural_clear(&a);
    natural_clear(&b);
    natural_clear(&c);
}

// All numbers below a bound are drawn equally often, and so is each third of a long range.
static void test_draws(void **state)
{
    (void)state;
    enum { BOUND = 5, EACH = 4000 };
    static const uint64_t long_bound[] = {UINT64_MAX, 0, 3};
    struct random random = {1};
    struct natural bound = {0}, number = {0};
    int seen[BOUND] = {0}, thirds[3] = {0};
    natural_set(&bound, BOUND);
    for (int i = 0; i < BOUND * EACH; i++) {
        natural_draw_below(&number, &bound, &random);
        seen[natural_remainder(&number, BOUND)]++;
        assert_true(natural_compare(&number, &bound) < 0);
    }
    for (int i = 0; i < BOUND; i++)
        assert_in_range(seen[i], EACH - 300, EACH + 300); // five standard deviations
    natural_set_limbs(&bound, long_bound, 3);
    for (int i = 0; i < 3 * EACH; i++) {
        natural_draw_below(&number, &bound, &random);
        assert_true(natural_compare(&number, &bound) < 0);
        thirds[number.count < 3 ? 0 : number.limbs[2]]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(thirds[i], EACH - 270, EACH + 270);
    natural_set(&bound, 1);
    natural_draw_below(&number, &bound, &random);
    assert_true(natural_is_zero(&number));
    natural_clear(&bound);
    natural_clear(&number);
}

static void test_text(void **state)
{
    (void)state;
    static const char *const good[] = {"0", "7", "10000000000000000000", "18446744073709551616",
                                       "1000000000000000000000000000000000000000000000001"};
    static const char *const bad[] = {"", "-1", " 1", "1 ", "1.0", "0x10", "a"};
    struct natural number = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(natural_set_text(&number, good[i]));
        char *text = natural_text(&number);
        assert_string_equal(text, good[i]);
        free(text);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(natural_set_text(&number, bad[i]));
        assert_true(natural_is_zero(&number));
    }
    natural_clear(&number);
}

static void test_failure_spreads(void **state)
{
    (void)state;
    struct natural lost = {.failed = true}, number = {0}, other = {0};
    natural_set(&other, 5);
    natural_copy(&number, &lost);
    assert_true(number.failed);
    natural_add(&number, &other);
    natural_multiply_by(&number, 3);
    natural_subtract(&number, &other);
    assert_true(number.failed);
    assert_null(natural_text(&number));
    natural_set(&number, 1);
    assert_false(number.failed);
    natural_add(&number, &lost);
    assert_true(number.failed);
    natural_multiply(&number, &other, &lost);
    assert_true(number.failed);
    natural_multiply(&number, &other, &other);
    assert_false(number.failed);
    assert_true(natural_double(&number) == 25);
    natural_clear(&number);
    natural_clear(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_failure_spreads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
