// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of requests: JSON read into plain structs, with every member validated. No sockets here.
#ifndef LEAPER_SERVER_BODY_H
#define LEAPER_SERVER_BODY_H

#include "board/square.h"
#include "position/parameter.h"
#include "search/level.h"
#include "server/http/problem.h"
#include "server/limits.h"
#include "server/texts.h"
#include "session/time_control.h"

#include <jansson.h>

enum { NAME_SIZE = LIMIT_NAME * 4 + 1 }; // UTF-8 has up to four bytes per character

enum color_choice { CHOOSE_WHITE, CHOOSE_BLACK, CHOOSE_RANDOM };
enum opponent { OPPONENT_ENGINE, OPPONENT_FRIEND, OPPONENT_LOCAL };

struct create_body {
    const struct game *game;
    struct parameters parameters;
    enum color_choice color;
    enum opponent opponent;
    const struct level *level; // of an engine
    struct time_control control;
    char name[NAME_SIZE];
    bool finder;               // the players may ask the program to find their paths
    bool listed;               // lists of matches show it
    char *fen;                 // NULL: the game's own start; owned
    char *text;                // that defines the game; NULL: it is one of the program's own; owned
    struct variant_file *file; // its games, NULL without a text; owned
};

struct join_body {
    char join[LIMIT_SECRET + 1];
    char key[LIMIT_SECRET + 1]; // or ""
    char name[NAME_SIZE];
};

struct turn_body {
    size_t ply;
    char turn[LIMIT_TURN + 1];
};

// Without squares the program finds the best path or circuit.
struct announce_body {
    size_t ply;
    char after[LIMIT_TURN + 1]; // the turn that is played before the announcement, or ""
    unsigned count;             // squares that are named; for a circuit the first is not repeated
    square squares[LIMIT_ANNOUNCED];
    bool circuit;  // the named squares are a circuit
    bool repeated; // … whose first square was written again at the end
};

enum draw_action { DRAW_OFFER, DRAW_ACCEPT, DRAW_DECLINE };

struct draw_body {
    size_t ply;
    enum draw_action action;
};

// {"variants":…}: the text, which the caller frees; NULL with the problem.
char *body_read_check(const char *text, size_t length, struct problem *problem);

// The body of a request as it has arrived.
struct body_source {
    const char *text;
    size_t length;
};

// Reads a body with a game, and its text with `texts` if there is one. The body must be cleared in any case.
bool body_read_create(struct create_body *body, struct body_source source, const struct texts *texts,
                      struct problem *problem);

// Each reads the whole text. Returns false, with the problem, if it is not such a body.
bool body_read_join(struct join_body *body, const char *text, size_t length, struct problem *problem);
bool body_read_turn(struct turn_body *body, const char *text, size_t length, struct problem *problem);
bool body_read_announce(struct announce_body *body, const char *text, size_t length, struct problem *problem);
// `action` may be left out: TAKEBACK_REQUEST.
enum takeback_action { TAKEBACK_REQUEST, TAKEBACK_ACCEPT, TAKEBACK_DECLINE };

struct takeback_body {
    size_t ply;
    enum takeback_action action;
};

bool body_read_takeback(struct takeback_body *body, const char *text, size_t length, struct problem *problem);
bool body_read_draw(struct draw_body *body, const char *text, size_t length, struct problem *problem);

// `result` may be left out: a win.
struct claim_body {
    size_t ply;
    bool draw;
};

bool body_read_claim(struct claim_body *body, const char *text, size_t length, struct problem *problem);

// A body with nothing but the ply.
bool body_read_ply(size_t *ply, const char *text, size_t length, struct problem *problem);

// A body without members: {}.
bool body_read_empty(const char *text, size_t length, struct problem *problem);

// ---- Parts of bodies, for those that other rooms read ----

// Copies the member "name", a player's name, without leading and trailing blanks; "" when it is left out. False with the problem.
bool body_name(const json_t *object, char name[NAME_SIZE], struct problem *problem);

// Copies a secret of at least so many characters; "" when it is left out. False with the problem.
bool body_secret(const json_t *object, const char *name, size_t least, char secret[LIMIT_SECRET + 1],
                 struct problem *problem);

// Reads what a match is created from. body->color says what colour the creator has when that is left out. The body must be cleared in any
// case.
bool body_create(const json_t *object, struct create_body *body, const struct texts *texts,
                 struct problem *problem);

void create_body_clear(struct create_body *body);

#endif
