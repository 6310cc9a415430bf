// SPDX-License-Identifier: GPL-3.0-or-later
// Makes JSON strings.
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
    json_t *json = json_string(buffer_text(buffer));
    buffer_clear(buffer);
    return json;
}
