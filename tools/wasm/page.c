// SPDX-License-Identifier: GPL-3.0-or-later
// The call of the module: a request that its host, which is JavaScript, watches and may stop.
#include <leaper/json.h>

// What the host does: takes the next state of a search, and says whether the search is to end.
__attribute__((import_module("leaper"), import_name("progress"))) void host_progress(const char *json);
__attribute__((import_module("leaper"), import_name("stop"))) int host_stop(void);

// As leaper_request(), and told to the host meanwhile.
__attribute__((export_name("leaper_request"))) char *page_request(const char *json, size_t length);

static void progress(void *context, const char *json)
{
    (void)context;
    host_progress(json);
}

static bool stop(void *context)
{
    (void)context;
    return host_stop() != 0;
}

char *page_request(const char *json, size_t length)
{
    const struct leaper_request_watch watch = {.progress = progress, .stop = stop};
    return leaper_request_watched(json, length, &watch);
}
