// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of passing. In its table row it comes last, since it looks at what else there is to do.
#include "mechanics/actions/pass.h"

#include "position/position.h"
#include "position/words/wording.h"

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    (void)part;
    (void)err;
    // Passes are told by what they lead back to, and so does a square that moves there and back.
    variant->passes_end = !variant->reserves;
    return true;
}

// Where the king stands, or the first piece: Fairy-Stockfish writes a pass as a move from there to there.
static square place_of(const struct position *pos)
{
    enum color side = position_side(pos);
    square s = 0;
    struct set_walk walk = set_walk(&pos->sets[side]);
    if (position_has_king(pos, side))
        return pos->state.king[side];
    set_next(&walk, &s);
    return s;
}

// Whether the side may pass only if there is no other legal turn.
static bool only_on_stalemate(const struct pass_settings *settings, enum color side)
{
    return settings->on_stalemate[side] && !settings->allowed[side];
}

static void add(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct pass_settings *settings = part->settings;
    enum color side = position_side(pos);
    if ((!settings->allowed[side] && !settings->on_stalemate[side]) || set_empty(&pos->sets[side]) ||
        position_in_check(pos))
        return;
    move_list_add(list, move_make(MOVE_PASS, place_of(pos), place_of(pos), 0));
}

static void restrict_turns(const struct part *part, const struct position *pos, struct move_list *list)
{
    unsigned kept = 0, others = 0;
    if (!only_on_stalemate(part->settings, position_side(pos)))
        return;
    for (unsigned i = 0; i < list->count; i++)
        others += move_kind(list->moves[i]) != MOVE_PASS;
    for (unsigned i = 0; i < list->count; i++)
        if (!others || move_kind(list->moves[i]) != MOVE_PASS)
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

// A pass changes nothing but the side to move.
static void act(const struct part *part, struct position *pos, move m, struct undo *undo)
{
    (void)part;
    (void)pos;
    (void)m;
    (void)undo;
}

static void explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    const struct pass_settings *settings = part->settings;
    enum color side = position_side(pos);
    (void)m;
    if (!settings->allowed[side] && !settings->on_stalemate[side])
        buffer_addf(why, "%s may not pass", color_name(side));
    else if (position_in_check(pos))
        buffer_add(why, "a pass is no answer to a check");
    else if (only_on_stalemate(settings, side))
        buffer_addf(why, "%s may pass only if there is no other legal turn", color_name(side));
}

static const struct key keys[] = {
    {"pass", VALUE_FLAG, KEY_AT(struct pass_settings, allowed), .both = true, .help = "players may pass",
     .example = "true"},
    {"passWhite", VALUE_FLAG, KEY_AT(struct pass_settings, allowed[WHITE]), .help = "White may pass",
     .example = "true"},
    {"passBlack", VALUE_FLAG, KEY_AT(struct pass_settings, allowed[BLACK]), .help = "Black may pass",
     .example = "true"},
    {"passOnStalemate", VALUE_FLAG, KEY_AT(struct pass_settings, on_stalemate), .both = true,
     .help = "players pass if they have no other legal turn and are not in check", .example = "true"},
    {"passOnStalemateWhite", VALUE_FLAG, KEY_AT(struct pass_settings, on_stalemate[WHITE]),
     .help = "White passes if there is no other legal turn", .example = "true"},
    {"passOnStalemateBlack", VALUE_FLAG, KEY_AT(struct pass_settings, on_stalemate[BLACK]),
     .help = "Black passes if there is no other legal turn", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct pass_settings *pass = settings;
    return pass->allowed[WHITE] || pass->allowed[BLACK] || pass->on_stalemate[WHITE] ||
           pass->on_stalemate[BLACK];
}

// Who has a right, as the subject of a sentence.
static const char *who(const bool sides[2])
{
    return sides[WHITE] && sides[BLACK] ? "A player" : sides[WHITE] ? "White" : "Black";
}

static void words(const struct part *part, struct wording *wording)
{
    const struct pass_settings *settings = part->settings;
    const bool *free = settings->allowed;
    bool stuck[2] = {only_on_stalemate(settings, WHITE), only_on_stalemate(settings, BLACK)};
    if (free[WHITE] || free[BLACK])
        wording_say(wording, WORDING_TURNS, "%s who is not in check may pass: give up the turn.", who(free));
    if (stuck[WHITE] || stuck[BLACK])
        wording_say(wording, WORDING_TURNS, "%s who has no other legal turn and is not in check passes.",
                    who(stuck));
    if (wording->variant->passes_end && (free[WHITE] || stuck[WHITE]) && (free[BLACK] || stuck[BLACK]))
        wording_say(wording, WORDING_END,
                    "The game is drawn when both sides have passed, one after the other.");
}

const struct mechanism pass_mechanism = {
    .name = "pass",
    .keys = keys,
    .settings_size = sizeof(struct pass_settings),
    .wanted = wanted,
    .prepare = prepare,
    .add = add,
    .restrict_turns = restrict_turns,
    .kinds = 1U << MOVE_PASS,
    .act = act,
    .explain = explain,
    .words = words,
};
