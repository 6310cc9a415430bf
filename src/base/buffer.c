// SPDX-License-Identifier: GPL-3.0-or-later
// A text that grows by doubling.
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

static void reserve(struct buffer *buffer, size_t extra)
{
    size_t needed = buffer->length + extra + 1;
    if (needed <= buffer->capacity)
        return;
    size_t capacity = buffer->capacity ? buffer->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    char *text = realloc(buffer->text, capacity);
    if (!text)
        memory_exhausted();
    buffer->text = text;
    buffer->capacity = capacity;
}

char *buffer_take(struct buffer *buffer)
{
    reserve(buffer, 0);
    buffer->text[buffer->length] = '\0';
    char *text = buffer->text;
    buffer_init(buffer);
    return text;
}

void buffer_reset(struct buffer *buffer)
{
    buffer_truncate(buffer, 0);
}

void buffer_truncate(struct buffer *buffer, size_t length)
{
    assert(length <= buffer->length);
    buffer->length = length;
    if (buffer->text)
        buffer->text[length] = '\0';
}

void buffer_add_bytes(struct buffer *buffer, const char *bytes, size_t count)
{
    reserve(buffer, count);
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
    assert(length >= 0);
    reserve(buffer, (size_t)length);
    vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
    va_end(again);
    buffer->length += (size_t)length;
}
