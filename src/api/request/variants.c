// SPDX-License-Identifier: GPL-3.0-or-later
// Answers requests about texts that define games: what is wrong with one, and the definition of a game.
#include "api/request/request.h"

#include "notation/json/json_text.h"
#include "session/checkup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- What is wrong ----

json_t *answer_check(struct request *request, struct leaper_error *error)
{
    const char *text;
    if (!take_text(request, CHECKUP_NAME, &text, error) || !all_taken(request, error))
        return NULL;
    if (!text) {
        fail(error, LEAPER_ERROR_REQUEST, CHECKUP_NAME, "%s is the text to check", CHECKUP_NAME);
        return NULL;
    }
    struct games_input input = {CHECKUP_NAME, text, strlen(text), false};
    struct games_loaded loaded;
    struct error err = {0};
    json_t *answer = NULL;
    // A text without a game that can be played is no error here.
    if (!games_load_alone(&input, &loaded, &err) && err.code != ERROR_VARIANT) {
        if (err.code == ERROR_TOO_LARGE)
            error_place(&err, CHECKUP_NAME);
        fail_as(error, &err);
    } else {
        answer = answered(checkup_describe(loaded.file, &loaded.report), error);
    }
    games_loaded_clear(&loaded);
    variant_file_free(loaded.file);
    return answer;
}

// ---- Definitions ----

json_t *answer_definition(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    if (!take_position(&read, request, NULL, error))
        return NULL;
    const struct game *game = read.variant->game;
    uint64_t hash = 0;
    char hash_text[17];
    struct buffer text;
    buffer_init(&text);
    game_write_definition(game, &text);
    bool hashed = variant_text_hash(game_text(game), &hash);
    snprintf(hash_text, sizeof hash_text, "%016" PRIx64, hash);
    json_t *written = json_of_buffer(&text);
    json_t *answer = hashed && written ? json_pack("{s:s,s:s,s:O}", "game", game->name, "hash", hash_text,
                                                   "variants", written)
                                       : NULL;
    json_decref(written);
    show_request_clear(&read);
    return answered(answer, error);
}
