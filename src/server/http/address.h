// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of clients: read, compared with blocks of addresses, and brought to what one client can be told apart by.
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

// All addresses whose first `bits` bits are those of `first`.
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

// Reads `length` bytes of text as headers of proxies have them: "192.0.2.1", "192.0.2.1:4711",
// "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711". False for anything else.
bool address_read(struct address *address, const char *text, size_t length);

// Reads "ADDRESS", "ADDRESS/BITS" or several of them with commas between, and adds them. ERROR_REQUEST.
bool address_blocks_add(struct address_blocks *blocks, const char *text, struct error *err);

bool address_blocks_hold(const struct address_blocks *blocks, const struct address *address);

// What limits go by: an IPv4 address itself, of an IPv6 address its first 64 bits, since whoever has one has all of those.
struct address address_client(const struct address *address);

// Whether it is one of this machine's own, 127.0.0.0/8 or ::1.
bool address_is_loopback(const struct address *address);

bool address_is_ipv4(const struct address *address);
bool address_equal(const struct address *a, const struct address *b);

// Who has sent a request. `client` is the peer's address when this is called and stays that unless the peer is a
// trusted proxy; then it becomes the last address in `forwarded` (the value of X-Forwarded-For, all such headers joined
// by commas in their order) that is no trusted proxy, as the proxies have put it there. What stands before that may be
// anything that the client has sent, and is not looked at.
void address_follow(const struct address_blocks *trusted, const char *forwarded, struct address *client);

#endif
