// SPDX-License-Identifier: GPL-3.0-or-later
// The fair queue for engines: who is served next, for how long, and what happens when it is full. Time is counted here,
// never measured.
#include "server/match/fair.h"

#include "server/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { QUICK = 100, FULL = 3000 };

static struct address client(unsigned number)
{
    return (struct address){
        .bytes = {[10] = 0xff, [11] = 0xff, [14] = (uint8_t)(number >> 8), [15] = (uint8_t)number}};
}

static bool add(struct fair *fair, unsigned whose, unsigned number, unsigned wanted)
{
    char id[ARCHIVE_ID_SIZE];
    struct address address = client(whose);
    snprintf(id, sizeof id, "%u-%u", whose, number);
    return fair_add(fair, id, &address, wanted);
}

// Takes the next job and completes it after the time that it may have. Returns whose it was.
static unsigned serve(struct fair *fair)
{
    struct fair_job job;
    assert_true(fair_take(fair, &job));
    fair_done(fair, &job, fair_time(fair, &job));
    return (unsigned)job.client.bytes[14] << 8 | job.client.bytes[15];
}

static void test_one_client_after_the_other(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    for (unsigned i = 0; i < 4; i++)
        assert_true(add(fair, 1, i, FULL));
    assert_true(add(fair, 2, 0, FULL));
    assert_true(add(fair, 2, 1, FULL));
    static const unsigned order[] = {1, 2, 1, 2, 1, 1};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        assert_int_equal(serve(fair), order[i]);
    struct fair_job job;
    assert_false(fair_take(fair, &job));
    fair_free(fair);
}

// Somebody else's single quick reply is next, after as many full-strength matches as one client can queue.
static void test_many_matches_delay_nobody_else(void **state)
{
    (void)state;
    for (unsigned engines = 1; engines <= 2; engines++) {
        struct fair *fair = fair_new(engines);
        struct fair_job busy[2];
        for (unsigned i = 0; i < 300; i++)
            assert_int_equal(add(fair, 1, i, FULL), i < LIMIT_QUEUE_CLIENT);
        for (unsigned i = 0; i < engines; i++)
            assert_true(fair_take(fair, &busy[i]));
        assert_true(add(fair, 2, 0, QUICK));
        // No engine is free, but those that are searching will be soon.
        for (unsigned i = 0; i < engines; i++) {
            assert_in_range(fair_time(fair, &busy[i]), FAIR_LEAST, FAIR_PATIENCE);
            fair_done(fair, &busy[i], FAIR_LEAST);
        }
        assert_int_equal(serve(fair), 2);
        fair_free(fair);
    }
}

// Time counts, not turns: a client whose matches think thirty times as long is served a thirtieth as often.
static void test_shares_of_time(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    unsigned spent[3] = {0}, served[3] = {0};
    for (unsigned number = 0; number < 400; number++) {
        if (number == 0 || fair_waiting(fair) < 2) {
            struct address quick = client(1), slow = client(2);
            if (!fair_waiting_of(fair, &quick))
                add(fair, 1, number, QUICK);
            if (!fair_waiting_of(fair, &slow))
                add(fair, 2, number, FULL);
        }
        struct fair_job job;
        assert_true(fair_take(fair, &job));
        unsigned whose = job.client.bytes[15];
        // The next one is queued before this one is done, so that both clients are always waiting.
        add(fair, whose, number + 1000, job.wanted);
        fair_done(fair, &job, job.wanted);
        spent[whose] += job.wanted;
        served[whose]++;
    }
    assert_true(served[1] > 20 * served[2] && served[2] >= 10);
    assert_in_range(spent[1], spent[2] - FULL, spent[2] + FULL);
    fair_free(fair);
}

// Nobody can save up time while absent.
static void test_no_credit_for_the_past(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    unsigned served = 0;
    for (unsigned i = 0; i < 50; i++)
        add(fair, 1, i, FULL);
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(serve(fair), 1);
    for (unsigned i = 0; i < 20; i++)
        add(fair, 2, i, FULL);
    for (unsigned i = 0; i < 10; i++)
        served += serve(fair) == 1;
    assert_in_range(served, 4, 6);
    fair_free(fair);
}

// Among the matches of one client, quick replies overtake slow ones, which are still played.
static void test_within_a_client(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    struct fair_job job;
    for (unsigned i = 0; i < 40; i++)
        add(fair, 1, i, FULL);
    assert_true(fair_take(fair, &job));
    fair_done(fair, &job, FULL);
    add(fair, 1, 99, QUICK);
    // The others were queued earlier, all at once; one queued now comes after the quick one.
    add(fair, 1, 100, FULL);
    unsigned quick = 0, late = 0;
    for (unsigned i = 1; fair_take(fair, &job); i++) {
        if (!strcmp(job.id, "1-99"))
            quick = i;
        if (!strcmp(job.id, "1-100"))
            late = i;
        fair_done(fair, &job, QUICK);
    }
    assert_true(quick > 0 && quick < late);
    // A stream of quick ones does not keep a slow one waiting forever.
    add(fair, 1, 0, FULL);
    for (unsigned i = 1;; i++) {
        assert_true(i <= FULL / QUICK + 2);
        add(fair, 1, i, QUICK);
        assert_true(fair_take(fair, &job));
        fair_done(fair, &job, QUICK);
        if (!strcmp(job.id, "1-0"))
            break;
    }
    fair_free(fair);
}

// The time for a reply: the level's own while there are enough engines, then a share of it, but never nothing.
static void test_time(void **state)
{
    (void)state;
    struct fair *fair = fair_new(2);
    struct fair_job first, second;
    add(fair, 1, 0, FULL);
    assert_true(fair_take(fair, &first));
    assert_int_equal(fair_time(fair, &first), FULL);
    add(fair, 1, 1, FULL);
    assert_int_equal(fair_time(fair, &first), FULL);
    add(fair, 1, 2, FULL);
    assert_int_equal(fair_time(fair, &first), FULL * 2 / 3);
    assert_true(fair_take(fair, &second));
    assert_int_equal(fair_time(fair, &first), FULL * 2 / 3);
    // A client is waiting that no engine is working for.
    add(fair, 2, 0, FULL);
    assert_int_equal(fair_time(fair, &first), FAIR_PATIENCE);
    fair_done(fair, &first, FAIR_PATIENCE);
    assert_true(fair_take(fair, &first));
    assert_int_equal(first.client.bytes[15], 2);
    assert_int_equal(fair_time(fair, &first), FULL);
    assert_int_equal(fair_time(fair, &second), FULL * 2 / 4);
    for (unsigned i = 10; i < 100; i++)
        add(fair, 1, i, FULL);
    assert_int_equal(fair_time(fair, &second), FAIR_LEAST);
    assert_int_equal(fair_time(fair, &first), FULL);
    // A level that needs less gets all that it needs.
    second.wanted = FAIR_LEAST / 2;
    assert_int_equal(fair_time(fair, &second), FAIR_LEAST / 2);
    fair_free(fair);
}

static void test_once_each(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    struct address address = client(1);
    assert_true(add(fair, 1, 0, FULL));
    assert_true(add(fair, 1, 0, FULL));
    assert_true(fair_add(fair, "1-0", &(struct address){{0}}, QUICK));
    assert_int_equal(fair_waiting(fair), 1);
    assert_int_equal(fair_waiting_of(fair, &address), 1);
    assert_int_equal(serve(fair), 1);
    assert_int_equal(fair_waiting(fair), 0);
    fair_free(fair);
}

// When the queue is full, a newcomer takes the place of a client that has several.
static void test_full(void **state)
{
    (void)state;
    struct fair *fair = fair_new(1);
    struct address greedy = client(1), newcomer = client(99);
    for (unsigned whose = 1; whose <= LIMIT_QUEUE / LIMIT_QUEUE_CLIENT; whose++)
        for (unsigned i = 0; i < LIMIT_QUEUE_CLIENT; i++)
            assert_true(add(fair, whose, i, FULL));
    assert_int_equal(fair_waiting(fair), LIMIT_QUEUE);
    // The caller must know that a match is no longer in the queue.
    assert_false(add(fair, 99, 0, QUICK));
    assert_int_equal(fair_waiting(fair), LIMIT_QUEUE);
    assert_int_equal(fair_waiting_of(fair, &newcomer), 1);
    assert_false(add(fair, 1, 1000, FULL));
    assert_in_range(fair_waiting_of(fair, &greedy), LIMIT_QUEUE_CLIENT - 1, LIMIT_QUEUE_CLIENT);
    // If nobody has several: first come, first served.
    while (fair_waiting(fair))
        serve(fair);
    for (unsigned i = 0; i < LIMIT_QUEUE; i++)
        assert_true(add(fair, 1000 + i, 0, FULL));
    assert_false(add(fair, 1, 0, QUICK));
    assert_int_equal(fair_waiting_of(fair, &greedy), 0);
    fair_free(fair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_client_after_the_other),
        cmocka_unit_test(test_many_matches_delay_nobody_else),
        cmocka_unit_test(test_shares_of_time),
        cmocka_unit_test(test_no_credit_for_the_past),
        cmocka_unit_test(test_within_a_client),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_once_each),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
