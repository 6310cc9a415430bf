// SPDX-License-Identifier: GPL-3.0-or-later
// UCI's `go`, read into the limits of a search.
#ifndef LEAPER_PROTOCOLS_UCI_GO_H
#define LEAPER_PROTOCOLS_UCI_GO_H

#include "base/buffer.h"
#include "search/search.h"

struct uci_go {
    struct limits limits;
    int perft;           // depth of `go perft N`, or -1
    unsigned only_count; // different first actions of the turns behind `searchmoves`
    move only[MOVE_LIST_MAX];
    bool none_legal; // turns were named, and none can be played; `only` is MOVE_NONE then
};

// Reads what follows the word `go`, whatever it is, since the GUI waits for an
// answer. A number out of range is replaced by the nearest in range, one that
// cannot be read by the smallest; unknown words and illegal moves are skipped.
// Each such change is noted in `remarks`.
void uci_go_read(struct uci_go *go, const struct position *pos, const char *text, struct buffer *remarks);

#endif
