// SPDX-License-Identifier: GPL-3.0-or-later
// What decided a game with announcements, as JSON: each side's path or circuit, and its score.
#include "notation/json/describe.h"

#include "notation/json/json_text.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"

// The squares in order, with the first one repeated at the end of a circuit.
static json_t *describe_walk(const square *squares, unsigned count, bool closed)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count + closed; i++)
        json_append(&list, json_of_square(squares[i < count ? i : 0]));
    return list;
}

static json_t *describe_one(json_t *squares, bool circuit, unsigned points)
{
    return json_pack("{s:o, s:b, s:i}", "squares", squares, "circuit", circuit, "points", (int)points);
}

// The best path or circuit of a side; null if it has none.
static json_t *describe_best(const struct position *pos, enum color color)
{
    struct claim claim;
    position_claim(pos, color, &claim);
    if (!claim.points)
        return json_null();
    const struct protection_path *best = claim.closes ? &claim.circuit : &claim.path;
    square squares[PROTECTION_MAX] = {0};
    for (unsigned i = 0; i < best->count; i++)
        squares[i] = claim.graph.squares[best->order[i]];
    return describe_one(describe_walk(squares, best->count, claim.closes), claim.closes, claim.points);
}

// An announcement that named its squares, scored as if it had won.
static json_t *describe_named(const struct position *pos, const struct announcement *named)
{
    const struct outcome won = {named->by == WHITE ? RESULT_WHITE : RESULT_BLACK, REASON_ANNOUNCEMENT};
    return describe_one(describe_walk(named->squares, named->count, named->circuit), named->circuit,
                        position_points(pos, &won));
}

json_t *describe_claims(const struct turn *turn, const struct position *pos, struct outcome outcome)
{
    const struct game *game = pos->variant->game;
    if (!game->announces || (outcome.reason != REASON_ANNOUNCEMENT && outcome.reason != REASON_SINGLE_PIECE))
        return NULL;
    struct announcement announcement = {.named = false};
    if (turn->count)
        announcement_unpack(pos, turn->actions[turn->count - 1], &announcement);
    json_t *sides[2];
    for (unsigned color = WHITE; color <= BLACK; color++)
        sides[color] = announcement.named && announcement.by == (enum color)color
                           ? describe_named(pos, &announcement)
                           : describe_best(pos, (enum color)color);
    return json_pack("{s:o, s:o}", "white", sides[WHITE], "black", sides[BLACK]);
}
