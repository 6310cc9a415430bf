// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads the text of a variant as the value of a tag; see pgn_text.h.
#include "notation/pgn/pgn_text.h"

#include "variants/games.h"

#include <string.h>

static const char escapes[][2] = {{'n', '\n'}, {'t', '\t'}, {'\\', '\\'}};

enum { ESCAPES = sizeof escapes / sizeof *escapes };

void pgn_text_write(const struct game *game, struct buffer *out)
{
    struct buffer text;
    buffer_init(&text);
    game_write_definition(game, &text);
    for (const char *c = buffer_text(&text); *c; c++) {
        unsigned i = 0;
        while (i < ESCAPES && escapes[i][1] != *c)
            i++;
        if (i < ESCAPES)
            buffer_add_char(out, '\\');
        buffer_add_char(out, i < ESCAPES ? escapes[i][0] : *c);
    }
    buffer_fail_with(out, &text);
    buffer_clear(&text);
}

static void decode(const char *value, struct buffer *text)
{
    for (const char *c = value; *c; c++) {
        unsigned i = ESCAPES;
        if (*c == '\\')
            for (i = 0; i < ESCAPES && escapes[i][0] != c[1];)
                i++;
        buffer_add_char(text, i < ESCAPES ? escapes[i][1] : *c);
        c += i < ESCAPES;
    }
}

struct variant_file *pgn_text_read(const char *value, const struct game **game, struct error *err)
{
    struct games_loaded loaded = {0};
    struct buffer text;
    buffer_init(&text);
    decode(value, &text);
    struct games_input input = {"text", buffer_text(&text), text.length, true};
    bool good = text.failed ? error_no_memory(err) : games_load_alone(&input, &loaded, err);
    if (good && loaded.file->games.count != 1)
        good = error_set(err, ERROR_VARIANT, "", "the text of one variant is expected, not of %zu",
                         loaded.file->games.count);
    if (good)
        *game = &loaded.file->games.items[0]->game;
    struct variant_file *file = loaded.file;
    games_loaded_clear(&loaded);
    buffer_clear(&text);
    if (!good) {
        variant_file_free(file);
        return NULL;
    }
    return file;
}
