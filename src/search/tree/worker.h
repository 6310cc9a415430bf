// SPDX-License-Identifier: GPL-3.0-or-later
// One thread of a search, and what all threads of it share.
//
// frames: one for each action below the root, so that nothing is allocated
// while searching; f[1] is where the action played at f leads.
#ifndef LEAPER_SEARCH_WORKER_H
#define LEAPER_SEARCH_WORKER_H

#include "base/clock.h"
#include "search/evaluation/evaluate.h"
#include "search/score.h"
#include "search/tree/order.h"
#include "search/tree/table.h"
#include "search/tree/time_plan.h"

enum { WORKER_MOVES = 1 << 16, LINES_MAX = 64 };

// Turns before the root that can be repeated: more than the 50-move rule allows.
enum { KEYS_BEFORE = 512 };

// A line that was found at the root.
struct line {
    int score;
    enum score_bound bound;
    int depth; // of the iteration that found it
    unsigned count;
    move moves[PLY_MAX + 1];
};

// An evaluation that was made before.
struct evaluated {
    uint64_t hash;
    int score;
};

enum { EVALUATED_SLOTS = 1 << 13 };

// How a worker looks up from its work now and then.
struct watch {
    uint64_t next;     // number of nodes at which to look again
    uint64_t interval; // nodes between looks: few where a node takes long
    int64_t last;      // when it looked, microseconds
    int64_t gap;       // longest time between two looks
    int64_t progress;  // when to report progress next …
    int64_t action;    // … and when the action at the root
    move current;      // at the root, MOVE_NONE before the first
    unsigned number;   // of `current` in this iteration, from 1
};

struct frame {
    struct balance balance;
    struct undo undo;
    unsigned turns;   // changes of side since the root
    bool check;       // the king of the side to move is attacked
    int eval;         // static evaluation, -SCORE_INFINITE in check
    move current;     // the action being searched, MOVE_NONE for a pass
    uint16_t context; // of `current`
    piece moved;      // its piece
    move killers[2];
    unsigned pv_count;
    move pv[PLY_MAX + 1];
};

// Frames above the root, so that f[-2] always exists.
enum { FRAMES_ABOVE = 2 };

struct worker;

// Shared by the threads of one search; constant while it runs, but for the atomics.
struct shared {
    struct table *table;
    struct evaluator evaluator;
    uint64_t salt; // keeps the table's entries of different games and levels apart
    uint64_t node_limit;
    int depth_limit;
    int blur, oversight; // see struct level
    unsigned lines;
    struct time_plan plan;
    int64_t start;        // microseconds
    _Atomic int64_t *hit; // when engine_ponderhit() was called, 0: not yet
    const struct search_request *request;
    struct move_list root; // what may be played at the root
    struct worker **workers;
    unsigned worker_count;
    atomic_bool *stop; // engine_stop() was called
    atomic_bool halt;  // the first worker has finished
};

struct worker {
    struct shared *shared;
    unsigned index; // 0: the one that decides and reports
    struct position pos;
    _Atomic uint64_t nodes;
    int depth;     // of the present iteration
    int finished;  // iterations
    int selective; // greatest distance from the root
    bool stopped;
    unsigned line;                // that is being searched
    struct line found[LINES_MAX]; // `found_count` of the last finished iteration, best first …
    struct line fresh[LINES_MAX]; // … `line` of the present one, best first …
    struct line better;           // … and what the present line has come to
    unsigned found_count;
    struct watch watch;
    uint64_t keys[KEYS_BEFORE + PLY_MAX + 4]; // of the turns before, then of those on the way down
    size_t key_count, key_root;
    struct frame frames[FRAMES_ABOVE + PLY_MAX + 2];
    struct scored_move moves[WORKER_MOVES];
    unsigned moves_used;
    struct move_list generated;
    struct pawn_structure pawns[PAWN_SLOTS];
    struct evaluated evaluated[EVALUATED_SLOTS];
    struct histories histories;
};

// A worker that has learnt nothing; NULL without memory.
struct worker *worker_new(unsigned index);
void worker_free(struct worker *worker);

// Forgets what it has learnt, and touches all its memory.
void worker_forget(struct worker *worker);

// Puts the worker at the root of a search.
void worker_prepare(struct worker *worker, struct shared *shared);

// Deepens until a limit is reached or the search is stopped.
void worker_run(struct worker *worker);

// Whether a player of this level fails to notice the action.
bool shared_overlooks(const struct shared *shared, const struct position *pos, move m);

// All nodes of all threads.
uint64_t shared_nodes(const struct shared *shared);

// Whether limits do not count yet, because the opponent is still to move.
static inline bool shared_is_pondering(const struct shared *shared)
{
    return shared->request->limits.ponder && !atomic_load_explicit(shared->hit, memory_order_relaxed);
}

// Microseconds of the time for this turn that are gone at the moment `now`.
static inline int64_t shared_spent(const struct shared *shared, int64_t now)
{
    int64_t hit = atomic_load_explicit(shared->hit, memory_order_relaxed);
    return now - (shared->request->limits.ponder && hit ? hit : shared->start);
}

// Looks at the clock and at what others want: sets worker->stopped, and reports progress.
void worker_look(struct worker *worker);

// Notes which action is looked at at the root, and reports it when the search is some seconds old.
void worker_begin_action(struct worker *worker, move m, unsigned number);

// The score of the root for the window (alpha, beta) and the moves that lead
// there, in frame 0; anything once worker->stopped is set.
int search_root(struct worker *worker, struct window window, int depth);

static inline struct frame *worker_root(struct worker *worker)
{
    return worker->frames + FRAMES_ABOVE;
}

#endif
