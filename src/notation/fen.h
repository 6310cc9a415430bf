// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings: FEN, extended as docs/rules.md, section 0, describes.
//
//     PLACEMENT[HAND] SIDE CASTLING EP HALFMOVE FULLMOVE [GAME FIELDS…]
#ifndef LEAPER_NOTATION_FEN_H
#define LEAPER_NOTATION_FEN_H

#include "base/buffer.h"
#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads a position; "startpos" is the variant's own start. Missing trailing
// game fields take their defaults; so do the two counters when all that
// follows is missing too. On failure `pos` is untouched and the place is
// "fen[OFFSET]" for what does not parse, a square or a field's name for what
// cannot be.
bool fen_read(struct position *pos, const struct variant *variant, const char *text, struct error *err);

// Appends the position in full; it must stand at the start of a turn.
void fen_write(const struct position *pos, struct buffer *out);

#ifdef __cplusplus
}
#endif

#endif
