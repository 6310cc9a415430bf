// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of earlier versions are taken over, and damaged ones are never believed.
#include "archive/checksum.h"
#include "archive/schema.h"
#include "base/memory.h"
#include "support/archived.h"

#include <sqlite3.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void add_id(void *context, const struct archived_match *match)
{
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s ", match->id);
}

static void add_due(void *context, const char *id)
{
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s ", id);
}

static void assert_list(struct fixture *fixture, struct archive_query query, const char *expected)
{
    char list[256] = "";
    assert_true(archive_list(fixture->archive, &query, add_id, list, NULL));
    assert_string_equal(list, expected);
}

// ---- Databases of earlier versions, and damaged ones ----

// Runs SQL on the closed database.
static void meddle(struct fixture *fixture, const char *path, const char *text)
{
    sqlite3 *db;
    char *message = NULL;
    archive_close(fixture->archive);
    fixture->archive = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(db);
}

static void test_brings_version_2_up_to_date(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match read;
    struct archived_turns turns;
    archive_close(fixture->archive);
    fixture->archive = NULL;
    unlink(fixture->path);
    meddle(fixture, fixture->path, schema_steps[0]);
    meddle(fixture, fixture->path, schema_steps[1]);
    // Three games of a series, the first won by White, the second drawn; then a row that is its own rematch.
    meddle(
        fixture, fixture->path,
        "PRAGMA application_id = 1281712496; PRAGMA user_version = 2;"
        "INSERT INTO secrets VALUES (1, zeroblob(32));"
        "INSERT INTO matches (id, game, parameters, start, created, updated, revision, change, local, ply, side, "
        "result, reason, rematch) VALUES ('c', 'chess', '', '8/8 w', 1, 1, 2, 3, 0, 1, 'black', 'ongoing', '', NULL),"
        "('b', 'chess', '', '8/8 w', 1, 1, 2, 2, 0, 0, 'white', 'draw', 'agreement', 'c'),"
        "('a', 'chess', '', '8/8 w', 1, 1, 2, 1, 0, 0, 'white', 'white', 'resignation', 'b'),"
        "('self', 'chess', '', '8/8 w', 1, 1, 2, 4, 0, 0, 'white', 'draw', 'agreement', 'self');"
        "INSERT INTO seats (match, color, kind, name, level) SELECT number, 'white', 'human', '', '' FROM matches;"
        "INSERT INTO seats (match, color, kind, name, level) SELECT number, 'black', 'engine', '', 'club' FROM matches;"
        "INSERT INTO turns SELECT number, 0, 'e2e4', 7 FROM matches WHERE id = 'c';");
    fixture->archive = archive_open(fixture->path, NULL);
    assert_non_null(fixture->archive);
    fixture_assert_turns(fixture, "c", "e2e4");
    assert_true(archive_load(fixture->archive, "c", &read, &turns, NULL));
    assert_true(read.listed);
    assert_int_equal(read.takeback, NO_OFFER);
    assert_int_equal(read.series_before, 2);
    // Black now had Black in the first game, too.
    assert_int_equal(read.series_halves[WHITE], 3);
    assert_int_equal(read.series_halves[BLACK], 1);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    char due[256] = "";
    assert_true(archive_due(fixture->archive, 10, add_due, due, NULL));
    assert_string_equal(due, "c ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9}, "self c b a ");
    struct archived_series series;
    assert_true(archive_series(fixture->archive, "self", 20, &series, NULL));
    assert_int_equal(series.count, 20);
    free(series.games);
}

// Makes an empty database of an earlier version.
static void make_version(struct fixture *fixture, int version)
{
    char text[160];
    archive_close(fixture->archive);
    fixture->archive = NULL;
    unlink(fixture->path);
    for (int step = 0; step < version; step++)
        meddle(fixture, fixture->path, schema_steps[step]);
    snprintf(
        text, sizeof text,
        "PRAGMA application_id = 1281712496; PRAGMA user_version = %d; INSERT INTO secrets VALUES (1, zeroblob(32), %lld);",
        version, (long long)checksum_of_secret((const uint8_t[ARCHIVE_HASH_SIZE]){0}));
    meddle(fixture, fixture->path, text);
}

// Each version from the first with checksums on gets the tables of this one, and is used.
static void test_brings_later_versions_up_to_date(void **state)
{
    struct fixture *fixture = *state;
    for (int version = 3; version < SCHEMA_VERSION; version++) {
        make_version(fixture, version);
        fixture->archive = archive_open(fixture->path, NULL);
        assert_non_null(fixture->archive);
        struct archived_match match = fixture_create(fixture, "one", "chess");
        struct archived_mail mail = {.id = "one", .color = BLACK, .address = "bea@example.org", .due = 7},
                             found;
        int64_t due;
        assert_true(archive_put_mail(fixture->archive, &mail, 1, NULL));
        assert_true(archive_find_mail(fixture->archive, "one", BLACK, &found, NULL));
        assert_string_equal(found.address, mail.address);
        assert_true(archive_next_mail(fixture->archive, &due, NULL));
        assert_int_equal(due, 7);
        archived_match_clear(&match);
    }
}

// Each of these rows says something else than was written.
static void test_notices_damage(void **state)
{
    struct fixture *fixture = *state;
    static const char *const changes[] = {
        "UPDATE matches SET start = '7/8 w' WHERE id = 'one'",
        "UPDATE matches SET parameters = 'fuel=6' WHERE id = 'one'",
        "UPDATE matches SET result = 'draw' WHERE id = 'one'",
        "UPDATE matches SET points = 1 WHERE id = 'one'",
        "UPDATE matches SET ply = 1 WHERE id = 'one'",
        "UPDATE seats SET level = 'full' WHERE color = 'black' AND match = 1",
        "UPDATE seats SET token_hash = zeroblob(32) WHERE color = 'white' AND match = 1",
        "UPDATE turns SET turn = 'e2e3' WHERE ply = 0",
        "UPDATE turns SET played = played + 1 WHERE ply = 0",
        "DELETE FROM turns WHERE ply = 1",
        "DELETE FROM turns WHERE ply = 0",
        "UPDATE turns SET ply = 5 WHERE ply = 1",
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char copy[256];
        struct error err = {0};
        struct archived_match match = fixture_create(fixture, "one", "fuel"), read;
        struct archived_turns turns;
        fixture_play(fixture, &match, "e2e4");
        fixture_play(fixture, &match, "e7e5");
        archived_match_clear(&match);
        fixture_assert_turns(fixture, "one", "e2e4 e7e5");
        snprintf(copy, sizeof copy, "%s", changes[i]);
        meddle(fixture, fixture->path, copy);
        fixture->archive = archive_open(fixture->path, NULL);
        assert_non_null(fixture->archive);
        if (archive_load(fixture->archive, "one", &read, &turns, &err))
            fail_msg("not noticed: %s", changes[i]);
        assert_int_equal(err.code, ERROR_SYSTEM);
        if (!strstr(err.message, "damaged"))
            fail_msg("%s: %s", changes[i], err.message);
        meddle(fixture, fixture->path, "DELETE FROM turns; DELETE FROM seats; DELETE FROM matches");
        fixture->archive = archive_open(fixture->path, NULL);
        assert_non_null(fixture->archive);
    }
    meddle(fixture, fixture->path, "UPDATE secrets SET secret = zeroblob(32)");
    struct error err = {0};
    assert_null(archive_open(fixture->path, &err));
    assert_non_null(strstr(err.message, "damaged"));
}

// ---- One bit of the file is wrong ----

enum { FLIPS = 150, FLIP_MATCHES = 5, FLIP_TURNS = 40 };

// What is loaded in spite of it is what was written.
static void assert_unharmed(struct fixture *fixture, int number, const uint8_t secret[ARCHIVE_HASH_SIZE])
{
    char id[ARCHIVE_ID_SIZE], expected[16];
    struct archived_match match;
    struct archived_turns turns;
    snprintf(id, sizeof id, "match%d", number);
    assert_memory_equal(archive_secret(fixture->archive), secret, ARCHIVE_HASH_SIZE);
    if (!archive_load(fixture->archive, id, &match, &turns, NULL))
        return;
    assert_string_equal(match.id, id);
    assert_string_equal(match.game, "fuel");
    assert_string_equal(match.parameters, "fuel=7");
    assert_string_equal(match.start, "8/8 w");
    assert_int_equal(match.side, WHITE);
    assert_int_equal(match.seats[BLACK].kind, SEAT_ENGINE);
    assert_int_equal(match.seats[WHITE].token[7], 0x5a);
    assert_int_equal(turns.count, FLIP_TURNS);
    for (int i = 0; i < FLIP_TURNS; i++) {
        snprintf(expected, sizeof expected, "turn%d", i);
        assert_string_equal(turns.texts[i], expected);
    }
    archived_match_clear(&match);
    archived_turns_clear(&turns);
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void test_a_flipped_bit_is_never_believed(void **state)
{
    struct fixture *fixture = *state;
    uint8_t secret[ARCHIVE_HASH_SIZE], bytes[1 << 18];
    unsigned seed = 20261122;
    for (int i = 0; i < FLIP_MATCHES; i++) {
        char id[ARCHIVE_ID_SIZE], turn[16];
        snprintf(id, sizeof id, "match%d", i);
        struct archived_match match = fixture_create(fixture, id, "fuel");
        for (int j = 0; j < FLIP_TURNS; j++) {
            snprintf(turn, sizeof turn, "turn%d", j);
            fixture_play(fixture, &match, turn);
        }
        archived_match_clear(&match);
    }
    memcpy(secret, archive_secret(fixture->archive), sizeof secret);
    archive_close(fixture->archive);
    FILE *file = fopen(fixture->path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(size, 10000, sizeof bytes - 1);
    int opened = 0;
    for (int i = 0; i < FLIPS; i++) {
        seed = seed * 1103515245U + 12345U;
        size_t at = (seed >> 8) % size;
        bytes[at] ^= (uint8_t)(1U << (seed >> 5 & 7));
        write_file(fixture->path, bytes, size);
        fixture->archive = archive_open(fixture->path, NULL);
        opened += fixture->archive != NULL;
        for (int number = 0; fixture->archive && number < FLIP_MATCHES; number++)
            assert_unharmed(fixture, number, secret);
        archive_close(fixture->archive);
        bytes[at] ^= (uint8_t)(1U << (seed >> 5 & 7));
        // Recovery of a damaged file may leave these behind.
        char name[128];
        snprintf(name, sizeof name, "%s-wal", fixture->path);
        unlink(name);
        snprintf(name, sizeof name, "%s-shm", fixture->path);
        unlink(name);
    }
    assert_in_range(opened, 1, FLIPS - 1);
    write_file(fixture->path, bytes, size);
    fixture->archive = archive_open(fixture->path, NULL);
    for (int number = 0; number < FLIP_MATCHES; number++)
        assert_unharmed(fixture, number, secret);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_brings_version_2_up_to_date, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_brings_later_versions_up_to_date, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_notices_damage, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_flipped_bit_is_never_believed, fixture_set_up,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
