// SPDX-License-Identifier: GPL-3.0-or-later
// Who sends a request: by which token, and from where.
#ifndef LEAPER_SERVER_CALLER_H
#define LEAPER_SERVER_CALLER_H

#include "server/http/address.h"

struct caller {
    const char *token;      // of the Authorization header, or NULL
    struct address address; // of the client, as limits go by it (address_client())
    bool seated;            // the token has turned out to hold a seat
};

#endif
