// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for other devices: they go with their match, and into databases of earlier versions.
#include "archive/archive.h"
#include "support/archived.h"

#include <sqlite3.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct archived_key make_key(const char *match, int number, const uint8_t *parent)
{
    struct archived_key key = {.color = WHITE, .name = "Phone", .since = 5};
    snprintf(key.match, sizeof key.match, "%s", match);
    snprintf(key.device, sizeof key.device, "device-%d", number);
    memset(key.hash, number, sizeof key.hash);
    memcpy(key.parent, parent, sizeof key.parent);
    return key;
}

// A match whose White seat has the token with this hash.
static void create(struct fixture *fixture, const char *id, const uint8_t *token)
{
    struct archived_match match = fixture_make_match(id, "chess");
    match.seats[WHITE].has_token = true;
    memcpy(match.seats[WHITE].token, token, ARCHIVE_HASH_SIZE);
    assert_true(archive_create(fixture->archive, &match, NULL, NULL));
    archived_match_clear(&match);
}

static void add(void *context, const struct archived_key *key)
{
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s:%s ", key->device, color_key(key->color));
}

static void assert_keys(struct fixture *fixture, const char *id, const char *expected)
{
    char list[256] = "";
    assert_true(archive_keys(fixture->archive, id, add, list, NULL));
    assert_string_equal(list, expected);
}

static const uint8_t token[ARCHIVE_HASH_SIZE] = {200, 201}, stranger[ARCHIVE_HASH_SIZE] = {9};

static void give(struct fixture *fixture, const char *match, int number, const uint8_t *parent,
                 size_t expected)
{
    struct archived_key key = make_key(match, number, parent);
    size_t count = 1;
    assert_true(archive_give(fixture->archive, &key, &count, NULL));
    assert_int_equal(count, expected);
}

static void test_only_who_holds_the_seat_gives(void **state)
{
    struct fixture *fixture = *state;
    uint8_t own[ARCHIVE_HASH_SIZE];
    create(fixture, "one", token);
    give(fixture, "one", 1, token, 1);
    give(fixture, "one", 2, stranger, 0);
    give(fixture, "none", 3, token, 0);
    memset(own, 1, sizeof own);
    give(fixture, "one", 4, own, 1);
    fixture_open_again(fixture);
    assert_keys(fixture, "one", "device-1:white device-4:white ");
}

static void test_those_that_are_given_come_first(void **state)
{
    struct fixture *fixture = *state;
    create(fixture, "one", token);
    create(fixture, "two", token);
    struct archived_key keys[] = {make_key("none", 1, token), make_key("two", 2, token),
                                  make_key("one", 3, stranger), make_key("one", 4, token)};
    size_t count = 4;
    assert_true(archive_give(fixture->archive, keys, &count, NULL));
    assert_int_equal(count, 2);
    assert_string_equal(keys[0].device, "device-2");
    assert_string_equal(keys[1].device, "device-4");
}

static void test_a_seat_has_only_so_many(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    create(fixture, "one", token);
    create(fixture, "two", token);
    for (int i = 0; i < ARCHIVE_KEYS; i++)
        give(fixture, "one", i + 1, token, 1);
    struct archived_key keys[] = {make_key("two", 50, token), make_key("one", 51, token)};
    size_t count = 2;
    assert_false(archive_give(fixture->archive, keys, &count, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_keys(fixture, "two", "");
}

static void test_ending_needs_a_key_of_either_side(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    create(fixture, "one", token);
    give(fixture, "one", 1, token, 1);
    assert_false(archive_end_device(fixture->archive, "device-1", stranger, &err));
    assert_int_equal(err.code, ERROR_NOT_FOUND);
    assert_false(archive_end_device(fixture->archive, "device-2", token, &err));
    assert_int_equal(err.code, ERROR_NOT_FOUND);
    assert_true(archive_end_device(fixture->archive, "device-1", token, NULL));
    assert_keys(fixture, "one", "");
}

static void test_they_are_deleted_with_their_match(void **state)
{
    struct fixture *fixture = *state;
    char ids[1][ARCHIVE_ID_SIZE] = {"one"};
    create(fixture, "one", token);
    give(fixture, "one", 1, token, 1);
    assert_true(archive_delete(fixture->archive, (const char(*)[ARCHIVE_ID_SIZE])ids, 1, INT64_MAX, NULL));
    create(fixture, "one", token);
    assert_keys(fixture, "one", "");
}

static void test_a_database_of_version_6_gets_them(void **state)
{
    struct fixture *fixture = *state;
    sqlite3 *db;
    create(fixture, "one", token);
    archive_close(fixture->archive);
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db,
                     "DROP TABLE keys; DROP INDEX matches_untouched; ALTER TABLE matches DROP COLUMN paired;"
                     "CREATE INDEX matches_untouched ON matches (updated) WHERE ply = 0;"
                     "PRAGMA user_version = 6",
                     NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    fixture->archive = archive_open(fixture->path, NULL);
    assert_non_null(fixture->archive);
    give(fixture, "one", 1, token, 1);
    assert_keys(fixture, "one", "device-1:white ");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_only_who_holds_the_seat_gives),     TEST(test_those_that_are_given_come_first),
        TEST(test_a_seat_has_only_so_many),           TEST(test_ending_needs_a_key_of_either_side),
        TEST(test_they_are_deleted_with_their_match), TEST(test_a_database_of_version_6_gets_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
