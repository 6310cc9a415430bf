// SPDX-License-Identifier: GPL-3.0-or-later
// What this server offers: the games of the catalogue, and what only a server can say. The answer to GET /api/games.
#ifndef LEAPER_SERVER_OFFER_H
#define LEAPER_SERVER_OFFER_H

#include <stdbool.h>

struct analyses;
struct buffer;
struct offer;

// `loopback`: only this machine can reach the server; `mail`: it sends messages. Borrows the analyses. Ended by offer_free().
struct offer *offer_new(bool loopback, bool mail, const struct analyses *analyses);

void offer_free(struct offer *offer);

// Appends the answer as text; from any thread. The first call describes all games, which takes some tenths of a second;
// others wait for it.
void offer_write(struct offer *offer, struct buffer *out);

#endif
