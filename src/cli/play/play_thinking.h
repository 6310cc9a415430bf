// SPDX-License-Identifier: GPL-3.0-or-later
// A search at a terminal: a line says how far it is, and Ctrl-C makes the engine move now.
#ifndef LEAPER_CLI_PLAY_THINKING_H
#define LEAPER_CLI_PLAY_THINKING_H

#include "search/search.h"

// engine_search(), whose request may not have a reporter. Where `shown`, a line on standard output says depth and seconds until the result
// is there, and then vanishes; Ctrl-C ends the thinking. True when it was pressed.
bool play_search(struct engine *engine, const struct search_request *request, struct search_result *result,
                 bool shown);

#endif
