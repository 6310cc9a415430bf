// SPDX-License-Identifier: GPL-3.0-or-later
// A growing text.
#include "base/buffer.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_init(struct buffer *buffer)
{
    *buffer = (struct buffer){0};
}

void buffer_clear(struct buffer *buffer)
{
    free(buffer->text);
    buffer_init(buffer);
}

const char *buffer_text(const struct buffer *buffer)
{
    return buffer->text ? buffer->text : "";
}

static void fail(struct buffer *buffer)
{
    buffer_clear(buffer);
    buffer->failed = true;
}

// Makes room for more bytes and the terminator. False when there is no memory, now or earlier.
static bool reserve(struct buffer *buffer, size_t extra)
{
    if (buffer->failed)
        return false;
    // The sums cannot overflow: no text is longer than half the address space.
    size_t needed = buffer->length + extra + 1;
    if (needed <= buffer->capacity)
        return true;
    size_t capacity = buffer->capacity * 2 > needed ? buffer->capacity * 2 : needed > 64 ? needed : 64;
    char *text = memory_try(buffer->text, capacity, 1);
    if (!text) {
        fail(buffer);
        return false;
    }
    buffer->text = text;
    buffer->capacity = capacity;
    return true;
}

void buffer_fail_with(struct buffer *buffer, const struct buffer *part)
{
    if (part->failed)
        fail(buffer);
}

char *buffer_take(struct buffer *buffer)
{
    char *text = NULL;
    if (reserve(buffer, 0)) {
        text = buffer->text;
        text[buffer->length] = '\0';
    }
    buffer_init(buffer);
    return text;
}

void buffer_reset(struct buffer *buffer)
{
    buffer->failed = false;
    buffer_truncate(buffer, 0);
}

void buffer_truncate(struct buffer *buffer, size_t length)
{
    assert(length <= buffer->length || buffer->failed);
    if (buffer->failed)
        return;
    buffer->length = length;
    if (buffer->text)
        buffer->text[length] = '\0';
}

void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count)
{
    if (!reserve(buffer, count))
        return;
    memcpy(buffer->text + buffer->length, bytes, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text)
{
    buffer_add_bytes(buffer, text, strlen(text));
}

void buffer_add_char(struct buffer *buffer, char c)
{
    buffer_add_bytes(buffer, &c, 1);
}

void buffer_addf(struct buffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char nowhere[1];
    int length = vsnprintf(nowhere, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        fail(buffer);
    } else if (reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
}
