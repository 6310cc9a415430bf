// SPDX-License-Identifier: GPL-3.0-or-later
// Ends of matches that are not played to their end: aborted by a player, or claimed because the other one has left.
#ifndef LEAPER_SERVER_LEAVE_H
#define LEAPER_SERVER_LEAVE_H

#include "server/http/call.h"

// POST /api/matches/ID/abort and …/claim
void leave_post_abort(struct call *call);
void leave_post_claim(struct call *call);

#endif
