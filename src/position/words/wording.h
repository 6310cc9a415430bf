// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the rules of a variant in words: whoever owns a rule adds the sentences that say it.
//
//     wording_say(wording, WORDING_END, "A side that brings %s to %s wins.", wording_type(wording, type, FORM_A),
//                 wording_squares(wording, &goals));
#ifndef LEAPER_POSITION_WORDING_H
#define LEAPER_POSITION_WORDING_H

#include "base/buffer.h"
#include "base/vector.h"
#include "board/set.h"
#include "pieces/piece.h"
#include "position/key.h"

struct piece_rules;
struct variant;

// In the order in which they are shown.
enum wording_section {
    WORDING_START,
    WORDING_PIECES,
    WORDING_PAWNS,
    WORDING_CASTLING,
    WORDING_TURNS,
    WORDING_CHECK,
    WORDING_END,
    WORDING_DRAWS,
    WORDING_SECTIONS
};

// Lines are sentences with capital and full stop, each ended by a line break.
struct wording {
    const struct variant *variant;
    uint64_t occurring; // what wording_types_that_occur() says; no sentence need name other pieces
    struct buffer lines[WORDING_SECTIONS];
    struct VECTOR_OF(char *) phrases; // what the functions below have returned
    bool no_memory;
};

void wording_start(struct wording *wording, const struct variant *variant);
void wording_clear(struct wording *wording);

// The types, as bits, that the start position has or that may come from those; bit 0 is set, too.
uint64_t wording_types_that_occur(const struct variant *variant);

// The type of pawns if there may be any; otherwise TYPE_NONE.
piece_type wording_pawn(const struct wording *wording);

// "Pawns and promotion"
const char *wording_title(enum wording_section section);

// Adds a line; its first letter becomes a capital.
void wording_say(struct wording *wording, enum wording_section section, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Appends a sentence about how a piece of that kind moves: "Moves as a rook or a knight."
void wording_movement(const struct piece_rules *rules, struct buffer *out);

// ---- Phrases: they live as long as the wording, and are "" if memory runs out ----

// Gives the buffer's text to the wording.
const char *wording_keep(struct wording *wording, struct buffer *phrase);

// To be put behind "on": "rank 8", "the a-file", "d4, e4, d5 and e5", "any square".
const char *wording_squares(struct wording *wording, const struct set *squares);

// The same with "or": "d4, e4, d5 or e5".
const char *wording_any_of(struct wording *wording, const struct set *squares);

// The locations of the board that are no squares, in the same way; "" if there are none.
const char *wording_walls(struct wording *wording);

// As wording_squares(), for the two regions of the colours: "rank 8 (White) or rank 1 (Black)".
const char *wording_regions(struct wording *wording, const struct set *regions);

// Whether the set has all locations of the board.
bool wording_is_all(const struct wording *wording, const struct set *squares);

// Whether the two sets have the same locations of the board.
bool wording_is_same(const struct wording *wording, const struct set *regions);

enum wording_form {
    FORM_NAME, // pawn
    FORM_A,    // a pawn
    FORM_THE,  // the pawn
    FORM_MANY  // pawns
};

// The name of a type of piece in that form. Of ANY_TYPE: "any piece", "pieces".
const char *wording_type(struct wording *wording, piece_type type, enum wording_form form);

// Types, bits by type, in the order in which the variant has them: "a rook or a knight" for FORM_A and "or". Bit 0 has all pieces.
const char *wording_types(struct wording *wording, uint64_t types, enum wording_form form,
                          const char *conjunction);

// "no", "one", … "twelve", "13"
const char *wording_number(struct wording *wording, int number);

// "three rooks", "one rook"
const char *wording_count(struct wording *wording, int number, piece_type type);

// What a side does to which that happens: "wins", "loses", "draws".
const char *wording_result(enum value value);

#endif
