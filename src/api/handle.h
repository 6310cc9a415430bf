// SPDX-License-Identifier: GPL-3.0-or-later
// The definitions of the opaque types in include/leaper, and the conversion of internal errors; private to
// src/api.
#ifndef LEAPER_API_HANDLE_H
#define LEAPER_API_HANDLE_H

#include <leaper/leaper.h>

#include "base/buffer.h"
#include "base/error.h"
#include "base/vector.h"
#include "position/moves/outcome.h"
#include "position/turn.h"

#include <stdatomic.h>

// A variant with its reference count.
struct leaper_variant {
    struct variant *inside;
    atomic_size_t shares;
};

// Takes ownership of an internal variant, even on failure. NULL with LEAPER_ERROR_NO_MEMORY.
struct leaper_variant *variant_wrap(struct variant *inside, struct leaper_error *error);

// Adds a reference.
struct leaper_variant *variant_share(struct leaper_variant *variant);

// An action that was played, and how to take it back.
struct played {
    struct undo undo;
    move action;
    bool begins; // whether it is the first of its turn
};

struct leaper_position {
    struct leaper_variant *variant;
    struct position now;
    struct history history; // of the starts of all turns before the current one
    struct VECTOR_OF(struct played) played;
    size_t turns; // number of complete turns
};

// A position object that starts at `start`, which belongs to the variant. NULL with LEAPER_ERROR_NO_MEMORY.
struct leaper_position *position_wrap(struct leaper_variant *variant, const struct position *start,
                                      struct leaper_error *error);

// Whether the position is at the start of a turn; if not, LEAPER_ERROR_REQUEST.
bool position_at_start(const struct leaper_position *position, struct leaper_error *error);

// Plays a turn that is known to be legal. False with LEAPER_ERROR_NO_MEMORY; the position is then unchanged.
bool position_play_known(struct leaper_position *position, const struct turn *turn,
                         struct leaper_error *error);

// Conversion between public and internal turns. False if there are too few or too many actions.
bool turn_in(const struct leaper_turn *from, struct turn *to);
void turn_out(const struct turn *from, struct leaper_turn *to);

// The piece type of a letter of either case; 0 if it is not a letter.
piece_type type_in(char letter);

struct outcome outcome_in(struct leaper_outcome outcome);
struct leaper_outcome outcome_out(struct outcome outcome);

// ---- Errors ----

// Fills in an error (which may be NULL); returns false.
bool fail(struct leaper_error *error, enum leaper_code code, const char *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool fail_no_memory(struct leaper_error *error);
bool fail_illegal(struct leaper_error *error, const char *what); // "turn" or "action"

// Whether the reserved members of a caller's struct are zeros; if not, LEAPER_ERROR_PARAMETER. A program that leaves them
// uninitialised would break as soon as one of them got a meaning.
bool reserved_are_zeros(const uint64_t *reserved, size_t count, struct leaper_error *error);

// Converts an internal error; returns false.
bool fail_as(struct leaper_error *error, const struct error *inside);

// The text of the buffer, which the caller frees; NULL with LEAPER_ERROR_NO_MEMORY. Empties the buffer.
char *text_out(struct buffer *buffer, struct leaper_error *error);

#endif
