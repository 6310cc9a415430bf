// SPDX-License-Identifier: GPL-3.0-or-later
// Gets to know, from turn to turn, whether the enemy takes whatever it can.
//
// A trap for one who takes everything is another than for one who plays anything, and after two or three turns they can be told apart.
#ifndef LEAPER_SEARCH_HABIT_H
#define LEAPER_SEARCH_HABIT_H

#include "search/evaluation/value.h"

enum { HABIT_ANSWERS_MAX = 256, HABIT_CERTAIN = 1000 };

struct habit {
    int greed; // how likely the enemy seems to be one who takes the most valuable man it can, in parts of HABIT_CERTAIN
    // The enemy's answers to the last turn, if there was something to take: hashes of the positions after them, first those
    // that take the most valuable man.
    unsigned answers, takings;
    uint64_t hashes[HABIT_ANSWERS_MAX];
};

// Begins with an enemy of whom nothing is known.
void habit_forget(struct habit *habit);

// Remembers what the enemy may answer in this position, to which the engine has played.
void habit_leave(struct habit *habit, const struct valuation *valuation, const struct position *pos);

// Learns from the position after the answer. If it is none, somebody else may be playing, and all is forgotten.
void habit_learn(struct habit *habit, const struct position *pos);

// Stores how likely each of the enemy's actions is, in parts of about HABIT_SURE: never less than one.
enum { HABIT_SURE = 100000 };
void habit_weigh(const struct habit *habit, const struct valuation *valuation, const struct position *pos,
                 const struct move_list *list, int weights[]);

#endif
