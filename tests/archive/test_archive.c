// SPDX-License-Identifier: GPL-3.0-or-later
// The database: what is written is read back, a refused change leaves nothing, and foreign files stay as they are.
#include "archive/archive.h"

#include "archive/schema.h"
#include "archive/store.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    char directory[64], path[96];
    struct archive *archive;
};

static int set_up(void **state)
{
    struct fixture *fixture = memory_resize(NULL, 1, sizeof *fixture);
    *fixture = (struct fixture){0};
    snprintf(fixture->directory, sizeof fixture->directory, "/tmp/leaper-archive-XXXXXX");
    if (!mkdtemp(fixture->directory))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/games.db", fixture->directory);
    fixture->archive = archive_open(fixture->path, NULL);
    *state = fixture;
    return fixture->archive ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    archive_close(fixture->archive);
    unlink(fixture->path);
    int status = rmdir(fixture->directory);
    free(fixture);
    return status;
}

static void open_again(struct fixture *fixture)
{
    archive_close(fixture->archive);
    fixture->archive = archive_open(fixture->path, NULL);
    assert_non_null(fixture->archive);
}

// A match of a person against an engine.
static struct archived_match make_match(const char *id, const char *game)
{
    struct archived_match match = {
        .start = memory_copy_text("8/8 w"), .side = WHITE, .has_join = true, .listed = true};
    snprintf(match.id, sizeof match.id, "%s", id);
    snprintf(match.game, sizeof match.game, "%s", game);
    snprintf(match.parameters, sizeof match.parameters, "fuel=7");
    match.seats[WHITE].kind = SEAT_HUMAN;
    match.seats[WHITE].has_token = true;
    memset(match.seats[WHITE].token, 0x5a, ARCHIVE_HASH_SIZE);
    memset(match.join, 0xa5, ARCHIVE_HASH_SIZE);
    snprintf(match.seats[WHITE].name, sizeof match.seats[WHITE].name, "Ada'; DROP TABLE matches; --");
    match.seats[BLACK].kind = SEAT_ENGINE;
    snprintf(match.seats[BLACK].level, sizeof match.seats[BLACK].level, "club");
    return match;
}

static struct archived_match create(struct fixture *fixture, const char *id, const char *game)
{
    struct archived_match match = make_match(id, game);
    struct error err = {0};
    if (!archive_create(fixture->archive, &match, NULL, &err))
        fail_msg("%s", err.message);
    return match;
}

static void play(struct fixture *fixture, struct archived_match *match, const char *turn)
{
    struct error err = {0};
    struct archive_event event = {.turn = turn};
    match->revision++;
    match->ply++;
    match->side = other_color(match->side);
    if (!archive_update(fixture->archive, match, &event, &err))
        fail_msg("%s", err.message);
}

// The turns on disk, joined by blanks.
static void assert_turns(struct fixture *fixture, const char *id, const char *expected)
{
    struct archived_match match;
    struct archived_turns turns;
    char joined[256] = "";
    assert_true(archive_load(fixture->archive, id, &match, &turns, NULL));
    for (size_t i = 0; i < turns.count; i++)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%s", i ? " " : "",
                 turns.texts[i]);
    assert_string_equal(joined, expected);
    assert_int_equal(match.ply, turns.count);
    archived_match_clear(&match);
    archived_turns_clear(&turns);
}

static void test_keeps_that_a_match_was_cancelled(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = create(fixture, "one", "fuel"), read;
    struct archived_turns turns;
    struct archive_event event = {.kind = "cancelled", .color = WHITE};
    match.outcome = (struct outcome){RESULT_NONE, REASON_CANCELLED};
    match.revision++;
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    open_again(fixture);
    assert_true(archive_load(fixture->archive, "one", &read, &turns, NULL));
    assert_int_equal(read.outcome.result, RESULT_NONE);
    assert_int_equal(read.outcome.reason, REASON_CANCELLED);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    archived_match_clear(&match);
}

static void test_keeps_everything(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = create(fixture, "one", "fuel"), read;
    struct archived_turns turns;
    assert_int_equal(match.revision, 1);
    play(fixture, &match, "e2e4");
    match.draw_offer = BLACK;
    match.takeback = WHITE;
    match.takeback_ply = 1;
    match.listed = false;
    match.outcome = (struct outcome){RESULT_DRAW, REASON_AGREEMENT};
    play(fixture, &match, "e7e5");
    open_again(fixture);
    assert_true(archive_load(fixture->archive, "one", &read, &turns, NULL));
    assert_string_equal(read.game, "fuel");
    assert_string_equal(read.parameters, "fuel=7");
    assert_string_equal(read.start, "8/8 w");
    assert_int_equal(read.created, match.created);
    assert_int_equal(read.updated, match.updated);
    assert_int_equal(read.revision, 3);
    assert_int_equal(read.change, match.change);
    assert_int_equal(read.ply, 2);
    assert_int_equal(read.side, WHITE);
    assert_int_equal(read.draw_offer, BLACK);
    assert_int_equal(read.takeback, WHITE);
    assert_int_equal(read.takeback_ply, 1);
    assert_false(read.listed);
    assert_int_equal(read.outcome.result, RESULT_DRAW);
    assert_int_equal(read.outcome.reason, REASON_AGREEMENT);
    assert_true(read.has_join && read.seats[WHITE].has_token && !read.seats[BLACK].has_token);
    assert_memory_equal(read.join, match.join, ARCHIVE_HASH_SIZE);
    assert_memory_equal(read.seats[WHITE].token, match.seats[WHITE].token, ARCHIVE_HASH_SIZE);
    assert_string_equal(read.seats[WHITE].name, match.seats[WHITE].name);
    assert_int_equal(read.seats[BLACK].kind, SEAT_ENGINE);
    assert_string_equal(read.seats[BLACK].level, "club");
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    archived_match_clear(&match);
    assert_turns(fixture, "one", "e2e4 e7e5");
}

static void test_secret_stays(void **state)
{
    struct fixture *fixture = *state;
    uint8_t before[ARCHIVE_HASH_SIZE], none[ARCHIVE_HASH_SIZE] = {0};
    memcpy(before, archive_secret(fixture->archive), sizeof before);
    assert_memory_not_equal(before, none, sizeof before);
    open_again(fixture);
    assert_memory_equal(before, archive_secret(fixture->archive), sizeof before);
}

static void test_no_such_match(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match;
    struct archived_turns turns;
    struct error err = {0};
    assert_false(archive_load(fixture->archive, "nobody", &match, &turns, &err));
    assert_int_equal(err.code, ERROR_NOT_FOUND);
}

// Each of these must fail as a whole.
static void test_refused_changes_leave_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = create(fixture, "one", "chess");
    struct error err = {0};
    play(fixture, &match, "e2e4");
    struct archived_match next = match;
    struct archive_event event = {.turn = "e7e5", .kind = "test", .color = BLACK};
    // A revision that is not the next one.
    assert_false(archive_update(fixture->archive, &next, &event, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    next.revision += 2;
    assert_false(archive_update(fixture->archive, &next, &event, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    // A ply that is there already: the match itself was written before this is noticed.
    next.revision = match.revision + 1;
    assert_false(archive_update(fixture->archive, &next, &event, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    // A match that is there already.
    struct archived_match same = make_match("one", "chess");
    assert_false(archive_create(fixture->archive, &same, NULL, &err));
    archived_match_clear(&same);
    assert_turns(fixture, "one", "e2e4");
    play(fixture, &match, "e7e5");
    assert_turns(fixture, "one", "e2e4 e7e5");
    archived_match_clear(&match);
}

static void test_takes_back(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = create(fixture, "one", "chess");
    play(fixture, &match, "e2e4");
    play(fixture, &match, "e7e5");
    play(fixture, &match, "g1f3");
    struct archive_event event = {.took_back = true, .kind = "takeback", .color = WHITE};
    match.revision++;
    match.ply = 1;
    match.side = BLACK;
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    assert_turns(fixture, "one", "e2e4");
    play(fixture, &match, "c7c5");
    assert_turns(fixture, "one", "e2e4 c7c5");
    archived_match_clear(&match);
}

static void test_rematch_is_one(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match first = create(fixture, "one", "chess"), read;
    struct archived_match second = make_match("two", "chess"), third = make_match("three", "chess");
    struct archived_turns turns;
    struct error err = {0};
    first.revision = 7;
    assert_false(archive_create(fixture->archive, &second, &first, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    assert_string_equal(first.rematch, "");
    assert_false(archive_load(fixture->archive, "two", &read, &turns, &err));
    first.revision = 1;
    assert_true(archive_create(fixture->archive, &second, &first, &err));
    assert_int_equal(first.revision, 2);
    assert_string_equal(first.rematch, "two");
    assert_false(archive_create(fixture->archive, &third, &first, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    assert_true(archive_load(fixture->archive, "one", &read, &turns, &err));
    assert_string_equal(read.rematch, "two");
    assert_int_equal(read.revision, 2);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    archived_match_clear(&first);
    archived_match_clear(&second);
    archived_match_clear(&third);
}

static void test_a_series_goes_back_as_far_as_asked(void **state)
{
    struct fixture *fixture = *state;
    static const char *const ids[] = {"one", "two", "three"};
    struct archived_match all[3];
    for (int i = 0; i < 3; i++) {
        struct archived_match *match = &all[i];
        *match = make_match(ids[i], "hamiltonian");
        match->finder = i == 2;
        match->series_before = (unsigned)i;
        match->series_halves[BLACK] = i ? 32 : 0;
        assert_true(archive_create(fixture->archive, match, i ? &all[i - 1] : NULL, NULL));
        match->revision++;
        match->outcome = (struct outcome){i ? RESULT_DRAW : RESULT_BLACK, REASON_ANNOUNCEMENT};
        match->points = i ? 0 : 16;
        struct archive_event event = {.kind = "ended"};
        assert_true(archive_update(fixture->archive, match, &event, NULL));
    }
    open_again(fixture);
    struct archived_series series;
    assert_true(archive_series(fixture->archive, "three", 20, &series, NULL));
    assert_int_equal(series.count, 2);
    assert_string_equal(series.games[0].id, "one");
    assert_int_equal(series.games[0].outcome.result, RESULT_BLACK);
    assert_int_equal(series.games[0].outcome.reason, REASON_ANNOUNCEMENT);
    assert_int_equal(series.games[0].points, 16);
    assert_string_equal(series.games[1].id, "two");
    assert_int_equal(series.games[1].points, 0);
    free(series.games);
    assert_true(archive_series(fixture->archive, "three", 1, &series, NULL));
    assert_int_equal(series.count, 1);
    assert_string_equal(series.games[0].id, "two");
    free(series.games);
    assert_true(archive_series(fixture->archive, "one", 20, &series, NULL));
    assert_int_equal(series.count, 0);
    free(series.games);
    struct archived_match read;
    struct archived_turns turns;
    assert_true(archive_load(fixture->archive, "three", &read, &turns, NULL));
    assert_true(read.finder);
    assert_int_equal(read.series_before, 2);
    assert_int_equal(read.series_halves[BLACK], 32);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    for (int i = 0; i < 3; i++)
        archived_match_clear(&all[i]);
}

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

static void test_lists(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match a = create(fixture, "a", "fuel"), b = create(fixture, "b", "chess"),
                          c = create(fixture, "c", "fuel");
    int64_t count;
    play(fixture, &a, "e2e4"); // now Black, the engine, is to move
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 10}, "a c b ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 2}, "a c ");
    assert_list(fixture, (struct archive_query){.before = c.change, .limit = 2}, "b ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .game = "fuel"}, "a c ");
    char due[256] = "";
    assert_true(archive_due(fixture->archive, 10, add_due, due, NULL));
    assert_string_equal(due, "a ");
    a.outcome = (struct outcome){RESULT_WHITE, REASON_CHECKMATE};
    play(fixture, &a, "e7e5");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .finished = true}, "a ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .ongoing = true}, "c b ");
    assert_true(archive_count(fixture->archive, &count, NULL));
    assert_int_equal(count, 3);
    archived_match_clear(&a);
    archived_match_clear(&b);
    archived_match_clear(&c);
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
    assert_turns(fixture, "c", "e2e4");
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
        struct archived_match match = create(fixture, "one", "fuel"), read;
        struct archived_turns turns;
        play(fixture, &match, "e2e4");
        play(fixture, &match, "e7e5");
        archived_match_clear(&match);
        assert_turns(fixture, "one", "e2e4 e7e5");
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

// Every list follows an index from its first row to its last: nothing is scanned, nothing sorted.
static void test_lists_follow_an_index(void **state)
{
    struct fixture *fixture = *state;
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(fixture->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (int kind = 0; kind < 6; kind++) {
        struct archive_query query = {
            .game = kind < 3 ? NULL : "chess", .ongoing = kind % 3 == 1, .finished = kind % 3 == 2};
        char text[4096];
        sqlite3_stmt *statement;
        snprintf(text, sizeof text, "EXPLAIN QUERY PLAN %s", statement_texts[statement_of_list(&query)]);
        assert_int_equal(sqlite3_prepare_v2(db, text, -1, &statement, NULL), SQLITE_OK);
        int searches = 0;
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const char *step = (const char *)sqlite3_column_text(statement, 3);
            searches += !strncmp(step, "SEARCH matches USING INDEX matches_", 35);
            if (strstr(step, "TEMP B-TREE") || (strstr(step, "SCAN") && strcmp(step, "SCAN n") != 0))
                fail_msg("kind %d: %s", kind, step);
        }
        assert_int_equal(searches, kind % 3 ? 1 : 2);
        sqlite3_finalize(statement);
    }
    sqlite3_close(db);
}

static size_t count_turns(struct fixture *fixture, const char *id)
{
    struct archived_match match;
    struct archived_turns turns;
    if (!archive_load(fixture->archive, id, &match, &turns, NULL))
        return SIZE_MAX;
    size_t count = turns.count;
    archived_match_clear(&match);
    archived_turns_clear(&turns);
    return count;
}

static void test_deletes(void **state)
{
    struct fixture *fixture = *state;
    static const char ids[][ARCHIVE_ID_SIZE] = {"two", "three"};
    struct archived_match one = create(fixture, "one", "chess"), two = make_match("two", "chess"), read;
    struct archived_turns turns;
    struct error err = {0};
    int64_t count, now = one.created;
    play(fixture, &one, "e2e4");
    assert_true(archive_create(fixture->archive, &two, &one, NULL));
    struct archived_match three = create(fixture, "three", "chess");
    play(fixture, &three, "e2e4");
    char old[256] = "", untouched[256] = "";
    struct archive_age age = {AGE_ONGOING, now + 3600, 0};
    assert_true(archive_old(fixture->archive, &age, add_due, old, NULL));
    assert_string_equal(old, "one two three ");
    age.kind = AGE_UNTOUCHED;
    assert_true(archive_old(fixture->archive, &age, add_due, untouched, NULL));
    assert_string_equal(untouched, "two ");
    age.kind = AGE_FINISHED;
    assert_true(archive_old(fixture->archive, &age, add_due, untouched, NULL));
    assert_string_equal(untouched, "two ");
    // All or none: what was changed meanwhile is kept, and the others with it.
    assert_false(archive_delete(fixture->archive, ids, 2, now - 3600, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    assert_int_equal(count_turns(fixture, "two"), 0);
    assert_true(archive_delete(fixture->archive, ids, 2, now + 3600, NULL));
    assert_int_equal(count_turns(fixture, "two"), SIZE_MAX);
    assert_int_equal(count_turns(fixture, "three"), SIZE_MAX);
    assert_true(archive_load(fixture->archive, "one", &read, &turns, NULL));
    assert_string_equal(read.rematch, "");
    assert_int_equal(read.revision, one.revision + 1);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    assert_true(archive_count(fixture->archive, &count, NULL));
    assert_int_equal(count, 1);
    assert_int_equal(connection_ask(&fixture->archive->readers[0], "SELECT count(*) FROM turns"), 1);
    assert_int_equal(connection_ask(&fixture->archive->readers[0], "SELECT count(*) FROM seats"), 2);
    archived_match_clear(&one);
    archived_match_clear(&two);
    archived_match_clear(&three);
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
        struct archived_match match = create(fixture, id, "fuel");
        for (int j = 0; j < FLIP_TURNS; j++) {
            snprintf(turn, sizeof turn, "turn%d", j);
            play(fixture, &match, turn);
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

static void test_one_owner(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    assert_null(archive_open(fixture->path, &err));
    assert_non_null(strstr(err.message, "another Leaper"));
    assert_true(archive_check(fixture->archive, NULL));
}

static void assert_refused(struct fixture *fixture, const char *text, size_t length, const char *why)
{
    char path[96], read[256];
    struct error err = {0};
    snprintf(path, sizeof path, "%s/other", fixture->directory);
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
    assert_null(archive_open(path, &err));
    if (!strstr(err.message, why))
        fail_msg("'%s' does not say '%s'", err.message, why);
    file = fopen(path, "rb");
    assert_int_equal(fread(read, 1, sizeof read, file), length);
    assert_memory_equal(read, text, length);
    fclose(file);
    unlink(path);
}

static void test_refuses_foreign_files(void **state)
{
    struct fixture *fixture = *state;
    char header[100] = "SQLite format 3";
    assert_refused(fixture, "hello", 5, "no database");
    assert_refused(fixture, header, 99, "no database");
    assert_refused(fixture, header, 100, "another program");
    snprintf(header + 68, 5, "Leap");
    header[63] = 99;
    assert_refused(fixture, header, 100, "newer Leaper");
    struct error err = {0};
    assert_null(archive_open(fixture->directory, &err));
    assert_non_null(strstr(err.message, "directory"));
    assert_null(archive_open("/nowhere/at/all.db", &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
}

static void test_usual_place(void **state)
{
    struct fixture *fixture = *state;
    char expected[128];
    setenv("XDG_DATA_HOME", fixture->directory, 1);
    char *path = archive_default_path(NULL);
    snprintf(expected, sizeof expected, "%s/leaper/leaper.db", fixture->directory);
    assert_string_equal(path, expected);
    free(path);
    *strrchr(expected, '/') = '\0';
    assert_int_equal(rmdir(expected), 0);
    // A relative path there does not count.
    setenv("XDG_DATA_HOME", "relative", 1);
    unsetenv("HOME");
    struct error err = {0};
    assert_null(archive_default_path(&err));
    assert_non_null(strstr(err.message, "HOME"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_keeps_that_a_match_was_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_keeps_everything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_secret_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_no_such_match, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused_changes_leave_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_takes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_is_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_series_goes_back_as_far_as_asked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lists, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lists_follow_an_index, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_brings_version_2_up_to_date, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_notices_damage, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_deletes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_flipped_bit_is_never_believed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_owner, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refuses_foreign_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_usual_place, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
