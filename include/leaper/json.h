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

// Answers a request, a JSON object of `length` bytes (at most 1 MiB), with a JSON object on a single line.
// Free with leaper_free(). A bad request is answered with an error object:
// {"error":{"code":"illegal-move","message":…,"at":"moves[3]"}}. Returns NULL only if memory runs out.
// "do" is the operation; docs/library.md lists all members:
//     {"game":"fuel","moves":["e2e4"]}            the position, as `leaper show --batch` does
//     {"do":"actions","game":"chess","fen":…}    the legal actions of a turn
//     {"do":"perft","game":"chess","depth":3}    {"nodes":8902,…}
//     {"do":"search","game":"hnefa","nodes":20000}    {"turn":"…","score":{…},"pv":[…],…}
//     {"do":"count","board":"6x6"}  "find", "estimate"                   tours
//     {"do":"games"}  {"do":"version"}
//
// A request cannot be interrupted. Searches, perft and tours are therefore bounded; see docs/library.md.
LEAPER_API char *leaper_request(const char *json, size_t length);

#ifdef __cplusplus
}
#endif

#endif
