// SPDX-License-Identifier: GPL-3.0-or-later
// What happens where memory is gone: the process ends, after it was able to say so.
#include "base/memory.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SAID = 42 };

static void say(void)
{
    _exit(SAID);
}

// How a process ends that asks for more than there can be.
static int end_of(void (*exhausted)(void), void (*ask)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        memory_set_exhausted(exhausted);
        ask();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void ask_for_elements(void)
{
    memory_resize(NULL, SIZE_MAX, 2);
}

static void ask_for_a_map(void)
{
    memory_map(SIZE_MAX / 2);
}

static void test_the_process_says_why_it_ends(void **state)
{
    (void)state;
    void (*const asks[])(void) = {ask_for_elements, ask_for_a_map, memory_exhausted};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        int status = end_of(say, asks[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), SAID);
        status = end_of(NULL, asks[i]);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGABRT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_process_says_why_it_ends)};
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
