// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums of the database's rows, so that damage on disk is noticed. SipHash-2-4 with a public key: against
// decay, not against forgery.
#ifndef LEAPER_ARCHIVE_CHECKSUM_H
#define LEAPER_ARCHIVE_CHECKSUM_H

#include "archive/archived.h"

#include <sqlite3.h>

// Stores the hash of a text's bytes, by which the archive finds it.
void checksum_hash_text(const char *text, uint8_t hash[ARCHIVE_HASH_SIZE]);

// Of everything in a match except `change`, which is known only after writing.
int64_t checksum_of_match(const struct archived_match *match);

// Of a turn: its match, number, text, time, and what its player had left, if that is known.
int64_t checksum_of_turn(const char *id, int64_t ply, const char *turn, int64_t played, int64_t left);

// Of everything in a key.
int64_t checksum_of_key(const struct archived_key *key);

// Of the archive's secret.
int64_t checksum_of_secret(const uint8_t secret[ARCHIVE_HASH_SIZE]);

// Of the time that has been served.
int64_t checksum_of_served(int64_t served);

// Adds the SQL function turn_checksum(id, ply, turn, played) to a connection; false on failure.
bool checksum_define(sqlite3 *db);

#endif
