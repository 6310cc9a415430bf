// SPDX-License-Identifier: GPL-3.0-or-later
// Checksums of what the database holds, so that damage on disk is noticed before anybody sees it.
//
// SipHash-2-4 with a key that is not secret: against decay, not against forgery.
#ifndef LEAPER_ARCHIVE_CHECKSUM_H
#define LEAPER_ARCHIVE_CHECKSUM_H

#include "archive/archived.h"

#include <sqlite3.h>

// Of everything in a match except `change`, which is known only after it is written.
int64_t checksum_of_match(const struct archived_match *match);

// Of a turn: whose, which, what, when.
int64_t checksum_of_turn(const char *id, int64_t ply, const char *turn, int64_t played);

// Of the archive's secret.
int64_t checksum_of_secret(const uint8_t secret[ARCHIVE_HASH_SIZE]);

// Gives a connection the SQL function turn_checksum(id, ply, turn, played). Whether that went well.
bool checksum_define(sqlite3 *db);

#endif
