// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in JSON for a position: game, parameters, FEN and moves, as in `leaper show --batch`.
#ifndef LEAPER_NOTATION_REQUEST_H
#define LEAPER_NOTATION_REQUEST_H

#include "base/error.h"
#include "position/moves/history.h"
#include "variants/games.h"

#include <jansson.h>

enum {
    REQUEST_SIZE_MAX =
        8 * 1024 *
        1024, // bytes in a line: a game of PGN_GAME_SIZE_MAX with all its notes is longer than as PGN
    REQUEST_MOVES_MAX = 20000
};

struct show_request {
    struct variant *variant; // owned
    struct position position;
    struct history history; // of the position
    bool past_draws;        // whether turns are played after a repetition or the 50-move rule
};

// Reads one request: {"game":…, "variants":…, "fen":…, "moves":[…], "armies":["fide","nutters"],
// "fuel":…, "scoring":…, "past_draws":true}, all but `game` optional, and plays the moves (in any
// notation). `variants` is a text in which the game is looked for first; nobody else gets to know its games. An unknown member, a wrong type or a parameter that the game does
// not have is an error whose place names it: "fuel", "armies[1]", "moves[3]: move[2]".
// ERROR_GAME_OVER for a move after the end. `request` need not be initialised and is unchanged on failure.
bool show_request_parse(struct show_request *request, const char *text, size_t length, struct error *err);

// The object that a text of at most REQUEST_SIZE_MAX bytes holds, a new reference. NULL with ERROR_JSON,
// ERROR_REQUEST, ERROR_TOO_LARGE or ERROR_SYSTEM (no memory).
json_t *request_load(const char *text, size_t length, struct error *err);

// show_request_parse() for an object that has been loaded.
bool show_request_read(struct show_request *request, const json_t *json, struct error *err);

// Gets the turns that a request plays, one by one. Returns false if there is no memory.
struct turn_watch {
    bool (*played)(void *context, const struct position *before, const struct turn *turn);
    void *context;
};

// show_request_read() that also tells each turn, and how the position was before it.
bool show_request_watch(struct show_request *request, const json_t *json, const struct turn_watch *watch,
                        struct error *err);

void show_request_clear(struct show_request *request);

// Reads a game's parameters from an object such as {"armies":["fide","nutters"]} or
// {"fuel":20}; those left out take the game's defaults. The place of an error is the member: "fuel", "armies[1]".
// `parameters` is unchanged on failure.
bool parameters_read_json(const struct game *game, const json_t *object, struct parameters *parameters,
                          struct error *err);

#endif
