// SPDX-License-Identifier: GPL-3.0-or-later
// Position strings: FEN, extended as docs/rules.md, section 0, describes.
//
//     PLACEMENT[HAND] SIDE CASTLING EP HALFMOVE FULLMOVE [GAME FIELDS…]
#ifndef LEAPER_POSITION_FEN_H
#define LEAPER_POSITION_FEN_H

#include "base/buffer.h"
#include "position/position.h"

// Reads a position; "startpos" is the variant's start position. Missing trailing game fields take their defaults, and
// so do the two counters if everything after them is missing, too. On failure `pos` is unchanged; the place is
// "fen[OFFSET]" for a syntax error, and a square or the name of a field for an impossible position.
bool fen_read(struct position *pos, const struct variant *variant, const char *text, struct error *err);

// Reads a position string into a setup without judging it (setup_judge()). Where castling rights are letters of files that
// stand for no king and rook, the setup has no rights and `rights` gets the error. On failure `setup` is undefined.
bool fen_read_setup(struct setup *setup, const struct variant *variant, const char *text,
                    struct error *rights, struct error *err);

// The parts of a position string that can be read on their own.
enum fen_part { FEN_RIGHTS, FEN_TARGET, FEN_GAME_FIELD };

// Reads such a part into a setup that has all the rest, in place of what it had there. For FEN_GAME_FIELD + n, the n-th field
// of the game in the order of variant->hooks.fields. On failure the place is counted from the beginning of `text`.
bool fen_read_part(struct setup *setup, const struct variant *variant, unsigned part, const char *text,
                   struct error *err);

// Appends such a part.
void fen_write_part(const struct position *pos, unsigned part, struct buffer *out);

// Appends the position in full; it must be at the start of a turn.
void fen_write(const struct position *pos, struct buffer *out);

#endif
