// SPDX-License-Identifier: GPL-3.0-or-later
// Giving check is forbidden.
#include "mechanics/endings/no_checks.h"

#include "position/key.h"
#include "position/moves/attack.h"
#include "position/words/wording.h"

// The actions that could continue the turn if checks were allowed.
static void list_next(const struct position *pos, struct move_list *list)
{
    const struct part *stage = pos->variant->hooks.goes_on.parts[pos->state.stage];
    stage->mechanism->go_on(stage, pos, list);
}

// Whether the turn that is under way can end without a check, or has done so.
static bool ends_quietly(struct position *pos, enum color enemy)
{
    if (!pos->state.actions)
        return !attack_checks(pos, enemy);
    struct move_list list;
    list.count = 0;
    bool quietly = false;
    list_next(pos, &list);
    for (unsigned i = 0; i < list.count && !quietly; i++) {
        struct undo undo;
        position_apply(pos, list.moves[i], &undo);
        quietly = ends_quietly(pos, enemy);
        position_undo(pos, &undo);
    }
    return quietly;
}

// ---- Moves that need not be played ----

// How the enemy king could be attacked from the locations on lines to him.
struct sight {
    struct set seen;                // from these a piece could attack him, if it goes that far
    struct set unclear;             // these are on two lines, or the first piece on one
    uint8_t threat[GRID_SQUARES];   // where seen: along which of the side's threats …
    uint8_t distance[GRID_SQUARES]; // … and in how many steps
};

static void see(struct sight *sight, square s, unsigned threat, int steps)
{
    if (set_has(&sight->seen, s))
        set_add(&sight->unclear, s);
    set_add(&sight->seen, s);
    sight->threat[s] = (uint8_t)threat;
    sight->distance[s] = (uint8_t)steps;
}

// Looks along every line from the enemy king. False: he is attacked already.
static bool look(const struct position *pos, square king, struct sight *sight)
{
    const struct variant *variant = pos->variant;
    enum color side = position_side(pos);
    sight->seen = sight->unclear = (struct set){{0}};
    for (unsigned i = 0; i < variant->threat_count[side]; i++) {
        const struct threat *threat = &variant->threats[side][i];
        int reach = variant->board.reach[king][threat->dir];
        int longest = threat->longest < reach ? threat->longest : reach;
        square s = king;
        for (int steps = 1; steps <= longest; steps++) {
            s = (square)(s + direction_step[threat->dir].delta);
            see(sight, s, i, steps);
            piece p = pos->pieces[s];
            if (p == EMPTY)
                continue;
            if (threat->range[p] >= steps)
                return false;
            set_add(&sight->unclear, s);
            break;
        }
    }
    return true;
}

// Whether lines to the enemy king tell which moves give check: nothing happens but the moves themselves.
static bool can_look(const struct position *pos)
{
    const struct variant *variant = pos->variant;
    return variant->plain && !variant->metered && !variant->royal_types && !variant->hooks.after.count &&
           !variant->hooks.end_turn.count && !variant->hooks.goes_on.count &&
           position_has_king(pos, other_color(position_side(pos)));
}

enum verdict { QUIET, CHECK, UNCLEAR };

// A piece that captures stands where the captured one did, so lines open only behind the piece that moves.
static enum verdict judge(const struct position *pos, const struct sight *sight, move m)
{
    square from = move_from(m), to = move_to(m);
    if (move_kind(m) > MOVE_DOUBLE_STEP || set_has(&sight->unclear, from))
        return UNCLEAR;
    if (!set_has(&sight->seen, to))
        return QUIET;
    const struct threat *threat = &pos->variant->threats[position_side(pos)][sight->threat[to]];
    bool attacks = threat->range[pos->pieces[from]] >= sight->distance[to];
    // What is captured may have stood on two lines.
    if (set_has(&sight->unclear, to) && !attacks)
        return UNCLEAR;
    return attacks ? CHECK : QUIET;
}

// ---- Hooks ----

// Only the end of a turn counts: an action after which the enemy is in check may be followed by one that protects him.
static void restrict_actions(const struct part *part, const struct position *pos, struct move_list *list)
{
    (void)part;
    struct position scratch = *pos;
    enum color enemy = other_color(position_side(pos));
    struct sight sight;
    bool looks = can_look(pos) && look(pos, pos->state.king[enemy], &sight);
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++) {
        move m = list->moves[i];
        struct undo undo;
        enum verdict verdict = looks ? judge(pos, &sight, m) : UNCLEAR;
        if (verdict == UNCLEAR) {
            position_apply(&scratch, m, &undo);
            // An announcement leaves everything as it is.
            verdict = move_kind(m) == MOVE_ANNOUNCE || ends_quietly(&scratch, enemy) ? QUIET : CHECK;
            position_undo(&scratch, &undo);
        }
        if (verdict == QUIET)
            list->moves[kept++] = m;
    }
    list->count = kept;
}

static void explain_restriction(const struct part *part, const struct position *pos, move m,
                                struct buffer *why)
{
    (void)part;
    struct position after = *pos;
    struct undo undo;
    if (pos->state.actions) {
        struct move_list list;
        list.count = 0;
        list_next(pos, &list);
        if (!move_list_has(&list, m))
            return;
    }
    position_apply(&after, m, &undo);
    if (!ends_quietly(&after, other_color(position_side(pos))))
        buffer_add(why, "no turn may give check in this game");
}

static const struct key keys[] = {
    {"checking", VALUE_FLAG, KEY_AT(struct no_checks_settings, checking), .preset = "true",
     .help = "whether turns may give check", .example = "false"},
    {0},
};

static bool wanted(const void *settings)
{
    return !((const struct no_checks_settings *)settings)->checking;
}

static void words(const struct part *part, struct wording *wording)
{
    (void)part;
    wording_say(wording, WORDING_CHECK, "No turn may give check.");
}

const struct mechanism no_checks_mechanism = {
    .name = "no checks",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct no_checks_settings),
    .restrict_turns = restrict_actions,
    .restrict_actions = restrict_actions,
    .explain_restriction = explain_restriction,
    .words = words,
};
