// SPDX-License-Identifier: GPL-3.0-or-later
// How the matches stand in which somebody holds seats: many of them in one request, for the page with one's own matches.
#ifndef LEAPER_SERVER_SEATS_H
#define LEAPER_SERVER_SEATS_H

#include "server/http/call.h"

// POST /api/seats
void seats_post(struct call *call);

#endif
