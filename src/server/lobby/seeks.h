// SPDX-License-Identifier: GPL-3.0-or-later
// The handlers of /api/seeks (docs/api.md, "The lobby").
#ifndef LEAPER_SERVER_SEEKS_H
#define LEAPER_SERVER_SEEKS_H

#include "server/http/call.h"

void seeks_post(struct call *call);
void seeks_post_accept(struct call *call);
void seeks_post_cancel(struct call *call);
void seeks_get(struct call *call);
void seeks_get_events(struct call *call);

#endif
