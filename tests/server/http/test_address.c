// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses, blocks of addresses, and which proxies are believed.
#include "server/http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct address read(const char *text)
{
    struct address address;
    if (!address_read(&address, text, strlen(text)))
        fail_msg("'%s' is not read", text);
    return address;
}

static void assert_same(const char *a, const char *b)
{
    struct address first = read(a), second = read(b);
    if (!address_equal(&first, &second))
        fail_msg("%s and %s differ", a, b);
}

static void test_reading(void **state)
{
    (void)state;
    assert_same("192.0.2.1", "192.0.2.1:4711");
    assert_same("192.0.2.1", "::ffff:192.0.2.1");
    assert_same("2001:db8::1", "[2001:db8:0::1]");
    assert_same("2001:db8::1", "[2001:db8::1]:80");
    static const char *const bad[] = {"",
                                      "unknown",
                                      "192.0.2",
                                      "192.0.2.256",
                                      "192.0.2.1:",
                                      "_hidden",
                                      "192.0.2.1:x",
                                      "[192.0.2.1]",
                                      "[::1",
                                      "[::1]80",
                                      "[::1]:99x",
                                      "192.0.2.1 1.1.1.1",
                                      "2001:db8::g",
                                      "192.0.2.1:123456"};
    struct address address;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (address_read(&address, bad[i], strlen(bad[i])))
            fail_msg("'%s' is read", bad[i]);
    char longer[200];
    memset(longer, '1', sizeof longer);
    assert_false(address_read(&address, longer, sizeof longer));
    assert_false(address_read(&address, "1.1.1.1\0junk", 12));
}

static void test_peers(void **state)
{
    (void)state;
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr nobody = {.sa_family = AF_UNIX};
    inet_pton(AF_INET, "192.0.2.7", &four.sin_addr);
    inet_pton(AF_INET6, "2001:db8::7", &six.sin6_addr);
    struct address a = address_of_peer((const struct sockaddr *)&four), b = read("192.0.2.7");
    assert_true(address_equal(&a, &b));
    a = address_of_peer((const struct sockaddr *)&six);
    b = read("2001:db8::7");
    assert_true(address_equal(&a, &b));
    a = address_of_peer(&nobody);
    b = (struct address){0};
    assert_true(address_equal(&a, &b));
}

static void test_one_client(void **state)
{
    (void)state;
    struct address a = read("2001:db8:1:2:3:4:5:6"), b = read("2001:db8:1:2::1"), c = read("2001:db8:1:3::1");
    a = address_client(&a);
    b = address_client(&b);
    c = address_client(&c);
    assert_true(address_equal(&a, &b));
    assert_false(address_equal(&a, &c));
    struct address d = read("192.0.2.1"), e = read("192.0.2.2");
    struct address f = address_client(&d), g = address_client(&e);
    assert_true(address_equal(&d, &f));
    assert_false(address_equal(&f, &g));
}

static void test_loopback(void **state)
{
    (void)state;
    static const char *const own[] = {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"};
    static const char *const others[] = {"128.0.0.1", "::2", "::", "7f00::1"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct address address = read(own[i]);
        assert_true(address_is_loopback(&address));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct address address = read(others[i]);
        assert_false(address_is_loopback(&address));
    }
}

static void test_blocks(void **state)
{
    (void)state;
    struct address_blocks blocks = {0};
    struct error err;
    assert_true(address_blocks_add(&blocks, "10.0.0.0/9,192.0.2.1,2001:db8::/33", &err));
    assert_true(address_blocks_add(&blocks, "::1", &err));
    assert_int_equal(blocks.count, 4);
    static const char *const in[] = {"10.0.0.1", "10.127.255.255", "192.0.2.1", "2001:db8:7fff::1", "::1"};
    static const char *const out[] = {"10.128.0.0",       "11.0.0.0", "192.0.2.2",
                                      "2001:db8:8000::1", "::2",      "a00::"};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        struct address address = read(in[i]);
        if (!address_blocks_hold(&blocks, &address))
            fail_msg("%s is not held", in[i]);
    }
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        struct address address = read(out[i]);
        if (address_blocks_hold(&blocks, &address))
            fail_msg("%s is held", out[i]);
    }
    static const char *const bad[] = {"",           "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/-1",
                                      "::/129",     "example.org", "10.0.0.1,", ",10.0.0.1",  "10.0.0.1/8/8",
                                      "10.0.0.1:80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (address_blocks_add(&blocks, bad[i], &err))
            fail_msg("'%s' is taken", bad[i]);
    struct address_blocks all = {0}, many = {0};
    struct address any = read("203.0.113.7");
    assert_true(address_blocks_add(&all, "0.0.0.0/0", &err));
    assert_true(address_blocks_hold(&all, &any));
    any = read("2001:db8::1");
    assert_false(address_blocks_hold(&all, &any));
    for (int i = 0; i < ADDRESS_BLOCKS_MAX; i++)
        assert_true(address_blocks_add(&many, "10.0.0.1", &err));
    assert_false(address_blocks_add(&many, "10.0.0.1", &err));
}

static void check_follow(const char *peer, const char *forwarded, const char *expected)
{
    struct address_blocks trusted = {0};
    struct error err;
    assert_true(address_blocks_add(&trusted, "10.0.0.0/8", &err));
    struct address client = read(peer), wanted = read(expected);
    address_follow(&trusted, forwarded, &client);
    if (!address_equal(&client, &wanted))
        fail_msg("from %s, '%s' is not %s", peer, forwarded, expected);
}

static void test_proxies(void **state)
{
    (void)state;
    check_follow("10.0.0.1", "203.0.113.7", "203.0.113.7");
    check_follow("10.0.0.1", "203.0.113.7, 10.0.0.2 ,10.0.0.3", "203.0.113.7");
    check_follow("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1");
    // The client may have sent the first part; only what the proxies add after it counts.
    check_follow("10.0.0.1", "127.0.0.1, 203.0.113.7", "203.0.113.7");
    check_follow("10.0.0.1", "10.9.9.9,203.0.113.7,10.0.0.2", "203.0.113.7");
    // The header of anybody who is not a trusted proxy is ignored.
    check_follow("203.0.113.7", "198.51.100.1", "203.0.113.7");
    check_follow("203.0.113.7", "10.0.0.1", "203.0.113.7");
    // If a proxy does not name the client, it is the proxy itself, or the last one named.
    check_follow("10.0.0.1", "", "10.0.0.1");
    check_follow("10.0.0.1", "unknown", "10.0.0.1");
    check_follow("10.0.0.1", "203.0.113.7, unknown, 10.0.0.2", "10.0.0.2");
    check_follow("10.0.0.1", "203.0.113.7,", "10.0.0.1");
    check_follow("10.0.0.1", "10.0.0.2,10.0.0.3", "10.0.0.2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),  cmocka_unit_test(test_peers),  cmocka_unit_test(test_one_client),
        cmocka_unit_test(test_loopback), cmocka_unit_test(test_blocks), cmocka_unit_test(test_proxies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
