// SPDX-License-Identifier: GPL-3.0-or-later
// Positions as JSON, and the whole library behind one call that takes JSON and answers JSON.
#ifndef LEAPER_JSON_H
#define LEAPER_JSON_H

#include <leaper/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LEAPER_DESCRIBE_PLAIN = 0,
    LEAPER_DESCRIBE_ALL_TURNS = 1, // `turns` however many there are, not only up to 400
    LEAPER_DESCRIBE_NO_TURNS = 2   // neither turns nor their number, which saves counting them
};

// The position as a JSON object, as `leaper show` prints it (docs/rules.md, section 7), to be freed. `flags`
// are LEAPER_DESCRIBE_… added up. From the start of a turn.
LEAPER_API char *leaper_position_json(const struct leaper_position *position, unsigned flags,
                                      struct leaper_error *error);

// The present turn as a JSON object, to be freed, also in the middle of a turn: the legal actions with from,
// to, capture, SAN and fuel, whether the turn may end here, and the board (docs/api.md, "Legal actions").
// Made for boards on which people click.
LEAPER_API char *leaper_position_turn_json(const struct leaper_position *position,
                                           struct leaper_error *error);

// Answers one request of `length` bytes, a JSON object, by one JSON object in a single line, to be freed.
// What is wrong with a request is an answer too:
// {"error":{"code":"illegal-move","message":…,"at":"moves[3]"}}. NULL only when there is no memory. A request
// may have 1 MiB.
//
// "do" says what is wanted; docs/library.md has all members:
//     {"game":"fuel","moves":["e2e4"]}            the position, as `leaper show --batch` does
//     {"do":"actions","game":"chess","fen":…}    the legal actions of a turn
//     {"do":"perft","game":"chess","depth":3}    {"nodes":8902,…}
//     {"do":"search","game":"hnefa","nodes":20000}    {"turn":"…","score":{…},"pv":[…],…}
//     {"do":"count","board":"6x6"}  "find", "estimate"                   tours
//     {"do":"games"}  {"do":"version"}
//
// A request runs to its end; searches, perfts and tours are therefore bounded, as docs/library.md says.
LEAPER_API char *leaper_request(const char *json, size_t length);

#ifdef __cplusplus
}
#endif

#endif
