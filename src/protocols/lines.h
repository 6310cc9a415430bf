// SPDX-License-Identifier: GPL-3.0-or-later
// Reads lines of bounded length from a descriptor, and can be woken while it waits.
#ifndef LEAPER_PROTOCOLS_LINES_H
#define LEAPER_PROTOCOLS_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lines {
    int input;
    char *buffer;   // owned; holds what was read but not yet returned, from `start` to `end`
    size_t longest; // bytes in a line, without its end
    size_t start, end;
    size_t searched; // bytes after `start` that hold no line end
    bool skipping;   // the rest of a line that is too long is being skipped
    bool at_end;
    int64_t read_at; // when the input was last read, in microseconds of a clock that never goes back
};

enum lines_status {
    LINES_LINE,     // a line was read
    LINES_TOO_LONG, // one was too long and is dropped; the next can be asked for
    LINES_WOKEN,    // the other descriptor has something to read
    LINES_END       // of the input, or a read error
};

// Lines of at most `longest` bytes from `input`, which is not closed by this
// module. False when there is no memory.
bool lines_init(struct lines *lines, int input, size_t longest);
void lines_clear(struct lines *lines);

// Waits for the next line, or until `wake` (a descriptor, or -1) can be read.
// *line is without its "\n" or "\r\n", terminated, has `length` bytes (which may
// include zeros) and is valid until the next call. A last line without a line
// break counts.
enum lines_status lines_next(struct lines *lines, int wake, char **line, size_t *length);

#endif
