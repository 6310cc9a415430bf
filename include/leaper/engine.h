// SPDX-License-Identifier: GPL-3.0-or-later
// The engine: given a position and limits, it finds the turn to play and reports how it goes.
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

// An engine runs one search at a time; several engines search side by side.
struct leaper_engine;

enum { LEAPER_ENGINE_HASH_MAX = 65536, LEAPER_ENGINE_THREADS_MAX = 64 };

// An engine with a hash table of `hash` MiB (1 … LEAPER_ENGINE_HASH_MAX) that searches with `threads` threads
// (1 … LEAPER_ENGINE_THREADS_MAX). NULL with LEAPER_ERROR_PARAMETER, LEAPER_ERROR_NO_MEMORY or
// LEAPER_ERROR_SYSTEM.
LEAPER_API struct leaper_engine *leaper_engine_new(unsigned hash, unsigned threads,
                                                   struct leaper_error *error);

// No search may be running.
LEAPER_API void leaper_engine_free(struct leaper_engine *engine);

// Change the size of the table, which forgets its content, or the number of threads. On failure the engine
// keeps what it had.
LEAPER_API bool leaper_engine_set_hash(struct leaper_engine *engine, unsigned hash,
                                       struct leaper_error *error);
LEAPER_API bool leaper_engine_set_threads(struct leaper_engine *engine, unsigned threads,
                                          struct leaper_error *error);

// Forgets everything learnt: call it when a new game begins. A cleared engine with one thread repeats a
// search by depth or nodes exactly.
LEAPER_API void leaper_engine_clear(struct leaper_engine *engine);

// ---- Levels ----

// How many levels of strength there are, and level `number`, from 0, the weakest. The last is full strength.
LEAPER_API size_t leaper_level_count(void);

// The level's key ("club", for leaper_search.level), its name ("Club player") and a sentence on what to
// expect. Static storage; NULL when there are not so many.
LEAPER_API const char *leaper_level_key(size_t number);
LEAPER_API const char *leaper_level_name(size_t number);
LEAPER_API const char *leaper_level_words(size_t number);

// ---- Searching ----

enum leaper_score_kind {
    LEAPER_CENTIPAWNS = 0, // value: hundredths of a pawn; positive is good for the side to move
    LEAPER_WINS_IN = 1,    // value: the side to move wins in that many turns of its own
    LEAPER_LOSES_IN = 2    // value: the side to move is lost in that many turns of its own; 0: already
};

enum leaper_score_bound { LEAPER_EXACT = 0, LEAPER_AT_LEAST = 1, LEAPER_AT_MOST = 2 };

struct leaper_score {
    enum leaper_score_kind kind;
    int value;
};

// What a search knows at some moment. The pointer is valid during the callback only.
struct leaper_search_info {
    int depth;     // of the iteration, in actions
    int selective; // greatest depth reached, in actions
    unsigned line; // 1: the best line, 2: the second best … (leaper_search.lines)
    struct leaper_score score;
    enum leaper_score_bound bound;
    uint64_t nodes;          // positions looked at by all threads
    uint64_t speed;          // nodes a second
    int64_t elapsed;         // milliseconds since the search began
    unsigned hashfull;       // thousandths of the table in use
    const leaper_action *pv; // the expected actions, for leaper_line_write()
    unsigned pv_count;
};

// Called by the thread that runs the search. It may call leaper_engine_stop() and anything that uses other
// objects, but nothing else of this engine.
typedef void (*leaper_search_reporter)(void *context, const struct leaper_search_info *info);

// How to search. Zeros everywhere mean: at full strength, one line, without any limit, until
// leaper_engine_stop(). All limits that are given hold.
struct leaper_search {
    int depth;        // iterations at most, in actions
    uint64_t nodes;   // positions at most
    int64_t movetime; // milliseconds for this turn

    bool clock;           // the following four count
    int64_t time[2];      // milliseconds left on the clocks, by colour; may be 0 or less
    int64_t increment[2]; // milliseconds added after each turn, by colour
    int moves_to_go;      // turns until the next time control; 0: the rest of the game
    int64_t overhead;     // milliseconds that each turn loses on the way

    const char *level;             // the key of a level; NULL: full strength
    uint64_t seed;                 // decides the inexactness of weaker levels: the same seed, the same errors
    unsigned lines;                // best lines to report; 0 is 1
    const leaper_action *only;     // the first action must be one of these …
    unsigned only_count;           // … when this is not 0; illegal ones are ignored
    leaper_search_reporter report; // NULL: nothing is reported
    void *context;
};

struct leaper_search_result {
    struct leaper_turn turn; // to play; complete and legal. No actions when there is nothing to play
    leaper_action ponder;    // the opponent's expected first action; 0 for none
    struct leaper_score score;
    int depth; // the last iteration that was finished
    uint64_t nodes;
    int64_t elapsed; // milliseconds
};

// Searches, in the calling thread, until a limit or leaper_engine_stop() ends it; the position is not
// changed. In the middle of a turn, `turn` is the rest of it. A legal turn comes back whenever there is one,
// however short the limits. False with LEAPER_ERROR_PARAMETER (an unknown level) or LEAPER_ERROR_NO_MEMORY. A
// game that is over is no error: there is nothing to play.
LEAPER_API bool leaper_engine_search(struct leaper_engine *engine, const struct leaper_position *position,
                                     const struct leaper_search *search, struct leaper_search_result *result,
                                     struct leaper_error *error);

// Ends the running search soon, or the next one when none is running, so that a stop cannot come too early.
// From any thread.
LEAPER_API void leaper_engine_stop(struct leaper_engine *engine);

// Forgets a stop that came when no search was running. Call it before handing a search to another thread.
// From any thread.
LEAPER_API void leaper_engine_ready(struct leaper_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
