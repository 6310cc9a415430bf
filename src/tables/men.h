// SPDX-License-Identifier: GPL-3.0-or-later
// Few pieces on a board of 64 squares, as the ending tables see them.
//
// A variant suits the tables if its rules are those of chess, whatever its pieces are: men_suits(). Castling rights are no
// matter of theirs, and en passant is resolved by whoever asks (table_of_position() in shelf.c, retro.c).
#ifndef LEAPER_TABLES_MEN_H
#define LEAPER_TABLES_MEN_H

#include "position/position.h"

// Kings included.
enum { MEN_MAX = 4, CELLS = 64, MAN_CODES = 2 * LETTER_TYPES };

// A square of the board: 8·rank + file, both from 0.
typedef uint8_t cell;

static inline cell cell_of(square s)
{
    return (cell)(square_rank(s) * 8 + square_file(s));
}

static inline square cell_square(cell c)
{
    return square_at(c & 7, c >> 3);
}

// Images of the board: bit 0 mirrors the files, bit 1 the ranks, and before that bit 2 swaps files and ranks.
enum { IMAGES = 8, IMAGE_TURNED = 3 };

static inline cell cell_image(cell c, unsigned image)
{
    cell swapped = (cell)(image & 4 ? (c & 7) << 3 | c >> 3 : c);
    return (cell)(swapped ^ (image & 1 ? 7 : 0) ^ (image & 2 ? 56 : 0));
}

// Who stands where, and who is to move. In order: the white king, the black king, White's other men, Black's.
struct men {
    uint8_t count;
    uint8_t side; // enum color
    piece man[MEN_MAX];
    cell at[MEN_MAX];
};

// Whether the variant's rules are those of chess on an 8×8 board. If not, `why` (NULL: not wanted) gets the reason.
bool men_suits(const struct variant *variant, const char **why);

// Whether the tables can have pieces of that type: it has a letter, and captures as it moves or is a pawn as in chess.
bool men_has(const struct variant *variant, piece_type type);

// A number that tells how pieces of the type move; for pawns also to what they promote.
uint64_t men_hash(const struct variant *variant, piece_type type);

// The images of the board, as bits, under which pieces of the type move as they did.
unsigned men_images(const struct variant *variant, piece_type type);

// Puts the men into the order above and, if the pieces of Black are the better ones, turns the board and swaps the colours, so that
// each ending has one name. Returns whether it has done so.
bool men_settle(struct men *men);

// Whether one is a pawn.
bool men_have_pawns(const struct variant *variant, const struct men *men);

// The men of a position of few pieces; false if there are more, castling rights, or promoted pieces that are no others.
bool men_of_position(const struct position *pos, struct men *men);

enum { MEN_NAME_SIZE = 48 };

// The name of the ending: "KBNK", "KPKR-QRBN"; behind the hyphen are the types that pawns promote to.
void men_name(const struct variant *variant, const struct men *men, char name[MEN_NAME_SIZE]);

// Reads such a name, in any order and of any case, without what is behind the hyphen. The men stand nowhere.
bool men_read(const struct variant *variant, const char *name, struct men *men, struct error *err);

#endif
