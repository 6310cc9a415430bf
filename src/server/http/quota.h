// SPDX-License-Identifier: GPL-3.0-or-later
// How much each client has in use, and how often it may ask for more (docs/api.md, "Limits").
//
// Clients are addresses (address_client()). Their table is bounded: when it is full, the client that has been idle longest is
// forgotten. It is hashed with a secret key, so that nobody can choose addresses that collide. This machine's own addresses,
// the unknown client (all zeros) and those that the operator names have the generous limits. All functions may be
// called from any thread.
#ifndef LEAPER_SERVER_QUOTA_H
#define LEAPER_SERVER_QUOTA_H

#include "server/http/address.h"

// What a client may have several of at a time.
enum quota_slot {
    QUOTA_CONNECTIONS,
    QUOTA_STREAMS, // without the lobby's
    QUOTA_LOBBY,   // those of the lobby
    QUOTA_TOURS,
    QUOTA_SEEKS,
    QUOTA_SLOTS
};

// What a client may do only so often.
enum quota_rate {
    QUOTA_REQUESTS,
    QUOTA_CREATIONS,
    QUOTA_TEXTS,
    QUOTA_TEXTS_KEPT,
    QUOTA_MAIL,
    QUOTA_LINKS,
    QUOTA_RATES
};

struct quotas;

// `texts_kept`: QUOTA_TEXTS_KEPT for one client in a day. `clock` returns milliseconds and never goes back. The blocks are copied.
struct quotas *quotas_new(const struct address_blocks *generous, unsigned texts_kept, int64_t (*clock)(void));
void quotas_free(struct quotas *quotas); // NULL is allowed

// Takes one more; false if the client has reached its limit plus `spare`. Give it back with quotas_leave().
bool quotas_enter(struct quotas *quotas, const struct address *address, enum quota_slot slot, unsigned spare);
void quotas_leave(struct quotas *quotas, const struct address *address, enum quota_slot slot);

// How many it has, and how many it may have.
unsigned quotas_used(struct quotas *quotas, const struct address *address, enum quota_slot slot);
unsigned quotas_most(const struct quotas *quotas, const struct address *address, enum quota_slot slot);

// Charges for one more. Returns 0, or the seconds after which to try again; then nothing was charged.
unsigned quotas_spend(struct quotas *quotas, const struct address *address, enum quota_rate rate);

// Charges for `number` more, whatever is left, because the action has turned out to be so expensive.
void quotas_charge(struct quotas *quotas, const struct address *address, enum quota_rate rate, double number);

// Refunds the last charge, because the action failed.
void quotas_refund(struct quotas *quotas, const struct address *address, enum quota_rate rate);

// Charges milliseconds of engine time to the client; says whether it may have more than the minimum.
void quotas_think(struct quotas *quotas, const struct address *address, int64_t milliseconds);
bool quotas_may_think(struct quotas *quotas, const struct address *address);

// Records that the client holds a seat in a match; says whether that was recorded within the last hour.
void quotas_seat(struct quotas *quotas, const struct address *address);
bool quotas_seated(struct quotas *quotas, const struct address *address);

// The number of clients in the table.
unsigned quotas_clients(struct quotas *quotas);

#endif
