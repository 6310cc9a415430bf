// SPDX-License-Identifier: GPL-3.0-or-later
// The lines found at the root: kept best first, each beginning with a whole turn.
#ifndef LEAPER_SEARCH_LINES_H
#define LEAPER_SEARCH_LINES_H

#include "search/tree/worker.h"

// Whether one of `count` lines begins with the action.
bool lines_begin_with(const struct line *lines, unsigned count, move m);

// Makes what the search found ready for others to see. Completes the first turn, of which a search may have seen the
// beginning only; and of wins on the spot takes the one that scores most, where `first` says that it is the best line.
void lines_settle(struct line *line, const struct search_request *request, bool first);

// Puts the line behind those of `lines` that are no worse; there must be room for one more.
void lines_insert(struct line *lines, unsigned count, const struct line *line);

// Fills `fresh`, the lines that a broken-off iteration has found, up with lines of the iteration before, as many as
// `wanted`; both are best first and stay so. The new number of lines.
unsigned lines_fill_up(struct line *fresh, unsigned count, const struct line *before, unsigned wanted);

// The first turn of a line that lines_settle() has seen; *rest is the action behind it, or MOVE_NONE.
void lines_first_turn(const struct line *line, const struct position *root, struct turn *turn, move *rest);

#endif
