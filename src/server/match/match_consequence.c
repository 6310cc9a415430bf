// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn would do to the player who plays it, for clients that know no rules and ask before they send it.
#include "server/match/match.h"
#include "session/consequence.h"

#include <string.h>

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
    if (session->variant->game->announces && strchr(text, '!')) {
        problem_set(problem, PROBLEM_BAD_TURN, NULL, "an announcement cannot be asked about");
        return NULL;
    }
    if (!match_read_turn(match, text, &turn, problem))
        return NULL;
    json_t *answer = consequence_json(&session->position, &turn);
    json_object_set_new(answer, "ply", json_integer((json_int_t)session->count));
    return answer;
}
