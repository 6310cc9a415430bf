// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets the tags of a game.
#include "notation/pgn/pgn_tags.h"

#include "base/memory.h"
#include "base/text.h"
#include "notation/pgn/pgn_names.h"
#include "notation/pgn/pgn_text.h"
#include "notation/pgn/pgn_token.h"
#include "position/fen.h"
#include "variants/games.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pgn_tags_init(struct pgn_tags *tags)
{
    tags->count = 0;
}

void pgn_tags_clear(struct pgn_tags *tags)
{
    for (size_t i = 0; i < tags->count; i++) {
        free(tags->list[i].name);
        free(tags->list[i].value);
    }
    tags->count = 0;
}

const struct pgn_tag *pgn_tags_find(const struct pgn_tags *tags, const char *name)
{
    for (size_t i = 0; i < tags->count; i++)
        if (strcmp(tags->list[i].name, name) == 0)
            return &tags->list[i];
    return NULL;
}

static bool fail_at(const struct pgn_reader *reader, const struct pgn_tag *tag, const struct error *reason,
                    struct error *err)
{
    assert(tag);
    char message[sizeof reason->message + sizeof reason->at + 80];
    snprintf(message, sizeof message, "[%s]: %s", tag->name, reason->message);
    return token_fail(reader, reason->code, (struct text_place){tag->line, tag->column}, err, message);
}

static bool add_tag(struct pgn_tags *tags, const struct pgn_reader *reader, const struct pgn_tag *tag,
                    struct error *err)
{
    struct error reason = {.code = ERROR_PGN};
    const struct pgn_tag *same = pgn_tags_find(tags, tag->name);
    if (same && strcmp(same->value, tag->value) == 0)
        return true;
    if (same) {
        error_set(&reason, ERROR_PGN, "", "this tag appears twice, with different values");
        return fail_at(reader, tag, &reason, err);
    }
    if (tags->count == PGN_TAGS_MAX) {
        error_set(&reason, ERROR_TOO_LARGE, "", "a game has at most %d tags", PGN_TAGS_MAX);
        return fail_at(reader, tag, &reason, err);
    }
    struct pgn_tag added = *tag;
    added.name = memory_try_copy_text(tag->name);
    added.value = memory_try_copy_text(tag->value);
    if (!added.name || !added.value) {
        free(added.name);
        free(added.value);
        return error_no_memory(err);
    }
    tags->list[tags->count++] = added;
    return true;
}

bool pgn_tags_read(struct pgn_tags *tags, struct pgn_reader *reader, struct error *err)
{
    struct buffer name, value;
    buffer_init(&name);
    buffer_init(&value);
    struct pgn_tag tag = {.line = reader->line, .column = reader->column};
    bool read = token_tag(reader, &name, &value, err);
    if (read) {
        buffer_add(&value, ""); // terminated, also when nothing was appended
        tag.name = name.text;
        tag.value = value.text;
        read = name.failed || value.failed ? error_no_memory(err) : add_tag(tags, reader, &tag, err);
    }
    buffer_clear(&name);
    buffer_clear(&value);
    return read;
}

// ---- Variant and start ----

// Other programs' names for the game that PGN means if it names none.
static bool is_plain_chess(const char *variant)
{
    return text_equal_nocase(variant, "standard") || text_equal_nocase(variant, "normal") ||
           text_equal_nocase(variant, "from position");
}

// A game, and the file of its own to which it belongs, or NULL.
struct found {
    const struct game *game;
    struct variant_file *file;
};

// Stores whether the game has that hash. False if there is no memory.
static bool has_hash(const struct game *game, const char *digits, bool *has)
{
    uint64_t found;
    char text[17] = "";
    bool hashed = variant_text_hash(game_text(game), &found);
    if (hashed)
        snprintf(text, sizeof text, "%016" PRIx64, found);
    *has = text_equal_nocase(text, digits);
    return hashed;
}

static bool is_named(const struct game *game, const char *name)
{
    return text_equal_nocase(game->title, name) || text_equal_nocase(game->name, name);
}

// The game of that title or name, and with that definition, NULL if there is none; *any: there is one with another definition.
static const struct game *find_by_hash(const char *name, const char *digits, bool *any, struct error *err)
{
    *any = false;
    for (const struct game *const *game = games_all(); *game; game++) {
        bool same;
        if (!is_named(*game, name))
            continue;
        *any = true;
        if (!has_hash(*game, digits, &same)) {
            error_no_memory(err);
            return NULL;
        }
        if (same)
            return *game;
    }
    return NULL;
}

// The game that the tag [VariantText] defines.
static struct found read_text(const struct pgn_reader *reader, const struct pgn_tag *text,
                              const struct pgn_tag *hash, struct error *err)
{
    struct found found = {NULL, NULL};
    struct error reason = {0};
    bool same = true;
    found.file = pgn_text_read(text->value, &found.game, &reason);
    if (!found.file) {
        fail_at(reader, text, &reason, err);
    } else if (hash && !has_hash(found.game, hash->value, &same)) {
        error_no_memory(err);
        same = false;
    } else if (!same) {
        error_set(&reason, ERROR_VARIANT, "", "[VariantText] defines another game than this hash names");
        fail_at(reader, hash, &reason, err);
    }
    if (found.file && !same) {
        variant_file_free(found.file);
        found = (struct found){NULL, NULL};
    }
    return found;
}

static struct found find_defined(const struct pgn_tags *tags, const struct pgn_reader *reader,
                                 const struct pgn_tag *name, struct error *err)
{
    const struct pgn_tag *hash = pgn_tags_find(tags, "VariantHash"),
                         *text = pgn_tags_find(tags, "VariantText");
    struct found found = {NULL, NULL};
    struct error reason = {0};
    bool any = false;
    if (hash)
        found.game = find_by_hash(name->value, hash->value, &any, &reason);
    if (found.game)
        return found;
    if (reason.code != ERROR_NONE) {
        *err = reason;
        return found;
    }
    if (text)
        return read_text(reader, text, hash, err);
    error_set(
        &reason, ERROR_UNKNOWN_GAME, "",
        any ? "'%.40s' is known with another definition; load the file of variants with which the game was played"
            : "there is no game '%.40s'; load the file of variants that defines it",
        name->value);
    fail_at(reader, any ? hash : name, &reason, err);
    return found;
}

static struct found find_game(const struct pgn_tags *tags, const struct pgn_reader *reader, struct error *err)
{
    const struct pgn_tag *tag = pgn_tags_find(tags, "Variant");
    if (!tag && reader->game_meant)
        return (struct found){reader->game_meant, NULL};
    if (!tag || is_plain_chess(tag->value))
        return (struct found){games_all()[0], NULL};
    if (pgn_tags_find(tags, "VariantHash") || pgn_tags_find(tags, "VariantText"))
        return find_defined(tags, reader, tag, err);
    for (int i = 0; games_all()[i]; i++)
        if (text_equal_nocase(games_all()[i]->title, tag->value))
            return (struct found){games_all()[i], NULL};
    struct error reason;
    const struct game *game = game_find(tag->value, &reason);
    if (!game)
        fail_at(reader, tag, &reason, err);
    return (struct found){game, NULL};
}

// The index of the parameter whose option has that name, or -1. (game_parameter()
// would take a player's tag [White "…"] for an army.)
static int find_option(const struct game *game, const char *name)
{
    for (int i = 0; i < game->parameter_count; i++)
        if (text_equal_nocase(game->parameters[i].option, name))
            return i;
    return -1;
}

static bool is_variant(const struct variant *variant, const struct game *game,
                       const struct parameters *parameters)
{
    if (variant->game != game)
        return false;
    for (int i = 0; i < game->parameter_count; i++)
        if (variant->parameters.value[i] != parameters->value[i])
            return false;
    return true;
}

// The variant that the reader keeps, if it is the right one, or else a new one.
static struct variant *make_variant(const struct game *game, const struct parameters *parameters,
                                    const struct pgn_reader *reader, struct error *err)
{
    struct variant **lent = reader->lent;
    if (!lent)
        return variant_new(game, parameters, err);
    if (!*lent || !is_variant(*lent, game, parameters)) {
        variant_free(*lent);
        *lent = variant_new(game, parameters, err);
    }
    return *lent;
}

static struct variant *build(const struct pgn_tags *tags, const struct pgn_reader *reader,
                             const struct game *game, struct error *err)
{
    struct parameters parameters;
    game_defaults(game, &parameters);
    if (game == reader->game_meant && reader->parameters_meant)
        parameters = *reader->parameters_meant;
    for (size_t i = 0; i < tags->count; i++) {
        const struct pgn_tag *tag = &tags->list[i];
        struct error reason;
        int index = find_option(game, tag->name);
        if (index >= 0 &&
            !parameter_read(&game->parameters[index], tag->value, &parameters.value[index], &reason)) {
            fail_at(reader, tag, &reason, err);
            return NULL;
        }
    }
    return make_variant(game, &parameters, reader, err);
}

struct variant *pgn_tags_variant(const struct pgn_tags *tags, const struct pgn_reader *reader,
                                 struct error *err)
{
    struct found found = find_game(tags, reader, err);
    struct variant *variant = found.game ? build(tags, reader, found.game, err) : NULL;
    // The variant keeps the game.
    variant_file_free(found.file);
    return variant;
}

bool pgn_tags_start(const struct pgn_tags *tags, const struct pgn_reader *reader,
                    const struct variant *variant, struct position *start, struct error *err)
{
    const struct pgn_tag *fen = pgn_tags_find(tags, "FEN"), *set_up = pgn_tags_find(tags, "SetUp");
    struct error reason;
    if (!fen && set_up && strcmp(set_up->value, "1") == 0) {
        error_set(&reason, ERROR_PGN, "", "the game starts from a position, but there is no [FEN]");
        return fail_at(reader, set_up, &reason, err);
    }
    if (fen_read(start, variant, fen ? fen->value : "startpos", &reason))
        return true;
    char at[sizeof reason.at + 1];
    snprintf(at, sizeof at, "%s", reason.at);
    char message[sizeof reason.message];
    snprintf(message, sizeof message, "%.60s: %.180s", at, reason.message);
    memcpy(reason.message, message, sizeof message);
    return fail_at(reader, fen, &reason, err);
}

bool pgn_is_plain_termination(const char *value)
{
    return text_equal_nocase(value, "normal") || text_equal_nocase(value, "unterminated") ||
           text_equal_nocase(value, "time forfeit");
}

// Whether pgn_write() derives the tag from the rest of the record.
static bool is_derived(const struct game *game, const struct pgn_tag *tag)
{
    static const char *const derived[] = {"Variant", "VariantHash", "VariantText", "FEN", "SetUp", "Result"};
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (strcmp(tag->name, derived[i]) == 0)
            return true;
    const struct pgn_roster_tag *roster = pgn_roster_find(tag->name);
    if (roster)
        return strcmp(tag->value, roster->unknown) == 0;
    if (strcmp(tag->name, "Termination") == 0)
        return pgn_is_plain_termination(tag->value);
    if (strcmp(tag->name, "Reason") == 0)
        return pgn_reason_of(tag->value) != REASON_NONE;
    if (strcmp(tag->name, "Points") == 0 && game->scores)
        return true;
    return find_option(game, tag->name) >= 0;
}

// Tags without content, such as [White "?"], are left out as well.
bool pgn_tags_keep(const struct pgn_tags *tags, struct record *record)
{
    for (size_t i = 0; i < tags->count; i++)
        if (!is_derived(record->variant->game, &tags->list[i]) &&
            !record_set_tag(record, tags->list[i].name, tags->list[i].value))
            return false;
    return true;
}
