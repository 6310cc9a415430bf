// SPDX-License-Identifier: GPL-3.0-or-later
// A position as JSON, so that a client need not know the rules or FEN: the object in docs/rules.md, section 7, with
// the members in docs/api.md.
#ifndef LEAPER_NOTATION_DESCRIBE_H
#define LEAPER_NOTATION_DESCRIBE_H

#include "base/error.h"
#include "position/moves/outcome.h"
#include "position/turn.h"

#include <jansson.h>

// All functions return a new reference, which the caller gives back with
// json_decref(). Without memory for all of it they return NULL.

enum describe_flags {
    DESCRIBE_PLAIN = 0,
    DESCRIBE_ALL = 1,      // `turns`, however many there are
    DESCRIBE_NO_TURNS = 2, // neither `turns` nor `count` nor `divide`
    DESCRIBE_FEW = 4,      // the same if there are more than DESCRIBE_TURNS_MAX, which saves counting them
    DESCRIBE_SAN = 8       // with `turns` also `sans`: the same turns for people, in the same order
};

enum {
    DESCRIBE_TURNS_MAX = 400,    // if there are more, `divide` is given instead
    DESCRIBE_COUNT_MAX = 1000000 // if there are more, they are not counted, unless all are asked for
};

// The state: game, parameters, fen, side, check, result, reason, count, turns
// or divide (none of the three beyond DESCRIBE_COUNT_MAX), board, hands, reserves, checked, and in games with announcements: links, path, circuit, score and, at
// the end, points. `pos` is at the start of a turn; `history` (or NULL) holds the positions before it.
json_t *describe_state(const struct position *pos, const struct history *history, unsigned flags);

// The points of both sides, {"white":16,"black":0}, for an outcome in this position; NULL while the game goes on, and
// in games without points.
json_t *describe_points(const struct position *pos, struct outcome outcome);

// A game's parameters as clients write them: {"fuel":50}, {"armies":["fide","nutters"]}.
json_t *describe_parameters(const struct game *game, const struct parameters *parameters);

// What decided a game that ended by an announcement or a single piece, for each side that has a path or circuit:
// {"white":{"squares":["e2",…],"circuit":true,"points":16},"black":null}. The squares are those that were named, or
// else those of the best path or circuit; a circuit repeats its first square. `turn` is the last turn and `pos` the
// position after it. NULL after other endings, and in games without announcements.
json_t *describe_claims(const struct turn *turn, const struct position *pos, struct outcome outcome);

// A turn in a list of turns: {"turn":"g1f3","san":"Nf3","fuel":48}; an announcement on its own has "by", its side,
// which may be the one that is not to move. `before` is the position before the turn.
json_t *describe_turn(const struct position *before, const struct turn *turn);

// The turn that led to a state: {"turn":…,"san":…,"color":…,"squares":[…]}.
json_t *describe_last(const struct position *before, const struct turn *turn);

// The position that a board shows and plays on: the state without turns if there are more than DESCRIBE_TURNS_MAX, `last` (taken over;
// describe_last(), or null at the start), and `legal`, the list of describe_actions(), which is empty unless the game is `ongoing`, and
// null if there are more than `most`.
json_t *describe_present(const struct position *pos, const struct history *history, json_t *last,
                         bool ongoing, size_t most);

// Adds the board to an object: board, hands, reserves, the protection graph, checked. The position may be within a
// turn. *state is NULL afterwards when there was no memory for all of it (json_put()).
void describe_board_to(json_t **state, const struct position *pos);

// Adds board, hands and reserves only; the position need not be legal (position_of_setup()).
void describe_pieces_to(json_t **state, const struct position *pos);

// The list of legal actions after the actions `after` (coordinate notation, joined
// by commas; NULL or "" for none) of the current turn, each with from, to, target, promotion, capture, SAN, cost and
// fuel as in docs/api.md, "Legal actions"; without announcements. Empty if the turn cannot go on. NULL with
// ERROR_ILLEGAL_MOVE (place "move[OFFSET]") if `after` does not begin a legal turn. Looks only at the board: the
// caller knows whether the game is over.
json_t *describe_actions(const struct position *pos, const char *after, struct error *err);

// The current turn after the actions `after`: {"actions":…,"complete":…,"state":…},
// the list of describe_actions(), whether the turn may end there, and the board
// as describe_board_to() with the side to move. Fails as describe_actions() does.
json_t *describe_progress(const struct position *pos, const char *after, struct error *err);

// A part of a list of actions: those from number `first` on, `most` of them.
struct describe_page {
    size_t first, most;
};

// describe_progress() with only that part of the actions, and "next": where the rest begins, or null if there is none.
json_t *describe_progress_page(const struct position *pos, const char *after,
                               const struct describe_page *page, struct error *err);

// {"error":{"code":…,"message":…,"at":…}}; `at` is null if there is no place.
json_t *describe_error(const struct error *err);

#endif
