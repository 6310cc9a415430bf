// SPDX-License-Identifier: GPL-3.0-or-later
// For how long players may be away, by their clocks; and how long they were, when they come and go.
#include "server/presence/away.h"

#include "server/limits.h"
#include "server/presence/presence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static int64_t patience(const char *control)
{
    struct time_control read;
    assert_true(time_control_read(control, &read, NULL));
    return away_patience(&read);
}

static void test_patience(void **state)
{
    (void)state;
    static const struct {
        const char *control;
        int64_t milliseconds;
    } cases[] = {
        {"none", 0},         {"1+0", AWAY_LEAST}, {"3+2", 26000},       {"5+0", 30000},       {"5+3", 42000},
        {"5d3", 42000},      {"10+5", 80000},     {"30+20", AWAY_MOST}, {"180+0", AWAY_MOST}, {"181+0", 0},
        {"30s", AWAY_LEAST}, {"2m", 60000},       {"60m", AWAY_MOST},   {"61m", 0},           {"3days", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(patience(cases[i].control), cases[i].milliseconds);
}

// Moves the time without waiting.
static void pass(struct served *served, int64_t milliseconds)
{
    atomic_fetch_add(&served->ahead, milliseconds);
}

static void test_absence(void **state)
{
    (void)state;
    enum { PATIENCE = 60000, SLACK = 20000 };
    struct served served = {0};
    struct presence *presence = presence_new(&served);
    const struct visitor white = {.id = "m", .seats = 1U << WHITE}, black = {.id = "m", .seats = 1U << BLACK};
    assert_true(presence_away(presence, "m", WHITE, PATIENCE) == NO_DEADLINE);
    presence_come(presence, &black);
    assert_true(presence_away(presence, "m", BLACK, PATIENCE) == NO_DEADLINE);
    int64_t until = presence_away(presence, "m", WHITE, PATIENCE);
    assert_true(until > served_now(&served) && until <= served_now(&served) + PATIENCE);
    // Coming back takes away what had come together, as slowly as it did.
    pass(&served, 40000);
    presence_come(presence, &white);
    presence_come(presence, &white);
    presence_leave(presence, &white);
    assert_true(presence_away(presence, "m", WHITE, PATIENCE) == NO_DEADLINE);
    presence_leave(presence, &white);
    until = presence_away(presence, "m", WHITE, PATIENCE);
    assert_true(until <= served_now(&served) + PATIENCE - 40000 + SLACK);
    presence_come(presence, &white);
    pass(&served, 40000);
    presence_leave(presence, &white);
    until = presence_away(presence, "m", WHITE, PATIENCE);
    assert_true(until > served_now(&served) + PATIENCE - SLACK);
    // A request is a sign.
    pass(&served, 40000);
    presence_show(presence, "m", 1U << WHITE);
    presence_show(presence, "other", 1U << WHITE);
    until = presence_away(presence, "m", WHITE, PATIENCE);
    assert_true(until > served_now(&served) + PATIENCE - SLACK);
    presence_leave(presence, &black);
    assert_true(presence_away(presence, "m", WHITE, PATIENCE) == NO_DEADLINE);
    presence_free(presence);
}

// Milliseconds for which White counts as away while Black, or somebody else who comes now, has a stream of that match.
static int64_t seen_away(struct presence *presence, const struct served *served, const char *id)
{
    const struct visitor watcher = {.id = id};
    presence_come(presence, &watcher);
    int64_t away = served_now(served) - presence_away(presence, id, WHITE, 0);
    presence_leave(presence, &watcher);
    return away;
}

static void test_nobody_there(void **state)
{
    (void)state;
    enum { SLACK = 5000 };
    struct served served = {0};
    struct presence *presence = presence_new(&served);
    const struct visitor white = {.id = "m", .seats = 1U << WHITE}, black = {.id = "m", .seats = 1U << BLACK};
    // Black loads the page again: White's absence is as long as it was, and no longer.
    presence_come(presence, &black);
    pass(&served, 30000);
    for (int i = 0; i < 3; i++) {
        presence_leave(presence, &black);
        assert_true(presence_away(presence, "m", WHITE, 0) == NO_DEADLINE);
        pass(&served, PRESENCE_PAUSE - SLACK);
        presence_come(presence, &black);
        assert_in_range(seen_away(presence, &served, "m"), 30000, 30000 + SLACK);
    }
    // Both are cut off.
    presence_come(presence, &white);
    pass(&served, 60000);
    presence_leave(presence, &black);
    presence_leave(presence, &white);
    pass(&served, PRESENCE_PAUSE - SLACK);
    presence_come(presence, &black);
    assert_in_range(seen_away(presence, &served, "m"), 0, SLACK);
    // White plays without a stream.
    pass(&served, 30000);
    presence_leave(presence, &black);
    presence_show(presence, "m", white.seats);
    assert_in_range(seen_away(presence, &served, "m"), 0, SLACK);
    // Black comes back late.
    presence_come(presence, &black);
    pass(&served, 30000);
    presence_leave(presence, &black);
    pass(&served, PRESENCE_PAUSE + 1);
    presence_come(presence, &black);
    assert_in_range(seen_away(presence, &served, "m"), 0, SLACK);
    presence_leave(presence, &black);
    presence_free(presence);
}

static void test_what_is_kept(void **state)
{
    (void)state;
    enum { AWAY = 30000, SLACK = 5000 };
    struct served served = {0};
    struct presence *presence = presence_new(&served);
    char ids[LIMIT_STREAMS + 1][ARCHIVE_ID_SIZE];
    for (int i = 0; i <= LIMIT_STREAMS; i++) {
        snprintf(ids[i], sizeof ids[i], "m%d", i);
        const struct visitor black = {.id = ids[i], .seats = 1U << BLACK};
        presence_come(presence, &black);
    }
    pass(&served, AWAY);
    for (int i = 0; i <= LIMIT_STREAMS; i++) {
        const struct visitor black = {.id = ids[i], .seats = 1U << BLACK};
        presence_leave(presence, &black);
        pass(&served, 1);
    }
    // One too many: the oldest.
    assert_in_range(seen_away(presence, &served, ids[1]), AWAY, AWAY + SLACK);
    assert_in_range(seen_away(presence, &served, ids[0]), 0, SLACK);
    // What only people have seen who watch is of no use to anybody.
    const struct visitor watcher = {.id = "watched"};
    presence_come(presence, &watcher);
    pass(&served, AWAY);
    assert_in_range(seen_away(presence, &served, "watched"), AWAY, AWAY + SLACK);
    presence_leave(presence, &watcher);
    assert_in_range(seen_away(presence, &served, "watched"), 0, SLACK);
    presence_free(presence);
}

static void test_news(void **state)
{
    (void)state;
    struct served served = {0};
    struct presence *presence = presence_new(&served);
    const struct visitor one = {.id = "m"}, other = {.id = "m", .client = {.bytes = {9}}};
    char id[ARCHIVE_ID_SIZE];
    presence_come(presence, &one);
    assert_true(presence_take_news(presence, id));
    presence_come(presence, &other);
    assert_int_equal(presence_watchers(presence, "m"), 2);
    assert_true(presence_take_news(presence, id));
    assert_string_equal(id, "m");
    assert_false(presence_take_news(presence, id));
    for (int i = 0; i < 5; i++)
        presence_come(presence, &other);
    assert_int_equal(presence_watchers(presence, "m"), 5);
    assert_true(presence_take_news(presence, id));
    for (int i = 0; i < 2; i++)
        presence_leave(presence, &other);
    // There are as many as before, by what one client counts.
    assert_false(presence_take_news(presence, id));
    for (int i = 0; i < 4; i++)
        presence_leave(presence, &other);
    assert_int_equal(presence_watchers(presence, "m"), 1);
    presence_leave(presence, &one);
    assert_false(presence_take_news(presence, id));
    assert_int_equal(presence_watchers(presence, "m"), 0);
    presence_free(presence);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patience),     cmocka_unit_test(test_absence),
        cmocka_unit_test(test_nobody_there), cmocka_unit_test(test_what_is_kept),
        cmocka_unit_test(test_news),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
