// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the members as a separate object, and replaces its opening brace by a comma.
#include "server/json_close.h"

#include "base/memory.h"

#include <stdlib.h>

void json_close(struct buffer *out, json_t *members)
{
    char *text = json_dumps(members, JSON_COMPACT);
    json_decref(members);
    if (!text)
        memory_exhausted();
    text[0] = ',';
    buffer_add(out, text);
    free(text);
}
