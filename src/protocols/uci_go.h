// SPDX-License-Identifier: GPL-3.0-or-later
// The many words of UCI's `go`, read into limits.
#ifndef LEAPER_PROTOCOLS_UCI_GO_H
#define LEAPER_PROTOCOLS_UCI_GO_H

#include "base/buffer.h"
#include "search/search.h"

enum { UCI_ONLY_MAX = 512 };

struct uci_go {
    struct limits limits;
    bool ponder;
    int perft;           // depth of `go perft N`, or -1
    unsigned only_count; // first actions of the turns behind `searchmoves`
    move only[UCI_ONLY_MAX];
};

// Reads what follows the word `go`. Unknown words are skipped, as the protocol
// asks, and appended to `unknown`. ERROR_REQUEST for a number that is none or
// out of range, or the error of an illegal move behind `searchmoves`.
bool uci_go_read(struct uci_go *go, const struct position *pos, const char *text, struct buffer *unknown,
                 struct error *err);

#endif
