// SPDX-License-Identifier: GPL-3.0-or-later
// Flags fall when their time has come, earliest first, whatever is set meanwhile; the time served survives.
#include "server/time/flags.h"

#include "support/archived.h"

#include <pthread.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// More than are looked up together.
enum { STUBBORN = 70 };

struct fallen {
    struct archive *archive;
    pthread_mutex_t lock;
    pthread_cond_t more;
    char ids[16][ARCHIVE_ID_SIZE];
    size_t count, refusals;
    bool begun, released; // what takes long
};

static struct archived_match create(struct fixture *fixture, const char *id, int64_t deadline)
{
    struct archived_match match = fixture_make_match(id, "fuel");
    match.clock.control = (struct time_control){.mode = TIME_FIXED, .main = 1000};
    match.deadline = deadline;
    assert_true(archive_create(fixture->archive, &match, NULL, NULL));
    return match;
}

// What takes long ends when the test says so.
static void take_long(struct fallen *fallen)
{
    pthread_mutex_lock(&fallen->lock);
    fallen->begun = true;
    pthread_cond_broadcast(&fallen->more);
    while (!fallen->released)
        pthread_cond_wait(&fallen->more, &fallen->lock);
    pthread_mutex_unlock(&fallen->lock);
}

// Writes that the match has no deadline any more, as a server does.
static bool fall(void *context, const char *id, bool patient)
{
    struct fallen *fallen = context;
    if (!strncmp(id, "long", 4)) {
        if (!patient)
            return false;
        take_long(fallen);
    }
    struct archived_match match;
    struct archived_turns turns;
    struct archive_event event = {.kind = "time", .color = WHITE};
    pthread_mutex_lock(&fallen->lock);
    bool refused = fallen->refusals > 0 || !strncmp(id, "stubborn", 8);
    fallen->refusals -= fallen->refusals > 0;
    pthread_mutex_unlock(&fallen->lock);
    if (refused || !archive_load(fallen->archive, id, &match, &turns, NULL))
        return false;
    match.deadline = NO_DEADLINE;
    match.revision++;
    bool fine = archive_update(fallen->archive, &match, &event, NULL);
    archived_match_clear(&match);
    archived_turns_clear(&turns);
    pthread_mutex_lock(&fallen->lock);
    snprintf(fallen->ids[fallen->count++], ARCHIVE_ID_SIZE, "%s", id);
    pthread_cond_broadcast(&fallen->more);
    pthread_mutex_unlock(&fallen->lock);
    return fine;
}

static void wait_for(struct fallen *fallen, size_t count)
{
    pthread_mutex_lock(&fallen->lock);
    while (fallen->count < count)
        pthread_cond_wait(&fallen->more, &fallen->lock);
    pthread_mutex_unlock(&fallen->lock);
}

static struct fallen begin(struct fixture *fixture)
{
    return (struct fallen){
        .archive = fixture->archive, .lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};
}

static void test_falls_in_order(void **state)
{
    struct fixture *fixture = *state;
    struct fallen fallen = begin(fixture);
    struct served served;
    served_set(&served, 1000000);
    struct archived_match late = create(fixture, "late", 900000), early = create(fixture, "early", 800000),
                          never = create(fixture, "never", INT64_MAX - 1),
                          none = create(fixture, "none", NO_DEADLINE);
    struct flags *flags = flags_new(fixture->archive, &served, fall, &fallen);
    assert_true(flags_start(flags, NULL));
    wait_for(&fallen, 2);
    // One that is set while the thread waits for another.
    struct archived_match soon = create(fixture, "soon", served_now(&served) + 50);
    flags_set(flags, soon.deadline);
    wait_for(&fallen, 3);
    flags_stop(flags);
    flags_free(flags);
    assert_int_equal(fallen.count, 3);
    assert_string_equal(fallen.ids[0], "early");
    assert_string_equal(fallen.ids[1], "late");
    assert_string_equal(fallen.ids[2], "soon");
    int64_t stored;
    assert_true(archive_served(fixture->archive, &stored, NULL));
    assert_true(stored >= 1000000);
    struct archived_match *all[] = {&late, &early, &never, &none, &soon};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        archived_match_clear(all[i]);
}

static void test_tries_again_what_could_not_be_written(void **state)
{
    struct fixture *fixture = *state;
    struct fallen fallen = begin(fixture);
    fallen.refusals = 1;
    struct served served;
    served_set(&served, 1000000);
    struct archived_match match = create(fixture, "one", 5);
    struct flags *flags = flags_new(fixture->archive, &served, fall, &fallen);
    assert_true(flags_start(flags, NULL));
    wait_for(&fallen, 1);
    flags_stop(flags);
    flags_free(flags);
    assert_int_equal(fallen.refusals, 0);
    archived_match_clear(&match);
}

// One that cannot be read or written must not keep the others from falling.
static void test_others_fall_all_the_same(void **state)
{
    struct fixture *fixture = *state;
    struct fallen fallen = begin(fixture);
    struct served served;
    served_set(&served, 1000000);
    for (int i = 0; i < STUBBORN; i++) {
        char id[ARCHIVE_ID_SIZE];
        snprintf(id, sizeof id, "stubborn-%d", i);
        struct archived_match match = create(fixture, id, i + 1);
        archived_match_clear(&match);
    }
    struct archived_match last = create(fixture, "last", 900000);
    struct flags *flags = flags_new(fixture->archive, &served, fall, &fallen);
    assert_true(flags_start(flags, NULL));
    wait_for(&fallen, 1);
    flags_stop(flags);
    flags_free(flags);
    assert_string_equal(fallen.ids[0], "last");
    archived_match_clear(&last);
}

static void note(void *context, const char *id)
{
    struct fallen *fallen = context;
    snprintf(fallen->ids[fallen->count++], ARCHIVE_ID_SIZE, "%s", id);
}

// The second thread may have changed the first ones while the other goes through the list.
static void test_the_list_of_those_that_are_due_skips_none(void **state)
{
    struct fixture *fixture = *state;
    struct fallen fallen = begin(fixture);
    struct archived_match all[] = {create(fixture, "one", 5),   create(fixture, "two", 7),
                                   create(fixture, "three", 7), create(fixture, "four", 7),
                                   create(fixture, "five", 9),  create(fixture, "later", 11)};
    struct archive_span span = {2, INT64_MIN, 0};
    assert_true(archive_fallen(fixture->archive, 10, &span, note, &fallen, NULL));
    assert_int_equal(fallen.count, 2);
    assert_true(fall(&fallen, "one", true));
    assert_true(fall(&fallen, "two", true));
    fallen.count = 0;
    assert_true(archive_fallen(fixture->archive, 10, &span, note, &fallen, NULL));
    assert_int_equal(fallen.count, 2);
    assert_string_equal(fallen.ids[0], "three");
    assert_string_equal(fallen.ids[1], "four");
    assert_true(archive_fallen(fixture->archive, 10, &span, note, &fallen, NULL));
    assert_int_equal(fallen.count, 3);
    assert_string_equal(fallen.ids[2], "five");
    assert_true(archive_fallen(fixture->archive, 10, &span, note, &fallen, NULL));
    assert_int_equal(fallen.count, 3);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        archived_match_clear(&all[i]);
}

static int64_t deadline_after(struct fixture *fixture, int64_t time)
{
    int64_t deadline;
    assert_true(archive_deadline(fixture->archive, time, &deadline, NULL));
    return deadline;
}

static void test_the_next_deadline(void **state)
{
    struct fixture *fixture = *state;
    assert_true(deadline_after(fixture, INT64_MIN) == NO_DEADLINE);
    struct archived_match all[] = {create(fixture, "stuck", 5), create(fixture, "next", 7),
                                   create(fixture, "none", NO_DEADLINE)};
    assert_int_equal(deadline_after(fixture, INT64_MIN), 5);
    assert_int_equal(deadline_after(fixture, 4), 5);
    assert_int_equal(deadline_after(fixture, 5), 7);
    assert_true(deadline_after(fixture, 7) == NO_DEADLINE);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        archived_match_clear(&all[i]);
}

// While one takes long, others fall: those whose time has come already, and later ones.
static void test_nobody_waits_for_what_takes_long(void **state)
{
    struct fixture *fixture = *state;
    struct fallen fallen = begin(fixture);
    struct served served;
    served_set(&served, 1000000);
    struct archived_match all[] = {create(fixture, "long", 700000), create(fixture, "first", 800000),
                                   create(fixture, "second", 900000)};
    struct flags *flags = flags_new(fixture->archive, &served, fall, &fallen);
    assert_true(flags_start(flags, NULL));
    wait_for(&fallen, 2);
    pthread_mutex_lock(&fallen.lock);
    while (!fallen.begun)
        pthread_cond_wait(&fallen.more, &fallen.lock);
    pthread_mutex_unlock(&fallen.lock);
    struct archived_match soon = create(fixture, "soon", served_now(&served) + 50);
    flags_set(flags, soon.deadline);
    wait_for(&fallen, 3);
    pthread_mutex_lock(&fallen.lock);
    fallen.released = true;
    pthread_cond_broadcast(&fallen.more);
    pthread_mutex_unlock(&fallen.lock);
    wait_for(&fallen, 4);
    flags_stop(flags);
    flags_free(flags);
    assert_string_equal(fallen.ids[2], "soon");
    assert_string_equal(fallen.ids[3], "long");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        archived_match_clear(&all[i]);
    archived_match_clear(&soon);
}

// After a crash, no clock may have been started later than now.
static void test_time_served_is_never_before_the_start_of_a_clock(void **state)
{
    struct fixture *fixture = *state;
    int64_t served;
    assert_true(archive_served(fixture->archive, &served, NULL));
    assert_int_equal(served, 0);
    assert_true(archive_serve(fixture->archive, 7000, NULL));
    assert_true(archive_serve(fixture->archive, 6000, NULL));
    struct archived_match match = fixture_make_match("one", "fuel");
    match.clock =
        (struct game_clock){.control = {.mode = TIME_FISCHER, .main = 60000}, .running = true, .since = 7300};
    match.deadline = 67300;
    assert_true(archive_create(fixture->archive, &match, NULL, NULL));
    fixture_open_again(fixture);
    assert_true(archive_served(fixture->archive, &served, NULL));
    assert_int_equal(served, 7300);
    match.clock.since = 9000;
    match.revision++;
    assert_true(archive_update(fixture->archive, &match, &(struct archive_event){0}, NULL));
    assert_true(archive_served(fixture->archive, &served, NULL));
    assert_int_equal(served, 9000);
    archived_match_clear(&match);
}

static void test_a_corrupt_time_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    int64_t served;
    sqlite3 *db;
    struct error err = {0};
    assert_true(archive_serve(fixture->archive, 7000, NULL));
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE served SET time = 1 << 50", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_false(archive_served(fixture->archive, &served, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_falls_in_order, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_tries_again_what_could_not_be_written, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_others_fall_all_the_same, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_the_list_of_those_that_are_due_skips_none, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_the_next_deadline, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_nobody_waits_for_what_takes_long, fixture_set_up,
                                        fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_a_corrupt_time_is_noticed, fixture_set_up, fixture_tear_down),
        cmocka_unit_test_setup_teardown(test_time_served_is_never_before_the_start_of_a_clock, fixture_set_up,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
