// SPDX-License-Identifier: GPL-3.0-or-later
// Time management: how long a search may take.
#ifndef LEAPER_SEARCH_TIME_PLAN_H
#define LEAPER_SEARCH_TIME_PLAN_H

#include "pieces/piece.h"
#include "search/search.h"

// In milliseconds; -1 means no limit.
struct time_plan {
    int64_t enough; // after this no new iteration is begun; with a clock, course_stretch() says more
    int64_t most;   // after this the search is stopped
};

// Time that turns have recently lost outside the search, in milliseconds; all zero at first. Turns lose time on the way to and from the
// program that has the clocks, or while the processor is busy elsewhere.
struct losses {
    bool known[2];       // by colour: whether it is known what the clock should show at the next turn
    int64_t expected[2]; // what it should show, if that is known
    int64_t last;        // what the clocks have lost with the last turn
    int64_t usual;       // what they have lately lost with each turn
    int64_t longest;     // the longest time for which the program has been kept waiting; older ones decay
};

// Before a turn of `side`: learns from what its clock shows what the last turn has lost. A search without a clock, such as one on the enemy's time, changes nothing.
void losses_compare(struct losses *losses, const struct limits *limits, enum color side);

// After a turn of `side` that took `spent` milliseconds, in which it was once kept waiting for `gap`.
void losses_expect(struct losses *losses, const struct limits *limits, enum color side, int64_t spent,
                   int64_t gap);

// Before a new game, whose clocks have nothing to do with those of the last one. What the machine and the connection usually lose stays known.
void losses_forget_game(struct losses *losses);

// The plan for a turn of `side`. With a clock, each turn's share makes up for what turns usually lose, and twice the longest loss is kept in reserve,
// or, where that is more than half of the time, at least the longest loss.
struct time_plan time_plan(const struct limits *limits, enum color side, const struct losses *losses);

// The best move's usual share of the nodes, in percent, at which time is neither stretched nor shortened.
enum { COURSE_USUAL = 78 };

enum { COURSE_LOOK_BACK = 4 };

// How the iterations of a search went; all zero before the first.
struct course {
    int stable;                   // how many have left the best move as it was
    int scores[COURSE_LOOK_BACK]; // of the last ones, by depth
    int fallen;                   // so far has the score fallen since COURSE_LOOK_BACK iterations ago
    int share; // of the nodes of the last search from the root, in percent, that the best move took
};

// Notes an iteration; depths count from 1. `same`: the best move is that of the one before. `share`: of the nodes of its last search from the root, in
// percent, that the best move took.
void course_note(struct course *course, int depth, int score, bool same, int share);

// How much time is enough with a clock: from 0.7 times as much, if the best move is stable, to 1.3 times, if it has just changed; from 0.6 times that, if hardly
// anything else had to be searched, to 2.4 times, if others took nearly all nodes (COURSE_USUAL: once); and up to twice that if the score falls.
int64_t course_stretch(const struct course *course, int64_t enough);

#endif
