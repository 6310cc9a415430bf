// SPDX-License-Identifier: GPL-3.0-or-later
// Tells those who have the events of a match open who else has.
#ifndef LEAPER_SERVER_NEWS_H
#define LEAPER_SERVER_NEWS_H

#include "server/service.h"

// To be called about once a second, so that nobody hears of it more often, however many come and go.
void news_tick(struct service *service);

#endif
