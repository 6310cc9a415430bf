// SPDX-License-Identifier: GPL-3.0-or-later
// Reads turns in coordinate notation; notation/coordinate_write.h describes it.
#ifndef LEAPER_NOTATION_COORDINATE_READ_H
#define LEAPER_NOTATION_COORDINATE_READ_H

#include "base/error.h"
#include "position/turn.h"

// Reads the whole of `text` as one legal turn from `pos`, which is at the start of a turn. ERROR_MOVE_SYNTAX when it is
// not a move at all, ERROR_ILLEGAL_MOVE with the reason when the rules forbid it; the place is "move[OFFSET]". Promotion letters
// may be in either case. A pass is the king's square twice (without a king, that of the side's first piece), or UCI's "0000".
bool coordinate_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err);

// A place in the text of a turn.
struct turn_cursor {
    const char *text, *at;
};

// Reads the announcement that begins at the cursor with "!" as one by that colour, and moves the cursor past it. Errors are
// as above.
bool coordinate_read_announcement(const struct position *pos, enum color by, struct turn_cursor *cursor,
                                  move *m, struct error *err);

#endif
