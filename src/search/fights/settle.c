// SPDX-License-Identifier: GPL-3.0-or-later
// Proves wins and losses of games of stones by depth-first search; see settle.h.
//
// Nothing is evaluated: a position is won if a move leads to one that is lost for the enemy. What has been proved is kept in the
// transposition table under keys that are equal wherever the play is the same.
#include "search/fights/settle.h"

#include "base/random.h"
#include "search/fights/stones.h"
#include "search/fights/worth.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum verdict { UNKNOWN, WON, LOST }; // for the side to move

struct proof {
    struct effort effort;
    struct stones stones;
    struct worths worths;
    uint64_t salt;
    uint64_t pause; // the number of nodes at which to leave the present attempt
};

// ---- Limits ----

static bool must_leave(struct proof *proof)
{
    return effort_is_over(&proof->effort) || effort_nodes(&proof->effort) >= proof->pause;
}

// Whether there are too many moves for any hope of a proof: the nodes that it takes grow exponentially with them.
static bool is_hopeless(const struct proof *proof)
{
    enum { MOVES_PER_DOUBLING = 4 };
    unsigned doublings = 0;
    for (uint64_t nodes = proof->effort.end; nodes > 1; nodes /= 2)
        doublings++;
    return proof->effort.w->shared->root.count > MOVES_PER_DOUBLING * doublings;
}

// ---- Proving ----

struct candidate {
    struct stones_move move;
    uint64_t key; // of the position after it
    unsigned fights;
};

// How many moves a stone has; its neighbours of the other colour have the same moves back.
static unsigned fights_at(const struct stones *stones, square s)
{
    unsigned count = 0;
    for (unsigned i = 0; s != SQUARE_NONE && i < stones->neighbour_count[s]; i++)
        count += stones->color[stones->neighbours[s][i]] == (stones->color[s] ^ 1);
    return count;
}

static int by_fights(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    if (first->fights != second->fights)
        return first->fights < second->fights ? -1 : 1;
    // Equal keys come together, so that only one of them is tried. No two moves compare equal: implementations of qsort() would
    // order them differently.
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    unsigned x = (unsigned)first->move.from << 8 | first->move.to;
    unsigned y = (unsigned)second->move.from << 8 | second->move.to;
    return x < y ? -1 : x > y;
}

// What is known of the position with that key without looking further.
static enum verdict find_verdict(const struct proof *proof, uint64_t key)
{
    struct table_found found;
    if (key == STONES_LOST || key == STONES_WON)
        return key == STONES_WON ? WON : LOST;
    if (!table_find(proof->effort.w->shared->table, key ^ proof->salt, &found))
        return UNKNOWN;
    return found.score > 0 ? WON : LOST;
}

static void keep_verdict(const struct proof *proof, uint64_t key, enum verdict verdict, unsigned moves)
{
    enum { DEPTH_MAX = 100 };
    const struct table_found found = {
        .best = MOVE_NONE,
        .score = verdict == WON ? 1 : -1,
        .depth = (int)(moves < DEPTH_MAX ? moves : DEPTH_MAX), // what took long is kept
        .bound = BOUND_EXACT,
    };
    table_store(proof->effort.w->shared->table, key ^ proof->salt, &found);
}

// Turns moves into candidates, without those that are known to lose. Moves that leave the fewest fights come first, because
// they lead to an end soonest. True if a move is known to win.
static bool list_candidates(struct proof *proof, enum color side, const struct stones_move *moves,
                            struct candidate *candidates, unsigned *count)
{
    struct stones *stones = &proof->stones;
    unsigned all = *count;
    *count = 0;
    for (unsigned i = 0; i < all; i++) {
        struct stones_move m = moves[i];
        unsigned before = fights_at(stones, m.from) + fights_at(stones, m.to) + (m.from == SQUARE_NONE) - 1;
        stones_play(stones, m);
        uint64_t key = stones_key(stones, other_color(side));
        unsigned after = fights_at(stones, m.to);
        stones_undo(stones, m);
        enum verdict answer = find_verdict(proof, key);
        if (answer == LOST)
            return true;
        if (answer == UNKNOWN)
            candidates[(*count)++] = (struct candidate){m, key, STONES_MOVES_MAX + after - before};
    }
    if (*count)
        qsort(candidates, *count, sizeof *candidates, by_fights);
    return false;
}

static enum verdict prove(struct proof *proof, enum color side, uint64_t key);

static enum verdict try_candidates(struct proof *proof, enum color side, const struct candidate *candidates,
                                   unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (i && candidates[i].key == candidates[i - 1].key)
            continue;
        stones_play(&proof->stones, candidates[i].move);
        enum verdict answer = prove(proof, other_color(side), candidates[i].key);
        stones_undo(&proof->stones, candidates[i].move);
        if (answer != WON)
            return answer == LOST ? WON : UNKNOWN;
    }
    return LOST;
}

// Who wins the position, which has that key.
static enum verdict prove(struct proof *proof, enum color side, uint64_t key)
{
    enum verdict verdict = find_verdict(proof, key);
    if (verdict != UNKNOWN || must_leave(proof))
        return verdict;
    struct stones_move moves[STONES_MOVES_MAX];
    stones_key(&proof->stones, side); // tells which groups matter
    unsigned all = stones_moves(&proof->stones, side, moves);
    all += stones_moves_in_sum(&proof->stones, side, moves + all);
    unsigned count = all;
    struct candidate *candidates = malloc((all + 1) * sizeof *candidates);
    if (!candidates)
        return UNKNOWN;
    verdict = list_candidates(proof, side, moves, candidates, &count)
                  ? WON
                  : try_candidates(proof, side, candidates, count);
    free(candidates);
    if (verdict != UNKNOWN)
        keep_verdict(proof, key, verdict, all);
    return verdict;
}

// What a move of that side leads to, for the other, if a proof takes no more than so many nodes.
static enum verdict prove_after(struct proof *proof, struct stones_move m, enum color side, uint64_t nodes)
{
    enum color enemy = other_color(side);
    proof->pause = effort_nodes(&proof->effort) + nodes;
    stones_play(&proof->stones, m);
    enum verdict verdict = prove(proof, enemy, stones_key(&proof->stones, enemy));
    stones_undo(&proof->stones, m);
    return verdict;
}

// ---- The root ----

enum { FACTOR = 4 }; // by which the nodes for each action grow

// An action at the root.
struct choice {
    move action;
    struct stones_move move;
    enum verdict answer; // what is known of the position after it
    unsigned chance;     // in thousandths: how many of the enemy's answers lose
};

// Gives each choice as many nodes as the others, then more. Returns the first one that wins, NULL if none is found.
static const struct choice *find_winner(struct proof *proof, struct choice *choices, unsigned count)
{
    enum { FIRST = 64 };
    enum color side = position_side(&proof->effort.w->pos);
    unsigned unknown = count;
    for (uint64_t nodes = FIRST; unknown && !proof->effort.over; nodes *= FACTOR)
        for (unsigned i = 0; i < count && !proof->effort.over; i++) {
            struct choice *choice = &choices[i];
            if (choice->answer != UNKNOWN)
                continue;
            choice->answer = prove_after(proof, choice->move, side, nodes);
            if (choice->answer == LOST)
                return choice;
            unknown -= choice->answer != UNKNOWN;
        }
    return NULL;
}

// Counts the enemy's answers to a move of that side that lose; those of which that is not known count half.
static unsigned chance_after(struct proof *proof, struct stones_move m, enum color side, uint64_t nodes)
{
    struct stones_move answers[STONES_MOVES_MAX];
    struct stones *stones = &proof->stones;
    enum color enemy = other_color(side);
    unsigned sum = 0;
    stones_play(stones, m);
    memset(stones->in_play, true, sizeof stones->in_play);
    unsigned count = stones_moves(stones, enemy, answers);
    for (unsigned i = 0; i < count; i++) {
        enum verdict own = prove_after(proof, answers[i], enemy, nodes);
        sum += own == WON ? 1000 : own == UNKNOWN ? 500 : 0;
    }
    stones_undo(stones, m);
    return count ? sum / count : 1000;
}

static void find_chances(struct proof *proof, struct choice *choices, unsigned count)
{
    enum { FIRST = 32, LAST = 4096 };
    enum color side = position_side(&proof->effort.w->pos);
    for (uint64_t nodes = FIRST; nodes <= LAST && !proof->effort.over; nodes *= FACTOR)
        for (unsigned i = 0; i < count; i++) {
            unsigned chance = chance_after(proof, choices[i].move, side, nodes);
            if (!proof->effort.over || nodes == FIRST)
                choices[i].chance = chance;
        }
}

// Forgets choices that are known to lose, unless all are; returns how many remain.
static unsigned drop_lost(struct choice *choices, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if (choices[i].answer == UNKNOWN)
            choices[kept++] = choices[i];
    return kept ? kept : count;
}

// How many moves both sides have in groups whose worth is not known, after a move of that side.
static unsigned moves_left_after(struct stones *stones, struct stones_move m, enum color side)
{
    struct stones_move moves[STONES_MOVES_MAX];
    stones_play(stones, m);
    stones_key(stones, other_color(side));
    unsigned count = stones_moves(stones, WHITE, moves) + stones_moves(stones, BLACK, moves);
    stones_undo(stones, m);
    return count;
}

// Of the choices with the best chance, keeps those that leave the least to be found out: so more of the enemy's turns fall where
// it is known which of them lose.
static void keep_likeliest(struct proof *proof, struct move_list *root, const struct choice *choices,
                           unsigned count)
{
    enum color side = position_side(&proof->effort.w->pos);
    unsigned best = 0, fewest = UINT_MAX;
    for (unsigned i = 0; i < count; i++)
        best = choices[i].chance > best ? choices[i].chance : best;
    root->count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (choices[i].chance < best)
            continue;
        unsigned left = moves_left_after(&proof->stones, choices[i].move, side);
        if (left < fewest)
            root->count = 0;
        fewest = left < fewest ? left : fewest;
        if (left == fewest)
            move_list_add(root, choices[i].action);
    }
}

static void settle(struct proof *proof, struct move_list *root)
{
    struct choice choices[STONES_MOVES_MAX];
    unsigned count = root->count < STONES_MOVES_MAX ? root->count : STONES_MOVES_MAX;
    for (unsigned i = 0; i < count; i++) {
        move m = root->moves[i];
        choices[i] =
            (struct choice){.action = m, .move = {.from = move_from(m), .to = move_to(m)}, .answer = UNKNOWN};
    }
    if (is_hopeless(proof)) {
        keep_likeliest(proof, root, choices, count);
        return;
    }
    const struct choice *winner = find_winner(proof, choices, count);
    if (winner) {
        root->count = 0;
        move_list_add(root, winner->action);
        return;
    }
    count = drop_lost(choices, count);
    effort_allow(&proof->effort, 15, 10);
    find_chances(proof, choices, count);
    keep_likeliest(proof, root, choices, count);
}

void settle_root(struct worker *w, struct shared *shared)
{
    if (!shared->evaluator.valuation.aims.fights || shared->lines > 1 || shared->blur || shared->oversight ||
        shared->request->limits.depth > 0 || shared->root.count < 2)
        return;
    struct proof *proof = malloc(sizeof *proof);
    if (proof && stones_read(&proof->stones, &w->pos)) {
        proof->effort.w = w;
        effort_allow(&proof->effort, 12, 8);
        proof->salt = random_mix(shared->salt);
        proof->worths = (struct worths){&proof->effort, shared->table, random_mix(proof->salt)};
        proof->stones.worths = &proof->worths;
        settle(proof, &shared->root);
    }
    free(proof);
}
