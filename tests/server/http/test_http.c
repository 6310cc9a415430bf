// SPDX-License-Identifier: GPL-3.0-or-later
// Which host names and origins are accepted.
#include "server/http/http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_hosts(void **state)
{
    (void)state;
    static const char *const own[] = {"localhost", "LocalHost:8080", "127.0.0.1:1",          "10.0.0.7",
                                      "[::1]",     "[fe80::1]:80",   "chess.example.org:443"};
    static const char *const foreign[] = {"",
                                          "evil.example",
                                          "localhost.evil.example",
                                          "127.0.0.1.evil.example",
                                          "127.1",
                                          "[::1",
                                          "[evil.example]",
                                          "::1",
                                          "chess.example.org.",
                                          "example.org"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (!http_host_allowed(own[i], "chess.example.org"))
            fail_msg("%s is refused", own[i]);
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        if (http_host_allowed(foreign[i], "chess.example.org"))
            fail_msg("%s is allowed", foreign[i]);
    assert_false(http_host_allowed(NULL, NULL));
    assert_false(http_host_allowed("chess.example.org", NULL));
}

static void test_origins(void **state)
{
    (void)state;
    assert_true(http_origin_allowed("http://localhost:8080", "localhost:8080"));
    assert_true(http_origin_allowed("HTTPS://Chess.example.org", "chess.example.org"));
    assert_false(http_origin_allowed("http://localhost:8081", "localhost:8080"));
    assert_false(http_origin_allowed("http://localhost", "localhost:8080"));
    assert_false(http_origin_allowed("http://localhost:8080.evil.example", "localhost:8080"));
    assert_false(http_origin_allowed("null", "localhost"));
    assert_false(http_origin_allowed("localhost", "localhost"));
    assert_false(http_origin_allowed("http://localhost", NULL));
}

static void test_how_far_away_a_client_is(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",    "-1",   "+1",       " 1",         "1 ", "1.5",
                                        "1e5", "0x10", "200000,5", "1000000000", "a"};
    assert_int_equal(http_lag_told("0"), 0);
    assert_int_equal(http_lag_told("999"), 0);
    assert_int_equal(http_lag_told("40123"), 40);
    assert_int_equal(http_lag_told("999999999"), 999999);
    assert_int_equal(http_lag_told(NULL), -1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (http_lag_told(wrong[i]) != -1)
            fail_msg("'%s' is believed", wrong[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
        cmocka_unit_test(test_how_far_away_a_client_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
