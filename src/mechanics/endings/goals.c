// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of goals: whoever brings certain pieces to goal squares wins.
#include "mechanics/endings/goals.h"

#include "position/key.h"
#include "position/moves/outcome.h"
#include "position/words/wording.h"

#include <string.h>

static enum gait gait_of(const struct piece_rules *rules)
{
    struct movement feet = {{[RIDE_PLAIN] = {{1, 1, 1, 1}, {0, 0, 0, 0, 1, 1, 1, 1}}}};
    struct movement steps = {{[RIDE_PLAIN] = {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}}}};
    if (!memcmp(&rules->movement[WHITE], &feet, sizeof feet))
        return GAIT_FEET;
    return memcmp(&rules->movement[WHITE], &steps, sizeof steps) ? GAIT_OTHER : GAIT_STEPPER;
}

static void measure(struct goals_settings *settings, enum color color)
{
    for (square s = 0; s < GRID_SQUARES; s++) {
        uint8_t nearest = UINT8_MAX;
        square goal;
        for (struct set_walk walk = set_walk(&settings->goals[color]); set_next(&walk, &goal);)
            if (square_distance(s, goal) < nearest)
                nearest = (uint8_t)square_distance(s, goal);
        settings->distance[color][s] = nearest;
    }
}

static bool are_corners(const struct board *board, const struct set *goals)
{
    square s;
    for (struct set_walk walk = set_walk(goals); set_next(&walk, &s);)
        if ((square_file(s) && square_file(s) != board->width - 1) ||
            (square_rank(s) && square_rank(s) != board->height - 1))
            return false;
    return true;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    struct goals_settings *settings = part->settings;
    (void)err;
    settings->corners = true;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        settings->royal[color] =
            variant->royal && !variant->kingless[color] && settings->piece[color] == variant->king;
        settings->corners &= settings->royal[color] && are_corners(&variant->board, &settings->goals[color]);
        measure(settings, (enum color)color);
    }
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        settings->gait[type] = (uint8_t)gait_of(&variant->pieces[type]);
    return true;
}

// The pieces that have arrived.
static struct set arrived(const struct goals_settings *settings, const struct position *pos, enum color color)
{
    struct set there = {{0}}, candidates = set_both(pos->sets[color], &settings->goals[color]);
    square s;
    for (struct set_walk walk = set_walk(&candidates); set_next(&walk, &s);)
        if (settings->piece[color] == ANY_TYPE ||
            pos->variant->counted[pos->pieces[s]] == settings->piece[color])
            set_add(&there, s);
    return there;
}

static bool is_blocked(const struct position *pos, const struct set *goals)
{
    for (int i = 0; i < 4; i++)
        if (goals->word[i] & pos->sets[SET_EMPTY].word[i])
            return false;
    return true;
}

static bool has_reached(const struct goals_settings *settings, const struct position *pos, enum color color)
{
    if (settings->royal[color] && settings->count == 1 && !settings->safe)
        return set_has(&settings->goals[color], pos->state.king[color]);
    struct set there = arrived(settings, pos, color);
    int count = set_count(&there);
    if (!count ||
        (count < settings->count && !(settings->blocked_wins && is_blocked(pos, &settings->goals[color]))))
        return false;
    // With an extra move as well, only unsafe pieces give the other side one. If there are more pieces than needed, they are
    // not looked at one by one, as in Fairy-Stockfish.
    bool must_be_safe = settings->safe && (!settings->extra_move || color != position_side(pos));
    square s;
    for (struct set_walk walk = set_walk(&there);
         must_be_safe && count == settings->count && set_next(&walk, &s);)
        if (position_attacked(pos, s, other_color(color)))
            return false;
    return true;
}

// Whether Black's king can still follow White's in the extra move, and so draw.
static bool can_follow(const struct goals_settings *settings, const struct position *pos)
{
    if (position_side(pos) != BLACK || !settings->extra_move || !settings->royal[BLACK] ||
        position_in_check(pos))
        return false;
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_NORMAL && move_from(list.moves[i]) == pos->state.king[BLACK] &&
            set_has(&settings->goals[BLACK], move_to(list.moves[i])))
            return true;
    return false;
}

static bool end_with(enum result result, const struct goals_settings *settings, struct outcome *outcome)
{
    *outcome = (struct outcome){result, settings->corners ? REASON_CORNER : REASON_GOAL};
    return true;
}

// The side to move has had its pieces there since before the other's extra move.
static bool has_kept(const struct goals_settings *settings, const struct position *pos,
                     struct outcome *outcome)
{
    enum color side = position_side(pos), other = other_color(side);
    if (!has_reached(settings, pos, side))
        return false;
    bool levels = settings->extra_move ? side == WHITE && settings->royal[other] : settings->safe;
    bool draw = levels && has_reached(settings, pos, other);
    return end_with(draw ? RESULT_DRAW : result_of_winner(side), settings, outcome);
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct goals_settings *settings = part->settings;
    enum color side = position_side(pos), other = other_color(side);
    bool at_once = !settings->extra_move || settings->safe || settings->royal[side];
    // A king that stands on a goal has won also where a position begins like this.
    bool kept = settings->extra_move || settings->safe || settings->royal[side];
    if (kept && has_kept(settings, pos, outcome))
        return true;
    return at_once && has_reached(settings, pos, other) && !can_follow(settings, pos) &&
           end_with(result_of_winner(other), settings, outcome);
}

static bool validate(const struct part *part, const struct position *pos, struct error *err)
{
    const struct goals_settings *settings = part->settings;
    char name[SQUARE_NAME_SIZE];
    if (!settings->corners || settings->extra_move || !has_reached(settings, pos, WHITE) ||
        !has_reached(settings, pos, BLACK))
        return true;
    square_name(pos->state.king[BLACK], name);
    return error_set(err, ERROR_FEN, name,
                     "only one king can have reached a corner, but there is one on %s as well", name);
}

static void finish(const struct part *part, const struct position *pos, struct finish *how)
{
    const struct goals_settings *settings = part->settings;
    enum color side = position_side(pos);
    // Several pieces do not arrive in one move; and some only win once they have stayed there for a turn (`ended`).
    if (settings->count > 1 ||
        (settings->extra_move && !settings->safe && !settings->royal[other_color(side)]))
        return;
    how->piece = settings->piece[side];
    how->squares = settings->goals[side];
}

#define AT(member) KEY_AT(struct goals_settings, member)

static const struct key keys[] = {
    {"flagPiece", VALUE_PIECE, AT(piece), .both = true, .preset = "*",
     .help = "the piece that wins by reaching flagRegion", .example = "k"},
    {"flagPieceWhite", VALUE_PIECE, AT(piece[0]), .preset = "*", .help = "flagPiece for White",
     .example = "k"},
    {"flagPieceBlack", VALUE_PIECE, AT(piece[1]), .preset = "*", .help = "flagPiece for Black",
     .example = "k"},
    {"flagRegion", VALUE_SQUARES, AT(goals), .both = true, .help = "the goal squares",
     .example = "d4 e4 d5 e5"},
    {"flagRegionWhite", VALUE_SQUARES, AT(goals[0]), .help = "White's goal squares", .example = "*8"},
    {"flagRegionBlack", VALUE_SQUARES, AT(goals[1]), .help = "Black's goal squares", .example = "*1"},
    {"flagPieceCount", VALUE_NUMBER, AT(count), .minimum = 1, .maximum = 256, .preset = "1",
     .help = "how many such pieces must be there", .example = "2"},
    {"flagPieceBlockedWin", VALUE_FLAG, AT(blocked_wins), .preset = "false",
     .help = "one is enough when all other goal squares are occupied", .example = "true"},
    {"flagMove", VALUE_FLAG, AT(extra_move), .preset = "false",
     .help = "the other side has one more turn; a king that then follows White's draws", .example = "true"},
    {"flagPieceSafe", VALUE_FLAG, AT(safe), .preset = "false",
     .help = "the piece wins only where it is not attacked", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct goals_settings *own = settings;
    return !set_empty(&own->goals[WHITE]) || !set_empty(&own->goals[BLACK]);
}

static void say_goal(const struct goals_settings *settings, struct wording *wording, enum color color,
                     const char *who)
{
    const char *where = wording_any_of(wording, &settings->goals[color]),
               *verb = *who == 'A' ? "that brings" : "wins by bringing";
    bool all = *who == 'A';
    if (settings->count > 1)
        wording_say(wording, WORDING_END, "%s %s %s to %s%s.", who, verb,
                    wording_count(wording, settings->count, settings->piece[color]), where,
                    all ? " wins" : "");
    else
        wording_say(wording, WORDING_END, "%s %s %s to %s%s.", who, verb,
                    wording_type(wording, settings->piece[color], FORM_A), where, all ? " wins" : "");
}

static void words(const struct part *part, struct wording *wording)
{
    const struct goals_settings *settings = part->settings;
    if (settings->piece[WHITE] == settings->piece[BLACK] && wording_is_same(wording, settings->goals))
        say_goal(settings, wording, WHITE, "A side");
    else
        for (unsigned color = WHITE; color <= BLACK; color++)
            if (!set_empty(&settings->goals[color]))
                say_goal(settings, wording, (enum color)color, color_name((enum color)color));
    if (settings->safe)
        wording_say(wording, WORDING_END, "That wins only where no piece of the opponent's attacks it.");
    if (settings->blocked_wins)
        wording_say(wording, WORDING_END,
                    "One piece there is enough when all other goal squares are occupied.");
    if (settings->extra_move && settings->royal[WHITE] && settings->royal[BLACK])
        wording_say(
            wording, WORDING_END,
            "When White's %s arrives first, Black has one more turn; if Black's arrives in it as well, the "
            "game is drawn.",
            wording_type(wording, settings->piece[WHITE], FORM_NAME));
    else if (settings->extra_move)
        wording_say(wording, WORDING_END, "The other side has one more turn before that counts.");
}

const struct mechanism goals_mechanism = {
    .name = "goals",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct goals_settings),
    .prepare = prepare,
    .ended = ended,
    .assess = goals_assess,
    .finish = finish,
    .validate = validate,
    .words = words,
};
