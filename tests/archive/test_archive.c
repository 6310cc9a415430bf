// SPDX-License-Identifier: GPL-3.0-or-later
// The database: what is written is read back, a refused change leaves nothing, and foreign files stay as they are.
#include "archive/archive.h"

#include "archive/schema.h"
#include "archive/store.h"
#include "base/memory.h"
#include "support/archived.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_keeps_that_a_match_was_cancelled(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = fixture_create(fixture, "one", "fuel"), read;
    struct archived_turns turns;
    struct archive_event event = {.kind = "cancelled", .color = WHITE};
    match.outcome = (struct outcome){RESULT_NONE, REASON_CANCELLED};
    match.revision++;
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    fixture_open_again(fixture);
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
    struct archived_match match = fixture_create(fixture, "one", "fuel"), read;
    struct archived_turns turns;
    assert_int_equal(match.revision, 1);
    fixture_play(fixture, &match, "e2e4");
    match.draw_offer = BLACK;
    match.takeback = WHITE;
    match.takeback_ply = 1;
    match.listed = false;
    match.outcome = (struct outcome){RESULT_DRAW, REASON_AGREEMENT};
    fixture_play(fixture, &match, "e7e5");
    fixture_open_again(fixture);
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
    fixture_assert_turns(fixture, "one", "e2e4 e7e5");
}

static size_t count_rows(struct fixture *fixture, const char *question)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(fixture->path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, question, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    size_t count = (size_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return count;
}

// A match like another one, with a text.
static void create_with_text(struct fixture *fixture, const struct archived_match *model, const char *id,
                             const char *text)
{
    struct archived_match match = *model, read;
    struct archived_turns turns;
    char copy[64];
    snprintf(match.id, sizeof match.id, "%s", id);
    snprintf(match.title, sizeof match.title, "Mine");
    snprintf(match.definition, sizeof match.definition, "0123456789abcdef");
    snprintf(copy, sizeof copy, "%s", text);
    match.text = copy;
    assert_true(archive_create(fixture->archive, &match, NULL, NULL));
    assert_true(match.has_text);
    fixture_play(fixture, &match, "e2e4");
    assert_true(archive_load(fixture->archive, id, &read, &turns, NULL));
    assert_string_equal(read.text, text);
    assert_string_equal(read.title, "Mine");
    assert_string_equal(read.definition, "0123456789abcdef");
    archived_match_clear(&read);
    archived_turns_clear(&turns);
}

static void test_texts(void **state)
{
    static const char texts[] = "SELECT count(*) FROM texts";
    struct fixture *fixture = *state;
    struct archived_match model = fixture_create(fixture, "model", "fuel"), read;
    struct archived_turns turns;
    create_with_text(fixture, &model, "one", "[mine:chess]");
    create_with_text(fixture, &model, "two", "[mine:chess]");
    create_with_text(fixture, &model, "three", "[mine:fuel]");
    assert_int_equal(count_rows(fixture, texts), 2);
    fixture_open_again(fixture);
    assert_true(archive_load(fixture->archive, "model", &read, &turns, NULL));
    assert_false(read.has_text);
    assert_null(read.text);
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    assert_true(archive_load(fixture->archive, "two", &read, &turns, NULL));
    assert_string_equal(read.text, "[mine:chess]");
    archived_match_clear(&read);
    archived_turns_clear(&turns);
    // The last match with a text takes it along.
    assert_true(archive_delete(fixture->archive, (const char[][ARCHIVE_ID_SIZE]){"one"}, 1, INT64_MAX, NULL));
    assert_int_equal(count_rows(fixture, texts), 2);
    assert_true(archive_delete(fixture->archive, (const char[][ARCHIVE_ID_SIZE]){"two"}, 1, INT64_MAX, NULL));
    assert_int_equal(count_rows(fixture, texts), 1);
    archived_match_clear(&model);
}

static void assert_texts(struct fixture *fixture, int64_t count, int64_t bytes)
{
    struct archive_texts texts = archive_texts(fixture->archive);
    assert_int_equal(texts.count, count);
    assert_int_equal(texts.bytes, bytes);
    assert_int_equal(count_rows(fixture, "SELECT count(*) FROM texts"), count);
}

static bool begin_with_text(struct fixture *fixture, const struct archived_match *model, const char *id,
                            char *text, struct error *err)
{
    struct archived_match match = *model;
    snprintf(match.id, sizeof match.id, "%s", id);
    match.text = text;
    return archive_create(fixture->archive, &match, NULL, err);
}

static void limit_texts(struct fixture *fixture, int64_t count, int64_t bytes)
{
    archive_limit_texts(fixture->archive, &(struct archive_texts){count, bytes});
}

// There is an end to how many texts are kept, and to their size; known ones are still welcome, and matches go on.
static void test_texts_are_bounded(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match model = fixture_create(fixture, "model", "fuel"),
                          other = fixture_create(fixture, "other", "fuel");
    struct error err = {0};
    char eleven[] = "[mine:fuel]", thirteen[] = "[m\xc3\xa4rz:chess]", three[] = "[a]";
    assert_texts(fixture, 0, 0);
    limit_texts(fixture, 2, 100);
    create_with_text(fixture, &model, "one", eleven);
    create_with_text(fixture, &model, "two", thirteen);
    assert_texts(fixture, 2, 24);
    assert_false(begin_with_text(fixture, &model, "three", three, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_string_equal(err.message, "the database keeps no more than 2 texts of variants");
    create_with_text(fixture, &model, "four", eleven);
    // The size counts bytes, not characters.
    limit_texts(fixture, 10, 26);
    assert_false(begin_with_text(fixture, &model, "three", three, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    assert_non_null(strstr(err.message, "KiB of texts of variants"));
    limit_texts(fixture, 10, 27);
    create_with_text(fixture, &model, "three", three);
    assert_texts(fixture, 3, 27);
    // What is not written does not count: this id is taken.
    limit_texts(fixture, 10, 100);
    char new[] = "[b]";
    assert_false(begin_with_text(fixture, &model, "three", new, &err));
    assert_texts(fixture, 3, 27);
    // With less allowed than there is, matches go on, also with a known text; room is made by deleting the last match with a text.
    limit_texts(fixture, 1, 1);
    fixture_play(fixture, &other, "e2e4");
    create_with_text(fixture, &model, "five", thirteen);
    bool known;
    assert_true(archive_knows_text(fixture->archive, three, &known, NULL) && known);
    assert_true(archive_delete(fixture->archive, (const char[][ARCHIVE_ID_SIZE]){"two", "three"}, 2,
                               INT64_MAX, NULL));
    assert_texts(fixture, 2, 24);
    assert_true(archive_knows_text(fixture->archive, three, &known, NULL) && !known);
    assert_true(
        archive_delete(fixture->archive, (const char[][ARCHIVE_ID_SIZE]){"five"}, 1, INT64_MAX, NULL));
    assert_texts(fixture, 1, 11);
    // A deletion that fails takes no text along: the second of these is gone.
    assert_false(
        archive_delete(fixture->archive, (const char[][ARCHIVE_ID_SIZE]){"one", "five"}, 2, INT64_MAX, NULL));
    assert_texts(fixture, 1, 11);
    fixture_open_again(fixture);
    assert_texts(fixture, 1, 11);
    create_with_text(fixture, &model, "six", three);
    assert_texts(fixture, 2, 14);
    archived_match_clear(&model);
    archived_match_clear(&other);
}

static void test_secret_stays(void **state)
{
    struct fixture *fixture = *state;
    uint8_t before[ARCHIVE_HASH_SIZE], none[ARCHIVE_HASH_SIZE] = {0};
    memcpy(before, archive_secret(fixture->archive), sizeof before);
    assert_memory_not_equal(before, none, sizeof before);
    fixture_open_again(fixture);
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
    struct archived_match match = fixture_create(fixture, "one", "chess");
    struct error err = {0};
    fixture_play(fixture, &match, "e2e4");
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
    struct archived_match same = fixture_make_match("one", "chess");
    assert_false(archive_create(fixture->archive, &same, NULL, &err));
    archived_match_clear(&same);
    fixture_assert_turns(fixture, "one", "e2e4");
    fixture_play(fixture, &match, "e7e5");
    fixture_assert_turns(fixture, "one", "e2e4 e7e5");
    archived_match_clear(&match);
}

static void test_takes_back(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match match = fixture_create(fixture, "one", "chess");
    fixture_play(fixture, &match, "e2e4");
    fixture_play(fixture, &match, "e7e5");
    fixture_play(fixture, &match, "g1f3");
    struct archive_event event = {.took_back = true, .kind = "takeback", .color = WHITE};
    match.revision++;
    match.ply = 1;
    match.side = BLACK;
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    fixture_assert_turns(fixture, "one", "e2e4");
    fixture_play(fixture, &match, "c7c5");
    fixture_assert_turns(fixture, "one", "e2e4 c7c5");
    archived_match_clear(&match);
}

static void test_rematch_is_one(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match first = fixture_create(fixture, "one", "chess"), read;
    struct archived_match second = fixture_make_match("two", "chess"),
                          third = fixture_make_match("three", "chess");
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
        *match = fixture_make_match(ids[i], "hamiltonian");
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
    fixture_open_again(fixture);
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
    struct archived_match a = fixture_create(fixture, "a", "fuel"), b = fixture_create(fixture, "b", "chess"),
                          c = fixture_create(fixture, "c", "fuel");
    int64_t count;
    fixture_play(fixture, &a, "e2e4"); // now Black, the engine, is to move
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 10}, "a c b ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 2}, "a c ");
    assert_list(fixture, (struct archive_query){.before = c.change, .limit = 2}, "b ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .game = "fuel"}, "a c ");
    char due[256] = "";
    assert_true(archive_due(fixture->archive, 10, add_due, due, NULL));
    assert_string_equal(due, "a ");
    a.outcome = (struct outcome){RESULT_WHITE, REASON_CHECKMATE};
    fixture_play(fixture, &a, "e7e5");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .finished = true}, "a ");
    assert_list(fixture, (struct archive_query){.before = INT64_MAX, .limit = 9, .ongoing = true}, "c b ");
    assert_true(archive_count(fixture->archive, &count, NULL));
    assert_int_equal(count, 3);
    archived_match_clear(&a);
    archived_match_clear(&b);
    archived_match_clear(&c);
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
    struct archived_match one = fixture_create(fixture, "one", "chess"),
                          two = fixture_make_match("two", "chess"), read;
    struct archived_turns turns;
    struct error err = {0};
    int64_t count, now = one.created;
    fixture_play(fixture, &one, "e2e4");
    assert_true(archive_create(fixture->archive, &two, &one, NULL));
    struct archived_match three = fixture_create(fixture, "three", "chess");
    fixture_play(fixture, &three, "e2e4");
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
    assert_refused(fixture, "hello", 5, "not a database");
    assert_refused(fixture, header, 99, "not a database");
    assert_refused(fixture, header, 100, "another program");
    snprintf(header + 68, 5, "Leap");
    header[63] = 99;
    assert_refused(fixture, header, 100, "newer version of Leaper");
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
        cmocka_unit_test_setup_teardown(test_keeps_that_a_match_was_cancelled, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_keeps_everything, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_texts, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_texts_are_bounded, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_secret_stays, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_no_such_match, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_refused_changes_leave_nothing, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_takes_back, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_rematch_is_one, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_series_goes_back_as_far_as_asked, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_lists, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_lists_follow_an_index, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_deletes, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_one_owner, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_refuses_foreign_files, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_usual_place, fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
