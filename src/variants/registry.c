// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the program's own games when they are first needed, and adds those of files.
#include "variants/games.h"

#include "base/file_input.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "variants/cast/letters.h"
#include "variants/compose.h"
#include "variants/embedded.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

// Lists are replaced, never changed, and kept: somebody may still be reading one.
static struct {
    _Atomic(const struct game *const *) published; // NULL: the program's own games have not been read
    pthread_mutex_t lock;                          // for all that follows
    const struct game *const *list;
    size_t count;
    _Atomic(size_t) own; // how many of them are the program's own; those come first
    struct VECTOR_OF(struct variant_file *) files;
    size_t own_files; // how many of these are the program's own; those come first
    struct pool lists;
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER};

// Held by whoever loads a text, so that nobody else takes its names meanwhile.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static const struct game *const no_games[] = {NULL};

static const struct variant_text *find(void *context, const char *name)
{
    const struct variant_file *const *files = context;
    for (; *files; files++)
        for (size_t i = 0; i < (*files)->games.count; i++)
            if (text_equal_nocase((*files)->games.items[i]->game.name, name))
                return (*files)->games.items[i];
    return NULL;
}

static void consider(void *context, struct nearest *nearest)
{
    const struct variant_file *const *files = context;
    for (; *files; files++)
        for (size_t i = 0; i < (*files)->games.count; i++)
            nearest_consider(nearest, (*files)->games.items[i]->game.name);
}

// The first files, and a NULL behind them; NULL if there is no memory. The lock is held, but not needed for what is returned.
static const struct variant_file **list_files(size_t count)
{
    const struct variant_file **files = memory_try_zeroed(count + 1, sizeof *files);
    for (size_t i = 0; files && i < count; i++)
        files[i] = registry.files.items[i];
    return files;
}

// Reads a text with the files that are known to it, and frees the list of them.
static struct variant_file *read_text(struct variant_input *input, const struct variant_file **known,
                                      struct report *report)
{
    if (!known) {
        report->no_memory = true;
        return NULL;
    }
    size_t count = 0;
    while (known[count])
        count++;
    input->tables = compose_tables();
    input->armies = count ? &known[count - 1]->armies : NULL;
    input->find = find;
    input->consider = consider;
    input->context = (void *)known;
    struct variant_file *file = variant_file_read(input, report);
    for (size_t i = 0; file && i < file->games.count; i++) {
        struct variant_text *made = file->games.items[i];
        if (!compose_describe(made) || (!input->trusted && !variant_text_hash(made, &made->game.fingerprint)))
            report->no_memory = true;
        // The network is no part of the rules, but what has been found with another one must be forgotten.
        for (const char *c = made->game.network; c && *c && !input->trusted; c++)
            made->game.fingerprint = random_mix(made->game.fingerprint ^ (uint64_t)(unsigned char)*c);
    }
    free((void *)known);
    return file;
}

// Takes a file in, with a new list that is not published yet. Returns false, and leaves the file to the caller, if there is no memory.
static bool take(struct variant_file *file)
{
    size_t count = registry.count + file->games.count;
    if (!vector_reserve(&registry.files, registry.files.count + 1))
        return false;
    const struct game **list = pool_take(&registry.lists, count + 1, sizeof *list);
    if (!list)
        return false;
    for (size_t i = 0; i < registry.count; i++)
        list[i] = registry.list[i];
    for (size_t i = 0; i < file->games.count; i++)
        list[registry.count + i] = &file->games.items[i]->game;
    registry.files.items[registry.files.count++] = file;
    registry.count = count;
    registry.list = list;
    return true;
}

static void forget_all(void)
{
    while (registry.files.count)
        variant_file_free(registry.files.items[--registry.files.count]);
    vector_clear(&registry.files);
    pool_clear(&registry.lists);
    registry.list = NULL;
    registry.count = 0;
}

// Reads the program's own games, all or none. The lock is held.
static void read_embedded(void)
{
    struct report report = {0};
    for (const struct embedded_text *text = embedded_variants; text->name && !report.no_memory; text++) {
        struct variant_input input = {
            .name = text->name, .text = text->text, .length = text->length, .trusted = true};
        struct variant_file *file = read_text(&input, list_files(registry.files.count), &report);
        assert(!report.faults.count);
        if (file && !take(file)) {
            variant_file_free(file);
            report.no_memory = true;
        }
    }
    if (report.no_memory)
        forget_all();
    atomic_store(&registry.own, registry.count);
    registry.own_files = registry.files.count;
    report_clear(&report);
}

// The list, or NULL if there is no memory. The lock is held.
static const struct game *const *list_with_own_games(void)
{
    if (!registry.list)
        read_embedded();
    atomic_store(&registry.published, registry.list);
    return registry.list;
}

const struct game *const *games_all(void)
{
    const struct game *const *list = atomic_load(&registry.published);
    if (!list) {
        pthread_mutex_lock(&registry.lock);
        list = list_with_own_games();
        pthread_mutex_unlock(&registry.lock);
    }
    return list ? list : no_games;
}

const struct army_list *games_armies(void)
{
    static const struct army_list none;
    bool read = *games_all() != NULL;
    pthread_mutex_lock(&registry.lock);
    const struct army_list *own = read ? &registry.files.items[0]->armies : &none;
    pthread_mutex_unlock(&registry.lock);
    return own;
}

// Reads a text without the lock: reading takes long, and files that are there stay as they are.
static struct variant_file *read_and_check(struct variant_input *input, struct report *report)
{
    const struct variant_file **known = NULL;
    pthread_mutex_lock(&registry.lock);
    if (list_with_own_games())
        known = list_files(input->alone ? registry.own_files : registry.files.count);
    pthread_mutex_unlock(&registry.lock);
    struct variant_file *file = read_text(input, known, report);
    // Without memory a game may lack its board.
    if (file && !report->no_memory) {
        variant_file_check_faulty(file, compose_check_draft, report);
        variant_file_keep(file, compose_check, report);
    }
    report_sort(report);
    return file;
}

struct variant_file *games_read(const char *name, const char *text, size_t length, struct report *report)
{
    struct variant_input input = {.name = name, .text = text, .length = length};
    return read_and_check(&input, report);
}

// Whether what was read may be taken.
static bool check_loaded(const struct games_input *input, const struct games_loaded *loaded,
                         struct error *err)
{
    const struct variant_file *file = loaded->rejected;
    if (!file || loaded->report.no_memory)
        return error_no_memory(err);
    bool any = file->games.count || file->known.count;
    if (!report_is_empty(&loaded->report) && (input->whole || !any))
        return report_error(&loaded->report, err);
    if (!any)
        return error_set(err, ERROR_VARIANT, "", "%s has no variants", input->name);
    return true;
}

bool games_load(const struct games_input *input, struct games_loaded *loaded, struct error *err)
{
    *loaded = (struct games_loaded){0};
    pthread_mutex_lock(&loading);
    struct variant_file *file = games_read(input->name, input->text, input->length, &loaded->report);
    loaded->rejected = file;
    bool good = check_loaded(input, loaded, err);
    if (good && registry.count + file->games.count > GAMES_MAX)
        good = error_set(err, ERROR_TOO_LARGE, "", "at most %d variants can be loaded", GAMES_MAX);
    if (good && file->games.count) {
        pthread_mutex_lock(&registry.lock);
        good = take(file) || error_no_memory(err);
        if (good)
            atomic_store(&registry.published, registry.list);
        pthread_mutex_unlock(&registry.lock);
        if (good)
            loaded->rejected = NULL;
    }
    pthread_mutex_unlock(&loading);
    if (good)
        loaded->file = file;
    return good;
}

bool games_load_file(const char *path, bool whole, struct games_loaded *loaded, struct error *err)
{
    struct buffer text;
    *loaded = (struct games_loaded){0};
    buffer_init(&text);
    bool good = input_read_file(path, GAMES_FILE_MAX, &text, err) && (!text.failed || error_no_memory(err));
    if (good) {
        struct games_input input = {path, buffer_text(&text), text.length, whole};
        good = games_load(&input, loaded, err);
    }
    buffer_clear(&text);
    return good;
}

bool games_load_alone(const struct games_input *input, struct games_loaded *loaded, struct error *err)
{
    *loaded = (struct games_loaded){0};
    if (input->length > GAMES_ALONE_TEXT_MAX)
        return error_set(err, ERROR_TOO_LARGE, "", "a text has at most %d bytes", GAMES_ALONE_TEXT_MAX);
    struct variant_input alone = {.name = input->name,
                                  .text = input->text,
                                  .length = input->length,
                                  .alone = true,
                                  .most = GAMES_ALONE_MAX};
    loaded->rejected = read_and_check(&alone, &loaded->report);
    if (!check_loaded(input, loaded, err))
        return false;
    loaded->file = loaded->rejected;
    loaded->rejected = NULL;
    return true;
}

void games_loaded_clear(struct games_loaded *loaded)
{
    report_clear(&loaded->report);
    variant_file_free(loaded->rejected);
    loaded->rejected = NULL;
}

// ---- Look-up ----

const struct game *game_find(const char *name, struct error *err)
{
    struct buffer names;
    buffer_init(&names);
    const struct game *const *games = games_all();
    if (!*games) {
        error_no_memory(err);
        return NULL;
    }
    enum { NAMED_MAX = 10 }; // so that a suggestion still fits behind them
    int count = 0;
    for (; games[count]; count++) {
        if (text_equal_nocase(games[count]->name, name)) {
            buffer_clear(&names);
            return games[count];
        }
        if (count < NAMED_MAX)
            buffer_addf(&names, "%s%s", count ? ", " : "", games[count]->name);
    }
    if (count > NAMED_MAX)
        buffer_addf(&names, " and %d more", count - NAMED_MAX);
    error_set(err, ERROR_UNKNOWN_GAME, "game", "there is no game '%.40s'; the games are %s", name,
              buffer_text(&names));
    buffer_clear(&names);
    return NULL;
}

int game_parameter(const struct game *game, const char *name)
{
    for (int i = 0; i < game->parameter_count; i++)
        if (text_equal_nocase(game->parameters[i].name, name) ||
            text_equal_nocase(game->parameters[i].option, name))
            return i;
    return -1;
}

bool game_is_own(const struct game *game)
{
    const struct game *const *games = games_all();
    size_t own = atomic_load(&registry.own), i = 0;
    while (i < own && games[i] && games[i] != game)
        i++;
    return i < own && games[i];
}

bool game_is_private(const struct game *game)
{
    const struct game *const *listed = games_all();
    while (*listed && *listed != game)
        listed++;
    return !*listed;
}

void game_write_letters(const struct game *game, struct buffer *out)
{
    letters_write(game_text(game), out);
}

void game_write_definition(const struct game *game, struct buffer *out)
{
    variant_text_write(game_text(game), games_armies(), out);
}
