// SPDX-License-Identifier: GPL-3.0-or-later
// Answers {"do":"edit"}: a position that need not be legal is read, changed and judged.
#include "api/request/edit.h"

#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "position/fen.h"
#include "position/game.h"

// Reads the position as it is to be after the edits, and what the text of the position itself says wrongly.
static bool edit(const struct variant *variant, const char *fen, const json_t *edits, struct setup *setup,
                 struct setup_faults *faults, struct leaper_error *error)
{
    struct error rights = {0}, err = {0};
    if (!fen_read_setup(setup, variant, fen, &rights, &err))
        return fail_as(error, &err);
    if (!edit_apply(edits, variant, setup, error))
        return false;
    if (rights.code != ERROR_NONE && json_array_size(edits) == 0)
        faults->items[faults->count++].error = rights;
    return true;
}

// Positions that cannot be written would be lost.
static bool can_be_written(const struct variant *variant, const struct setup *setup,
                           struct leaper_error *error)
{
    struct position pos;
    struct buffer fen;
    struct setup again;
    struct error rights = {0}, err = {0};
    buffer_init(&fen);
    position_of_setup(&pos, variant, setup);
    fen_write(&pos, &fen);
    bool good = fen.failed ? fail_no_memory(error)
                           : fen_read_setup(&again, variant, buffer_text(&fen), &rights, &err) ||
                                 fail_as(error, &err);
    buffer_clear(&fen);
    return good;
}

static json_t *describe(const struct variant *variant, const struct setup *setup, struct setup_faults *faults)
{
    json_t *answer = json_pack("{s:s,s:o}", "game", variant->game->name, "parameters",
                               describe_parameters(variant->game, &variant->parameters));
    edit_show_setup(&answer, variant, setup);
    setup_judge(variant, setup, faults);
    edit_show_faults(&answer, variant, setup, faults);
    json_put(&answer, "can", edit_show_means(variant));
    return answer;
}

json_t *answer_edit(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    const char *fen;
    json_t *edits = json_incref(json_object_get(request->left, "edits")), *answer = NULL;
    json_object_del(request->left, "edits");
    if (edits && !json_is_array(edits))
        fail(error, LEAPER_ERROR_REQUEST, "edits", "edits must be a list");
    else if (json_object_get(request->left, "moves"))
        fail(error, LEAPER_ERROR_REQUEST, "moves", "a position that is edited has no moves");
    else if (take_text(request, "fen", &fen, error) && take_position(&read, request, NULL, error)) {
        struct setup_faults faults = {.count = 0};
        struct setup setup;
        if (edit(read.variant, fen ? fen : "startpos", edits, &setup, &faults, error) &&
            can_be_written(read.variant, &setup, error))
            answer = answered(describe(read.variant, &setup, &faults), error);
        show_request_clear(&read);
    }
    json_decref(edits);
    return answer;
}
