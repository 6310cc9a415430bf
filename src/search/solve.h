// SPDX-License-Identifier: GPL-3.0-or-later
// Problems: the shortest win with the help of both sides, and the shortest win that can be forced.
//
// Every turn is tried, to one half-turn more each time, so that what is found
// is the shortest and what is not found is not there. Positions that came to
// nothing are remembered by 64-bit numbers in a table of bounded size; two
// positions with the same number would be taken for one. Repetitions do not
// end a line: no shortest win needs one. Nothing here prints.
#ifndef LEAPER_SEARCH_SOLVE_H
#define LEAPER_SEARCH_SOLVE_H

#include "position/moves/outcome.h"
#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

enum solve_mode {
    SOLVE_HELPED, // both sides work together
    SOLVE_FORCED  // the winner wins whatever the other side does
};

enum { SOLVE_TURNS_MAX = 24, SOLVE_MEMORY_MIN = 1, SOLVE_MEMORY_MAX = 65536, SOLVE_MEMORY_DEFAULT = 256 };
enum { SOLVE_LINE_MAX = 2 * SOLVE_TURNS_MAX * TURN_ACTIONS_MAX };

// A solution: the actions of all its turns, MOVE_END_TURN included. Where the
// win is forced, the other side defends as long as it can.
struct solve_line {
    struct outcome outcome;
    unsigned count;
    const move *actions; // valid during the callback
};

struct solve_progress {
    int half_turns; // that are being tried
    uint64_t positions;
};

struct solve_request {
    const struct position *position; // at the start of a turn; copied
    enum solve_mode mode;
    int turns;           // 1 … SOLVE_TURNS_MAX; a turn of both sides is one
    bool either;         // in helped solutions: whoever wins …
    enum color winner;   // … else this side must
    enum reason reason;  // by which it is won; REASON_NONE: any
    unsigned lines;      // solutions to report at most; 0: 1
    unsigned memory;     // MiB for the table
    bool without_bounds; // do not use what the game knows about how long a stalemate takes; for tests

    // Called now and then; false stops the search. May be NULL.
    bool (*progress)(void *context, const struct solve_progress *progress);
    void (*found)(void *context, const struct solve_line *line); // may be NULL
    void *context;
};

enum solve_status { SOLVE_FOUND, SOLVE_NONE, SOLVE_STOPPED };

struct solve_result {
    enum solve_status status;
    int half_turns;     // of the shortest solution; without one, those that were tried in full
    unsigned lines;     // solutions reported
    uint64_t positions; // looked at, in the middle of turns too
};

// Searches; blocks. In forced mode the lines differ in their first action, and
// each begins with an action that wins in the least number of turns. False
// with ERROR_PARAMETER for numbers out of range and ERROR_SYSTEM without memory.
bool solve_run(const struct solve_request *request, struct solve_result *result, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
