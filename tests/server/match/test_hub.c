// SPDX-License-Identifier: GPL-3.0-or-later
// Matches are loaded once, however many threads want them at the same time, and a slow load delays nobody else.
#include "server/match/hub.h"

#include "archive/store.h"
#include "base/memory.h"
#include "server/limits.h"
#include "server/time/match_clock.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MATCHES = LIMIT_CACHED + 8, THREADS = 8, ROUNDS = 400 };

struct fixture {
    char directory[64], path[96];
    struct archive *archive;
    struct hub *hub;
    struct served served;
};

static void make_id(char id[ARCHIVE_ID_SIZE], unsigned number)
{
    snprintf(id, ARCHIVE_ID_SIZE, "match%u", number);
}

// Writes a new match to the archive; the session that it begins with.
static struct session *create(struct archive *archive, const char *id, struct archived_match *match)
{
    const struct game *game = game_find("fuel", NULL);
    struct parameters parameters;
    game_defaults(game, &parameters);
    parameters.value[0] = 999;
    struct session *session = session_new(game, &parameters, NULL, NULL);
    *match = (struct archived_match){.listed = true};
    match_fill_row(match, session);
    memcpy(match->id, id, strlen(id) + 1);
    match->seats[WHITE].kind = match->seats[BLACK].kind = SEAT_HUMAN;
    assert_true(archive_create(archive, match, NULL, NULL));
    return session;
}

static void add_match(struct archive *archive, const char *id, unsigned turns)
{
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    struct archived_match match;
    session_free(create(archive, id, &match));
    for (unsigned i = 0; i < turns; i++) {
        struct archive_event event = {.turn = shuffle[i % 4]};
        match.revision++;
        match.ply++;
        match.side = other_color(match.side);
        assert_true(archive_update(archive, &match, &event, NULL));
    }
    archived_match_clear(&match);
}

static int set_up(void **state)
{
    struct fixture *fixture = memory_resize(NULL, 1, sizeof *fixture);
    *fixture = (struct fixture){0};
    snprintf(fixture->directory, sizeof fixture->directory, "/tmp/leaper-hub-XXXXXX");
    *state = fixture;
    if (!mkdtemp(fixture->directory))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/games.db", fixture->directory);
    fixture->archive = archive_open(fixture->path, NULL);
    fixture->hub = hub_new(fixture->archive, &fixture->served, NULL);
    for (unsigned i = 0; i < MATCHES; i++) {
        char id[ARCHIVE_ID_SIZE];
        make_id(id, i);
        add_match(fixture->archive, id, i % 5);
    }
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    hub_free(fixture->hub);
    archive_close(fixture->archive);
    unlink(fixture->path);
    int status = rmdir(fixture->directory);
    free(fixture);
    return status;
}

// Acquires and releases matches as requests do; counts visits in the match itself.
static void *come_and_go(void *context)
{
    struct hub *hub = context;
    struct problem problem;
    unsigned number = 1;
    for (int i = 0; i < ROUNDS; i++) {
        char id[ARCHIVE_ID_SIZE];
        number = number * 1103515245U + 12345U;
        // Mostly a few popular matches, and now and then any of them, so that some are dropped and loaded again.
        make_id(id, number >> 16 & 1 ? (unsigned)i % MATCHES : number >> 17 & 3);
        struct match *match = hub_acquire(hub, id, &problem);
        struct match *again = hub_acquire(hub, id, &problem);
        if (!match || match != again || strcmp(match->id, id) != 0)
            return context;
        pthread_mutex_lock(&match->lock);
        bool right = match->session->count == match->row.ply;
        pthread_mutex_unlock(&match->lock);
        hub_release(hub, again);
        hub_release(hub, match);
        if (!right)
            return context;
    }
    return NULL;
}

static void test_each_match_is_in_memory_once(void **state)
{
    struct fixture *fixture = *state;
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, fixture->hub), 0);
    for (int i = 0; i < THREADS; i++) {
        void *complaint;
        pthread_join(threads[i], &complaint);
        assert_null(complaint);
    }
}

static void *acquire_last(void *context)
{
    char id[ARCHIVE_ID_SIZE];
    struct problem problem;
    make_id(id, MATCHES - 1);
    struct match *match = hub_acquire(context, id, &problem);
    hub_release(context, match);
    return match;
}

// While all connections for reading are in use nothing can be read, but matches in memory can be acquired. (If the hub were
// locked meanwhile, this test would never end.)
static void test_matches_in_memory_are_acquired_at_once(void **state)
{
    struct fixture *fixture = *state;
    struct connection *taken[READERS];
    struct problem problem;
    pthread_t thread;
    void *match;
    hub_release(fixture->hub, hub_acquire(fixture->hub, "match0", &problem));
    for (int i = 0; i < READERS; i++)
        taken[i] = store_reader(fixture->archive, NULL);
    assert_int_equal(pthread_create(&thread, NULL, acquire_last, fixture->hub), 0);
    for (int i = 0; i < 100; i++) {
        usleep(1000);
        match = hub_acquire(fixture->hub, "match0", &problem);
        assert_non_null(match);
        hub_release(fixture->hub, match);
    }
    for (int i = 0; i < READERS; i++)
        store_reader_done(fixture->archive, taken[i]);
    pthread_join(thread, &match);
    assert_non_null(match);
}

static void test_missing_matches_are_not_found(void **state)
{
    struct fixture *fixture = *state;
    struct problem problem = {.code = PROBLEM_NONE};
    assert_null(hub_acquire(fixture->hub, "nobody", &problem));
    assert_int_equal(problem.code, PROBLEM_NO_MATCH);
    assert_null(hub_acquire(fixture->hub, "nobody", &problem));
}

static void test_new_matches_need_not_be_read(void **state)
{
    struct fixture *fixture = *state;
    struct problem problem;
    struct archived_match row;
    struct session *session = create(fixture->archive, "new", &row);
    struct match *match = hub_add(fixture->hub, &row, session);
    assert_ptr_equal(match->session, session);
    assert_ptr_equal(hub_acquire(fixture->hub, "new", &problem), match);
    hub_release(fixture->hub, match);
    hub_release(fixture->hub, match);
    archived_match_clear(&row);

    // Another thread may have seen it in a list and read it.
    session = create(fixture->archive, "seen", &row);
    match = hub_acquire(fixture->hub, "seen", &problem);
    assert_ptr_equal(hub_add(fixture->hub, &row, session), match);
    assert_string_equal(match->row.start, row.start);
    hub_release(fixture->hub, match);
    hub_release(fixture->hub, match);
    archived_match_clear(&row);
}

static void visit_all(struct hub *hub)
{
    for (unsigned i = 0; i < MATCHES; i++) {
        char id[ARCHIVE_ID_SIZE];
        struct problem problem;
        make_id(id, i);
        hub_release(hub, hub_acquire(hub, id, &problem));
    }
}

static void test_watched_matches_stay_in_memory(void **state)
{
    struct fixture *fixture = *state;
    struct problem problem;
    struct match *match = hub_acquire(fixture->hub, "match0", &problem);
    match->draw_from[WHITE] = 17; // which is not on disk
    hub_keep(fixture->hub, match);
    hub_release(fixture->hub, match);
    visit_all(fixture->hub);
    assert_ptr_equal(hub_acquire(fixture->hub, "match0", &problem), match);
    assert_int_equal(match->draw_from[WHITE], 17);
    hub_release(fixture->hub, match);
    hub_release(fixture->hub, match); // the one that kept it
    visit_all(fixture->hub);
    match = hub_acquire(fixture->hub, "match0", &problem);
    assert_int_equal(match->draw_from[WHITE], 0);
    hub_release(fixture->hub, match);
}

// Only new matches have all of it.
static void test_time_for_the_network_does_not_come_back_by_reading(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match row;
    struct problem problem;
    struct session *session = create(fixture->archive, "spent", &row);
    struct match *match = hub_add(fixture->hub, &row, session);
    assert_int_equal(match->lag_left[WHITE], CLOCK_LAG_TOTAL);
    assert_int_equal(match->lag_left[BLACK], CLOCK_LAG_TOTAL);
    while (clock_allow_lag(&match->lag_left[WHITE], CLOCK_LAG) > CLOCK_LAG_PART)
        ;
    hub_release(fixture->hub, match);
    archived_match_clear(&row);
    visit_all(fixture->hub);
    match = hub_acquire(fixture->hub, "spent", &problem);
    assert_int_equal(match->lag_left[WHITE], CLOCK_LAG_PART);
    assert_int_equal(match->lag_left[BLACK], CLOCK_LAG_PART);
    hub_release(fixture->hub, match);
}

static void test_what_would_take_long_is_left(void **state)
{
    struct fixture *fixture = *state;
    struct problem problem = {.code = PROBLEM_NONE};
    add_match(fixture->archive, "short", LIMIT_SHORT);
    add_match(fixture->archive, "long", LIMIT_SHORT + 1);
    struct match *match = hub_acquire_soon(fixture->hub, "short", &problem);
    assert_non_null(match);
    hub_release(fixture->hub, match);
    assert_null(hub_acquire_soon(fixture->hub, "long", &problem));
    assert_int_equal(problem.code, PROBLEM_NONE);
    // In memory it can be had at once.
    match = hub_acquire(fixture->hub, "long", &problem);
    assert_ptr_equal(hub_acquire_soon(fixture->hub, "long", &problem), match);
    hub_release(fixture->hub, match);
    hub_release(fixture->hub, match);
    assert_null(hub_acquire_soon(fixture->hub, "nobody", &problem));
    assert_int_equal(problem.code, PROBLEM_NO_MATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_each_match_is_in_memory_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_matches_in_memory_are_acquired_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_new_matches_need_not_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_watched_matches_stay_in_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_time_for_the_network_does_not_come_back_by_reading, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_what_would_take_long_is_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_missing_matches_are_not_found, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
