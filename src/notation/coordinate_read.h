// SPDX-License-Identifier: GPL-3.0-or-later
// Machine notation of actions and turns: e2e4, e7e8q, N@e4, @@f3, @g8e6, !, !e2d1b3; a turn joins them by commas.
// An announcement by the side that is not to move is a turn of its own and begins with a comma: ",!".
#ifndef LEAPER_NOTATION_MACHINE_H
#define LEAPER_NOTATION_MACHINE_H

#include "base/buffer.h"
#include "position/turn.h"

#ifdef __cplusplus
extern "C" {
#endif

// Appends one action; nothing for MOVE_END_TURN.
void machine_write(const struct position *pos, move m, struct buffer *out);

// Appends a turn that starts in `pos`.
void machine_write_turn(const struct position *pos, const struct turn *turn, struct buffer *out);

// Reads the whole of `text` as one legal turn from `pos`, which stands at the
// start of a turn. ERROR_MOVE_SYNTAX for what is no move at all,
// ERROR_ILLEGAL_MOVE with the reason for what is forbidden; the place is
// "move[OFFSET]". Upper-case promotion letters are taken too.
bool machine_read_turn(const struct position *pos, const char *text, struct turn *turn, struct error *err);

// Reads the announcement that begins at `*cursor` with "!" as one by that colour, and sets the cursor behind it.
// `text` is the whole turn, for the places of errors, which are as above.
bool machine_read_announcement(const struct position *pos, enum color by, const char *text,
                               const char **cursor, move *m, struct error *err);

#ifdef __cplusplus
}
#endif

#endif
