// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a request for an analysis.
#ifndef LEAPER_SERVER_ANALYSIS_BODY_H
#define LEAPER_SERVER_ANALYSIS_BODY_H

#include "notation/json/request.h"
#include "server/http/problem.h"

struct analysis_body {
    struct show_request position; // to be cleared with show_request_clear()
    unsigned lines;               // from 1 to LIMIT_ANALYSIS_LINES
};

// Reads {"game", "parameters", "fen", "moves", "past_draws", "lines"}, of which only `game` is required; the game is one of the program's own. False
// with the problem; then there is nothing to clear.
bool analysis_body_read(struct analysis_body *body, const char *text, size_t length, struct problem *problem);

#endif
