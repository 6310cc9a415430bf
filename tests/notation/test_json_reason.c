// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a text that is no JSON: said without the parser's own names, and without quoting the text.
#include "notation/json_reason.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *text, size_t length, const char *word)
{
    json_error_t error;
    assert_null(json_loadb(text, length, JSON_REJECT_DUPLICATES, &error));
    const char *reason = json_reason(&error);
    if (!strstr(reason, word))
        fail_msg("'%s' has no '%s' for: %s", reason, word, text);
    assert_null(strpbrk(reason, "\\'\""));
    assert_null(strstr(reason, "JSON_"));
}

static void test_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word;
    } cases[] = {
        {"", "too early"},
        {"{\"a\":1", "too early"},
        {"{} x", "after its end"},
        {"{\"a\":\"\xff\"}", "UTF-8"},
        {"{\"a\":\"\\u0000\"}", "null character"},
        {"{\"\\u0000\":1}", "null character"},
        {"{\"a\":1,\"a\":2}", "twice"},
        {"{\"a\":99999999999999999999}", "too large"},
        {"{\"a\":1e999}", "too large"},
        {"{'a':1}", "syntax"},
        {"[1,]", "syntax"},
        {"{\"a\":\"\x01\"}", "syntax"},
        {"{\"a\":\"\\ud800\"}", "syntax"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(cases[i].text, strlen(cases[i].text), cases[i].word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reasons)};
    return cmocka_run_group_tests_name("json_reason", tests, NULL, NULL);
}
