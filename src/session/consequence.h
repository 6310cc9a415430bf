// SPDX-License-Identifier: GPL-3.0-or-later
// Warns of a turn by which players would defeat themselves, so that they can be asked for confirmation.
//
// Looks no further than the turn itself; what the opponent might do next is for the player to see.
#ifndef LEAPER_SESSION_CONSEQUENCE_H
#define LEAPER_SESSION_CONSEQUENCE_H

#include "session/session.h"

#include <jansson.h>

enum consequence_kind {
    CONSEQUENCE_NONE,
    CONSEQUENCE_LOSES, // the turn ends the game, and the other side wins
    CONSEQUENCE_STUCK  // if the opponent changed nothing, the player would have no legal turn next and lose
};

struct consequence {
    enum consequence_kind kind;
    enum reason reason; // for the loss
};

// The consequence of a legal turn from `pos`, the start of a turn.
struct consequence consequence_of(const struct position *pos, const struct turn *turn);

// The name in JSON, "loses" or "stuck"; "" for CONSEQUENCE_NONE. Static storage.
const char *consequence_name(enum consequence_kind kind);

// Appends a sentence for the player, in lower case and without a full stop: "this turn loses the game at once: …". Appends
// nothing for CONSEQUENCE_NONE.
void consequence_write(const struct consequence *consequence, struct buffer *out);

// {"turn":…,"consequence":null} with the turn in coordinate notation, or {"turn":…,"consequence":{"kind":…,"reason":…,"text":…}}.
// A new reference; NULL if there is no memory.
json_t *consequence_json(const struct position *pos, const struct turn *turn);

#endif
