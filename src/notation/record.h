// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a game: who played, from which position, which turns, and how it ended.
#ifndef LEAPER_NOTATION_RECORD_H
#define LEAPER_NOTATION_RECORD_H

#include "base/vector.h"
#include "position/moves/outcome.h"
#include "position/turn.h"

struct record_tag {
    char *name, *value; // UTF-8; owned
};

enum { RECORD_NAGS_MAX = 4 };

struct record_line;
struct record_lines VECTOR_OF(struct record_line);

struct record_turn {
    struct turn turn;
    char *comment; // the comment after the turn, or NULL; owned
    uint8_t nag_count;
    uint8_t nags[RECORD_NAGS_MAX];  // numeric annotation glyphs: 1 is "!", 2 is "?"
    struct record_lines variations; // what could have been played instead of this turn; owned
};

struct record_turns VECTOR_OF(struct record_turn);

// A variation, which may have variations itself.
struct record_line {
    struct record_turns turns;
    char *comment; // the comment before the first turn, or NULL; owned
};

struct record {
    const struct variant *variant;
    struct variant *own_variant; // the same if the record must free it, else NULL
    struct position start;       // points to `variant`
    struct VECTOR_OF(
        struct record_tag) tags; // in order, without those that repeat what the rest of the record says
    struct record_turns turns;
    char *comment;          // the comment before the first turn, or NULL; owned
    struct outcome outcome; // RESULT_ONGOING for a game that goes on or was abandoned
};

// An empty game without tags from `start` (NULL: the variant's start position). The variant is borrowed and must
// outlive the record.
void record_init(struct record *record, const struct variant *variant, const struct position *start);

// As record_init(), but the record frees the variant.
void record_init_owned(struct record *record, struct variant *variant, const struct position *start);

void record_clear(struct record *record);

// Frees turns and their variations; they are then none.
void record_turns_clear(struct record_turns *turns);

// Adds or replaces a tag; both texts are copied. The name consists of letters, digits and `_`. Tags that follow from
// the rest of the record (Variant, FEN, SetUp, Result, Termination, Reason, the game's parameters) are written by
// pgn_write() and not set here. False, with the record unchanged, if there is no memory.
bool record_set_tag(struct record *record, const char *name, const char *value);

// The value, or NULL; owned by the record.
const char *record_tag(const struct record *record, const char *name);

// Appends a turn, which must be legal after those before it. False, with the record unchanged, if there is no memory.
bool record_add_turn(struct record *record, const struct turn *turn);

// The position after the first `count` turns; `history` (initialised, or NULL) gets the keys before it. False if
// there is no memory; cannot fail without a history.
bool record_position(const struct record *record, size_t count, struct position *pos,
                     struct history *history);

#endif
