// SPDX-License-Identifier: GPL-3.0-or-later
// Answers requests to read PGN.
#include "notation/pgn/pgn.h"
#include "api/request/request.h"
#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "position/fen.h"
#include "variants/games.h"

#include <stdlib.h>
#include <string.h>

enum { PGN_GAMES_MAX = 1000 };

static json_t *describe_tags(const struct record *record)
{
    json_t *tags = json_object();
    for (size_t i = 0; i < record->tags.count; i++)
        json_put(&tags, record->tags.items[i].name, json_of_text(record->tags.items[i].value));
    return tags;
}

static json_t *describe_turns(const struct record_turns *turns, struct position pos);

static json_t *describe_variations(const struct record_lines *lines, const struct position *from)
{
    json_t *variations = json_array();
    for (size_t i = 0; i < lines->count; i++) {
        json_t *line = json_object();
        if (lines->items[i].comment)
            json_put(&line, "comment", json_of_text(lines->items[i].comment));
        json_put(&line, "turns", describe_turns(&lines->items[i].turns, *from));
        json_append(&variations, line);
    }
    return variations;
}

// A turn as describe_turn() has it, with what is written about it.
static json_t *describe_recorded(const struct position *before, const struct record_turn *recorded)
{
    json_t *turn = describe_turn(before, &recorded->turn);
    if (recorded->comment)
        json_put(&turn, "comment", json_of_text(recorded->comment));
    json_t *nags = recorded->nag_count ? json_array() : NULL;
    for (int i = 0; i < recorded->nag_count; i++)
        json_append(&nags, json_integer(recorded->nags[i]));
    if (recorded->nag_count)
        json_put(&turn, "nags", nags);
    if (recorded->variations.count)
        json_put(&turn, "variations", describe_variations(&recorded->variations, before));
    return turn;
}

// Recursion is as deep as the variations.
static json_t *describe_turns(const struct record_turns *turns, struct position pos)
{
    json_t *described = json_array();
    for (size_t i = 0; i < turns->count; i++) {
        json_append(&described, describe_recorded(&pos, &turns->items[i]));
        turn_play(&pos, &turns->items[i].turn);
    }
    return described;
}

static json_t *describe_record(const struct record *record)
{
    const struct game *game = record->variant->game;
    struct buffer text;
    json_t *described = json_object();
    json_put(&described, "tags", describe_tags(record));
    json_put(&described, "game", json_of_text(game->name));
    json_put(&described, "parameters", describe_parameters(game, &record->variant->parameters));
    if (!game_is_own(game)) {
        buffer_init(&text);
        game_write_definition(game, &text);
        json_put(&described, "variants", json_of_buffer(&text));
    }
    buffer_init(&text);
    fen_write(&record->start, &text);
    json_put(&described, "fen", json_of_buffer(&text));
    if (record->comment)
        json_put(&described, "comment", json_of_text(record->comment));
    json_put(&described, "turns", describe_turns(&record->turns, record->start));
    json_put(&described, "result", json_string(result_name(record->outcome.result)));
    json_put(&described, "reason", json_string(reason_name(record->outcome.reason)));
    return described;
}

json_t *answer_pgn(struct request *request, struct leaper_error *error)
{
    const char *text;
    bool past_draws = false, variations = false;
    if (!take_text(request, "pgn", &text, error) || !take_flag(request, "past_draws", &past_draws, error) ||
        !take_flag(request, "variations", &variations, error) || !all_taken(request, error))
        return NULL;
    if (!text) {
        fail(error, LEAPER_ERROR_REQUEST, "pgn", "pgn is the text to read");
        return NULL;
    }
    struct pgn_reader reader;
    struct record record;
    struct error err = {0};
    enum pgn_status status;
    json_t *games = json_array();
    unsigned flags = (past_draws ? PGN_PAST_DRAWS : 0U) | (variations ? PGN_VARIATIONS : 0U);
    pgn_reader_init(&reader, text, strlen(text), flags);
    while (json_array_size(games) < PGN_GAMES_MAX && (status = pgn_read(&reader, &record, &err)) != PGN_END) {
        struct leaper_error wrong = {.code = LEAPER_OK};
        if (status == PGN_GAME) {
            json_append(&games, describe_record(&record));
            record_clear(&record);
        } else {
            fail_as(&wrong, &err);
            json_append(&games, wrong.code == LEAPER_ERROR_NO_MEMORY ? NULL : describe_failure(&wrong));
        }
        if (!games)
            break;
    }
    bool more = games && json_array_size(games) == PGN_GAMES_MAX && reader.at < reader.length;
    return answered(games ? json_pack("{s:o,s:b}", "games", games, "more", more) : NULL, error);
}
