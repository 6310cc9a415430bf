// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of clients: reads them, matches them against blocks, and reduces them to what identifies one client.
#ifndef LEAPER_SERVER_ADDRESS_H
#define LEAPER_SERVER_ADDRESS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// An IPv6 address, or an IPv4 address as ::ffff:a.b.c.d. All zeros: nobody in particular.
struct address {
    uint8_t bytes[16];
};

// All addresses that share their first `bits` bits with `first`.
struct address_block {
    struct address first;
    unsigned bits; // of the 128
};

enum { ADDRESS_BLOCKS_MAX = 32 };

struct address_blocks {
    unsigned count;
    struct address_block blocks[ADDRESS_BLOCKS_MAX];
};

// The address of a peer; all zeros for sockets that have none (AF_UNIX).
struct address address_of_peer(const struct sockaddr *peer);

// Reads `length` bytes of text in any form that proxies write: "192.0.2.1", "192.0.2.1:4711",
// "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711". False for anything else.
bool address_read(struct address *address, const char *text, size_t length);

// Reads "ADDRESS", "ADDRESS/BITS" or a comma-separated list of these, and adds them. ERROR_REQUEST.
bool address_blocks_add(struct address_blocks *blocks, const char *text, struct error *err);

bool address_blocks_hold(const struct address_blocks *blocks, const struct address *address);

// The key for limits: an IPv4 address itself, or the first 64 bits of an IPv6 address, since whoever has one has the whole /64.
struct address address_client(const struct address *address);

// Whether it is a loopback address, 127.0.0.0/8 or ::1.
bool address_is_loopback(const struct address *address);

bool address_is_ipv4(const struct address *address);
bool address_equal(const struct address *a, const struct address *b);

// Finds out who sent a request. On entry `client` is the peer's address, and it stays so unless the peer is a
// trusted proxy; then it becomes the last address in `forwarded` (the value of X-Forwarded-For, all such headers joined
// by commas in order) that is not a trusted proxy, as the proxies recorded it. Whatever precedes that may be
// made up by the client, and is ignored.
void address_follow(const struct address_blocks *trusted, const char *forwarded, struct address *client);

#endif
