// SPDX-License-Identifier: GPL-3.0-or-later
// Records of games: tags, turns and comments.
#include "api/record.h"

#include "base/memory.h"
#include "notation/pgn/pgn.h"
#include "position/game.h"

#include <stdlib.h>
#include <string.h>

struct leaper_record *record_wrap(struct leaper_variant *variant, struct record *inside,
                                  struct leaper_error *error)
{
    struct leaper_record *record = memory_try(NULL, 1, sizeof *record);
    if (!record) {
        record_clear(inside);
        fail_no_memory(error);
        return NULL;
    }
    record->variant = variant_share(variant);
    record->inside = *inside;
    record->end = inside->start;
    record->end_at = 0;
    return record;
}

struct leaper_record *leaper_record_new(const struct leaper_position *start, struct leaper_error *error)
{
    struct record inside;
    if (!position_at_start(start, error))
        return NULL;
    record_init(&inside, start->variant->inside, &start->now);
    return record_wrap(start->variant, &inside, error);
}

void leaper_record_free(struct leaper_record *record)
{
    if (!record)
        return;
    record_clear(&record->inside);
    leaper_variant_free(record->variant);
    free(record);
}

struct leaper_variant *leaper_record_variant(const struct leaper_record *record)
{
    return variant_share(record->variant);
}

struct leaper_position *leaper_record_position(const struct leaper_record *record, size_t turns,
                                               struct leaper_error *error)
{
    if (turns > record->inside.turns.count) {
        fail(error, LEAPER_ERROR_NOT_FOUND, "", "the record has only %zu turns", record->inside.turns.count);
        return NULL;
    }
    struct leaper_position *position = position_wrap(record->variant, &record->inside.start, error);
    for (size_t i = 0; position && i < turns; i++)
        if (!position_play_known(position, &record->inside.turns.items[i].turn, error)) {
            leaper_position_free(position);
            position = NULL;
        }
    return position;
}

// ---- Tags ----

size_t leaper_record_tag_count(const struct leaper_record *record)
{
    return record->inside.tags.count;
}

const char *leaper_record_tag_name(const struct leaper_record *record, size_t number)
{
    return number < record->inside.tags.count ? record->inside.tags.items[number].name : NULL;
}

const char *leaper_record_tag(const struct leaper_record *record, const char *name)
{
    return record_tag(&record->inside, name);
}

// Whether the tag is derived from the rest of the record.
static bool is_derived(const struct leaper_record *record, const char *name)
{
    static const char *const derived[] = {"Variant", "VariantHash", "VariantText", "FEN",
                                          "SetUp",   "Result",      "Termination", "Reason"};
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
        if (!strcmp(derived[i], name))
            return true;
    const struct game *game = record->variant->inside->game;
    for (int i = 0; i < game->parameter_count; i++)
        if (!strcmp(game->parameters[i].option, name))
            return true;
    return false;
}

static bool is_tag_name(const char *name)
{
    enum { NAME_LENGTH_MAX = 64 };
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = strspn(name, letters);
    return length && length <= NAME_LENGTH_MAX && !name[length];
}

bool leaper_record_set_tag(struct leaper_record *record, const char *name, const char *value,
                           struct leaper_error *error)
{
    if (!is_tag_name(name))
        return fail(error, LEAPER_ERROR_REQUEST, "", "the name of a tag consists of letters, digits and _");
    if (is_derived(record, name))
        return fail(error, LEAPER_ERROR_REQUEST, name, "the tag %s is derived from the rest of the record",
                    name);
    if (strlen(value) >= PGN_TAG_MAX)
        return fail(error, LEAPER_ERROR_REQUEST, name, "the value of a tag has at most %d bytes",
                    PGN_TAG_MAX - 1);
    if (!record_tag(&record->inside, name) && record->inside.tags.count >= PGN_TAGS_MAX)
        return fail(error, LEAPER_ERROR_REQUEST, name, "a game has at most %d tags", PGN_TAGS_MAX);
    return record_set_tag(&record->inside, name, value) || fail_no_memory(error);
}

// ---- Turns ----

size_t leaper_record_turn_count(const struct leaper_record *record)
{
    return record->inside.turns.count;
}

bool leaper_record_turn(const struct leaper_record *record, size_t number, struct leaper_turn *turn)
{
    if (number >= record->inside.turns.count)
        return false;
    turn_out(&record->inside.turns.items[number].turn, turn);
    return true;
}

bool leaper_record_add(struct leaper_record *record, const struct leaper_turn *turn,
                       struct leaper_error *error)
{
    struct turn inside;
    while (record->end_at < record->inside.turns.count)
        turn_play(&record->end, &record->inside.turns.items[record->end_at++].turn);
    if (!turn_in(turn, &inside) || !turn_is_legal(&record->end, &inside))
        return fail(error, LEAPER_ERROR_ILLEGAL_MOVE, "", "this turn is not legal where the record ends");
    return record_add_turn(&record->inside, &inside) || fail_no_memory(error);
}

// ---- Comments ----

// Where a comment is stored; NULL if there is no such turn.
static char **comment_at(const struct leaper_record *record, size_t number)
{
    if (number == SIZE_MAX)
        return (char **)&record->inside.comment;
    return number < record->inside.turns.count ? &record->inside.turns.items[number].comment : NULL;
}

const char *leaper_record_comment(const struct leaper_record *record, size_t number)
{
    char **comment = comment_at(record, number);
    return comment ? *comment : NULL;
}

bool leaper_record_set_comment(struct leaper_record *record, size_t number, const char *comment,
                               struct leaper_error *error)
{
    size_t turns = record->inside.turns.count;
    char *copy = NULL;
    if (number != SIZE_MAX && number >= turns) {
        fail(error, LEAPER_ERROR_NOT_FOUND, "", "the record has only %zu turns", turns);
        return false;
    }
    char **place = comment_at(record, number);
    if (comment && *comment && !(copy = memory_try_copy_text(comment)))
        return fail_no_memory(error);
    free(*place);
    *place = copy;
    return true;
}

// ---- Outcome ----

struct leaper_outcome leaper_record_outcome(const struct leaper_record *record)
{
    return outcome_out(record->inside.outcome);
}

bool leaper_record_set_outcome(struct leaper_record *record, struct leaper_outcome outcome,
                               struct leaper_error *error)
{
    if ((unsigned)outcome.result > LEAPER_NO_RESULT)
        return fail(error, LEAPER_ERROR_PARAMETER, "result", "there is no result %d", (int)outcome.result);
    if ((unsigned)outcome.reason > LEAPER_ABANDONED)
        return fail(error, LEAPER_ERROR_PARAMETER, "reason", "there is no reason %d", (int)outcome.reason);
    record->inside.outcome = outcome_in(outcome);
    return true;
}
