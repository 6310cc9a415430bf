// SPDX-License-Identifier: GPL-3.0-or-later
// Who sends a request: the token, and the address.
#ifndef LEAPER_SERVER_CALLER_H
#define LEAPER_SERVER_CALLER_H

#include "server/http/address.h"

struct caller {
    const char *token;      // of the Authorization header, or NULL
    struct address address; // of the client, reduced as limits need it (address_client())
    int64_t lag;            // of the connection, there and back, in milliseconds; 0 if it is not known
    int64_t arrived;        // when the request had arrived in full, by clock_milliseconds()
    bool seated;            // the token was found to hold a seat
};

#endif
