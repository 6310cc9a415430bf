// SPDX-License-Identifier: GPL-3.0-or-later
// Matches in which nobody has played a turn do not stay for ever.
#ifndef LEAPER_SERVER_EXPIRE_H
#define LEAPER_SERVER_EXPIRE_H

#include "server/service.h"

// Deletes some of the matches that have stood without a turn, and without any other change, for so many seconds; those
// excepted that somebody is watching. To be called about once a second. 0 seconds: never.
void expire_tick(struct service *service, int64_t seconds);

#endif
