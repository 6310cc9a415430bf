// SPDX-License-Identifier: GPL-3.0-or-later
// Converting between rows and structs: the words for values, and reading with checksums.
#ifndef LEAPER_ARCHIVE_ROWS_H
#define LEAPER_ARCHIVE_ROWS_H

#include "archive/connection.h"

extern const char *const kind_names[3];

// The word that the tables have for an outcome's result.
const char *row_result_name(struct outcome outcome);

// Reads a row with the columns of a match. `start` belongs to the row, and is valid until the statement moves
// on. False if the checksum does not match.
bool row_read_match(sqlite3_stmt *row, struct archived_match *match);

// The same without checking the checksum, for the migration, which adds it.
void row_read_unchecked(sqlite3_stmt *row, struct archived_match *match);

// Reads a match; the caller clears it. ERROR_NOT_FOUND, ERROR_SYSTEM.
bool row_select_match(struct connection *connection, const char *id, struct archived_match *match,
                      struct error *err);

#endif
