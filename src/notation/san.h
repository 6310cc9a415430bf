// SPDX-License-Identifier: GPL-3.0-or-later
// Turns as people write them: SAN (Nf3, exd5, O-O, e8=Q+), long algebraic and Betza's notation of squares.
//
// Source: Portable Game Notation standard (S. J. Edwards, 1994), section 8.2.3;
// docs/rules.md, section 0. The actions of a turn are joined by commas.
#ifndef LEAPER_NOTATION_SAN_H
#define LEAPER_NOTATION_SAN_H

#include "base/buffer.h"
#include "position/turn.h"

enum san_flags {
    SAN_PLAIN = 0,
    SAN_FUEL = 1, // in games with fuel, append what the moving piece has left: Nf3{48}
    SAN_BARE = 2  // an action without check and mate signs
};

// Appends a legal turn that starts in `pos`, as short as it can be without
// being ambiguous. `+` is check, `#` is check without a legal answer. Stalemate and lack of fuel have no sign, even
// if they lose.
void san_write_turn(const struct position *pos, const struct turn *turn, unsigned flags, struct buffer *out);

// Appends one legal action of the current turn as it would be written if the turn ended with it (nothing for
// MOVE_END_TURN). `legal` is position_actions(pos).
void san_write_action(const struct position *pos, move m, const struct move_list *legal, unsigned flags,
                      struct buffer *out);

// Reads the whole of `text` as one legal turn from `pos`, which is at the start of a turn: SAN, with more
// disambiguation than needed, with check signs missing or wrong, 0-0, e8Q, e8(Q); long algebraic; coordinate
// notation. Annotations (!?), {fuel} and "e.p." after it are skipped. ERROR_MOVE_SYNTAX (place "move[OFFSET]") for
// what is not a move; ERROR_ILLEGAL_MOVE for what is illegal, with the reason, and for what is ambiguous, with all
// the moves that it could mean. `turn` is unchanged on failure.
bool san_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err);

#endif
