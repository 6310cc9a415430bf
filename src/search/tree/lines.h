// SPDX-License-Identifier: GPL-3.0-or-later
// The lines found at the root, kept best first; each begins with a whole turn.
#ifndef LEAPER_SEARCH_LINES_H
#define LEAPER_SEARCH_LINES_H

#include "search/tree/worker.h"

// Whether one of `count` lines begins with the action.
bool lines_begin_with(const struct line *lines, unsigned count, move m);

// Prepares a line for reporting. Completes its first turn, of which the search may have seen only the beginning. If `first`
// (it is the best line) and it wins at once, replaces it by the immediate win that scores most points.
void lines_settle(struct line *line, const struct search_request *request, bool first);

// Inserts the line behind those that are no worse; there must be room for it.
void lines_insert(struct line *lines, unsigned count, const struct line *line);

// Fills up `fresh`, the lines of an iteration that was stopped, with lines of the previous iteration until there are `wanted`.
// Both are best first, and `fresh` stays so. Returns the new number of lines.
unsigned lines_fill_up(struct line *fresh, unsigned count, const struct line *before, unsigned wanted);

// The first turn of a line that lines_settle() has prepared; *rest is the action after it, or MOVE_NONE.
void lines_first_turn(const struct line *line, const struct position *root, struct turn *turn, move *rest);

#endif
