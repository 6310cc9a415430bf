// SPDX-License-Identifier: GPL-3.0-or-later
// How the rest of the program sees a mechanism: one part of the rules that a game may use, such as fuel or links.
//
// A variant is composed of mechanisms when it is built. Each hook of its mechanisms is listed in the variant, in the order of
// the table of mechanisms; a hook that no mechanism has costs the test of a count. Hooks change positions only through the
// primitives of position/edit.h. Where two mechanisms touch the same thing, they meet in such a primitive: no mechanism
// knows another.
#ifndef LEAPER_POSITION_MECHANISM_H
#define LEAPER_POSITION_MECHANISM_H

#include "base/buffer.h"
#include "base/error.h"
#include "board/set.h"
#include "position/move.h"

// Whoever calls a hook knows these; the table of a mechanism does not need them.
struct announcement;
struct claim;
struct game_field;
struct outcome;
struct position;
struct setup;
struct undo;
struct variant;
struct wording;
struct part;
struct key;

// A mechanism that cannot be combined with another one.
struct exclusion {
    const char *mechanism; // its name
    const char *reason;    // in words for the author of a variant
};

// How a side may win at once.
struct finish {
    bool check;         // by giving check,
    piece_type piece;   // or by bringing a piece of this type, or any if it is ANY_TYPE (position/key.h),
    struct set squares; // to one of these squares
};

// Every hook gets the variant's part for its mechanism first. All hooks may be NULL.
struct mechanism {
    const char *name; // "fuel"
    const struct key
        *keys; // what it reads of a variant's text (position/key.h); ends with a row without a name
    size_t settings_size; // bytes of the mechanism's settings
    uint8_t memory;       // bytes of state.memory that it needs; they are hashed, and undone with the state

    // Whether a variant with these settings uses the mechanism. NULL: every variant does.
    bool (*wanted)(const void *settings);

    // Mechanisms with which this one cannot be combined; ends with a row without a name. NULL: none.
    const struct exclusion *excludes;

    // Fills in what the mechanism contributes to the tables of a variant whose board and pieces are set, and derives
    // further settings. False and an error if the settings contradict each other or the variant.
    bool (*prepare)(struct part *part, struct variant *variant, struct error *err);

    // ---- Turns ----

    // Whether a phase of the game is under way in which only this mechanism's actions exist; if so, appends them.
    bool (*phase)(const struct part *part, const struct position *pos, struct move_list *list);

    // Lists the actions that begin a turn, the moves of pieces included. At most one mechanism of a variant has it; if none
    // has, a turn begins with a legal move of a piece.
    void (*begin)(const struct part *part, const struct position *pos, struct move_list *list);

    // Appends actions that begin a turn besides those.
    void (*add)(const struct part *part, const struct position *pos, struct move_list *list);

    // Removes actions from the list of all that begin a turn, because others are compulsory or because they are
    // forbidden. Called in the order of the table.
    void (*restrict_turns)(const struct part *part, const struct position *pos, struct move_list *list);

    // Removes actions from a list of those that continue the turn, whichever mechanism they are of.
    void (*restrict_actions)(const struct part *part, const struct position *pos, struct move_list *list);

    // Appends a clause saying why the move, legal without restrict_turns() or restrict_actions(), is illegal now; nothing if it is legal.
    void (*explain_restriction)(const struct part *part, const struct position *pos, move m,
                                struct buffer *why);

    // Whether the turn goes on after the action just played, with actions of this mechanism. After MOVE_END_TURN of an
    // earlier mechanism, those that come later are asked.
    bool (*goes_on)(const struct part *part, const struct position *pos, move m);

    // Whether it could say so after this action, which begins a turn and has not been played yet. NULL: always.
    bool (*may_go_on)(const struct part *part, const struct position *pos, move m);

    // Lists the actions that continue the turn; MOVE_END_TURN among them if no more are needed.
    void (*go_on)(const struct part *part, const struct position *pos, struct move_list *list);
    bool one_action; // each of them is the last of this mechanism

    // The kinds of actions, bits 1 << enum move_kind, that only this mechanism knows: act() plays them before the turn ends, and
    // explain() appends a clause saying why one is illegal now, or, for MOVE_END_TURN, why the turn cannot end here; nothing if
    // there is no more to say.
    unsigned kinds;
    void (*act)(const struct part *part, struct position *pos, move m, struct undo *undo);
    void (*explain)(const struct part *part, const struct position *pos, move m, struct buffer *why);

    // The consequences of an action beyond chess (a square is captured or voided); called for every action, including
    // MOVE_END_TURN.
    void (*after)(const struct part *part, struct position *pos, move m, struct undo *undo);

    // Called when the turn ends, before the other side is to move.
    void (*end_turn)(const struct part *part, struct position *pos);

    // ---- Endings ----

    // An ending of the mechanism's own, checked before mate and stalemate: returns true and fills in `outcome`.
    bool (*ended)(const struct part *part, const struct position *pos, struct outcome *outcome);

    // The side to move has no legal turn. `outcome` is what the variant's values of mate and stalemate say; the mechanism may
    // give a better reason.
    void (*stuck)(const struct part *part, const struct position *pos, struct outcome *outcome);

    // The rules call the game drawn, by stalemate, repetition or the number of moves; the mechanism may give another result.
    void (*drawn)(const struct part *part, const struct position *pos, struct outcome *outcome);

    // ---- Announcements; at most one mechanism of a variant has them ----

    // Whether a player may announce that now; at the start of a turn, also when the other side is to move. If not,
    // appends the reason (`why` may be NULL).
    bool (*announceable)(const struct part *part, const struct position *pos,
                         const struct announcement *announcement, struct buffer *why);

    // The protection graph of a side's pieces, and what it is worth.
    void (*claim)(const struct part *part, const struct position *pos, enum color color, struct claim *claim);

    // How many points the winner gets if the game ends like this in this position; 0 for a draw.
    unsigned (*points)(const struct part *part, const struct position *pos, const struct outcome *outcome);

    // ---- Search ----

    // What a position is worth to White, in centipawns, beyond material, piece squares, mobility, pawns and fuel,
    // which the search evaluates by itself. Called at every leaf, so it must be fast; at most ten thousand either
    // way.
    int (*assess)(const struct part *part, const struct position *pos);

    // Adds how the side to move may win at once by a move that takes nothing, as far as the mechanism says so: the quiescence
    // search looks at such moves, too.
    void (*finish)(const struct part *part, const struct position *pos, struct finish *finish);

    // A lower bound on the number of turns that `loser` must still play before he can be stalemated, if both sides
    // together play no more than `half_turns`. Called at the start of a turn.
    int (*least_to_stalemate)(const struct part *part, const struct position *pos, enum color loser,
                              int half_turns);

    // The perft count to that depth, where playing through all turns action by action would be too slow. Used only if no other
    // mechanism takes part in turns or endings.
    uint64_t (*perft)(const struct part *part, struct position *pos, int depth);

    // ---- Position strings ----

    // The mechanism's fields of a position string, after the full-move number; `index` counts them from 0.
    uint8_t field_count;
    bool (*read_field)(const struct part *part, struct setup *setup, int index,
                       const struct game_field *field);
    void (*write_field)(const struct part *part, const struct position *pos, int index, struct buffer *out);

    // What each field says that is neither drawn on the board nor a reserve, for those who change it in a form: field_count
    // texts, NULL for the others. NULL: there are none.
    const char *const *field_words;

    // Its one field stands between the en-passant target and the half-move clock. When a position string is read, it may also be
    // behind the full-move number if it begins with '+'.
    bool early_field;

    // Letters of the castling field: called for each, the usual ones included, when the placement has been read. Returns whether the
    // letter means something to the mechanism. At most one mechanism of a variant has it.
    bool (*read_right)(const struct part *part, struct setup *setup, char letter);
    // Appends those of one colour, which follow its usual ones.
    void (*write_rights)(const struct part *part, const struct position *pos, enum color color,
                         struct buffer *out);

    // Further checks of a set-up that has passed the common ones.
    bool (*validate)(const struct part *part, const struct position *pos, struct error *err);

    // ---- Words ----

    // Says the mechanism's rules in words (position/words/wording.h): whatever its keys change.
    void (*words)(const struct part *part, struct wording *wording);
};

// What a variant has of a mechanism that it uses.
struct part {
    const struct mechanism *mechanism;
    const struct variant *variant;
    void *settings;      // owned by the variant; constant once it is built
    uint8_t memory;      // the first of its bytes in state.memory
    bool single_actions; // set by prepare() if no turn goes on with actions of this mechanism
};

enum { PARTS_MAX = 24, MEMORY_MAX = 12 };

// The parts of a variant that have a hook, in the order in which they are called.
struct part_list {
    uint8_t count;
    const struct part *parts[PARTS_MAX];
};

// Who takes part in what.
struct hooks {
    struct part_list phase, add, restrict_turns, restrict_actions, goes_on, after, end_turn, ended, stuck,
        drawn, assess, finish, least_to_stalemate, fields, validate;
    uint8_t field_count;          // how many fields the position strings have after the full-move number
    const struct part *early;     // whose field stands before the clocks; NULL: there is none
    const struct part *rights;    // who has letters in the castling field; NULL: nobody else
    const struct part *begin;     // NULL: turns begin as in chess
    const struct part *announce;  // NULL: there is nothing to announce
    const struct part *points;    // NULL: the game has no points
    const struct part *perft;     // NULL: turns are played through
    const struct part *actor[16]; // by enum move_kind
};

// Walks over the parts of a list:
//     for_each_part(part, &variant->hooks.after)
//         part->mechanism->after(part, pos, m, undo);
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration takes none
#define for_each_part(part, list)                                                                            \
    for (const struct part *const *part##_at = (list)->parts, *part;                                         \
         part##_at < (list)->parts + (list)->count && ((part) = *part##_at, true); part##_at++)
// NOLINTEND(bugprone-macro-parentheses)

#endif
