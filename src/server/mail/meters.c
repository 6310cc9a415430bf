// SPDX-License-Identifier: GPL-3.0-or-later
// Token buckets, each as the moment at which it was, or will be, full.
#include "server/mail/meters.h"

#include "archive/archived.h"
#include "base/memory.h"
#include "base/text.h"
#include "server/limits.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 65536, HOUR = 3600 * 1000, DAY = 24 * HOUR };

enum meter { ADDRESS, ASKED, MATCH, ALL, METERS };

// How many messages at once, and the time in which so many more may be sent.
static const struct {
    int64_t most, time;
} bounds[METERS] = {
    [ADDRESS] = {LIMIT_MAIL_ADDRESS, DAY},
    [ASKED] = {LIMIT_MAIL_ASKED, DAY},
    [MATCH] = {LIMIT_MAIL_MATCH, DAY},
    [ALL] = {LIMIT_MAIL_ALL, HOUR},
};

struct mail_meters {
    unsigned char key[crypto_shorthash_KEYBYTES];
    int64_t full[METERS][PLACES];
};

struct mail_meters *mail_meters_new(void)
{
    struct mail_meters *meters = memory_resize(NULL, 1, sizeof *meters);
    memset(meters, 0, sizeof *meters);
    crypto_shorthash_keygen(meters->key);
    return meters;
}

void mail_meters_free(struct mail_meters *meters)
{
    free(meters);
}

static int64_t *place_of(struct mail_meters *meters, enum meter meter, const char *text)
{
    unsigned char hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, (const unsigned char *)text, strlen(text), meters->key);
    return &meters->full[meter][hash[0] | (unsigned)hash[1] << 8];
}

static int64_t cost(enum meter meter)
{
    return bounds[meter].time / bounds[meter].most;
}

// The milliseconds until one more fits.
static int64_t wait_for(int64_t full, enum meter meter, int64_t now)
{
    int64_t begun = full > now ? full : now, wait = begun + cost(meter) - now - bounds[meter].time;
    return wait > 0 ? wait : 0;
}

// The address without what many hosts ignore: case, and what follows a plus.
static void simplify(const char *address, char simple[ARCHIVE_ADDRESS_SIZE])
{
    const char *host = strchr(address, '@');
    size_t length = 0;
    for (const char *c = address; *c && length + 1 < ARCHIVE_ADDRESS_SIZE; c++) {
        if (*c == '+' && host && c < host)
            c = host;
        simple[length++] = text_lower(*c);
    }
    simple[length] = '\0';
}

int64_t mail_meters_spend(struct mail_meters *meters, const struct mail_charge *charge)
{
    char address[ARCHIVE_ADDRESS_SIZE];
    simplify(charge->address, address);
    int64_t *full[METERS] = {
        [ADDRESS] = place_of(meters, ADDRESS, address),
        [ASKED] = charge->asks ? place_of(meters, ASKED, address) : NULL,
        [MATCH] = place_of(meters, MATCH, charge->match),
        [ALL] = place_of(meters, ALL, ""),
    };
    int64_t wait = 0;
    for (int i = 0; i < METERS; i++) {
        int64_t own = full[i] ? wait_for(*full[i], (enum meter)i, charge->now) : 0;
        wait = own > wait ? own : wait;
    }
    for (int i = 0; !wait && i < METERS; i++)
        if (full[i])
            *full[i] = (*full[i] > charge->now ? *full[i] : charge->now) + cost((enum meter)i);
    return wait;
}
