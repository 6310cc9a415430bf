// SPDX-License-Identifier: GPL-3.0-or-later
// The engine: given a position and limits, it finds a turn to play and reports its progress.
//
//     struct leaper_engine *engine = leaper_engine_new(16, 1, &error);
//     struct leaper_search search = {.movetime = 1000};
//     struct leaper_search_result result;
//     leaper_engine_search(engine, position, &search, &result, &error);
#ifndef LEAPER_ENGINE_H
#define LEAPER_ENGINE_H

#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

// An engine runs one search at a time. Several engines may search at once, in different threads.
struct leaper_engine;

enum { LEAPER_ENGINE_HASH_MAX = 65536, LEAPER_ENGINE_THREADS_MAX = 64 };

// Creates an engine with a hash table of `hash` MiB (1 … LEAPER_ENGINE_HASH_MAX) and `threads` search threads
// (1 … LEAPER_ENGINE_THREADS_MAX). On failure returns NULL with LEAPER_ERROR_PARAMETER or
// LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_engine *leaper_engine_new(unsigned hash, unsigned threads,
                                                   struct leaper_error *error);

// No search may be running.
LEAPER_API void leaper_engine_free(struct leaper_engine *engine);

// Resize the hash table, which empties it, or change the number of threads. On failure nothing changes.
LEAPER_API bool leaper_engine_set_hash(struct leaper_engine *engine, unsigned hash,
                                       struct leaper_error *error);
LEAPER_API bool leaper_engine_set_threads(struct leaper_engine *engine, unsigned threads,
                                          struct leaper_error *error);

// Clears the hash table and the move-ordering statistics; call it when a new game begins. With one thread, a
// search limited by depth or nodes is then exactly reproducible.
LEAPER_API void leaper_engine_clear(struct leaper_engine *engine);

// ---- Levels ----

// The number of levels of strength. Level 0 is the weakest, the last is full strength.
LEAPER_API size_t leaper_level_count(void);

// The level's key ("club", for leaper_search.level), its name ("Club player") and a sentence on what to
// expect. Static storage; NULL if there is no such level.
LEAPER_API const char *leaper_level_key(size_t number);
LEAPER_API const char *leaper_level_name(size_t number);
LEAPER_API const char *leaper_level_words(size_t number);

// ---- Searching ----

enum leaper_score_kind {
    LEAPER_CENTIPAWNS = 0, // value: hundredths of a pawn; positive is good for the side to move
    LEAPER_WINS_IN = 1,    // value: the side to move wins within that many of its turns
    LEAPER_LOSES_IN = 2    // value: it loses within that many of its turns; 0: it has lost already
};

enum leaper_score_bound { LEAPER_EXACT = 0, LEAPER_AT_LEAST = 1, LEAPER_AT_MOST = 2 };

struct leaper_score {
    enum leaper_score_kind kind;
    int value;
};

// The state of a search, passed to the callback; `pv` is valid only until the callback returns.
struct leaper_search_info {
    int depth;     // of the iteration, in actions
    int selective; // greatest depth reached, in actions
    unsigned line; // 1: the best line, 2: the second best … (leaper_search.lines)
    struct leaper_score score;
    enum leaper_score_bound bound;
    uint64_t nodes;          // positions visited by all threads
    uint64_t speed;          // nodes per second
    int64_t elapsed;         // milliseconds since the search began
    unsigned hashfull;       // thousandths of the table in use
    const leaper_action *pv; // the expected actions, for leaper_line_write()
    unsigned pv_count;
};

// Called in the thread that runs the search. It may call leaper_engine_stop(), and any function on other
// objects, but no other function on this engine.
typedef void (*leaper_search_reporter)(void *context, const struct leaper_search_info *info);

// How to search. All zeros: full strength, one line, no limit other than leaper_engine_stop(). If several
// limits are set, the first one reached ends the search.
struct leaper_search {
    int depth;        // deepest iteration, in actions; 0: no limit
    uint64_t nodes;   // most positions to visit; 0: no limit
    int64_t movetime; // milliseconds for this turn; 0: no limit

    bool clock;           // whether the next four members are used
    int64_t time[2];      // milliseconds left on the clocks, by colour; may be 0 or less
    int64_t increment[2]; // milliseconds added after each turn, by colour
    int moves_to_go;      // turns until the next time control; 0: the rest of the game
    int64_t overhead;     // milliseconds that every turn loses outside the search, for example on a network

    const char *level; // the key of a level; NULL: full strength
    uint64_t seed;     // for the random errors of the weaker levels: the same seed gives the same errors
    unsigned lines;    // number of best lines to report (MultiPV); 0 means 1
    const leaper_action *only;     // if only_count > 0, the first action must be one of these;
    unsigned only_count;           // illegal ones are ignored
    leaper_search_reporter report; // NULL: no reports
    void *context;                 // for `report` and `stop`
    // Asked about every millisecond in the thread that runs the search; true has the effect of leaper_engine_stop(), for
    // programs without threads. NULL: not asked.
    bool (*stop)(void *context);
    uint64_t reserved[7]; // zeros, or LEAPER_ERROR_PARAMETER
};

struct leaper_search_result {
    struct leaper_turn turn; // to play, complete and legal; no actions if the game is over
    leaper_action ponder;    // the opponent's expected first action; 0 for none
    struct leaper_score score;
    int depth; // of the last completed iteration
    uint64_t nodes;
    int64_t elapsed;      // milliseconds
    uint64_t reserved[4]; // zeros
};

// Searches in the calling thread until a limit is reached or leaper_engine_stop() is called. The position is
// not changed. In the middle of a turn, `turn` is the rest of that turn. However tight the limits, the result
// is a legal turn if there is one. A finished game is not an error; the turn is then empty. Returns false
// with LEAPER_ERROR_PARAMETER (an unknown level) or LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_engine_search(struct leaper_engine *engine, const struct leaper_position *position,
                                     const struct leaper_search *search, struct leaper_search_result *result,
                                     struct leaper_error *error);

// Stops the running search soon. If none is running, stops the next one as it begins, so that a stop cannot
// come too early. May be called from any thread.
LEAPER_API void leaper_engine_stop(struct leaper_engine *engine);

// Discards a stop that was requested while no search was running. Call it before handing a search to another
// thread. May be called from any thread.
LEAPER_API void leaper_engine_ready(struct leaper_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
