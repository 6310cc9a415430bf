// SPDX-License-Identifier: GPL-3.0-or-later
// Reads whole files.
#include "base/file_input.h"

#include <errno.h>
#include <string.h>

bool input_read(FILE *stream, const char *name, size_t maximum, struct buffer *text, struct error *err)
{
    char block[4096];
    size_t got, before = text->length;
    while (text->length - before <= maximum && (got = fread(block, 1, sizeof block, stream)) > 0)
        buffer_add_bytes(text, block, got);
    if (ferror(stream))
        return error_set(err, ERROR_SYSTEM, "", "%s cannot be read", name);
    if (text->length - before > maximum)
        return error_set(err, ERROR_TOO_LARGE, "", "%s has more than %zu bytes", name, maximum);
    return true;
}

bool input_read_file(const char *path, size_t maximum, struct buffer *text, struct error *err)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return error_set(err, ERROR_SYSTEM, "", "%s cannot be read: %s", path, strerror(errno));
    bool read = input_read(file, path, maximum, text, err);
    fclose(file);
    return read;
}
