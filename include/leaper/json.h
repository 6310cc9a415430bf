// SPDX-License-Identifier: GPL-3.0-or-later
// Positions as JSON, and one function that answers JSON requests with JSON.
#ifndef LEAPER_JSON_H
#define LEAPER_JSON_H

#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LEAPER_DESCRIBE_PLAIN = 0,
    LEAPER_DESCRIBE_ALL_TURNS = 1, // list all turns, even if there are more than 400
    LEAPER_DESCRIBE_NO_TURNS = 2   // omit the turns and their number, which saves counting them
};

// The position as a JSON object, in the form that `leaper show` prints (docs/rules.md, section 7). `flags` is
// a combination of LEAPER_DESCRIBE_… flags. The position must be at the start of a turn. Free with
// leaper_free().
LEAPER_API char *leaper_position_json(const struct leaper_position *position, unsigned flags,
                                      struct leaper_error *error);

// The current turn as a JSON object: the legal actions with from, to, capture, SAN and fuel, whether the turn
// may end here, and the board (docs/api.md, "Legal actions"). For graphical boards; also works in the middle
// of a turn. Free with leaper_free().
LEAPER_API char *leaper_position_turn_json(const struct leaper_position *position,
                                           struct leaper_error *error);

// Answers a request, a JSON object of `length` bytes (at most 8 MiB), with a JSON object on a single line.
// Free with leaper_free(). A bad request is answered with an error object:
// {"error":{"code":"illegal-move","message":…,"at":"moves[3]"}}. Returns NULL only if memory runs out.
// "do" is the operation; docs/library.md lists all members:
//     {"game":"fuel","moves":["e2e4"]}            the position, as `leaper show --batch` does
//     {"do":"actions","game":"chess","fen":…}    the legal actions of a turn
//     {"do":"perft","game":"chess","depth":3}    {"nodes":8902,…}
//     {"do":"search","game":"hnefa","nodes":20000}    {"turn":"…","score":{…},"pv":[…],…}
//     {"do":"edit","game":"chess","fen":…,"edits":[{"at":"e4","piece":"N","color":"white"}]}    any position
//     {"do":"check","variants":"[mine:chess]…"}    what is wrong with a text that defines games
//     {"do":"play","variants":…,"game":"mine","moves":["e2e4"]}    a game of such a text, as a board shows it
//     {"do":"count","board":"6x6"}  "find", "estimate"                   tours
//     {"do":"pgn","pgn":"1. e4 *"}  {"do":"record","game":"chess","moves":["e4"]}    PGN, read and written
//     {"do":"games"}  {"do":"version"}
//
// A request cannot be interrupted. Searches, perft and tours are therefore bounded; see docs/library.md.
LEAPER_API char *leaper_request(const char *json, size_t length);

// How a request is watched and stopped while it is being answered; only searches can be. Any member may be NULL. Both
// functions are called in the thread of the request.
struct leaper_request_watch {
    // Gets each further state of the search, a JSON object on a single line, which is valid until it returns.
    void (*progress)(void *context, const char *json);
    // Asked about every millisecond. Once it has returned true, the search ends and is answered with what it has found.
    bool (*stop)(void *context);
    void *context;
    uint64_t reserved[4]; // zeros, or LEAPER_ERROR_PARAMETER
};

// leaper_request() with a watch, which may be NULL. With `stop`, a search may be `infinite`.
LEAPER_API char *leaper_request_watched(const char *json, size_t length,
                                        const struct leaper_request_watch *watch);

#ifdef __cplusplus
}
#endif

#endif
