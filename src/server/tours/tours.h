// SPDX-License-Identifier: GPL-3.0-or-later
// The server's answers about tours of leapers: counts, random tours, estimates and drawings, limited in size and time.
#ifndef LEAPER_SERVER_TOURS_H
#define LEAPER_SERVER_TOURS_H

#include "server/http/call.h"

// The handlers of /api/tours… (docs/api.md, "Tours").
void tours_get(struct call *call);
void tours_post_count(struct call *call);
void tours_post_random(struct call *call);
void tours_post_estimate(struct call *call);
void tours_post_draw(struct call *call);

#endif
