// SPDX-License-Identifier: GPL-3.0-or-later
// Compares what the enemy does with what one would do who takes everything, and one who plays at random; see habit.h.
#include "search/lures/habit.h"

void habit_forget(struct habit *habit)
{
    *habit = (struct habit){.greed = HABIT_CERTAIN / 2};
}

static int victim_value(const struct valuation *valuation, const struct position *pos, move m)
{
    piece victim = position_captured(pos, m);
    return is_piece(victim) ? valuation->value[piece_type_of(victim)] : 0;
}

// The greatest value that can be taken, 0 if there is nothing; stores how many actions take that much.
static int most_to_take(const struct valuation *valuation, const struct position *pos,
                        const struct move_list *list, unsigned *count)
{
    int most = 0;
    *count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        int value = victim_value(valuation, pos, list->moves[i]);
        if (value > most) {
            most = value;
            *count = 0;
        }
        *count += value == most;
    }
    return most;
}

void habit_leave(struct habit *habit, const struct valuation *valuation, const struct position *pos)
{
    struct move_list list;
    position_actions(pos, &list);
    int most = most_to_take(valuation, pos, &list, &habit->takings);
    habit->answers = most && list.count <= HABIT_ANSWERS_MAX ? list.count : 0;
    unsigned taking = 0, other = habit->takings;
    for (unsigned i = 0; i < habit->answers; i++) {
        struct position after = *pos;
        struct undo undo;
        bool takes = victim_value(valuation, pos, list.moves[i]) == most;
        position_apply(&after, list.moves[i], &undo);
        habit->hashes[takes ? taking++ : other++] = after.state.hash;
    }
}

// Bayes's rule. One who is greedy is allowed a slip, and nobody is ever quite sure.
void habit_learn(struct habit *habit, const struct position *pos)
{
    enum { MILLION = 1000000, SLIPS = 20, LEAST = 20 }; // one turn in so many is a slip
    unsigned count = habit->answers, found = 0;
    habit->answers = 0;
    if (!count)
        return;
    while (found < count && habit->hashes[found] != pos->state.hash)
        found++;
    if (found == count) {
        habit_forget(habit);
        return;
    }
    int64_t if_greedy = found < habit->takings ? (MILLION - MILLION / SLIPS) / habit->takings
                                               : MILLION / SLIPS / count,
            if_not = MILLION / count, greedy = habit->greed * if_greedy;
    int greed = (int)(HABIT_CERTAIN * greedy / (greedy + (HABIT_CERTAIN - habit->greed) * if_not));
    habit->greed = greed < LEAST ? LEAST : greed > HABIT_CERTAIN - LEAST ? HABIT_CERTAIN - LEAST : greed;
}

void habit_weigh(const struct habit *habit, const struct valuation *valuation, const struct position *pos,
                 const struct move_list *list, int weights[])
{
    unsigned takings;
    int most = most_to_take(valuation, pos, list, &takings), greed = most ? habit->greed : 0;
    for (unsigned i = 0; i < list->count; i++) {
        int64_t parts = (int64_t)HABIT_SURE * (HABIT_CERTAIN - greed) / (int64_t)list->count;
        if (greed && victim_value(valuation, pos, list->moves[i]) == most)
            parts += (int64_t)HABIT_SURE * greed / takings;
        weights[i] = 1 + (int)(parts / HABIT_CERTAIN);
    }
}
