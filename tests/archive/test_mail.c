// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses for messages: when they are due, what turns do to that, and that they go with their match.
#include "archive/archive.h"
#include "support/archived.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void count_mail(void *context, const struct archived_mail *mail)
{
    int *count = context;
    *count += mail->color == BLACK;
}

static int due_at(struct fixture *fixture, int64_t now)
{
    int count = 0;
    assert_true(archive_due_mail(fixture->archive, now, 9, count_mail, &count, NULL));
    return count;
}

static void test_addresses_for_messages(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    struct archived_match match = fixture_create(fixture, "one", "chess");
    struct archived_mail mail = {.id = "one",
                                 .color = BLACK,
                                 .address = "bea@example.org",
                                 .due = NO_DEADLINE},
                         found;
    int64_t due, served;
    assert_false(archive_find_mail(fixture->archive, "one", BLACK, &found, &err));
    assert_int_equal(err.code, ERROR_NOT_FOUND);
    assert_true(archive_put_mail(fixture->archive, &mail, 50, NULL));
    // The time served is known, so that nothing becomes due late after a restart.
    assert_true(archive_served(fixture->archive, &served, NULL));
    assert_int_equal(served, 50);
    assert_true(archive_next_mail(fixture->archive, &due, NULL));
    assert_true(due == NO_DEADLINE);
    // A turn does not wake an address that nobody has confirmed, but it wakes the others.
    struct archive_event event = {.turn = "e2e4", .mail = 100};
    match.ply++;
    match.revision++;
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    assert_int_equal(due_at(fixture, 100), 0);
    struct archived_mail after = mail;
    after.state = MAIL_CONFIRMED;
    assert_true(archive_change_mail(fixture->archive, &mail, &after, 50, NULL));
    assert_false(archive_change_mail(fixture->archive, &mail, &after, 50, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    match.ply++;
    match.revision++;
    event.turn = "e7e5";
    assert_true(archive_update(fixture->archive, &match, &event, NULL));
    assert_int_equal(due_at(fixture, 99), 0);
    assert_int_equal(due_at(fixture, 100), 1);
    // Somebody who has looked before that turn leaves the moment as it is, and changes the rest.
    struct archived_mail seen = after;
    seen.told = 3;
    seen.due = 500;
    assert_true(archive_change_mail(fixture->archive, &after, &seen, 50, NULL));
    assert_true(archive_find_mail(fixture->archive, "one", BLACK, &found, NULL));
    assert_int_equal(found.told, 3);
    assert_int_equal(found.due, 100);
    seen.due = 500;
    assert_true(archive_change_mail(fixture->archive, &found, &seen, 50, NULL));
    assert_int_equal(due_at(fixture, 499), 0);
    fixture_open_again(fixture);
    assert_int_equal(due_at(fixture, 500), 1);
    // It goes with the match.
    assert_true(
        archive_delete(fixture->archive, (const char[1][ARCHIVE_ID_SIZE]){"one"}, 1, INT64_MAX, NULL));
    assert_false(archive_find_mail(fixture->archive, "one", BLACK, &found, NULL));
    assert_false(archive_put_mail(fixture->archive, &mail, 50, NULL));
    archived_match_clear(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_addresses_for_messages, fixture_set_up, fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
