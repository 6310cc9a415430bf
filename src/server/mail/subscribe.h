// SPDX-License-Identifier: GPL-3.0-or-later
// The requests by which the holder of a seat leaves an address for messages, and takes it back.
#ifndef LEAPER_SERVER_SUBSCRIBE_H
#define LEAPER_SERVER_SUBSCRIBE_H

#include "server/http/call.h"

// GET and POST /api/matches/ID/mail (docs/api.md, "Messages").
void subscribe_get(struct call *call);
void subscribe_post(struct call *call);

#endif
