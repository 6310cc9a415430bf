// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and continues files of problems.
#include "cli/puzzles/puzzles_file.h"

#include "base/file_input.h"
#include "notation/json/request.h"
#include "position/game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PUZZLES_FILE_MAX = 64 * 1024 * 1024 };

bool puzzles_each_line(const char *path, puzzles_visitor *visit, void *context, size_t *length,
                       struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    bool read = input_read_file(path, PUZZLES_FILE_MAX, &text, err);
    if (read && text.failed)
        read = error_no_memory(err);
    const char *line = buffer_text(&text), *end;
    bool going = read;
    for (unsigned number = 1; going && (end = strchr(line, '\n')); number++) {
        going = end == line || visit(context, line, (size_t)(end - line), number);
        line = end + 1;
    }
    *length = (size_t)(line - buffer_text(&text));
    buffer_clear(&text);
    return read;
}

struct reading {
    struct puzzles_known *known;
    struct variant *variant; // of the last line
    struct error *err;
    bool sound;
};

static bool is_known_variant(const struct reading *reading)
{
    const struct variant *one = reading->variant, *other = reading->known->variant;
    bool same = one->game == other->game;
    for (int i = 0; same && i < one->game->parameter_count; i++)
        same = one->parameters.value[i] == other->parameters.value[i];
    return same;
}

static bool note_line(void *context, const char *line, size_t length, unsigned number)
{
    struct reading *reading = context;
    struct problem_entry entry;
    char place[32];
    json_t *object = request_load(line, length, reading->err);
    reading->sound = object && problem_entry_read(object, &reading->variant, &entry, reading->err);
    if (!reading->sound) {
        snprintf(place, sizeof place, "line %u", number);
        error_place(reading->err, place);
    } else if (is_known_variant(reading) && !vector_push(&reading->known->entries, entry)) {
        reading->sound = error_no_memory(reading->err);
    }
    json_decref(object);
    return reading->sound;
}

FILE *puzzles_open(const char *path, struct puzzles_known *known, struct error *err)
{
    struct reading reading = {.known = known, .err = err, .sound = true};
    size_t length = 0;
    bool exists = access(path, F_OK) == 0;
    if (exists && !puzzles_each_line(path, note_line, &reading, &length, err))
        reading.sound = false;
    variant_free(reading.variant);
    FILE *file = reading.sound ? fopen(path, "a") : NULL;
    if (file && exists && ftruncate(fileno(file), (off_t)length) != 0) {
        fclose(file);
        file = NULL;
    }
    if (reading.sound && !file)
        error_set(err, ERROR_SYSTEM, "", "%s cannot be written: %s", path, strerror(errno));
    return file;
}
