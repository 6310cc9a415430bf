// SPDX-License-Identifier: GPL-3.0-or-later
// The editor on a terminal of its own: how long it waits for the next prompt.
#include "cli/play/play_editor.h"

#include <pty.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    setenv("TERM", "xterm", 1);
    enter(&place);
    struct play_editor *editor = play_editor_new(NULL, complete_nothing, &place);
    play_editor_watch(editor, -1);
    memset(typed, 'x', sizeof typed);
    bool written = write(place.master, typed, sizeof typed) == (ssize_t)sizeof typed;
    char *line = written ? play_editor_line(editor, tick, &length) : NULL;
    leave(&place);
    assert_non_null(line);
    assert_int_equal(length, LONG_LINE);
    assert_true(place.asked >= ENOUGH);
    play_editor_free(editor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_prompt_is_asked_for_also_when_the_line_is_too_long_to_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
