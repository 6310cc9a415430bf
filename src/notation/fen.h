// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings: FEN, extended as docs/rules.md, section 0, describes.
//
//     PLACEMENT[HAND] SIDE CASTLING EP HALFMOVE FULLMOVE [GAME FIELDS…]
#ifndef LEAPER_NOTATION_FEN_H
#define LEAPER_NOTATION_FEN_H

#include "base/buffer.h"
#include "position/position.h"

// Reads a position; "startpos" is the variant's start position. Missing trailing game fields take their defaults, and
// so do the two counters if everything after them is missing, too. On failure `pos` is unchanged; the place is
// "fen[OFFSET]" for a syntax error, and a square or the name of a field for an impossible position.
bool fen_read(struct position *pos, const struct variant *variant, const char *text, struct error *err);

// Appends the position in full; it must be at the start of a turn.
void fen_write(const struct position *pos, struct buffer *out);

#endif
