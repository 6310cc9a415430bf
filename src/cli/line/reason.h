// SPDX-License-Identifier: GPL-3.0-or-later
// The value of options that name a reason for the end of a game: checkmate, stalemate, no-fuel …
#ifndef LEAPER_CLI_LINE_REASON_H
#define LEAPER_CLI_LINE_REASON_H

#include "base/error.h"

#include <stdbool.h>

// The name of each reason, for number = 0, 1, …; NULL after the last.
const char *line_reason_word(unsigned number);

// Reads one into an enum reason; ERROR_PARAMETER if there is none of that name.
bool line_read_reason(const char *text, void *member, struct error *err);

#endif
