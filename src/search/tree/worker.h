// SPDX-License-Identifier: GPL-3.0-or-later
// One thread of a search, and what all its threads share.
//
// There is one frame for each action below the root, so nothing is allocated
// during a search. The action played at frame f leads to f[1].
#ifndef LEAPER_SEARCH_WORKER_H
#define LEAPER_SEARCH_WORKER_H

#include "base/clock.h"
#include "position/oracle.h"
#include "search/evaluation/evaluate.h"
#include "search/memory/table.h"
#include "search/score.h"
#include "search/tree/order.h"
#include "search/tree/time_plan.h"

enum { WORKER_MOVES = 1 << 16, LINES_MAX = 64 };

// The number of turns before the root that are checked for repetition: more than the 50-move rule allows.
enum { KEYS_BEFORE = 512 };

// A principal variation found at the root.
struct line {
    int score;
    enum score_bound bound;
    int depth; // of the iteration that found it
    unsigned count;
    move moves[PLY_MAX + 1];
};

// An entry of the evaluation cache.
struct evaluated {
    uint64_t hash;
    int score;
};

enum { EVALUATED_SLOTS = 1 << 13 };

// When a worker next checks the clock and for a stop.
struct watch {
    uint64_t next;     // the number of nodes at which to look again
    uint64_t interval; // nodes between looks; fewer when nodes take long
    int64_t last;      // time of the last look, in microseconds
    int64_t began;     // when this search began, whatever its limits count from
    int64_t gap;       // the longest time between two looks
    int64_t progress;  // when next to report progress …
    int64_t action;    // … and the action at the root
    move current;      // at the root, MOVE_NONE before the first
    unsigned number;   // of `current` in this iteration, from 1
};

struct frame {
    struct balance balance;
    bool hidden_known; // the hidden layer in `balance` has been computed; many nodes need none
    struct undo undo;
    unsigned turns;   // changes of the side to move since the root
    bool check;       // the king of the side to move is attacked
    int eval;         // static evaluation, corrected; -SCORE_INFINITE in check
    int raw;          // the same without correction
    bool begins;      // no action of the present turn has been played
    int past[2];      // by colour: `eval` when that side last began a turn before, -SCORE_INFINITE: unknown
    move excluded;    // the move whose alternatives are being searched (extend.c), or MOVE_NONE
    move current;     // the action being searched, MOVE_NONE for a pass
    uint16_t context; // of `current`
    piece moved;      // its piece
    bool quiet;       // it takes nothing and promotes nothing; false for a pass
    int reduced;      // by so much less deep is the action being searched
    unsigned cutoffs; // beta cutoffs here since the frame above began to search its actions
    move killers[2];
    unsigned pv_count;
    move pv[PLY_MAX + 1];
};

// Frames above the root, so that f[-2] always exists.
enum { FRAMES_ABOVE = 2 };

struct worker;

struct habit;

// Shared by the threads of one search. Constant while it runs, except for the atomics.
struct shared {
    struct table *table;
    struct evaluator evaluator;
    uint64_t salt; // keeps table entries of different games and levels apart
    uint64_t node_limit;
    int depth_limit;
    int blur, oversight; // see struct handicap
    unsigned lines;
    struct time_plan plan;
    int64_t start;        // in microseconds
    _Atomic int64_t *hit; // when engine_ponderhit() was called, 0: not yet
    const struct search_request *request;
    struct move_list root;       // the actions to choose from at the root
    const struct oracle *oracle; // asked where `opened` is not NULL
    void *opened;
    int known;           // the score that the oracle knows of the root, or -SCORE_INFINITE
    struct habit *habit; // of the enemy (search/lures/habit.h), kept from search to search
    struct worker **workers;
    unsigned worker_count;
    atomic_bool *stop; // engine_stop() was called
    atomic_bool halt;  // the first worker has finished
};

struct worker {
    struct shared *shared;
    unsigned index; // 0: the worker that decides and reports
    struct position pos;
    _Atomic uint64_t nodes;
    int depth;     // of the current iteration
    int finished;  // iterations completed
    int selective; // the greatest distance from the root
    bool stopped;
    unsigned quiesced;            // nodes of the present quiescence search
    unsigned line;                // the one being searched
    struct line found[LINES_MAX]; // `found_count` of the last completed iteration, best first …
    struct line fresh[LINES_MAX]; // … `line` of the current one, best first …
    struct line better;           // … and the best so far of the current line
    unsigned found_count;
    uint64_t root_nodes, best_nodes; // of the last search for the first line, and of these the best action's
    uint64_t action_began;           // the number of nodes at which the action at the root was begun
    struct watch watch;
    uint64_t keys[KEYS_BEFORE + PLY_MAX + 4]; // of the turns before the root, then of those below it
    size_t key_count, key_root;
    struct frame frames[FRAMES_ABOVE + PLY_MAX + 2];
    struct scored_move moves[WORKER_MOVES];
    unsigned moves_used;
    int passing; // null moves may be tried at this distance from the root or farther; 0: everywhere
    struct move_list generated;
    struct pawn_structure pawns[PAWN_SLOTS];
    struct evaluated evaluated[EVALUATED_SLOTS];
    struct histories histories;
};

// The nodes that the worker itself has searched.
static inline uint64_t worker_nodes(const struct worker *worker)
{
    return atomic_load_explicit(&worker->nodes, memory_order_relaxed);
}

// A worker with empty histories and caches; NULL when there is no memory.
struct worker *worker_new(unsigned index);
void worker_free(struct worker *worker);

// Clears histories and caches, and touches all the worker's memory.
void worker_forget(struct worker *worker);

// Puts the worker at the root of a search.
void worker_prepare(struct worker *worker, struct shared *shared);

// Searches by iterative deepening until a limit is reached or the search is stopped.
void worker_run(struct worker *worker);

// Whether a player of this level fails to notice the action.
bool shared_overlooks(const struct shared *shared, const struct position *pos, move m);

// The nodes of all threads together.
uint64_t shared_nodes(const struct shared *shared);

// Whether limits do not apply yet, because the opponent is still to move.
static inline bool shared_is_pondering(const struct shared *shared)
{
    return shared->request->limits.ponder && !atomic_load_explicit(shared->hit, memory_order_relaxed);
}

// How much of the time for this turn has passed at `now`, in microseconds.
static inline int64_t shared_spent(const struct shared *shared, int64_t now)
{
    int64_t hit = atomic_load_explicit(shared->hit, memory_order_relaxed);
    return now - (shared->request->limits.ponder && hit ? hit : shared->start);
}

// Checks the clock and for a stop, sets worker->stopped, and reports progress.
void worker_look(struct worker *worker);

// Notes the action being searched at the root, and reports it once the search has run for some seconds.
void worker_begin_action(struct worker *worker, move m, unsigned number);

// Searches the root. The principal variation is in the root's frame. Once
// worker->stopped is set, the score means nothing.
int search_root(struct worker *worker, struct window window, int depth);

static inline struct frame *worker_root(struct worker *worker)
{
    return worker->frames + FRAMES_ABOVE;
}

#endif
