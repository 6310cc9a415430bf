// SPDX-License-Identifier: GPL-3.0-or-later
// What a game is to the rest of the program: a table row and a few hooks.
//
// A hook that is NULL means: as in chess. Hooks change positions only by the
// primitives of position/edit.h.
#ifndef LEAPER_POSITION_GAME_H
#define LEAPER_POSITION_GAME_H

#include "base/buffer.h"
#include "base/error.h"
#include "position/move.h"

#ifdef __cplusplus
extern "C" {
#endif

// Hooks are called by those who know these; a game's table needs none of them.
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
    bool published; // true: the game's page says so [S]; false: our reading [R]
    const char *text;
};

struct help_section {
    const char *title;
    const struct help_rule *rules; // ends with a rule whose text is NULL
};

// Squares of the board that mean something, for whoever draws it: rules do not ask for them.
struct site {
    const char *kind;    // "gate", "corner"
    const char *squares; // their names, with blanks between
};

struct game {
    const char *name;    // "fuel": commands, JSON, UCI_Variant
    const char *title;   // "Fuel Chess"
    const char *family;  // what related games are called together; NULL: it stands alone
    const char *author;  // "FIDE", "… Thomas, 2023"
    const char *summary; // one sentence
    uint8_t width, height;
    const struct parameter *parameters; // parameter_count of them
    uint8_t parameter_count;
    const struct site *sites;        // end with one whose kind is NULL; NULL: there are none
    const struct help_section *help; // ends with a section whose title is NULL

    // Fills in pieces, castlings, switches and the start of a variant whose
    // board and parameters are set. Never NULL.
    void (*prepare)(struct variant *variant);

    // All legal actions now (see position_actions()).
    void (*actions)(const struct position *pos, struct move_list *list);

    // Plays an action of a kind that chess does not have. Called by
    // position_apply() for kinds from MOVE_DROP on, before the turn is ended.
    void (*act)(struct position *pos, move m, struct undo *undo);

    // Consequences of an action beyond chess (a square is captured or voided);
    // called for every action, MOVE_END_TURN included.
    void (*after)(struct position *pos, move m, struct undo *undo);

    // Whether the turn goes on after the action just played; NULL: never.
    bool (*goes_on)(const struct position *pos, move m);

    // Appends a clause that says why an action of a kind that chess does not
    // have is not legal now, or, for MOVE_END_TURN, why the turn cannot end
    // here. Nothing when there is no more to say. NULL: there are no such actions.
    void (*explain)(const struct position *pos, move m, struct buffer *why);

    // Whether a player may announce that now, at the start of a turn also when the other side is to move;
    // when not, appends the reason (`why` may be NULL). NULL: the game knows no announcements.
    bool (*announceable)(const struct position *pos, const struct announcement *announcement,
                         struct buffer *why);

    // What a side's pieces link up to. NULL where links mean nothing.
    void (*claim)(const struct position *pos, enum color color, struct claim *claim);

    // How many points the winner gets for an outcome of the game in this
    // position; 0 for a draw. NULL: there are no points, a win is a win.
    unsigned (*points)(const struct position *pos, struct outcome outcome);

    // Called when the turn ends, before the other side is to move.
    void (*end_turn)(struct position *pos);

    // An ending of the game's own, before mate and stalemate are looked at:
    // returns true and fills `outcome`. NULL: none.
    bool (*ended)(const struct position *pos, struct outcome *outcome);

    // What it means that the side to move has no legal turn. NULL: mate or stalemate as in chess.
    struct outcome (*stuck)(const struct position *pos, bool in_check);

    // What a position is worth to White in centipawns beyond pieces, places,
    // mobility, pawns and fuel, which the search judges by itself. Asked at
    // every leaf: must be fast, and never more than ten thousand. NULL: nothing.
    int (*assess)(const struct position *pos);

    // How many turns `loser` must still play, at least, before he can have no
    // legal turn without being in check, while no more than `half_turns` are
    // played by both sides; never too many. Asked at the start of a turn. NULL: 0.
    int (*least_to_stalemate)(const struct position *pos, enum color loser, int half_turns);

    // The number of complete turns to the depth, where walking through all of
    // them action by action would be too slow. NULL: walk.
    uint64_t (*perft)(struct position *pos, int depth);

    // The game's own fields of a position string, after the full-move number; `index` counts them from 0. NULL
    // when the game has none.
    uint8_t field_count;
    bool (*read_field)(struct setup *setup, const struct variant *variant, int index,
                       const struct game_field *field);
    void (*write_field)(const struct position *pos, int index, struct buffer *out);

    // Further checks of a set-up that passed the common ones. NULL: none.
    bool (*validate)(const struct position *pos, struct error *err);
};

#ifdef __cplusplus
}
#endif

#endif
