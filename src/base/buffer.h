// SPDX-License-Identifier: GPL-3.0-or-later
// A text that grows: what every writer in the program appends to.
#ifndef LEAPER_BASE_BUFFER_H
#define LEAPER_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// `text` is always terminated once anything was appended and NULL before.
//
// A buffer that gets no memory has `failed`: it holds nothing and takes nothing any more until it is cleared. Who
// writes need not look each time; who wants the text looks once, at the end.
struct buffer {
    char *text;
    size_t length, capacity;
    bool failed;
};

void buffer_init(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);

// The text, "" when nothing was appended or it has failed; owned by the buffer, valid until the next change.
const char *buffer_text(const struct buffer *buffer);

// Gives the text to the caller, who frees it; the buffer is empty again. NULL when it has failed.
char *buffer_take(struct buffer *buffer);

// Forgets the contents and keeps the memory. What has failed may be tried again.
void buffer_reset(struct buffer *buffer);

// Cuts the text down to `length` bytes, which must not exceed the present length unless it has failed.
void buffer_truncate(struct buffer *buffer, size_t length);

// Lets the buffer fail where a part that belongs into it has failed.
void buffer_fail_with(struct buffer *buffer, const struct buffer *part);

void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count);
void buffer_add_char(struct buffer *buffer, char c);
void buffer_addf(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif

#endif
