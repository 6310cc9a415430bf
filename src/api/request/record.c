// SPDX-License-Identifier: GPL-3.0-or-later
// Answers requests to write PGN.
#include "api/record.h"
#include "api/request/request.h"
#include "base/memory.h"
#include "notation/line.h"
#include "notation/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

// A record that is being made of a request.
struct recording {
    struct record record;
    bool begun;
};

static bool note_turn(void *context, const struct position *before, const struct turn *turn)
{
    struct recording *recording = context;
    if (!recording->begun)
        record_init(&recording->record, before->variant, before);
    recording->begun = true;
    return record_add_turn(&recording->record, turn);
}

// Removes a member of the request and returns it, as long as the request lives; NULL if there is none or it is null.
static const json_t *take_member(struct request *request, const char *name)
{
    json_t *member = json_object_get(request->left, name);
    if (!member || json_array_append(request->kept, member))
        return NULL;
    json_object_del(request->left, name);
    return json_is_null(member) ? NULL : member;
}

static bool add_tags(struct leaper_record *record, const json_t *tags, struct leaper_error *error)
{
    const char *name;
    json_t *value;
    if (tags && !json_is_object(tags))
        return fail(error, LEAPER_ERROR_REQUEST, "tags", "tags must be an object");
    json_object_foreach((json_t *)tags, name, value)
    {
        if (!json_is_string(value))
            return fail(error, LEAPER_ERROR_REQUEST, "tags", "the tag %.64s must be a string", name);
        if (!leaper_record_set_tag(record, name, json_string_value(value), error))
            return false;
    }
    return true;
}

// ---- Notes ----

// Where notes are being added.
struct noting {
    struct history history; // of the position that has been reached
    unsigned depth;         // of variations
    bool past_draws;        // as in struct show_request
    struct leaper_error *error;
};

static bool fail_notes(const struct noting *noting, const char *message)
{
    return fail(noting->error, LEAPER_ERROR_REQUEST, "notes", "%s", message);
}

static bool add_nags(const struct noting *noting, struct record_turn *turn, const json_t *nags)
{
    bool good = json_is_array(nags) && json_array_size(nags) <= RECORD_NAGS_MAX;
    for (size_t i = 0; good && i < json_array_size(nags); i++) {
        const json_t *nag = json_array_get(nags, i);
        good = json_is_integer(nag) && json_integer_value(nag) >= 0 && json_integer_value(nag) <= UINT8_MAX;
        if (good)
            turn->nags[turn->nag_count++] = (uint8_t)json_integer_value(nag);
    }
    return good || fail(noting->error, LEAPER_ERROR_REQUEST, "notes",
                        "a turn has at most %d nags, from 0 to %d", (int)RECORD_NAGS_MAX, UINT8_MAX);
}

static bool add_comment(const struct noting *noting, char **place, const json_t *comment)
{
    const char *text = json_string_value(comment);
    if (!text)
        return fail_notes(noting, "a comment must be a string");
    if (*text && !(*place = memory_try_copy_text(text)))
        return fail_no_memory(noting->error);
    return true;
}

static bool add_variations(struct noting *noting, struct record_turn *turn, const json_t *variations,
                           const struct position *before);

// What is written about a turn that has been played, which is the last of the history.
static bool add_note(struct noting *noting, struct record_turn *turn, const json_t *note,
                     const struct position *before)
{
    const json_t *comment = json_object_get(note, "comment"), *nags = json_object_get(note, "nags"),
                 *variations = json_object_get(note, "variations"), *played = json_object_get(note, "turn");
    size_t known =
        (comment ? 1U : 0U) + (nags ? 1U : 0U) + (variations ? 1U : 0U) + (played && noting->depth ? 1U : 0U);
    if (!json_is_object(note) || json_object_size(note) > known)
        return fail_notes(noting,
                          "notes has, for each turn, null or an object with comment, nags and variations");
    return (!nags || add_nags(noting, turn, nags)) &&
           (!comment || add_comment(noting, &turn->comment, comment)) &&
           (!variations || add_variations(noting, turn, variations, before));
}

// Plays one turn of a variation.
static bool add_played(struct noting *noting, struct record_turns *turns, const json_t *note,
                       struct position *pos)
{
    const char *text = json_string_value(json_object_get(note, "turn"));
    const struct position before = *pos;
    struct error err = {.code = ERROR_NONE};
    struct turn turn;
    if (!text)
        return fail_notes(noting, "each turn of a variation is an object with the turn as a string");
    bool played = noting->past_draws ? line_play_past_draws(pos, &noting->history, text, &turn, &err)
                                     : line_play(pos, &noting->history, text, &turn, &err);
    if (!played)
        return fail_as(noting->error, &err);
    if (!vector_push(turns, (struct record_turn){.turn = turn}))
        return fail_no_memory(noting->error);
    return add_note(noting, vector_last(turns), note, &before);
}

static bool add_line(struct noting *noting, struct record_line *line, const json_t *variation,
                     struct position pos)
{
    const json_t *comment = json_object_get(variation, "comment"),
                 *turns = json_object_get(variation, "turns");
    if (!json_array_size(turns) || json_object_size(variation) > (comment ? 2U : 1U))
        return fail_notes(noting, "a variation is an object with one or more turns, and perhaps a comment");
    if (json_array_size(turns) > PGN_TURNS_MAX)
        return fail_notes(noting, "a variation has too many turns");
    if (comment && !add_comment(noting, &line->comment, comment))
        return false;
    for (size_t i = 0; i < json_array_size(turns); i++)
        if (!add_played(noting, &line->turns, json_array_get(turns, i), &pos))
            return false;
    return true;
}

// What could have been played instead of a turn. Recursion is bounded by PGN_DEPTH_MAX.
static bool add_variations(struct noting *noting, struct record_turn *turn, const json_t *variations,
                           const struct position *before)
{
    if (!json_is_array(variations))
        return fail_notes(noting, "variations must be an array");
    if (noting->depth == PGN_DEPTH_MAX)
        return fail_notes(noting, "variations are nested too deeply");
    // Each begins where the history was before the turn.
    size_t played = noting->history.count;
    uint64_t key = noting->history.items[played - 1];
    bool good = true;
    noting->depth++;
    for (size_t i = 0; good && i < json_array_size(variations); i++) {
        noting->history.count = played - 1;
        if (!vector_push(&turn->variations, (struct record_line){.comment = NULL}))
            good = fail_no_memory(noting->error);
        else
            good = add_line(noting, vector_last(&turn->variations), json_array_get(variations, i), *before);
    }
    noting->depth--;
    noting->history.count = played;
    noting->history.items[played - 1] = key;
    return good;
}

// Adds notes on the turns of the game, which is played once more.
static bool follow_notes(struct noting *noting, struct record *record, const json_t *notes)
{
    struct position pos = record->start;
    for (size_t i = 0; i < json_array_size(notes); i++) {
        const json_t *note = json_array_get(notes, i);
        const struct position before = pos;
        if (i >= record->turns.count)
            return fail_notes(noting, "there are more notes than turns");
        if (!history_push(&noting->history, &pos))
            return fail_no_memory(noting->error);
        turn_play(&pos, &record->turns.items[i].turn);
        if (!json_is_null(note) && !add_note(noting, &record->turns.items[i], note, &before))
            return false;
    }
    return true;
}

static bool add_notes(struct leaper_record *record, const json_t *notes, bool past_draws,
                      struct leaper_error *error)
{
    struct noting noting = {.error = error, .past_draws = past_draws};
    if (notes && !json_is_array(notes))
        return fail(error, LEAPER_ERROR_REQUEST, "notes", "notes must be an array");
    history_init(&noting.history);
    bool good = follow_notes(&noting, &record->inside, notes);
    history_clear(&noting.history);
    return good;
}

// ---- The answer ----

// The members of a request for a record, besides those of its position.
struct written {
    const json_t *tags, *notes;
    const char *comment;
    struct declared declared;
    bool past_draws;
};

static json_t *write_record(struct leaper_record *record, const struct written *written,
                            struct leaper_error *error)
{
    if (!add_tags(record, written->tags, error) ||
        !add_notes(record, written->notes, written->past_draws, error) ||
        (written->comment && !leaper_record_set_comment(record, SIZE_MAX, written->comment, error)))
        return NULL;
    if (written->declared.given)
        record->inside.outcome = written->declared.outcome;
    char *pgn = leaper_record_pgn_with(record, LEAPER_PGN_TEXT, error);
    json_t *answer = pgn ? answered(json_pack("{s:s}", "pgn", pgn), error) : NULL;
    leaper_free(pgn);
    return answer;
}

json_t *answer_record(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    struct written written = {.tags = take_member(request, "tags"), .notes = take_member(request, "notes")};
    struct recording recording = {.begun = false};
    const struct turn_watch watch = {note_turn, &recording};
    if (!take_text(request, "comment", &written.comment, error) ||
        !take_declared(request, &written.declared, error))
        return NULL;
    bool taken = take_position(&read, request, &watch, error);
    if (!taken) {
        if (recording.begun)
            record_clear(&recording.record);
        return NULL;
    }
    if (!recording.begun)
        record_init(&recording.record, read.variant, &read.position);
    written.past_draws = read.past_draws;
    recording.record.outcome = position_outcome(&read.position, &read.history);
    struct leaper_variant *variant = variant_wrap(read.variant, error);
    read.variant = NULL;
    struct leaper_record *record = NULL;
    if (variant)
        record = record_wrap(variant, &recording.record, error);
    else
        record_clear(&recording.record);
    leaper_variant_free(variant);
    show_request_clear(&read);
    json_t *answer = record ? write_record(record, &written, error) : NULL;
    leaper_record_free(record);
    return answer;
}
