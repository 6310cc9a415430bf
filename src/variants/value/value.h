// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the value of one key from its text into a setting (see position/key.h).
#ifndef LEAPER_VARIANTS_VALUE_H
#define LEAPER_VARIANTS_VALUE_H

#include "position/key.h"

enum { LETTERS = 26 };

// In place of a type: the letter stands for a piece that the variant has not, and is skipped.
enum { TYPE_GONE = 254 };

// What values are read against.
struct value_context {
    piece_type types[LETTERS]; // by letter from A: the type of piece, TYPE_NONE if there is none
    uint8_t width, height;     // of the board
};

// What is wrong with a value, or what of it is ignored.
struct value_fault {
    size_t at, length; // the bytes of the text that it is about; no bytes: the place
    char message[192]; // what is wrong and what was expected
};

// Reads `text` for a key into its setting: what is stored is said beside each value_type. A text (VALUE_TEXT) is stored as the
// pointer that was given. On failure the setting may be changed, and `fault` says why. If squares
// are left out because they are beyond the board, the fault says which, and has bytes; after any other success it has none.
bool value_parse(const struct key *key, const char *text, const struct value_context *context, void *setting,
                 struct value_fault *fault);

// The size of a setting of that type in bytes.
size_t value_size(enum value_type type);

// Whether letters of pieces stand in values of that type.
bool value_has_pieces(enum value_type type);

// ---- For the readers of values ----

// Sets the fault for the bytes from `place` on; returns false.
bool value_refuse(struct value_fault *fault, const char *text, const char *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Moves the cursor past blanks and tabs.
void value_skip_blanks(const char **cursor);

// ---- value_squares.c ----

bool value_read_squares(const char *text, const struct value_context *context, struct set *squares,
                        struct value_fault *fault);
bool value_read_piece_squares(const char *text, const struct value_context *context,
                              struct set squares[LETTER_TYPES], struct value_fault *fault);

// ---- value_pieces.c ----

bool value_read_pieces(const char *text, const struct value_context *context, uint64_t *pieces,
                       struct value_fault *fault);
// With `last`, the last of a list; otherwise the text must be one piece.
bool value_read_piece(const char *text, const struct value_context *context, bool last, piece_type *type,
                      struct value_fault *fault);
bool value_read_map(const char *text, const struct value_context *context, piece_type map[LETTER_TYPES],
                    struct value_fault *fault);
bool value_read_numbers(const struct key *key, const char *text, const struct value_context *context,
                        int numbers[LETTER_TYPES], struct value_fault *fault);

// The type of piece of the letter at the cursor, in either case, and moves past it. TYPE_NONE, with the fault set, if there is no
// such piece.
piece_type value_read_letter(const char *text, const char **cursor, const struct value_context *context,
                             struct value_fault *fault);

#endif
