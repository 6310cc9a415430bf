// SPDX-License-Identifier: GPL-3.0-or-later
// The editor on a terminal of its own: how long it waits for the next prompt, and that it overlooks no Ctrl-C.
#include "cli/play/play_editor.h"

#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <cmocka.h>

enum { COLUMNS = 40, LONG_LINE = 100, ENOUGH = 1000 };

// Standard input and output on a terminal.
struct place {
    int master, input, output; // the last two: what they were before
    unsigned asked;
};

static void enter(struct place *place)
{
    struct winsize size = {.ws_row = 24, .ws_col = COLUMNS};
    int slave;
    assert_int_equal(openpty(&place->master, &slave, NULL, NULL, &size), 0);
    fflush(stdout);
    place->input = dup(STDIN_FILENO);
    place->output = dup(STDOUT_FILENO);
    dup2(slave, STDIN_FILENO);
    dup2(slave, STDOUT_FILENO);
    close(slave);
}

static void leave(struct place *place)
{
    fflush(stdout);
    dup2(place->input, STDIN_FILENO);
    dup2(place->output, STDOUT_FILENO);
    close(place->input);
    close(place->output);
    close(place->master);
}

static void complete_nothing(void *context, play_offer *offer, void *sink)
{
    (void)context;
    (void)offer;
    (void)sink;
}

// An editor on that terminal, which watches nothing else.
static struct play_editor *edit(struct place *place)
{
    setenv("TERM", "xterm", 1);
    enter(place);
    struct play_editor *editor = play_editor_new(NULL, complete_nothing, place);
    play_editor_watch(editor, -1);
    return editor;
}

// Is another one in a millisecond, and ends the line once it has been asked for often enough.
static int tick(void *context, char text[PLAY_PROMPT_SIZE])
{
    struct place *place = context;
    snprintf(text, PLAY_PROMPT_SIZE, "> ");
    if (++place->asked == ENOUGH && write(place->master, "\r", 1) != 1)
        return -1;
    return 1;
}

// Otherwise the wait for the prompt before would be over at once, again and again.
static void test_the_prompt_is_asked_for_also_when_the_line_is_too_long_to_be_drawn(void **state)
{
    struct place place = {.asked = 0};
    char typed[LONG_LINE];
    size_t length = 0;
    (void)state;
    struct play_editor *editor = edit(&place);
    memset(typed, 'x', sizeof typed);
    bool written = write(place.master, typed, sizeof typed) == (ssize_t)sizeof typed;
    char *line = written ? play_editor_line(editor, tick, &length) : NULL;
    leave(&place);
    assert_non_null(line);
    assert_int_equal(length, LONG_LINE);
    assert_true(place.asked >= ENOUGH);
    play_editor_free(editor);
}

// Ctrl-C comes in the last moment in which the terminal sends it as a signal.
static bool interrupt_comes;

// NOLINTBEGIN(cert-dcl37-c): the linker's --wrap makes these names
int __real_tcsetattr(int descriptor, int when, const struct termios *settings);
int __wrap_tcsetattr(int descriptor, int when, const struct termios *settings);

int __wrap_tcsetattr(int descriptor, int when, const struct termios *settings)
{
    if (interrupt_comes && !(settings->c_lflag & ISIG)) {
        interrupt_comes = false;
        raise(SIGINT);
    }
    return __real_tcsetattr(descriptor, when, settings);
}
// NOLINTEND(cert-dcl37-c)

static int wait_for_line(void *context, char text[PLAY_PROMPT_SIZE])
{
    (void)context;
    snprintf(text, PLAY_PROMPT_SIZE, "> ");
    return -1;
}

static void test_ctrl_c_between_lines_ends_the_next_one(void **state)
{
    struct place place = {.asked = 0};
    size_t length = 0;
    (void)state;
    struct play_editor *editor = edit(&place);
    interrupt_comes = true;
    bool written = write(place.master, "e4\r", 3) == 3;
    bool ended = !play_editor_line(editor, wait_for_line, &length);
    char *line = written && ended ? play_editor_line(editor, wait_for_line, &length) : NULL;
    leave(&place);
    assert_true(ended && !interrupt_comes);
    assert_non_null(line);
    assert_string_equal(line, "e4");
    play_editor_free(editor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_prompt_is_asked_for_also_when_the_line_is_too_long_to_be_drawn),
        cmocka_unit_test(test_ctrl_c_between_lines_ends_the_next_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
