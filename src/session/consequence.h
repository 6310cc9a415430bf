// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does to the player who is about to play it, so that he can be asked first.
//
// It looks no further than the turn itself: what the opponent might do to him next is for him to see.
#ifndef LEAPER_SESSION_CONSEQUENCE_H
#define LEAPER_SESSION_CONSEQUENCE_H

#include "session/session.h"

#ifdef __cplusplus
extern "C" {
#endif

enum consequence_kind {
    CONSEQUENCE_NONE,
    CONSEQUENCE_LOSES, // the turn itself ends the game, and the other side wins
    CONSEQUENCE_STUCK  // if nothing else changed he would have no legal turn next, and lose by that
};

struct consequence {
    enum consequence_kind kind;
    enum reason reason; // of the loss
};

// The consequence of a legal turn from `pos`, the start of a turn.
struct consequence consequence_of(const struct position *pos, const struct turn *turn);

// A name for programs, "loses" or "stuck"; "" for CONSEQUENCE_NONE. Static storage.
const char *consequence_name(enum consequence_kind kind);

// Appends a sentence for the player, with neither a capital nor a full stop: "this turn loses the game at once: …".
// Nothing for CONSEQUENCE_NONE.
void consequence_write(const struct consequence *consequence, struct buffer *out);

#ifdef __cplusplus
}
#endif

#endif
