// SPDX-License-Identifier: GPL-3.0-or-later
// Averages over the enemy's answers, and over those after the next turn; see lure.h.
#include "search/lures/lure.h"

#include "position/moves/key.h"
#include "search/evaluation/features.h"
#include "search/lures/habit.h"
#include "search/lures/snare.h"
#include "search/tree/descent.h"
#include "search/tree/effort.h"

#include <assert.h>
#include <stdint.h>

enum {
    REPEATED = 60,     // what a position is worth less for each time that it has occurred
    THOUSANDTHS = 1000 // of shares, and of worths
};

struct lure {
    struct effort effort;
    unsigned step; // of the answers that take nothing, one in so many is looked at
};

// ---- Answers ----

static unsigned times_seen(const struct lure *lure, const struct position *pos)
{
    const struct worker *w = lure->effort.w;
    uint64_t key = position_key(pos);
    unsigned count = 0;
    for (size_t i = 0; pos->variant->fold && i < w->key_count; i++)
        count += w->keys[i] == key;
    return count;
}

static bool is_drawn(const struct position *pos, unsigned seen)
{
    unsigned limit = variant_move_limit(pos->variant);
    return (limit && pos->state.halfmove >= limit) || (seen && seen + 1U >= pos->variant->fold);
}

// A position after an answer, in which the hopeful side is to move.
static int worth_after(const struct lure *lure, const struct position *pos)
{
    unsigned seen = times_seen(lure, pos);
    if (is_drawn(pos, seen))
        return SNARE_DRAWN;
    return snare_worth(&lure->effort.w->shared->evaluator.valuation, pos) - REPEATED * (int)seen;
}

static bool is_mated(const struct position *pos)
{
    struct move_list list;
    if (!position_in_check(pos))
        return false;
    position_actions(pos, &list);
    return !list.count;
}

struct average {
    int64_t sum, weight;
};

static void average_add(struct average *average, int worth, int weight)
{
    average->sum += (int64_t)worth * weight;
    average->weight += weight;
}

// ---- The turn after the next ----

static void weigh(const struct lure *lure, const struct position *pos, const struct move_list *list,
                  int weights[])
{
    const struct shared *shared = lure->effort.w->shared;
    habit_weigh(shared->habit, &shared->evaluator.valuation, pos, list, weights);
}

static struct position after_action(const struct position *pos, move m)
{
    struct position after = *pos;
    struct undo undo;
    position_apply(&after, m, &undo);
    return after;
}

// The share of the enemy's answers that mate, in thousandths.
static int share_of_mates(const struct lure *lure, const struct position *pos)
{
    struct move_list list;
    int weights[MOVE_LIST_MAX];
    int64_t mates = 0, all = 0;
    position_actions(pos, &list);
    weigh(lure, pos, &list, weights);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = after_action(pos, list.moves[i]);
        mates += is_mated(&after) ? weights[i] : 0;
        all += weights[i];
    }
    return all ? (int)(THOUSANDTHS * mates / all) : 0;
}

// The greatest such share that the hopeful side, which is to move, can bring about.
static int best_share(struct lure *lure, const struct position *pos)
{
    struct move_list list;
    int best = 0;
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count && !effort_is_over(&lure->effort); i++) {
        struct position after = after_action(pos, list.moves[i]);
        int share = share_of_mates(lure, &after);
        best = share > best ? share : best;
    }
    return best;
}

// As worth_after(), but with the best of the next turns and all answers to it.
static int worth_foreseen(struct lure *lure, const struct position *pos)
{
    int worth = worth_after(lure, pos);
    if (worth <= SNARE_DRAWN || worth >= SNARE_WON)
        return worth;
    return worth + best_share(lure, pos) * (SNARE_WON - worth) / THOUSANDTHS;
}

// ---- Averages ----

// The worth of a position in which the enemy is to move, in thousandths. Every mate counts, and a sample of the other answers, or all of
// them, with the turn after them, if it is to be foreseen.
static int64_t worth_on_average(struct lure *lure, const struct position *pos, bool foreseen)
{
    enum color hopeful = other_color(position_side(pos));
    struct average mates = {0, 0}, others = {0, 0};
    int64_t all = 0; // the weights of the other answers, including those that are not looked at
    unsigned quiet = 0, seen = times_seen(lure, pos);
    struct move_list list;
    int weights[MOVE_LIST_MAX];
    position_actions(pos, &list);
    if (!list.count)
        return (int64_t)THOUSANDTHS * snare_end(pos, hopeful);
    if (is_drawn(pos, seen))
        return (int64_t)THOUSANDTHS * SNARE_DRAWN;
    weigh(lure, pos, &list, weights);
    for (unsigned i = 0; i < list.count && !lure->effort.over; i++) {
        bool takes = is_piece(position_captured(pos, list.moves[i]));
        struct position after = after_action(pos, list.moves[i]);
        if (is_mated(&after)) {
            average_add(&mates, snare_end(&after, hopeful), weights[i]);
            continue;
        }
        all += weights[i];
        if (!takes && !foreseen && quiet++ % lure->step)
            continue;
        effort_is_over(&lure->effort);
        average_add(&others, foreseen ? worth_foreseen(lure, &after) : worth_after(lure, &after), weights[i]);
    }
    if (lure->effort.over)
        return 0; // the caller ignores it
    int64_t worth = mates.sum + (others.weight ? others.sum * all / others.weight : 0);
    assert(mates.weight + all > 0); // no answer weighs nothing
    return THOUSANDTHS * worth / (mates.weight + all) - (int64_t)THOUSANDTHS * REPEATED * (int)seen;
}

// ---- The root ----

// Whether a search that leaves most of the nodes to what follows has found out who wins.
static bool is_decided(struct lure *lure)
{
    enum { NEXT = 8, DEPTH_MAX = 12 }; // an iteration takes so many times the nodes of the last one, or less
    const struct window whole = {-SCORE_INFINITE, SCORE_INFINITE};
    struct worker *w = lure->effort.w;
    int score = 0;
    effort_allow(&lure->effort, 4, 4);
    for (int depth = 1; depth <= DEPTH_MAX && !w->stopped && !score_is_decided(score); depth++) {
        w->depth = depth;
        score = search_root(w, whole, depth);
        if (effort_nodes(&lure->effort) * NEXT >= lure->effort.end || effort_is_over(&lure->effort))
            break;
    }
    return w->stopped || score_is_decided(score);
}

// Whether that search has found that the enemy wins after this position.
static bool is_known_to_lose(const struct lure *lure, const struct position *pos)
{
    const struct shared *shared = lure->effort.w->shared;
    struct table_found found;
    return table_find(shared->table, pos->state.hash ^ shared->salt, &found) && found.bound != BOUND_UPPER &&
           found.score >= SCORE_WIN_LEAST;
}

// One in how many answers may be looked at.
static unsigned step_for(const struct lure *lure, const struct move_list *root)
{
    const struct worker *w = lure->effort.w;
    uint64_t used = effort_nodes(&lure->effort), left = lure->effort.end > used ? lure->effort.end - used : 0;
    uint64_t count = 0;
    for (unsigned i = 0; i < root->count; i++) {
        struct position pos = after_action(&w->pos, root->moves[i]);
        struct move_list list;
        position_actions(&pos, &list);
        count += list.count;
    }
    return (unsigned)(1 + count / (left + 1));
}

// The actions that are worth most on average, best first.
struct candidates {
    struct candidate {
        move m;
        int64_t worth;
    } items[8];
    unsigned count;
};

// Of actions that are worth the same the first stays before the others.
static void candidates_add(struct candidates *candidates, struct candidate candidate)
{
    enum { MOST = sizeof candidates->items / sizeof *candidates->items };
    unsigned i = candidates->count < MOST ? candidates->count++ : MOST;
    for (; i && candidates->items[i - 1].worth < candidate.worth; i--)
        if (i < MOST)
            candidates->items[i] = candidates->items[i - 1];
    if (i < MOST)
        candidates->items[i] = candidate;
}

// False if there was no time to look at all actions.
static bool find_candidates(struct lure *lure, const struct move_list *root, struct candidates *candidates)
{
    for (unsigned i = 0; i < root->count && !lure->effort.over; i++) {
        struct position pos = after_action(&lure->effort.w->pos, root->moves[i]);
        int64_t worth = is_known_to_lose(lure, &pos) ? INT64_MIN + 1 : worth_on_average(lure, &pos, false);
        candidates_add(candidates, (struct candidate){root->moves[i], worth});
    }
    return !lure->effort.over;
}

// The best action; MOVE_NONE if there was no time to look at all of them. As long as there is time, the best look further ahead.
static move choose(struct lure *lure, const struct move_list *root)
{
    struct candidates candidates = {.count = 0};
    if (!find_candidates(lure, root, &candidates))
        return MOVE_NONE;
    move best = candidates.items[0].m;
    int64_t most = INT64_MIN;
    for (unsigned i = 0; i < candidates.count; i++) {
        struct position pos = after_action(&lure->effort.w->pos, candidates.items[i].m);
        if (is_known_to_lose(lure, &pos))
            break;
        int64_t worth = worth_on_average(lure, &pos, true);
        if (lure->effort.over)
            break;
        if (worth > most) {
            most = worth;
            best = candidates.items[i].m;
        }
    }
    return best;
}

// Whether the rules make it worth while, and nobody wants to know what the best play is.
static bool is_wanted(const struct worker *w, const struct shared *shared)
{
    const struct search_request *request = shared->request;
    const struct evaluator *evaluator = &shared->evaluator;
    return evaluator->valuation.aims.to_be_mated && !w->pos.variant->composed &&
           evaluator->features & FEATURE_LURES && shared->lines == 1 && !shared->blur && !shared->oversight &&
           !request->analysis && request->limits.depth <= 0 && !request->limits.infinite &&
           shared->root.count > 1;
}

void lure_root(struct worker *w, struct shared *shared)
{
    struct lure lure = {.effort = {.w = w}};
    if (!is_wanted(w, shared))
        return;
    habit_learn(shared->habit, &w->pos);
    if (is_decided(&lure))
        return;
    effort_allow(&lure.effort, 8, 12);
    lure.step = step_for(&lure, &shared->root);
    effort_allow(&lure.effort, 12, 12); // step_for() assumes that few answers take something
    move best = choose(&lure, &shared->root);
    if (best == MOVE_NONE)
        return;
    struct position left = after_action(&w->pos, best);
    habit_leave(shared->habit, &shared->evaluator.valuation, &left);
    shared->root.count = 0;
    move_list_add(&shared->root, best);
}
