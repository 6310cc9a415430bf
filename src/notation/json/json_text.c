// SPDX-License-Identifier: GPL-3.0-or-later
// Makes JSON strings, and adds to objects and arrays without leaks.
#include "notation/json/json_text.h"

json_t *json_of_text(const char *text)
{
    json_t *json = json_string(text);
    if (json)
        return json;
    struct buffer ascii;
    buffer_init(&ascii);
    for (; *text; text++)
        buffer_add_char(&ascii, (unsigned char)*text < 128 ? *text : '?');
    return json_of_buffer(&ascii);
}

json_t *json_of_square(square s)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    return json_string(name);
}

json_t *json_of_buffer(struct buffer *buffer)
{
    json_t *json = buffer->failed ? NULL : json_string(buffer_text(buffer));
    buffer_clear(buffer);
    return json;
}

// Frees a container when memory for its content has run out.
static void spoil(json_t **container)
{
    json_decref(*container);
    *container = NULL;
}

void json_put(json_t **object, const char *name, json_t *value)
{
    // jansson takes ownership of the value even on failure, and even if the object is NULL.
    if (json_object_set_new(*object, name, value))
        spoil(object);
}

void json_append(json_t **array, json_t *value)
{
    if (json_array_append_new(*array, value))
        spoil(array);
}
