// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn would do to the player who plays it, for clients that know no rules and ask before they send it.
#include "notation/coordinate_write.h"
#include "server/match/match.h"
#include "session/consequence.h"

#include <string.h>

static json_t *text_of(struct buffer *text)
{
    json_t *json = json_stringn(buffer_text(text), text->length);
    buffer_clear(text);
    return json;
}

static json_t *describe(const struct consequence *consequence)
{
    if (consequence->kind == CONSEQUENCE_NONE)
        return json_null();
    struct buffer words;
    buffer_init(&words);
    consequence_write(consequence, &words);
    return json_pack("{s:s, s:s, s:o}", "kind", consequence_name(consequence->kind), "reason",
                     reason_name(consequence->reason), "text", text_of(&words));
}

bool match_read_turn(const struct match *match, const char *text, struct turn *turn, struct problem *problem)
{
    struct error err = {0};
    if (session_read(match->session, text, turn, &err))
        return true;
    if (err.code == ERROR_GAME_OVER)
        return problem_from_error(problem, PROBLEM_MATCH_OVER, NULL, &err);
    return problem_from_error(
        problem, err.code == ERROR_MOVE_SYNTAX ? PROBLEM_BAD_TURN : PROBLEM_ILLEGAL_TURN, NULL, &err);
}

json_t *match_consequence(const struct match *match, const char *text, struct problem *problem)
{
    const struct session *session = match->session;
    struct turn turn;
    // Reading an announcement would tell who has a path, without announcing it.
    if (session->variant->game->announceable && strchr(text, '!')) {
        problem_set(problem, PROBLEM_BAD_TURN, NULL, "an announcement cannot be asked about");
        return NULL;
    }
    if (!match_read_turn(match, text, &turn, problem))
        return NULL;
    struct consequence consequence = consequence_of(&session->position, &turn);
    struct buffer coordinates;
    buffer_init(&coordinates);
    coordinate_write_turn(&session->position, &turn, &coordinates);
    return json_pack("{s:I, s:o, s:o}", "ply", (json_int_t)session->count, "turn", text_of(&coordinates),
                     "consequence", describe(&consequence));
}
