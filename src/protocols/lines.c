// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer with room for the longest line, filled as input arrives.
#include "protocols/lines.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Room for "\r\n" and the terminator after the longest line.
enum { LINE_ENDING = 3 };

bool lines_init(struct lines *lines, int input, size_t longest)
{
    *lines = (struct lines){.input = input, .longest = longest, .buffer = malloc(longest + LINE_ENDING)};
    return lines->buffer != NULL;
}

void lines_clear(struct lines *lines)
{
    free(lines->buffer);
    *lines = (struct lines){.input = -1};
}

// Returns the bytes from start to `end` as a line, and continues at `next`.
static enum lines_status give(struct lines *lines, size_t end, size_t next, char **line, size_t *length)
{
    size_t start = lines->start;
    lines->start = next;
    lines->searched = 0;
    if (end > start && lines->buffer[end - 1] == '\r')
        end--;
    if (lines->skipping || end - start > lines->longest) {
        lines->skipping = false;
        return LINES_TOO_LONG;
    }
    lines->buffer[end] = '\0';
    *line = lines->buffer + start;
    *length = end - start;
    return LINES_LINE;
}

// Waits for either descriptor; false when the other one woke us.
static bool wait_for_input(const struct lines *lines, int wake)
{
    struct pollfd both[2] = {{.fd = lines->input, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    while (poll(both, 2, -1) < 0 && errno == EINTR)
        ;
    return !both[1].revents;
}

// Reads more input into the buffer; false at the end of the input.
static bool fill(struct lines *lines)
{
    if (lines->start) {
        memmove(lines->buffer, lines->buffer + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->start = 0;
    }
    if (lines->end == lines->longest + LINE_ENDING - 1) {
        lines->skipping = true;
        lines->end = lines->searched = 0;
    }
    ssize_t got;
    do
        got = read(lines->input, lines->buffer + lines->end, lines->longest + LINE_ENDING - 1 - lines->end);
    while (got < 0 && errno == EINTR);
    lines->read_at = clock_microseconds();
    if (got <= 0)
        return false;
    lines->end += (size_t)got;
    return true;
}

enum lines_status lines_next(struct lines *lines, int wake, char **line, size_t *length)
{
    for (;;) {
        char *from = lines->buffer + lines->start + lines->searched;
        char *newline = memchr(from, '\n', lines->end - lines->start - lines->searched);
        if (newline) {
            size_t end = (size_t)(newline - lines->buffer);
            return give(lines, end, end + 1, line, length);
        }
        if (lines->at_end) {
            if (lines->start == lines->end && !lines->skipping)
                return LINES_END;
            return give(lines, lines->end, lines->end, line, length);
        }
        lines->searched = lines->end - lines->start;
        if (!wait_for_input(lines, wake))
            return LINES_WOKEN;
        if (!fill(lines))
            lines->at_end = true;
    }
}
