// SPDX-License-Identifier: GPL-3.0-or-later
// Routes about links to other devices, and about these devices.
#ifndef LEAPER_SERVER_LINK_ROUTES_H
#define LEAPER_SERVER_LINK_ROUTES_H

#include "server/http/call.h"

void links_post(struct call *call);        // POST /api/links
void links_post_look(struct call *call);   // POST /api/links/look
void links_post_cancel(struct call *call); // POST /api/links/cancel
void links_post_accept(struct call *call); // POST /api/links/accept
void devices_post(struct call *call);      // POST /api/devices
void devices_post_end(struct call *call);  // POST /api/devices/ID/end

#endif
