// SPDX-License-Identifier: GPL-3.0-or-later
// What each client has going on, and how often it may ask for more (docs/api.md, "Limits").
//
// Clients are addresses (address_client()). The table of them is bounded: whoever is idle longest is forgotten when it is
// full, and places in it depend on a secret, so that nobody can choose addresses that collide. This machine's own addresses,
// the unknown client (all zeros) and those that the operator names have the generous limits. All functions may be
// called from any thread.
#ifndef LEAPER_SERVER_QUOTA_H
#define LEAPER_SERVER_QUOTA_H

#include "server/http/address.h"

// What a client has a number of at a time.
enum quota_slot { QUOTA_CONNECTIONS, QUOTA_STREAMS, QUOTA_TOURS, QUOTA_SLOTS };

// What a client may do so often.
enum quota_rate { QUOTA_REQUESTS, QUOTA_CREATIONS, QUOTA_RATES };

struct quotas;

// `clock` gives milliseconds that never go back. The blocks are copied.
struct quotas *quotas_new(const struct address_blocks *generous, int64_t (*clock)(void));
void quotas_free(struct quotas *quotas); // NULL is allowed

// Takes one more; false when the client has as many as it may, and `spare` more. Give it back with quotas_leave().
bool quotas_enter(struct quotas *quotas, const struct address *address, enum quota_slot slot, unsigned spare);
void quotas_leave(struct quotas *quotas, const struct address *address, enum quota_slot slot);

// How many it has, and how many it may have.
unsigned quotas_used(struct quotas *quotas, const struct address *address, enum quota_slot slot);
unsigned quotas_most(const struct quotas *quotas, const struct address *address, enum quota_slot slot);

// Counts one more doing. 0, or the seconds after which it may be tried again; then nothing was counted.
unsigned quotas_spend(struct quotas *quotas, const struct address *address, enum quota_rate rate);

// Takes the last one back, because it came to nothing.
void quotas_refund(struct quotas *quotas, const struct address *address, enum quota_rate rate);

// Counts milliseconds that an engine has thought for the client, and whether it may have more than the least.
void quotas_think(struct quotas *quotas, const struct address *address, int64_t milliseconds);
bool quotas_may_think(struct quotas *quotas, const struct address *address);

// Notes that the client holds a seat in a match, and whether it has shown that within the last hour.
void quotas_seat(struct quotas *quotas, const struct address *address);
bool quotas_seated(struct quotas *quotas, const struct address *address);

// The number of clients in the table.
unsigned quotas_clients(struct quotas *quotas);

#endif
