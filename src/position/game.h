// SPDX-License-Identifier: GPL-3.0-or-later
// How the rest of the program sees a game: a row of a table, and a few hooks.
//
// A NULL hook means "as in chess". Hooks change positions only through the primitives of position/edit.h.
#ifndef LEAPER_POSITION_GAME_H
#define LEAPER_POSITION_GAME_H

#include "base/buffer.h"
#include "base/error.h"
#include "position/move.h"

// Whoever calls a hook knows these; a game's table does not need them.
struct announcement;
struct claim;
struct game_field;
struct outcome;
struct position;
struct setup;
struct undo;
struct variant;

// A rule in our own words, for people.
struct help_rule {
    bool published; // true: stated on the game's page [S]; false: our reading [R]
    const char *text;
};

struct help_section {
    const char *title;
    const struct help_rule *rules; // ends with a rule whose text is NULL
};

// Squares with a special meaning, for drawing the board; the rules do not use them.
struct site {
    const char *kind;    // "gate", "corner"
    const char *squares; // their names, separated by spaces
};

struct game {
    const char *name;    // "fuel": commands, JSON, UCI_Variant
    const char *title;   // "Fuel Chess"
    const char *family;  // the name of the family of games, or NULL
    const char *author;  // "FIDE", "… Thomas, 2023"
    const char *summary; // one sentence
    uint8_t width, height;
    const struct parameter *parameters; // parameter_count of them
    uint8_t parameter_count;
    const struct site *sites;        // end with one whose kind is NULL; NULL: there are none
    const struct help_section *help; // ends with a section whose title is NULL

    // Fills in the pieces, castlings, switches and start position of a variant whose board and parameters are set. Never NULL.
    void (*prepare)(struct variant *variant);

    // All legal actions now (see position_actions()).
    void (*actions)(const struct position *pos, struct move_list *list);

    // Plays an action of a kind that chess does not have. position_apply() calls it for kinds from MOVE_DROP on,
    // before the turn ends.
    void (*act)(struct position *pos, move m, struct undo *undo);

    // The consequences of an action beyond chess (a square is captured or voided); called for every action, including
    // MOVE_END_TURN.
    void (*after)(struct position *pos, move m, struct undo *undo);

    // Whether the turn goes on after the action just played; NULL: never.
    bool (*goes_on)(const struct position *pos, move m);

    // Appends a clause saying why an action of a kind that chess does not have is illegal now or, for MOVE_END_TURN,
    // why the turn cannot end here; nothing if there is no more to say. NULL: there are no such actions.
    void (*explain)(const struct position *pos, move m, struct buffer *why);

    // Whether a player may announce that now; at the start of a turn, also when the other side is to move. If not,
    // appends the reason (`why` may be NULL). NULL: the game has no announcements.
    bool (*announceable)(const struct position *pos, const struct announcement *announcement,
                         struct buffer *why);

    // The protection graph of a side's pieces, and what it is worth. NULL: the game has no use for it.
    void (*claim)(const struct position *pos, enum color color, struct claim *claim);

    // How many points the winner gets if the game ends like this in this position; 0 for a draw. NULL: the game has no points.
    unsigned (*points)(const struct position *pos, struct outcome outcome);

    // Called when the turn ends, before the other side is to move.
    void (*end_turn)(struct position *pos);

    // An ending of the game's own, checked before mate and stalemate: returns true and fills in `outcome`. NULL: none.
    bool (*ended)(const struct position *pos, struct outcome *outcome);

    // The outcome when the side to move has no legal turn. NULL: checkmate or stalemate, as in chess.
    struct outcome (*stuck)(const struct position *pos, bool in_check);

    // What a position is worth to White, in centipawns, beyond material, piece squares, mobility, pawns and fuel,
    // which the search evaluates by itself. Called at every leaf, so it must be fast; at most ten thousand either
    // way. NULL: nothing.
    int (*assess)(const struct position *pos);

    // A lower bound on the number of turns that `loser` must still play before he can be stalemated, if both sides
    // together play no more than `half_turns`. Called at the start of a turn. NULL: 0.
    int (*least_to_stalemate)(const struct position *pos, enum color loser, int half_turns);

    // The perft count to that depth, where playing through all turns action by action would be too slow. NULL: play
    // through them.
    uint64_t (*perft)(struct position *pos, int depth);

    // The game's own fields of a position string, after the full-move number; `index` counts them from 0. NULL if it has none.
    uint8_t field_count;
    bool (*read_field)(struct setup *setup, const struct variant *variant, int index,
                       const struct game_field *field);
    void (*write_field)(const struct position *pos, int index, struct buffer *out);

    // Further checks of a set-up that has passed the common ones. NULL: none.
    bool (*validate)(const struct position *pos, struct error *err);
};

#endif
