// SPDX-License-Identifier: GPL-3.0-or-later
// Connections to peers that vanish are dropped.
#include "server/http/guard.h"

#include "server/limits.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static int option(int handle, int level, int name)
{
    int value = -1;
    socklen_t length = sizeof value;
    assert_int_equal(getsockopt(handle, level, name, &value, &length), 0);
    return value;
}

static void test_peers_are_watched(void **state)
{
    (void)state;
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(handle >= 0);
    guard_watch_peer(handle);
    assert_int_equal(option(handle, SOL_SOCKET, SO_KEEPALIVE), 1);
    assert_in_range(option(handle, IPPROTO_TCP, TCP_KEEPIDLE), 1, LIMIT_VANISHED);
    assert_in_range(option(handle, IPPROTO_TCP, TCP_KEEPINTVL), 1, LIMIT_VANISHED);
#ifdef TCP_USER_TIMEOUT
    assert_int_equal(option(handle, IPPROTO_TCP, TCP_USER_TIMEOUT), LIMIT_VANISHED * 1000);
#endif
    close(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers_are_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
