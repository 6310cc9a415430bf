// SPDX-License-Identifier: GPL-3.0-or-later
// Leapers are read from pairs and from Betza notation; anything else is refused with its place.
#include "tours/board/leaper.h"

#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static struct leaper read(const char *text)
{
    struct leaper leaper;
    struct error err = {.message = ""};
    memset(&leaper, 0, sizeof leaper);
    if (!leaper_read(&leaper, text, &err))
        fail_msg("%s: %s", text, err.message);
    return leaper;
}

static void same(const char *a, const char *b, int count)
{
    struct leaper first = read(a), second = read(b);
    assert_int_equal(first.count, count);
    assert_memory_equal(&first, &second, sizeof first);
}

static void test_pairs_and_betza_agree(void **state)
{
    (void)state;
    same("1,2", "N", 8);
    same("2,1", "N", 8);
    same("1,3", "C", 8);
    same("1,1", "F", 4);
    same("0,1", "W", 4);
    same("N+2,3", "NZ", 16);
    same("1,2+3,1", "NC", 16);
    same("N+N", "N", 8);
    same("camel", "1,3", 8);
    same("Giraffe", "1,4", 8);
    same("KING", "K", 8);
    same("dabbaba", "D", 4);
    same("alfil+wazir", "AW", 8);
    same("gnu", "NC", 16);
    same("squirrel", "NAD", 16);
    same("zebra+1,2", "NZ", 16);
    same("vN", "fbN", 4);
    struct leaper wide = read("999,0");
    assert_int_equal(wide.count, 4);
    assert_true(leaper_has(&wide, 0, -999));
    assert_false(leaper_has(&wide, 0, 998));
}

static void refused(const char *text, const char *at)
{
    struct leaper leaper;
    struct error err;
    if (leaper_read(&leaper, text, &err))
        fail_msg("'%s' was read", text);
    assert_string_equal(err.at, at);
    assert_int_equal(err.code, ERROR_BETZA);
}

static void test_refusals(void **state)
{
    (void)state;
    refused("", "leaper[0]");
    refused("0,0", "leaper[0]");
    refused("1,", "leaper[2]");
    refused("1,2,3", "leaper[3]");
    refused("1,1000", "leaper[2]");
    refused("N+", "leaper[2]");
    refused("camels", "leaper[1]");
    refused("camel+", "leaper[6]");
    refused("N+1;2", "leaper[2]");
    refused("N+Y", "leaper[2]");
    refused("NN", "leaper[0]");
    refused("R", "leaper[0]");
    refused("fN", "leaper[0]");
    refused("1,2+3,4+5,6+7,8+9,10+11,12+13,14+15,16+17,18+19,20+21,22+23,24+25,26+27,28+29,30+31,32+33,34",
            "leaper[87]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_and_betza_agree),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
