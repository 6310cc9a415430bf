// SPDX-License-Identifier: GPL-3.0-or-later
// Solves problems: finds the shortest win with the help of both sides, or the shortest forced win.
//
// The search is exhaustive and deepens by one half-turn at a time, so a
// solution that is found is the shortest, and if none is found there is none.
// Positions without a solution are kept in a table of bounded size, identified
// by 64-bit hashes; two positions with the same hash would be mistaken for one
// another. Repetition does not end a line, because no shortest win contains
// one. An oracle decides the positions that it knows without a search. Nothing
// here prints.
#ifndef LEAPER_SEARCH_SOLVE_H
#define LEAPER_SEARCH_SOLVE_H

#include "position/moves/outcome.h"
#include "position/oracle.h"
#include "position/position.h"
#include "position/turn.h"

enum solve_mode {
    SOLVE_HELPED, // both sides cooperate
    SOLVE_FORCED  // the winner wins against any defence
};

enum { SOLVE_TURNS_MAX = 24, SOLVE_MEMORY_MIN = 1, SOLVE_MEMORY_MAX = 65536, SOLVE_MEMORY_DEFAULT = 256 };
enum { SOLVE_LINE_MAX = 2 * SOLVE_TURNS_MAX * TURN_ACTIONS_MAX };

// A solution: the actions of all its turns, including MOVE_END_TURN. In forced
// mode the other side defends as long as possible.
struct solve_line {
    struct outcome outcome;
    unsigned count;
    const move *actions; // valid during the callback
};

// Splits a solution from `start` into at most `most` turns, of both sides; returns how many there are in `turns`.
unsigned solve_line_turns(const struct position *start, const struct solve_line *line, struct turn *turns,
                          unsigned most);

struct solve_progress {
    int half_turns; // of the current iteration
    uint64_t positions;
};

struct solve_request {
    const struct position *position; // at the start of a turn; copied
    enum solve_mode mode;
    int turns;           // at most, 1 … SOLVE_TURNS_MAX; one turn of each side together counts as one
    bool either;         // in helped mode: either side may win …
    enum color winner;   // … otherwise this side must
    enum reason reason;  // how the game must be won; REASON_NONE: in any way
    unsigned lines;      // most solutions to report; 0 means 1
    bool by_turn;        // in forced mode: a line for each first turn that wins, not for each first action
    unsigned memory;     // MiB for the table
    bool without_bounds; // do not use the game's bound on how soon a stalemate is possible; for tests

    // In forced mode it decides what it knows; NULL: nobody is asked. Helped wins, and other ends than it knows, are searched for.
    const struct oracle *oracle;

    // Called now and then; returns false to stop the search. May be NULL.
    bool (*progress)(void *context, const struct solve_progress *progress);
    void (*found)(void *context, const struct solve_line *line); // may be NULL
    void *context;
};

enum solve_status { SOLVE_FOUND, SOLVE_NONE, SOLVE_STOPPED };

struct solve_result {
    enum solve_status status;
    int half_turns;     // of the shortest solution; without one, those searched completely
    unsigned lines;     // solutions reported
    uint64_t positions; // searched, including those in the middle of a turn
};

// Searches; blocks. In forced mode there is one line for each first action, or each
// first turn, that wins in the least number of turns. False with ERROR_PARAMETER if a
// number is out of range and ERROR_SYSTEM when there is no memory.
bool solve_run(const struct solve_request *request, struct solve_result *result, struct error *err);

#endif
