// SPDX-License-Identifier: GPL-3.0-or-later
// Searching in a thread of its own: one at a time, stopped or by itself, called back once each.
#include "session/thinker.h"

#include "session/session.h"

#include "variants/games.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct answer {
    atomic_int calls;
    pthread_t by; // the thread that called
    struct search_result result;
};

static void found(void *context, const struct search_result *result)
{
    struct answer *answer = context;
    answer->result = *result;
    answer->by = pthread_self();
    atomic_fetch_add(&answer->calls, 1);
}

struct fixture {
    struct session *session;
    struct thinker *thinker;
    struct answer answer;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){.session = session_new(game_find("chess", NULL), NULL, NULL, NULL),
                               .thinker = thinker_new(1, 1, NULL)};
    *state = &fixture;
    return fixture.session && fixture.thinker ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    thinker_free(fixture->thinker);
    session_free(fixture->session);
    return 0;
}

static struct search_request request_of(const struct fixture *fixture)
{
    return (struct search_request){.position = &fixture->session->position,
                                   .history = &fixture->session->history};
}

static void test_finds_a_turn(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    request.limits.depth = 3;
    assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
    thinker_wait(fixture->thinker);
    assert_false(thinker_is_running(fixture->thinker));
    assert_int_equal(atomic_load(&fixture->answer.calls), 1);
    assert_true(session_play(fixture->session, &fixture->answer.result.turn, NULL));
}

static void test_stops_when_told(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    struct error err = {0};
    request.limits.infinite = true;
    // Again and again, so that the stop meets the search at its beginning, too.
    for (int i = 1; i <= 20; i++) {
        assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
        assert_true(thinker_is_running(fixture->thinker));
        assert_false(thinker_start(fixture->thinker, &request, found, &fixture->answer, &err));
        assert_int_equal(err.code, ERROR_BUSY);
        thinker_stop(fixture->thinker);
        thinker_wait(fixture->thinker);
        assert_int_equal(atomic_load(&fixture->answer.calls), i);
        assert_int_equal(fixture->answer.result.turn.count, 1);
    }
}

static void test_stop_without_a_search_stops_nothing_later(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    request.limits.depth = 4;
    thinker_stop(fixture->thinker);
    thinker_wait(fixture->thinker);
    assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
    thinker_wait(fixture->thinker);
    assert_int_equal(fixture->answer.result.depth, 4);
}

// To start a thread for each search would take longer than a short search does. Threads that live at the same time have
// different names, so the one that is idle between two searches must be the one that comes back.
static void test_one_thread_runs_all_searches(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    struct thinker *other = thinker_new(1, 1, NULL);
    struct answer others = {0};
    pthread_t first = 0;
    request.limits.depth = 1;
    assert_non_null(other);
    for (int i = 0; i < 10; i++) {
        assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
        thinker_wait(fixture->thinker);
        first = i ? first : fixture->answer.by;
        assert_true(pthread_equal(first, fixture->answer.by));
        // A thread that had ended would leave its name to this one.
        assert_true(thinker_start(other, &request, found, &others, NULL));
        thinker_wait(other);
        assert_false(pthread_equal(others.by, fixture->answer.by));
    }
    assert_false(pthread_equal(first, pthread_self()));
    thinker_free(other);
}

static void test_only_these_moves(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    struct turn turn;
    assert_true(session_read(fixture->session, "a2a3", &turn, NULL));
    move only[] = {turn.actions[0]};
    request.only = only;
    request.only_count = 1;
    request.limits.depth = 2;
    assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
    only[0] = MOVE_NONE; // the list was copied
    thinker_wait(fixture->thinker);
    assert_int_equal(fixture->answer.result.best, turn.actions[0]);
}

static void test_freed_while_it_runs(void **state)
{
    struct fixture *fixture = *state;
    struct search_request request = request_of(fixture);
    request.limits.infinite = true;
    assert_true(thinker_start(fixture->thinker, &request, found, &fixture->answer, NULL));
    thinker_free(fixture->thinker);
    fixture->thinker = NULL;
    assert_int_equal(atomic_load(&fixture->answer.calls), 1);
}

static void test_refuses_what_no_engine_can_have(void **state)
{
    (void)state;
    struct error err = {0};
    assert_null(thinker_new(0, 1, &err));
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_null(thinker_new(1, 0, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_finds_a_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stops_when_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_without_a_search_stops_nothing_later, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_thread_runs_all_searches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_only_these_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_freed_while_it_runs, set_up, tear_down),
        cmocka_unit_test(test_refuses_what_no_engine_can_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
