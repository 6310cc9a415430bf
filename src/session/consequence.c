// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the turn on a copy, examines the result, and then passes for the opponent.
#include "session/consequence.h"

#include "notation/coordinate_write.h"
#include "notation/json/json_text.h"

// Whether the same side, if it were to move again, would have no legal turn and lose by that.
static bool is_stuck(const struct position *after, enum reason *reason)
{
    // A side in check cannot pass, and a piece that gives check can move.
    if (position_in_check(after))
        return false;
    struct position next = *after;
    struct undo undo;
    position_pass(&next, &undo);
    // Squares that are frozen during the opponent's turn can be moved again in the turn after.
    for_each_part (part, &next.variant->hooks.end_turn)
        part->mechanism->end_turn(part, &next);
    struct move_list list;
    position_actions(&next, &list);
    if (list.count > 0)
        return false;
    struct outcome outcome = position_outcome_of(&next, false, NULL);
    *reason = outcome.reason;
    return outcome.result == result_of_winner(position_side(after));
}

struct consequence consequence_of(const struct position *pos, const struct turn *turn)
{
    struct position after = *pos;
    turn_play(&after, turn);
    // Repetition is not looked at: players see it coming.
    struct outcome outcome = position_outcome(&after, NULL);
    struct consequence consequence = {CONSEQUENCE_NONE, REASON_NONE};
    if (outcome.result == result_of_winner(other_color(position_side(pos))))
        consequence = (struct consequence){CONSEQUENCE_LOSES, outcome.reason};
    else if (outcome.result == RESULT_ONGOING && is_stuck(&after, &consequence.reason))
        consequence.kind = CONSEQUENCE_STUCK;
    return consequence;
}

const char *consequence_name(enum consequence_kind kind)
{
    static const char *const names[] = {"", "loses", "stuck"};
    return names[kind];
}

void consequence_write(const struct consequence *consequence, struct buffer *out)
{
    switch (consequence->kind) {
    case CONSEQUENCE_NONE:
        break;
    case CONSEQUENCE_LOSES:
        buffer_add(out, "this turn loses the game at once");
        if (consequence->reason == REASON_MATE_LOSES)
            buffer_add(out, ": whoever gives checkmate loses");
        else if (consequence->reason == REASON_SINGLE_PIECE)
            buffer_add(out, ": the side that is left with a single piece wins");
        break;
    case CONSEQUENCE_STUCK:
        buffer_add(
            out,
            "after this none of your pieces can move, and if that is still so at your next turn you lose");
        break;
    }
}

static json_t *describe(const struct consequence *consequence)
{
    if (consequence->kind == CONSEQUENCE_NONE)
        return json_null();
    struct buffer words;
    buffer_init(&words);
    consequence_write(consequence, &words);
    return json_pack("{s:s, s:s, s:o}", "kind", consequence_name(consequence->kind), "reason",
                     reason_name(consequence->reason), "text", json_of_buffer(&words));
}

json_t *consequence_json(const struct position *pos, const struct turn *turn)
{
    const struct consequence consequence = consequence_of(pos, turn);
    struct buffer coordinates;
    buffer_init(&coordinates);
    coordinate_write_turn(pos, turn, &coordinates);
    return json_pack("{s:o, s:o}", "turn", json_of_buffer(&coordinates), "consequence",
                     describe(&consequence));
}
