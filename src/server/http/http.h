// SPDX-License-Identifier: GPL-3.0-or-later
// From libmicrohttpd's callbacks to a call and back: bodies, headers, and who may send requests at all.
#ifndef LEAPER_SERVER_HTTP_H
#define LEAPER_SERVER_HTTP_H

#include "server/http/address.h"
#include "server/http/guard.h"
#include "server/secret.h"
#include "server/service.h"

struct http {
    struct service *service;
    struct guard *guard;
    int web;                       // descriptor of the directory with the page, or -1
    const char *host;              // a name that this server has beside its addresses, or NULL
    struct address_blocks trusted; // proxies that may name the client
    const uint8_t *metrics_token;  // hash of the token for GET /metrics, or NULL
};

// For MHD_start_daemon(), with a struct http as context.
enum MHD_Result http_handle(void *context, struct MHD_Connection *connection, const char *url,
                            const char *method, const char *version, const char *upload, size_t *upload_size,
                            void **state);

// For MHD_OPTION_NOTIFY_COMPLETED, likewise.
void http_completed(void *context, struct MHD_Connection *connection, void **state,
                    enum MHD_RequestTerminationCode code);

// Whether a Host header names this server: "localhost", an address, or `host`,
// each with or without a port. A foreign name that leads here is an attack by
// DNS rebinding: a page of that name would count as ours to the browser.
bool http_host_allowed(const char *header, const char *host);

// The milliseconds that a header X-Client-RTT tells, which is in microseconds. -1 if it is NULL or no number of at most nine digits.
int64_t http_lag_told(const char *header);

// Whether an Origin header belongs to the same place as the Host header.
bool http_origin_allowed(const char *origin, const char *host_header);

#endif
