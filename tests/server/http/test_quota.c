// SPDX-License-Identifier: GPL-3.0-or-later
// What each client may have and do, with a fake clock.
#include "server/http/quota.h"

#include "server/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int64_t time_now; // milliseconds

static int64_t fake_clock(void)
{
    return time_now;
}

static struct quotas *new_quotas(const char *generous)
{
    struct address_blocks blocks = {0};
    struct error err;
    if (generous)
        assert_true(address_blocks_add(&blocks, generous, &err));
    time_now = 1000;
    return quotas_new(&blocks, LIMIT_TEXTS_KEPT, fake_clock);
}

static struct address client(const char *text)
{
    struct address address;
    assert_true(address_read(&address, text, strlen(text)));
    return address_client(&address);
}

static struct address numbered(unsigned number)
{
    return (struct address){.bytes = {0x20, 1, 0xd,
                                      0xb8, [4] = (uint8_t)(number >> 24), [5] = (uint8_t)(number >> 16),
                                      [6] = (uint8_t)(number >> 8), [7] = (uint8_t)number}};
}

static void test_how_many_at_a_time(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas("198.51.100.0/24");
    struct address a = client("203.0.113.1"), b = client("203.0.113.2");
    for (int i = 0; i < LIMIT_CLIENT_STREAMS; i++)
        assert_true(quotas_enter(quotas, &a, QUOTA_STREAMS, 0));
    assert_false(quotas_enter(quotas, &a, QUOTA_STREAMS, 0));
    assert_true(quotas_enter(quotas, &b, QUOTA_STREAMS, 0));
    assert_true(quotas_enter(quotas, &a, QUOTA_CONNECTIONS, 0));
    assert_true(quotas_enter(quotas, &a, QUOTA_STREAMS, 1));
    assert_false(quotas_enter(quotas, &a, QUOTA_STREAMS, 1));
    assert_int_equal(quotas_used(quotas, &a, QUOTA_STREAMS), LIMIT_CLIENT_STREAMS + 1);
    quotas_leave(quotas, &a, QUOTA_STREAMS);
    quotas_leave(quotas, &a, QUOTA_STREAMS);
    assert_true(quotas_enter(quotas, &a, QUOTA_STREAMS, 0));
    struct address friend = client("198.51.100.7"), here = client("127.0.0.5"), six = client("::1");
    assert_int_equal(quotas_most(quotas, &a, QUOTA_STREAMS), LIMIT_CLIENT_STREAMS);
    assert_int_equal(quotas_most(quotas, &friend, QUOTA_STREAMS), LIMIT_GENEROUS_STREAMS);
    assert_int_equal(quotas_most(quotas, &here, QUOTA_CONNECTIONS), LIMIT_GENEROUS_CONNECTIONS);
    assert_int_equal(quotas_most(quotas, &six, QUOTA_TOURS), LIMIT_GENEROUS_TOURS);
    quotas_free(quotas);
}

static void test_addresses_of_one_client(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("2001:db8:1:2::1"), b = client("2001:db8:1:2:ffff::9"),
                   c = client("2001:db8:1:3::1");
    for (int i = 0; i < LIMIT_CLIENT_TOURS; i++)
        assert_true(quotas_enter(quotas, i % 2 ? &a : &b, QUOTA_TOURS, 0));
    assert_false(quotas_enter(quotas, &a, QUOTA_TOURS, 0));
    assert_false(quotas_enter(quotas, &b, QUOTA_TOURS, 0));
    assert_true(quotas_enter(quotas, &c, QUOTA_TOURS, 0));
    quotas_free(quotas);
}

static void test_requests(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1");
    for (int i = 0; i < LIMIT_BURST; i++)
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_REQUESTS), 0);
    assert_int_equal(quotas_spend(quotas, &a, QUOTA_REQUESTS), 1);
    // In the long run a fixed number per second, however they are spread.
    unsigned served = 0;
    for (int i = 0; i < 10000; i++) {
        time_now++;
        served += quotas_spend(quotas, &a, QUOTA_REQUESTS) == 0;
    }
    assert_in_range(served, 10 * LIMIT_REQUESTS - 1, 10 * LIMIT_REQUESTS + 1);
    // Nobody can save up more than a burst.
    time_now += 1000000000;
    for (served = 0; quotas_spend(quotas, &a, QUOTA_REQUESTS) == 0;)
        served++;
    assert_int_equal(served, LIMIT_BURST);
    quotas_free(quotas);
}

// A client that creates as fast as it may, for two days.
static void test_creations(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1"), b = client("203.0.113.2");
    unsigned created = 0, minute = 0, hour = 0, day = 0;
    for (int64_t second = 0; second < 2 * 86400; second++) {
        time_now = 1000 + second * 1000;
        while (quotas_spend(quotas, &a, QUOTA_CREATIONS) == 0)
            created++;
        unsigned wait = quotas_spend(quotas, &a, QUOTA_CREATIONS);
        assert_in_range(wait, 1, 3600);
        if (second == 0)
            minute = created;
        if (second == 3600)
            hour = created;
        if (second == 86400)
            day = created;
    }
    assert_int_equal(minute, LIMIT_MINUTE);
    // A new client may use a full bucket in addition to what flows in.
    assert_in_range(hour, LIMIT_HOUR, 2 * LIMIT_HOUR);
    assert_in_range(day, LIMIT_DAY, 2 * LIMIT_DAY);
    assert_true(created <= 3 * LIMIT_DAY);
    assert_int_equal(quotas_spend(quotas, &b, QUOTA_CREATIONS), 0);
    quotas_free(quotas);
}

// New texts are counted by the day, apart from those that are only read.
static void test_texts_kept(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1"), b = client("203.0.113.2"), here = client("127.0.0.1");
    for (unsigned i = 0; i < LIMIT_TEXTS_KEPT; i++)
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_TEXTS_KEPT), 0);
    assert_int_equal(quotas_spend(quotas, &a, QUOTA_TEXTS_KEPT), 86400 / LIMIT_TEXTS_KEPT);
    assert_int_equal(quotas_spend(quotas, &a, QUOTA_TEXTS), 0);
    assert_int_equal(quotas_spend(quotas, &b, QUOTA_TEXTS_KEPT), 0);
    for (unsigned i = 0; i < LIMIT_GENEROUS * LIMIT_TEXTS_KEPT; i++)
        assert_int_equal(quotas_spend(quotas, &here, QUOTA_TEXTS_KEPT), 0);
    assert_true(quotas_spend(quotas, &here, QUOTA_TEXTS_KEPT) > 0);
    quotas_refund(quotas, &a, QUOTA_TEXTS_KEPT);
    assert_int_equal(quotas_spend(quotas, &a, QUOTA_TEXTS_KEPT), 0);
    quotas_free(quotas);
}

// The owner of a network of 65,536 clients cannot create with all of them.
static void test_networks(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas("2001:db8:2::/48");
    unsigned created = 0, trusted = 0;
    for (unsigned i = 0; i < 2000; i++) {
        struct address a = {.bytes = {0x20, 1, 0xd, 0xb8, 0, 1, [6] = (uint8_t)(i >> 8), [7] = (uint8_t)i}},
                       b = a;
        b.bytes[5] = 2;
        created += quotas_spend(quotas, &a, QUOTA_CREATIONS) == 0;
        trusted += quotas_spend(quotas, &b, QUOTA_CREATIONS) == 0;
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_REQUESTS), 0);
    }
    assert_int_equal(created, LIMIT_NETWORK * LIMIT_MINUTE);
    assert_int_equal(trusted, 2000);
    struct address other = client("2001:db8:3::1"), four = client("203.0.113.1");
    assert_int_equal(quotas_spend(quotas, &other, QUOTA_CREATIONS), 0);
    assert_int_equal(quotas_spend(quotas, &four, QUOTA_CREATIONS), 0);
    // A creation that fails is refunded to the network too.
    time_now += 60000;
    for (unsigned i = 0; i < 1000; i++) {
        struct address a = client("2001:db8:1:ff::1");
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_CREATIONS), 0);
        quotas_refund(quotas, &a, QUOTA_CREATIONS);
    }
    quotas_free(quotas);
}

static void test_refunds(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1");
    for (int i = 0; i < 10 * LIMIT_MINUTE; i++) {
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_CREATIONS), 0);
        quotas_refund(quotas, &a, QUOTA_CREATIONS);
    }
    quotas_free(quotas);
}

// A text may turn out to cost as much as many.
static void test_texts(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1"), b = client("203.0.113.2");
    for (int i = 0; i < LIMIT_TEXTS; i++)
        assert_int_equal(quotas_spend(quotas, &a, QUOTA_TEXTS), 0);
    assert_in_range(quotas_spend(quotas, &a, QUOTA_TEXTS), 1, 60 / LIMIT_TEXTS);
    assert_int_equal(quotas_spend(quotas, &a, QUOTA_CREATIONS), 0);
    assert_int_equal(quotas_spend(quotas, &b, QUOTA_TEXTS), 0);
    quotas_charge(quotas, &b, QUOTA_TEXTS, 2 * LIMIT_TEXTS - 1);
    assert_in_range(quotas_spend(quotas, &b, QUOTA_TEXTS), 60, 70);
    time_now += 70000;
    assert_int_equal(quotas_spend(quotas, &b, QUOTA_TEXTS), 0);
    quotas_free(quotas);
}

static void test_thinking(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1"), here = client("127.0.0.1");
    int64_t thought = 0;
    while (quotas_may_think(quotas, &a)) {
        quotas_think(quotas, &a, 3000);
        thought += 3000;
    }
    assert_in_range(thought, LIMIT_THINKING * 1000, LIMIT_THINKING * 1000 + 3000);
    time_now += 6000 * 100 / LIMIT_THINKING_SHARE;
    assert_true(quotas_may_think(quotas, &a));
    // One person at this machine can have two engines play forever.
    for (int i = 0; i < 100000; i++) {
        quotas_think(quotas, &here, 6000);
        time_now += 3000;
        assert_true(quotas_may_think(quotas, &here));
    }
    quotas_free(quotas);
}

static void test_seats(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address a = client("203.0.113.1"), b = client("203.0.113.2");
    quotas_seat(quotas, &a);
    assert_true(quotas_seated(quotas, &a));
    assert_false(quotas_seated(quotas, &b));
    time_now += (int64_t)LIMIT_SEATED * 1000;
    assert_true(quotas_seated(quotas, &a));
    time_now++;
    assert_false(quotas_seated(quotas, &a));
    quotas_free(quotas);
}

// However many addresses somebody has, the table does not grow, and forgets neither busy clients nor players.
static void test_the_table_is_bounded(void **state)
{
    (void)state;
    struct quotas *quotas = new_quotas(NULL);
    struct address here = client("203.0.113.1"), player = client("203.0.113.2"),
                   spent = client("203.0.113.3");
    assert_true(quotas_enter(quotas, &here, QUOTA_CONNECTIONS, 0));
    quotas_seat(quotas, &player);
    while (quotas_spend(quotas, &spent, QUOTA_CREATIONS) == 0) {}
    for (unsigned i = 0; i < 5 * LIMIT_CLIENTS; i++) {
        struct address other = numbered(i);
        assert_int_equal(quotas_spend(quotas, &other, QUOTA_REQUESTS), 0);
        if (i % 1000 == 0)
            assert_true(quotas_spend(quotas, &spent, QUOTA_CREATIONS) > 0);
    }
    assert_int_equal(quotas_clients(quotas), LIMIT_CLIENTS);
    assert_int_equal(quotas_used(quotas, &here, QUOTA_CONNECTIONS), 1);
    assert_true(quotas_seated(quotas, &player));
    quotas_free(quotas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_how_many_at_a_time),
        cmocka_unit_test(test_addresses_of_one_client),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_creations),
        cmocka_unit_test(test_texts_kept),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_refunds),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_thinking),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_the_table_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
