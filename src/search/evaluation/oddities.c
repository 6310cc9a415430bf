// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the moves that matter: those that would give mate, and captures.
#include "search/evaluation/oddities.h"

// ---- Where whoever is mated wins ----

// What the side to move might do by mistake, or because it has nothing else left: give mate, or a check that leaves few
// answers; but a stalemate is a win lost, near at hand when the enemy has hardly a piece besides the king.
static int danger_of_mating(const struct position *pos)
{
    enum { ANY = 150, ALL = 1200, FEW = 3 };
    bool few = set_count(&pos->sets[other_color(position_side(pos))]) <= FEW;
    struct move_list list, answers;
    unsigned mating = 0;
    int sum = 0;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = *pos;
        struct undo undo;
        position_apply(&after, list.moves[i], &undo);
        bool check = position_in_check(&after);
        if (!check && !few)
            continue;
        position_actions(&after, &answers);
        mating += check && !answers.count;
        sum += check ? ALL / (int)(1 + 2 * answers.count) : answers.count ? 0 : -ALL;
    }
    return list.count ? ANY * (mating > 0) + sum / (int)list.count : 0;
}

// The squares next to the king to which it can go.
static int flights(const struct evaluator *evaluator, const struct position *pos, enum color color)
{
    int count = 0;
    square s;
    for (struct set_walk walk = set_walk(&evaluator->zone[pos->state.king[color]]); set_next(&walk, &s);)
        count += pos->pieces[s] != HOLE && !is_piece_of(pos->pieces[s], color) &&
                 !position_attacked(pos, s, other_color(color));
    return count;
}

static int worth_of_being_mated(const struct evaluator *evaluator, const struct position *pos)
{
    enum { FLIGHT = 25 };
    enum color side = position_side(pos), enemy = other_color(side);
    if (pos->state.actions || !position_has_king(pos, side) || !position_has_king(pos, enemy))
        return 0;
    int worth = -danger_of_mating(pos);
    worth += FLIGHT * (flights(evaluator, pos, enemy) - flights(evaluator, pos, side));
    if (!position_in_check(pos)) {
        struct position passed = *pos;
        struct undo undo;
        position_pass(&passed, &undo);
        worth += danger_of_mating(&passed);
    }
    return side == WHITE ? worth : -worth;
}

// ---- Where every move captures ----

static bool can_capture(const struct position *pos, square from)
{
    enum color color = piece_color(pos->pieces[from]), enemy = other_color(color);
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(pos->pieces[from])];
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        int reach = pos->variant->board.reach[from][ride->dir];
        square to = from;
        for (int left = ride->capture < reach ? ride->capture : reach; left > 0; left--) {
            to = (square)(to + direction_step[ride->dir].delta);
            if (is_piece_of(pos->pieces[to], enemy))
                return true;
            if (pos->pieces[to] != EMPTY)
                break;
        }
    }
    return false;
}

static int worth_of_fighters(const struct position *pos)
{
    enum { EACH = 40 };
    int count[2] = {0, 0};
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            count[color] += can_capture(pos, s);
    return EACH * (count[WHITE] - count[BLACK]);
}

int oddities_worth(const struct evaluator *evaluator, const struct position *pos)
{
    return evaluator->valuation.aims.fights ? worth_of_fighters(pos) : worth_of_being_mated(evaluator, pos);
}
