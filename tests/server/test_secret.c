// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets: different each time, recognised by their hashes, and derived deterministically.
#include "server/secret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_random(void **state)
{
    (void)state;
    char a[SECRET_SIZE], b[SECRET_SIZE], id[ARCHIVE_ID_SIZE];
    secret_make(a);
    secret_make(b);
    secret_make_id(id);
    assert_int_equal(strlen(a), 32);
    assert_int_equal(strlen(id), 16);
    assert_true(secret_is_text(a) && secret_is_text(id));
    assert_string_not_equal(a, b);
}

static void test_hashes(void **state)
{
    (void)state;
    uint8_t hash[ARCHIVE_HASH_SIZE];
    secret_hash(hash, "token");
    assert_true(secret_matches(hash, "token"));
    assert_false(secret_matches(hash, "Token"));
    assert_false(secret_matches(hash, "toke"));
    assert_false(secret_matches(hash, ""));
}

static void test_derived(void **state)
{
    (void)state;
    uint8_t server[ARCHIVE_HASH_SIZE] = {1}, other[ARCHIVE_HASH_SIZE] = {2};
    char token[SECRET_SIZE], again[SECRET_SIZE];
    secret_derive(token, server, "id", "join", "key");
    secret_derive(again, server, "id", "join", "key");
    assert_string_equal(token, again);
    secret_derive(again, other, "id", "join", "key");
    assert_string_not_equal(token, again);
    // Moving a character from one part to the next changes the result.
    secret_derive(again, server, "id", "joink", "ey");
    assert_string_not_equal(token, again);
    secret_derive(again, server, "i", "djoin", "key");
    assert_string_not_equal(token, again);
}

static void test_syntax(void **state)
{
    (void)state;
    char longest[66];
    memset(longest, 'a', sizeof longest);
    longest[64] = '\0';
    assert_true(secret_is_text(longest));
    longest[64] = 'a';
    longest[65] = '\0';
    assert_false(secret_is_text(longest));
    assert_false(secret_is_text(""));
    assert_false(secret_is_text("a b"));
    assert_false(secret_is_text("a/b"));
    assert_true(secret_is_text("A-z_9"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_derived),
        cmocka_unit_test(test_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
