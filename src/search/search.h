// SPDX-License-Identifier: GPL-3.0-or-later
// The engine: given a position and limits, finds the turn to play and reports its progress.
//
// One `struct engine` runs one search at a time. It owns the transposition
// table and may use several threads. To run several searches at once, create
// several engines. Nothing here prints.
//
//     struct engine *engine = engine_new(16, 1, &err);
//     struct search_request request = {.position = &pos, .history = &history, .limits.movetime = 1000};
//     struct search_result result;
//     engine_search(engine, &request, &result);      // blocks; another thread may call engine_stop()
//     if (result.turn.count) turn_play(&pos, &result.turn);
#ifndef LEAPER_SEARCH_SEARCH_H
#define LEAPER_SEARCH_SEARCH_H

#include "position/move.h"
#include "position/moves/history.h"

struct engine;

enum { ENGINE_THREADS_MAX = 64, ENGINE_HASH_MIN = 1, ENGINE_HASH_MAX = 65536, ENGINE_HASH_DEFAULT = 16 };

// An engine with a hash table of `hash` MiB (ENGINE_HASH_MIN … ENGINE_HASH_MAX)
// that searches with `threads` threads (1 … ENGINE_THREADS_MAX). NULL with
// ERROR_PARAMETER (out of range) or ERROR_SYSTEM (no memory).
struct engine *engine_new(unsigned hash, unsigned threads, struct error *err);

// No search may be running. NULL is allowed.
void engine_free(struct engine *engine);

// These, engine_use_networks() and engine_clear() may not be called while a search is running. On
// failure (errors as for engine_new()) the engine keeps what it had.
bool engine_resize(struct engine *engine, unsigned hash, struct error *err);
bool engine_set_threads(struct engine *engine, unsigned threads, struct error *err);

struct oracle;

// From now on searches at full strength ask the oracle (position/oracle.h) about positions of few pieces, also the first one. It is copied;
// NULL: nobody is asked any more, as at first. No search may be running.
void engine_set_oracle(struct engine *engine, const struct oracle *oracle);

// Whether the engine uses the networks that games have; at first it does. What was learnt without them, or with them, is forgotten.
void engine_use_networks(struct engine *engine, bool used);

// Forgets everything learnt but what turns usually lose on the clock; call it when a new game begins. After this, an
// engine with one thread searches to a given depth or number of nodes in exactly the
// same way each time.
void engine_clear(struct engine *engine);

// When to stop. Zero means no such limit; of several limits the first to be
// reached ends the search. Without any, it ends at the greatest depth or by engine_stop().
struct limits {
    int depth;            // iterations
    int moves_to_go;      // turns until the next time control, 0: the rest of the game
    uint64_t nodes;       // nodes, of all threads together
    int64_t movetime;     // milliseconds for this turn; with a clock as well, at most
    int64_t time[2];      // milliseconds left on the clocks, by colour; may be 0 or less
    int64_t increment[2]; // milliseconds added after each turn, by colour
    int64_t overhead;     // milliseconds that every turn loses; the engine notices if it loses more
    int64_t start; // clock_microseconds() when the clock was started; 0: when engine_search() is called
    bool clock;    // time, increment, moves_to_go and overhead apply
    bool delay;    // the increment gives back no more than a turn has used, as Bronstein's delay does
    bool infinite; // engine_search() returns only after engine_stop(), even if it has nothing left to search
    bool
        ponder; // as if infinite until engine_ponderhit(); from then on the other limits apply and the clock runs
};

enum score_kind {
    SCORE_CENTIPAWNS, // value: hundredths of a pawn; positive if the side to move is better
    SCORE_WON,        // value: the side to move wins in that many turns of its own
    SCORE_LOST        // value: the side to move is lost in that many turns of its own; 0: already
};

enum score_bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct search_score {
    enum score_kind kind;
    int value;
};

// What a search knows at some moment. Pointers are valid during the callback only.
struct search_info {
    int depth;     // iteration, in actions
    int selective; // the greatest depth reached, in actions
    unsigned line; // 1: the best line, 2: the second best, … (search_request.lines)
    struct search_score score;
    enum score_bound bound;
    uint64_t nodes;    // all threads
    uint64_t speed;    // nodes per second
    int64_t elapsed;   // milliseconds since the search began
    unsigned hashfull; // thousandths of the table in use
    const move *pv;    // actions in order, of both sides
    unsigned pv_count;
};

typedef void search_reporter(void *context, const struct search_info *info);

// Progress of a long iteration: reported about once a second and, once the
// search has run for some seconds, for each action at the root.
struct search_progress {
    int depth, selective; // as in search_info
    move current;         // the action being searched at the root; MOVE_NONE: none yet
    unsigned number;      // 1: the first action searched in this iteration, 2: the second, …
    uint64_t nodes, speed;
    int64_t elapsed;
    unsigned hashfull;
};

typedef void progress_reporter(void *context, const struct search_progress *progress);

struct search_request {
    const struct position *position; // copied; may be in the middle of a turn
    const struct history *history;   // earlier positions, for repetition; NULL: none
    struct limits limits;
    unsigned handicap; // 0: full strength; see search/handicap.h, and search/ladder.h for levels and ratings
    uint64_t seed;     // determines the errors that a handicap brings
    bool analysis;     // what the best play is is wanted, not a turn against a certain enemy
    unsigned lines;    // number of best lines to report (MultiPV); 0 means 1
    const move *only;  // the first action must be one of these …
    unsigned only_count;         // … when this is not 0; illegal ones are ignored
    search_reporter *report;     // called by the thread that runs engine_search(); may be NULL
    progress_reporter *progress; // so is this
    // Asked by that thread about every millisecond; true stops the search as engine_stop() does. May be NULL.
    bool (*must_stop)(void *context);
    void *context; // for all three
};

struct search_result {
    move best;        // the action to play; MOVE_NONE if there is none or the game is over
    struct turn turn; // the whole turn that begins with it, complete and legal; count 0 with MOVE_NONE
    move ponder;      // the opponent's expected first action, or MOVE_NONE
    struct search_score score;
    int depth; // of the last completed iteration
    uint64_t nodes;
    int64_t elapsed; // milliseconds
};

// Searches and fills `result`; blocks. Its own limits or those of the level
// stop it, but not before the iteration of depth 1 is complete; engine_stop()
// stops it, but not before there is something to play. So a legal turn is
// returned whenever there is one. Lines are reported best first, each with a
// different first action, and the last report of line 1 begins with the turn
// in `result`.
void engine_search(struct engine *engine, const struct search_request *request, struct search_result *result);

// The turn that a search with limits.ponder was waiting for has been played: its limits apply from now on. May be called before
// the search has begun. From any thread.
void engine_ponderhit(struct engine *engine);

// Stops the running search soon or, if none is running, the next one as soon
// as it begins, so that a stop cannot come too early. From any thread.
void engine_stop(struct engine *engine);

// Cancels an engine_stop() or engine_ponderhit() that came while no search was
// running. Call it before handing a search to another thread. From any thread.
void engine_ready(struct engine *engine);

#endif
