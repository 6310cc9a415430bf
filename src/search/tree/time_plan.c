// SPDX-License-Identifier: GPL-3.0-or-later
// Plans the time for a turn from the state of the clocks.
#include "search/tree/time_plan.h"

// The number of turns that the remaining time must last for, unless the time control says otherwise.
enum { TURNS_EXPECTED = 21 };

static int64_t at_least(int64_t value, int64_t least)
{
    return value > least ? value : least;
}

static int64_t at_most(int64_t value, int64_t most)
{
    return value < most ? value : most;
}

// ---- What turns lose ----

// What seems to be a greater loss, in milliseconds, is no delay: the clock is another game's, or the machine was asleep.
enum { LOSS_MOST = 1000 };

void losses_compare(struct losses *losses, const struct limits *limits, enum color side)
{
    if (!limits->clock || !losses->known[side])
        return;
    losses->known[side] = false;
    int64_t loss = losses->expected[side] - limits->time[side];
    bool told = loss < LOSS_MOST;
    // A clock that has gained time, by a time control or because it counts only what the processor did, has lost none.
    loss = told ? at_least(loss, 0) : 0;
    // A single delay will hardly come again. What is lost twice in a row is expected from then on, and forgotten slowly.
    int64_t both = at_most(loss, losses->last);
    losses->last = loss;
    if (!told)
        return;
    losses->usual = at_least((losses->usual * 7 + at_most(loss, losses->usual)) / 8, both);
    losses->longest = at_least(losses->longest, loss);
}

void losses_expect(struct losses *losses, const struct limits *limits, enum color side, int64_t spent,
                   int64_t gap)
{
    losses->longest = at_least(losses->longest * 15 / 16, at_most(gap, LOSS_MOST));
    if (!limits->clock)
        return;
    int64_t increment = at_least(limits->increment[side], 0);
    losses->known[side] = !limits->ponder && !limits->infinite;
    losses->expected[side] =
        limits->time[side] - spent + (limits->delay ? at_most(increment, spent) : increment);
}

void losses_forget_game(struct losses *losses)
{
    losses->known[WHITE] = losses->known[BLACK] = false;
    losses->last = 0;
}

// ---- Plans ----

static struct time_plan plan_by_clock(const struct limits *limits, enum color side,
                                      const struct losses *losses)
{
    int64_t overhead = at_least(limits->overhead, losses->usual);
    int64_t reserve = at_most(2 * losses->longest, at_least(losses->longest, limits->time[side] / 2));
    int64_t left = at_least(limits->time[side] - overhead - reserve, 1);
    int64_t increment = at_least(limits->increment[side], 0);
    int turns = limits->moves_to_go > 0 && limits->moves_to_go < TURNS_EXPECTED ? limits->moves_to_go
                                                                                : TURNS_EXPECTED;
    // Every turn to come loses the overhead. When time is so short that little would remain, a small share is used all the same.
    int64_t share = at_least(left / turns + increment * 3 / 4 - overhead, left / turns / 8);
    // The last turn before the time control may use nearly all of the time, any other turn at most half.
    int64_t cap = turns == 1 ? left * 9 / 10 : left / 2;
    return (struct time_plan){
        .enough = at_least(at_most(share * 9 / 10, cap), 1),
        .most = at_least(at_most(share * 4, cap), 1),
    };
}

struct time_plan time_plan(const struct limits *limits, enum color side, const struct losses *losses)
{
    bool bounded = limits->movetime > 0;
    if (limits->infinite || (!bounded && !limits->clock))
        return (struct time_plan){-1, -1};
    int64_t time = at_least(limits->movetime - at_most(limits->overhead, limits->movetime / 2), 1);
    if (!limits->clock)
        return (struct time_plan){time, time};
    struct time_plan plan = plan_by_clock(limits, side, losses);
    return bounded ? (struct time_plan){at_most(plan.enough, time), at_most(plan.most, time)} : plan;
}

// ---- While a search goes on ----

void course_note(struct course *course, int depth, int score, bool same, int share)
{
    int *oldest = &course->scores[depth % COURSE_LOOK_BACK];
    course->stable = same ? course->stable + 1 : 0;
    course->fallen = depth > COURSE_LOOK_BACK && *oldest > score ? *oldest - score : 0;
    *oldest = score;
    course->share = share;
}

int64_t course_stretch(const struct course *course, int64_t enough)
{
    enum { FALLEN_MOST = 100 }; // a pawn
    enum { ATTENTION_MOST = 240, ATTENTION_SLOPE = 180 };
    int fallen = course->fallen < FALLEN_MOST ? course->fallen : FALLEN_MOST;
    enough = enough * (course->stable > 4 ? 14 : 26 - 3 * course->stable) / 20;
    // Where nothing comes near to the best move, the others are refuted quickly, and little is gained by looking further.
    enough = enough * (ATTENTION_MOST - ATTENTION_SLOPE * course->share / 100) / 100;
    return enough * (FALLEN_MOST + fallen) / FALLEN_MOST;
}
