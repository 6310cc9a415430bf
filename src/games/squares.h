// SPDX-License-Identifier: GPL-3.0-or-later
// Chess with a Limited Supply of Squares: what distinguishes the games of the family.
#ifndef LEAPER_GAMES_SQUARES_H
#define LEAPER_GAMES_SQUARES_H

#include "position/game.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

// What a turn consists of.
enum squares_turn {
    TURN_ONE_ACTION,  // a piece move, a placement or a square move
    TURN_POSTAL,      // a piece move, then optionally one square action
    TURN_POSTAL_PLUS, // a piece move, then optionally a placement and a square move
    TURN_INFINITE     // a piece move, then a placement and optionally a square move
};

// One game of the family; `game` comes first, so that a variant's game is its row.
struct squares_row {
    struct game game;
    const char *format; // start position, as armies_prepare() takes it
    unsigned reserve;   // squares each side has yet to place; RESERVE_INFINITE
    enum squares_turn turn;
    bool owned;          // only one's own empty squares may be moved
    bool freezes_placed; // a square that was just placed may not be moved by the opponent either
    bool voids;          // from the fourth turn on, a moving piece takes its square away
    bool carries;        // a square may be moved with a friendly piece on it
};

// The games of the family.
enum { SQUARES_GAMES = 6 };
extern const struct squares_row squares_rows[SQUARES_GAMES];

static inline const struct squares_row *squares_row(const struct variant *variant)
{
    return (const struct squares_row *)(const void *)variant->game;
}

// What has been done in the current turn: bits of state.memory[0].
enum { DONE_PIECE = 1, DONE_PLACED = 2, DONE_SHIFTED = 4, DONE_NO_PIECE = 8 };

// Slots of state.memory: what was done, and up to two squares touched (number + 1, 0 none),
// which become the opponent's frozen squares when the turn ends.
enum { MEMORY_DONE, MEMORY_TOUCHED };

// ---- squares_actions.c ----

// The hook: every action that begins or continues a legal turn.
void squares_actions(const struct position *pos, struct move_list *list);

// Whether the turn allows another action after those done.
bool squares_goes_on(const struct position *pos, move m);

// ---- squares_explain.c ----

// The hook: why an action on squares is not legal, or why the turn cannot end.
void squares_explain(const struct position *pos, move m, struct buffer *why);

// ---- squares_worth.c ----

// The hooks: see game.h.
int squares_assess(const struct position *pos);
int squares_least_to_stalemate(const struct position *pos, enum color loser, int half_turns);

// ---- squares_fields.c ----

enum { SQUARES_FIELDS = 3 };
bool squares_read_field(struct setup *setup, const struct variant *variant, int index,
                        const struct game_field *field);
void squares_write_field(const struct position *pos, int index, struct buffer *out);

#endif
