// SPDX-License-Identifier: GPL-3.0-or-later
// A search at a terminal: a line shows its progress, and Ctrl-C makes the engine move now.
#ifndef LEAPER_CLI_PLAY_THINKING_H
#define LEAPER_CLI_PLAY_THINKING_H

#include "search/search.h"

// Calls engine_search(); the request must not have a reporter. If `shown`, a line on standard output gives depth and seconds until
// the result is there, and Ctrl-C ends the search. True if it was pressed.
bool play_search(struct engine *engine, const struct search_request *request, struct search_result *result,
                 bool shown);

#endif
