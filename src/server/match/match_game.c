// SPDX-License-Identifier: GPL-3.0-or-later
// The game of a match as the archive keeps it: its name, parameters and start, and the text that defines it, if that came with the match.
#include "base/memory.h"
#include "position/fen.h"
#include "server/match/match.h"
#include "variants/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Parameters: "white=fide black=nutters" ----

// In a match with a text, a word has a colon before it, so that lists, which do not read texts, tell it from a number.
static void write_parameters(const struct variant *variant, bool with_text, char *text, size_t size)
{
    const struct game *game = variant->game;
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < game->parameter_count && length < size; i++) {
        char value[16], equals = with_text && game->parameters[i].kind == PARAMETER_CHOICE ? ':' : '=';
        parameter_write(&game->parameters[i], variant->parameters.value[i], value);
        length += (size_t)snprintf(text + length, size - length, "%s%s%c%s", i ? " " : "",
                                   game->parameters[i].name, equals, value);
    }
}

// One "name=value", in parts.
struct written {
    char name[64];
    bool word; // with a colon
    const char *value;
};

// Reads the next one, and moves the cursor behind it. False at the end.
static bool next_written(const char **cursor, struct written *written)
{
    size_t length = strcspn(*cursor, " ");
    if (!length)
        return false;
    snprintf(written->name, sizeof written->name, "%.*s", (int)length, *cursor);
    *cursor += length;
    *cursor += strspn(*cursor, " ");
    char *end = written->name + strcspn(written->name, "=:");
    written->word = *end == ':';
    written->value = *end ? end + 1 : end;
    *end = '\0';
    return true;
}

static bool read_parameters(const struct game *game, const char *text, struct parameters *parameters,
                            struct error *err)
{
    struct written written;
    game_defaults(game, parameters);
    while (next_written(&text, &written)) {
        int index = game_parameter(game, written.name);
        if (index < 0)
            return error_set(err, ERROR_PARAMETER, written.name, "%s has no such parameter", game->name);
        if (!parameter_read(&game->parameters[index], written.value, &parameters->value[index], err))
            return false;
    }
    return true;
}

json_t *match_describe_written(const struct archived_match *row)
{
    const char *text = row->parameters;
    json_t *all = json_object(), *both = json_array();
    struct written written;
    while (next_written(&text, &written)) {
        bool army = !strcmp(written.name, color_key(WHITE)) || !strcmp(written.name, color_key(BLACK));
        if (army)
            json_array_append_new(both, json_string(written.value));
        else
            json_object_set_new(all, written.name,
                                written.word ? json_string(written.value)
                                             : json_integer(strtol(written.value, NULL, 10)));
    }
    if (json_array_size(both))
        json_object_set(all, "armies", both);
    json_decref(both);
    return all;
}

// ---- The game ----

const struct game *match_read_game(const struct archived_match *row, struct variant_file **file,
                                   struct parameters *parameters, struct error *err)
{
    const struct game *game = NULL;
    *file = NULL;
    if (!row->has_text) {
        game = game_find(row->game, err);
    } else {
        struct games_loaded loaded;
        const struct games_input input = {"variants", row->text, strlen(row->text), false};
        if (games_load_alone(&input, &loaded, err)) {
            *file = loaded.file;
            game = variant_file_find(loaded.file, row->game);
            if (!game)
                error_set(err, ERROR_UNKNOWN_GAME, "game", "its text defines no game '%.60s'", row->game);
        }
        games_loaded_clear(&loaded);
    }
    return game && read_parameters(game, row->parameters, parameters, err) ? game : NULL;
}

// Copies a title as far as there is room, whole characters only, with question marks for those that could mislead: control characters
// and those that change the direction of text.
static void copy_title(const char *title, char *copy, size_t size)
{
    size_t length = strlen(title);
    if (length >= size)
        length = size - 1;
    while (length && ((unsigned char)title[length] & 0xc0) == 0x80)
        length--;
    memcpy(copy, title, length);
    copy[length] = '\0';
    problem_make_plain(copy);
}

void match_fill_row(struct archived_match *row, const struct session *session)
{
    const struct game *game = session->variant->game;
    struct buffer fen;
    buffer_init(&fen);
    fen_write(&session->start, &fen);
    free(row->start);
    row->start = buffer_take(&fen);
    snprintf(row->game, sizeof row->game, "%s", game->name);
    write_parameters(session->variant, row->text != NULL, row->parameters, sizeof row->parameters);
    row->side = session_side(session);
    row->outcome = session->outcome;
    row->title[0] = row->definition[0] = '\0';
    if (!row->text)
        return;
    uint64_t hash;
    if (!variant_text_hash(game_text(game), &hash))
        memory_exhausted();
    copy_title(game->title, row->title, sizeof row->title);
    snprintf(row->definition, sizeof row->definition, "%016" PRIx64, hash);
}
