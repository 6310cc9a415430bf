// SPDX-License-Identifier: GPL-3.0-or-later
// Which matches without a turn may be deleted because nobody plays them.
#include "archive/archive.h"
#include "support/archived.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ENGINE, PAIRED, LOCAL, OVER, KINDS };

static const char *const ids[KINDS] = {"engine", "paired", "local", "over"};

static void tick_off(void *context, const char *id)
{
    bool *old = context;
    for (int i = 0; i < KINDS; i++)
        old[i] = old[i] || !strcmp(id, ids[i]);
}

// Two people who have taken their seats may take their time; over, or on one machine, their match goes as all others do.
static void test_two_people_may_take_their_time(void **state)
{
    struct fixture *fixture = *state;
    struct archived_match matches[KINDS];
    for (int i = 0; i < KINDS; i++) {
        matches[i] = fixture_make_match(ids[i], "chess");
        matches[i].seats[BLACK].kind = i == ENGINE ? SEAT_ENGINE : SEAT_HUMAN;
        matches[i].local = i == LOCAL;
        assert_true(archive_create(fixture->archive, &matches[i], NULL, NULL));
    }
    matches[OVER].outcome = (struct outcome){RESULT_WHITE, REASON_RESIGNATION};
    matches[OVER].revision++;
    assert_true(archive_update(fixture->archive, &matches[OVER], &(struct archive_event){0}, NULL));
    bool old[KINDS] = {false};
    struct archive_age age = {AGE_UNTOUCHED, matches[OVER].created + 3600, 0};
    assert_true(archive_old(fixture->archive, &age, tick_off, old, NULL));
    for (int i = 0; i < KINDS; i++) {
        assert_int_equal(old[i], i != PAIRED);
        archived_match_clear(&matches[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_two_people_may_take_their_time, fixture_set_up,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
