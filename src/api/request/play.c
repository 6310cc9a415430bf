// SPDX-License-Identifier: GPL-3.0-or-later
// Answers {"do":"play"}: a game after the turns that have been played, as a board shows it and lets one go on; and
// {"do":"consequence"}: what a further turn would do to its player.
#include "api/request/request.h"

#include "notation/json/describe.h"
#include "notation/json/json_text.h"
#include "notation/line.h"
#include "session/consequence.h"

// The turns that have been played.
struct playing {
    json_t *turns; // NULL if memory ran out
    enum color first;
    struct position before;
    struct turn last;
};

static bool note_turn(void *context, const struct position *before, const struct turn *turn)
{
    struct playing *playing = context;
    if (!json_array_size(playing->turns))
        playing->first = position_side(before);
    playing->before = *before;
    playing->last = *turn;
    json_append(&playing->turns, describe_turn(before, turn));
    return playing->turns != NULL;
}

// The members that a match on a server has, too (docs/api.md), as far as they do not depend on its players.
static json_t *describe_play(const struct show_request *read, const struct playing *playing,
                             const struct declared *declared)
{
    const struct variant *variant = read->variant;
    const struct outcome board = position_outcome(&read->position, &read->history);
    const struct outcome outcome =
        board.result == RESULT_ONGOING && declared->given ? declared->outcome : board;
    bool ongoing = outcome.result == RESULT_ONGOING, begun = json_array_size(playing->turns) > 0;
    json_t *last = begun ? describe_last(&playing->before, &playing->last) : json_null();
    json_t *state = describe_present(&read->position, &read->history, last, ongoing, SIZE_MAX);
    json_t *play = json_pack(
        "{s:s,s:o,s:i,s:s,s:O,s:o,s:s,s:s}", "game", variant->game->name, "parameters",
        describe_parameters(variant->game, &variant->parameters), "ply", (int)json_array_size(playing->turns),
        "first", color_key(begun ? playing->first : position_side(&read->position)), "turns", playing->turns,
        "state", state, "result", result_name(outcome.result), "reason", reason_name(outcome.reason));
    if (variant->game->scores && !ongoing)
        json_put(&play, "points", describe_points(&read->position, outcome));
    bool claimed = outcome.reason == REASON_ANNOUNCEMENT || outcome.reason == REASON_SINGLE_PIECE;
    if (variant->game->announces && claimed)
        json_put(&play, "claims", describe_claims(&playing->last, &read->position, outcome));
    return play;
}

json_t *answer_play(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    struct playing playing = {.turns = json_array()};
    const struct turn_watch watch = {note_turn, &playing};
    struct declared declared;
    json_t *play = NULL;
    if (take_declared(request, &declared, error) && take_position(&read, request, &watch, error)) {
        play = answered(playing.turns ? describe_play(&read, &playing, &declared) : NULL, error);
        show_request_clear(&read);
    }
    json_decref(playing.turns);
    return play;
}

json_t *answer_consequence(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    const char *text;
    struct turn turn;
    struct error err = {0};
    if (!take_text(request, "turn", &text, error))
        return NULL;
    if (!text) {
        fail(error, LEAPER_ERROR_REQUEST, "turn", "a request for a consequence names the turn");
        return NULL;
    }
    if (!take_position(&read, request, NULL, error))
        return NULL;
    bool legal = line_read(&read.position, &read.history, text, &turn, &err);
    json_t *answer = legal ? answered(consequence_json(&read.position, &turn), error) : NULL;
    if (!legal)
        fail_as(error, &err);
    show_request_clear(&read);
    return answer;
}
