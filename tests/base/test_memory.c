// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: sizes of nothing, sizes that nobody has, and the handler that is asked before anything fails.

#include "base/memory.h"

#include "base/buffer.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct asked {
    unsigned times, yes; // how often it was asked; how often it says "try again"
    size_t size;
};

static bool count_and_decline(void *context, size_t size)
{
    struct asked *asked = context;
    asked->times++;
    asked->size = size;
    return asked->times <= asked->yes;
}

static void test_nothing_is_a_block(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{0, 8}, {8, 0}, {0, 0}, {0, SIZE_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        void *block = memory_resize(NULL, sizes[i][0], sizes[i][1]);
        assert_non_null(block);
        block = memory_resize(block, 0, 1);
        assert_non_null(block);
        free(block);
        block = memory_try(NULL, sizes[i][0], sizes[i][1]);
        assert_non_null(block);
        free(block);
    }
}

static void test_resizing_keeps_contents(void **state)
{
    (void)state;
    char *block = memory_try_copy_text("a square");
    block = memory_resize(block, 1 << 16, 1);
    assert_string_equal(block, "a square");
    free(block);
}

static void test_absurd_sizes(void **state)
{
    (void)state;
    static const size_t sizes[][2] = {{SIZE_MAX, 1}, {1, SIZE_MAX}, {SIZE_MAX / 2, 3}, {SIZE_MAX / 8 + 1, 8}};
    struct asked asked = {0};
    char kept[] = "kept";
    char *block = memory_try(NULL, 1, sizeof kept);
    memcpy(block, kept, sizeof kept);
    memory_set_handler(count_and_decline, &asked);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_null(memory_try(block, sizes[i][0], sizes[i][1]));
        assert_int_equal(asked.times, i + 1);
        assert_true(asked.size > PTRDIFF_MAX);
    }
    memory_set_handler(NULL, NULL);
    assert_string_equal(block, kept);
    free(block);
}

static void test_handler_may_have_it_tried_again(void **state)
{
    (void)state;
    struct asked asked = {.yes = 2};
    memory_set_handler(count_and_decline, &asked);
    assert_null(memory_try(NULL, SIZE_MAX, SIZE_MAX));
    memory_set_handler(NULL, NULL);
    assert_int_equal(asked.times, 3);
}

struct unlikely {
    jmp_buf out;
};

// A program that lives on: the work is given up, not the process.
static bool leave(void *context, size_t size)
{
    (void)size;
    struct unlikely *unlikely = context;
    longjmp(unlikely->out, 1);
}

static void test_handler_may_leave(void **state)
{
    (void)state;
    static struct unlikely unlikely;
    memory_set_handler(leave, &unlikely);
    if (!setjmp(unlikely.out)) {
        free(memory_resize(NULL, SIZE_MAX, 2));
        fail_msg("memory_resize() has found what nobody has");
    }
    memory_set_handler(NULL, NULL);
}

static void test_buffer_fails_without_ending_the_program(void **state)
{
    (void)state;
    struct buffer buffer;
    buffer_init(&buffer);
    buffer_add(&buffer, "before");
    buffer_add_bytes(&buffer, "", PTRDIFF_MAX);
    assert_true(buffer.failed);
    buffer_add(&buffer, "behind");
    buffer_addf(&buffer, "%d", 1);
    buffer_truncate(&buffer, 3);
    assert_string_equal(buffer_text(&buffer), "");
    assert_int_equal(buffer.length, 0);
    assert_null(buffer_take(&buffer));
    buffer_add(&buffer, "again");
    assert_string_equal(buffer_text(&buffer), "again");
    buffer_clear(&buffer);
}

enum { SAID = 42 };

static bool say(void *context, size_t size)
{
    (void)context;
    (void)size;
    _exit(SAID);
}

// How a process ends that asks for more than there can be.
static int end_of(memory_handler *handler, void (*ask)(void))
{
    pid_t pid = fork();
    if (pid == 0) {
        memory_set_handler(handler, NULL);
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

static void ask_for_a_block(void)
{
    memory_resize(NULL, SIZE_MAX / 4, 1);
}

static void test_what_cannot_go_on_ends_after_the_handler(void **state)
{
    (void)state;
    void (*const asks[])(void) = {ask_for_elements, ask_for_a_block, memory_exhausted};
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_a_block),
        cmocka_unit_test(test_resizing_keeps_contents),
        cmocka_unit_test(test_absurd_sizes),
        cmocka_unit_test(test_handler_may_have_it_tried_again),
        cmocka_unit_test(test_handler_may_leave),
        cmocka_unit_test(test_buffer_fails_without_ending_the_program),
        cmocka_unit_test(test_what_cannot_go_on_ends_after_the_handler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
