// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of squares in limited supply: empty squares are placed from a reserve, moved, owned and taken away.
#ifndef LEAPER_MECHANICS_SQUARES_H
#define LEAPER_MECHANICS_SQUARES_H

#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <limits.h>

// What a turn consists of.
enum squares_turn {
    TURN_NONE,        // squares stay as they are
    TURN_ONE_ACTION,  // a piece move, a placement or a square move
    TURN_POSTAL,      // a piece move, then optionally one square action
    TURN_POSTAL_PLUS, // a piece move, then optionally a placement and a square move
    TURN_INFINITE     // a piece move, then a placement and optionally a square move
};

struct squares_settings {
    int turn;            // enum squares_turn
    int reserve;         // squares each side has yet to place; INT_MAX: any number
    bool owned;          // only one's own empty squares may be moved
    bool freezes_placed; // a square that was just placed may not be moved by the opponent either
    int voids_from;      // from this full move on, a moving piece takes its square away; 0: never
    bool carries;        // a square may be moved with a friendly piece on it
};

extern const struct mechanism squares_mechanism;

// What state.reserve holds at the start.
static inline unsigned squares_reserve(const struct squares_settings *settings)
{
    return settings->reserve == INT_MAX ? RESERVE_INFINITE : (unsigned)settings->reserve;
}

static inline const struct squares_settings *squares_settings(const struct part *part)
{
    return part->settings;
}

// What has been done in the current turn: bits of the first byte of the part's memory.
// DONE_TOUCHED_LAST and the bit above it belong to the two squares touched, see squares.c.
enum { DONE_PIECE = 1, DONE_PLACED = 2, DONE_SHIFTED = 4, DONE_NO_PIECE = 8, DONE_TOUCHED_LAST = 16 };

// The part's memory: what was done, and up to two squares touched (number + 1, 0 none), which become the opponent's
// frozen squares when the turn ends.
enum { MEMORY_DONE, MEMORY_TOUCHED, SQUARES_MEMORY = 3 };

static inline unsigned squares_done(const struct part *part, const struct position *pos)
{
    return pos->state.memory[part->memory + MEMORY_DONE];
}

// Whether the turn is under way and goes on with actions on squares.
static inline bool squares_turn_goes_on(const struct part *part, const struct position *pos)
{
    return pos->state.actions && pos->variant->hooks.goes_on.parts[pos->state.stage] == part;
}

// Whether the square is under a royal king of the colour, and so cannot be moved.
static inline bool squares_is_royal(const struct position *pos, enum color color, square s)
{
    return position_has_king(pos, color) && s == pos->state.king[color];
}

// ---- squares_actions.c ----

// Hooks: see position/mechanism.h.
void squares_begin(const struct part *part, const struct position *pos, struct move_list *list);
bool squares_goes_on(const struct part *part, const struct position *pos, move m);
void squares_go_on(const struct part *part, const struct position *pos, struct move_list *list);

// ---- squares_explain.c ----

// The hook: why an action on squares is not legal, or why the turn cannot end.
void squares_explain(const struct part *part, const struct position *pos, move m, struct buffer *why);

// ---- squares_words.c ----

// The hook: see position/mechanism.h.
void squares_words(const struct part *part, struct wording *wording);

// ---- squares_worth.c ----

// Hooks: see position/mechanism.h.
int squares_assess(const struct part *part, const struct position *pos);
int squares_least_to_stalemate(const struct part *part, const struct position *pos, enum color loser,
                               int half_turns);

// ---- squares_fields.c ----

enum { SQUARES_FIELDS = 3 };
bool squares_read_field(const struct part *part, struct setup *setup, int index,
                        const struct game_field *field);
void squares_write_field(const struct part *part, const struct position *pos, int index, struct buffer *out);

#endif
