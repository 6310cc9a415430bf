// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON to standard output.
#include "cli/line/json_out.h"

#include "base/memory.h"
#include "position/fen.h"

#include <stdio.h>
#include <stdlib.h>

// Digits of fractions, such as seconds.
enum { REAL_DIGITS = 6 };

void json_print(json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(REAL_DIGITS)) : NULL;
    json_decref(object);
    if (!text)
        memory_exhausted();
    printf("%s\n", text);
    fflush(stdout);
    free(text);
}

json_t *json_foreign(const char *text)
{
    json_t *json = json_string(text);
    if (json)
        return json;
    char *ascii = memory_copy_text(text);
    for (char *c = ascii; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    json = json_string(ascii);
    free(ascii);
    return json;
}

json_t *json_fen(const struct position *pos)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(pos, &text);
    json_t *json = json_string(buffer_text(&text));
    buffer_clear(&text);
    return json;
}
