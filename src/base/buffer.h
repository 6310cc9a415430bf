// SPDX-License-Identifier: GPL-3.0-or-later
// A growing text, which every writer in the program appends to.
#ifndef LEAPER_BASE_BUFFER_H
#define LEAPER_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

// `text` is NULL until something is appended, and terminated from then on.
//
// A buffer that runs out of memory has `failed`: it is empty and ignores everything until it is cleared. So
// writers need not check each call; a single check at the end is enough.
struct buffer {
    char *text;
    size_t length, capacity;
    bool failed;
};

void buffer_init(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);

// The text, or "" if nothing was appended or it has failed; owned by the buffer, valid until the next change.
const char *buffer_text(const struct buffer *buffer);

// Gives the text to the caller, who frees it; the buffer is empty again. NULL when it has failed.
char *buffer_take(struct buffer *buffer);

// Empties the buffer but keeps its memory. Clears a failure.
void buffer_reset(struct buffer *buffer);

// Cuts the text down to `length` bytes, which must not exceed the present length unless it has failed.
void buffer_truncate(struct buffer *buffer, size_t length);

// Makes the buffer fail if a part that belongs in it has failed.
void buffer_fail_with(struct buffer *buffer, const struct buffer *part);

void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count);
void buffer_add_char(struct buffer *buffer, char c);
void buffer_addf(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
