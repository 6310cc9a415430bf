// SPDX-License-Identifier: GPL-3.0-or-later
// The primes are those that GMP finds, and numbers are recovered from their remainders.
#include "tours/frontier/residue.h"

#include "base/random.h"

#include <gmp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PRIMES = 64 };

static void test_primes(void **state)
{
    (void)state;
    mpz_t candidate;
    mpz_init_set_ui(candidate, (1UL << 61) - 1);
    for (unsigned i = 0; i < PRIMES; i++, mpz_sub_ui(candidate, candidate, 2)) {
        while (!mpz_probab_prime_p(candidate, 30))
            mpz_sub_ui(candidate, candidate, 2);
        assert_int_equal(residue_prime(i), mpz_get_ui(candidate));
    }
    mpz_clear(candidate);
}

static void test_numbers_return(void **state)
{
    (void)state;
    struct random random = {3};
    mpz_t number;
    mpz_init(number);
    for (unsigned bits = 0; bits < 60 * PRIMES; bits += 1 + bits / 8) {
        uint64_t remainders[PRIMES];
        unsigned count = residue_primes_for(bits), factor = 1 + bits % 2;
        mpz_set_ui(number, 0);
        for (unsigned i = 0; i < bits; i++)
            if (i + 1 == bits || random_below(&random, 2))
                mpz_setbit(number, i);
        for (unsigned i = 0; i < count; i++)
            remainders[i] = mpz_fdiv_ui(number, residue_prime(i));
        mpz_mul_ui(number, number, factor);
        char *mine = residue_combine(remainders, count, factor), *theirs = mpz_get_str(NULL, 10, number);
        assert_string_equal(mine, theirs);
        free(mine);
        free(theirs);
    }
    mpz_clear(number);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_primes),
        cmocka_unit_test(test_numbers_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
