// SPDX-License-Identifier: GPL-3.0-or-later
// Loads games from texts, and gives their definitions back.
#include "api/handle.h"
#include "variants/games.h"

#include <string.h>

static const struct game *game_in(const struct leaper_game *game)
{
    return (const struct game *)game;
}

static void tell_fault(const struct leaper_loading *loading, const struct fault *fault)
{
    struct place place = source_place(fault->source, fault->at);
    struct leaper_fault told = {
        .file = fault->source->name, .line = place.line, .column = place.column, .message = fault->message};
    if (fault->other) {
        place = source_place(fault->other, fault->other_at);
        told.other_file = fault->other->name;
        told.other_line = place.line;
        told.other_column = place.column;
    }
    loading->on_fault(loading->context, &told);
}

static void tell_game(const struct leaper_loading *loading, const char *name)
{
    // A game that was known already is the one of the list, not the one that was read.
    const struct game *game = game_find(name, NULL);
    loading->on_game(loading->context, (const struct leaper_game *)game);
}

static void tell(const struct leaper_loading *loading, const struct games_loaded *loaded)
{
    const struct variant_file *file = loaded->file;
    for (size_t i = 0; loading->on_fault && i < loaded->report.faults.count; i++)
        tell_fault(loading, &loaded->report.faults.items[i]);
    for (size_t i = 0; loading->on_game && file && i < file->games.count; i++)
        loading->on_game(loading->context, (const struct leaper_game *)&file->games.items[i]->game);
    for (size_t i = 0; loading->on_game && file && i < file->known.count; i++)
        tell_game(loading, file->known.items[i]->game.name);
}

static const struct leaper_loading plainly;

// Ends a call: tells what has become of the text, and returns how many of its games are known.
static size_t finish(bool good, const struct leaper_loading *loading, struct games_loaded *loaded,
                     const struct error *err, struct leaper_error *error)
{
    size_t count = good ? loaded->file->games.count + loaded->file->known.count : 0;
    tell(loading, loaded);
    games_loaded_clear(loaded);
    if (!good && err->code == ERROR_SYSTEM && !err->no_memory)
        fail(error, LEAPER_ERROR_SYSTEM, err->at, "%s", err->message);
    else if (!good)
        fail_as(error, err);
    return count;
}

size_t leaper_games_load_text(const char *name, const char *text, size_t length,
                              const struct leaper_loading *loading, struct leaper_error *error)
{
    struct games_loaded loaded;
    struct error err = {0};
    loading = loading ? loading : &plainly;
    if (!reserved_are_zeros(loading->reserved, 2, error))
        return 0;
    struct games_input input = {name, text, length, !loading->partly};
    bool good = games_load(&input, &loaded, &err);
    return finish(good, loading, &loaded, &err, error);
}

size_t leaper_games_load_file(const char *path, const struct leaper_loading *loading,
                              struct leaper_error *error)
{
    struct games_loaded loaded;
    struct error err = {0};
    loading = loading ? loading : &plainly;
    if (!reserved_are_zeros(loading->reserved, 2, error))
        return 0;
    bool good = games_load_file(path, !loading->partly, &loaded, &err);
    return finish(good, loading, &loaded, &err, error);
}

// A `struct leaper_games` is the internal struct, whose definition callers do not see.
static const struct variant_file *games_in(const struct leaper_games *games)
{
    return (const struct variant_file *)games;
}

struct leaper_games *leaper_games_read(const char *name, const char *text, size_t length,
                                       const struct leaper_loading *loading, struct leaper_error *error)
{
    struct games_loaded loaded;
    struct error err = {0};
    loading = loading ? loading : &plainly;
    if (!reserved_are_zeros(loading->reserved, 2, error))
        return NULL;
    struct games_input input = {name, text, length, !loading->partly};
    bool good = games_load_alone(&input, &loaded, &err);
    struct variant_file *file = loaded.file;
    finish(good, loading, &loaded, &err, error);
    return (struct leaper_games *)file;
}

void leaper_games_free(struct leaper_games *games)
{
    variant_file_free((struct variant_file *)games);
}

size_t leaper_games_count(const struct leaper_games *games)
{
    return games_in(games)->games.count;
}

const struct leaper_game *leaper_games_at(const struct leaper_games *games, size_t number)
{
    const struct variant_file *file = games_in(games);
    return number < file->games.count ? (const struct leaper_game *)&file->games.items[number]->game : NULL;
}

char *leaper_game_definition(const struct leaper_game *game, struct leaper_error *error)
{
    struct buffer text;
    buffer_init(&text);
    game_write_definition(game_in(game), &text);
    return text_out(&text, error);
}

bool leaper_game_hash(const struct leaper_game *game, uint64_t *hash, struct leaper_error *error)
{
    return variant_text_hash(game_text(game_in(game)), hash) || fail_no_memory(error);
}
