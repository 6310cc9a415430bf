// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes a few at a time, so that nobody notices even when there are very many.
#include "server/match/expire.h"

#include "server/match/streams.h"

#include <stdio.h>
#include <time.h>

struct expiring {
    struct service *service;
    char ids[HUB_DELETE][ARCHIVE_ID_SIZE];
    size_t count;
};

static void add(void *context, const char *id)
{
    struct expiring *expiring = context;
    if (expiring->count < HUB_DELETE && !streams_watched(expiring->service->streams, id))
        snprintf(expiring->ids[expiring->count++], ARCHIVE_ID_SIZE, "%s", id);
}

void expire_tick(struct service *service, int64_t seconds)
{
    struct expiring expiring = {.service = service};
    // More than fit, because some may be watched.
    struct archive_age age = {AGE_UNTOUCHED, (int64_t)time(NULL) - seconds, 4 * HUB_DELETE};
    if (seconds <= 0 || !archive_old(service->archive, &age, add, &expiring, NULL) || expiring.count == 0)
        return;
    size_t deleted =
        hub_delete(service->hub, (const char(*)[ARCHIVE_ID_SIZE])expiring.ids, expiring.count, age.before);
    atomic_fetch_sub(&service->match_count, (long long)deleted);
}
