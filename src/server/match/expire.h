// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes matches in which nobody has played a turn for long.
#ifndef LEAPER_SERVER_EXPIRE_H
#define LEAPER_SERVER_EXPIRE_H

#include "server/service.h"

// Deletes some of the matches in which no turn has been played and nothing else has changed for that many seconds, except those
// that somebody is watching, those in which the time for the first turn is running, and those going on between two people. To be called about once a second. 0 seconds: never.
void expire_tick(struct service *service, int64_t seconds);

#endif
