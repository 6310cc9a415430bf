// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the announcement that wins most points, alone or after one action.
#include "position/protection/claim.h"

#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "position/turn.h"

struct best {
    enum color by;
    unsigned points;
    struct turn *turn;
};

// Whether the side wins by announcing here; if so, `points` is what it scores.
static bool wins(const struct position *pos, enum color by, move *claim, unsigned *points)
{
    const struct announcement announcement = {.by = by};
    struct position after = *pos;
    struct undo undo;
    if (!position_announceable(pos, &announcement, NULL))
        return false;
    *claim = announcement_pack(pos, &announcement);
    // Other actions may have to come first.
    if (pos->state.actions && !position_is_legal(pos, *claim))
        return false;
    position_apply(&after, *claim, &undo);
    struct outcome outcome = position_outcome(&after, NULL);
    *points = position_points(&after, &outcome);
    return outcome.result == result_of_winner(by);
}

static void try_behind(const struct position *pos, move m, struct best *best)
{
    struct position after = *pos;
    struct undo undo;
    move claim;
    unsigned points;
    position_apply(&after, m, &undo);
    turn_reach(&after, move_make(MOVE_ANNOUNCE, 0, 0, 0));
    // If the turn is over already, the game has ended without an announcement, or there is nothing to announce.
    if (!after.state.actions || !wins(&after, best->by, &claim, &points) ||
        (best->turn->count && points <= best->points))
        return;
    *best->turn = (struct turn){.count = 2, .actions = {m, claim}};
    best->points = points;
}

static void try_all_behind(const struct position *pos, struct best *best)
{
    struct move_list list;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) != MOVE_ANNOUNCE)
            try_behind(pos, list.moves[i], best);
}

static bool try_alone(const struct position *pos, struct best *best)
{
    move claim;
    if (!pos->variant->hooks.announce || !wins(pos, best->by, &claim, &best->points))
        return false;
    *best->turn = (struct turn){.count = 1, .actions = {claim}};
    return true;
}

bool claim_find_win(const struct position *pos, enum color by, struct turn *turn)
{
    struct best best = {.by = by, .turn = turn};
    *turn = (struct turn){.count = 0};
    if (!try_alone(pos, &best))
        return false;
    if (position_side(pos) == by && !pos->state.actions)
        try_all_behind(pos, &best);
    return true;
}

bool claim_find_best(const struct position *pos, struct turn *turn)
{
    struct best best = {.by = position_side(pos), .turn = turn};
    *turn = (struct turn){.count = 0};
    if (!pos->variant->hooks.announce || pos->state.actions)
        return false;
    try_alone(pos, &best);
    try_all_behind(pos, &best);
    return turn->count > 0;
}
