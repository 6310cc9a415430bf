// SPDX-License-Identifier: GPL-3.0-or-later
// How many messages are sent: to one address, about one match, and in all (docs/api.md, "Messages").
//
// Addresses and matches are hashed with a secret key into a table of fixed size; those that share a place in it share its limit.
#ifndef LEAPER_SERVER_METERS_H
#define LEAPER_SERVER_METERS_H

#include <stdbool.h>
#include <stdint.h>

struct mail_meters;

struct mail_meters *mail_meters_new(void);
void mail_meters_free(struct mail_meters *meters); // NULL is allowed

struct mail_charge {
    const char *address, *match;
    bool asks; // for a confirmation, of which an address gets few, because nobody there may have asked for it
    int64_t now; // milliseconds; never goes back
};

// Charges for a message. Returns 0, or the milliseconds after which to try again; then nothing was charged. From one thread only.
int64_t mail_meters_spend(struct mail_meters *meters, const struct mail_charge *charge);

#endif
