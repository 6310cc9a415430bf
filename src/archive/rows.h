// SPDX-License-Identifier: GPL-3.0-or-later
// Between rows of the database and structs: the words that stand for values, and reading with checksums.
#ifndef LEAPER_ARCHIVE_ROWS_H
#define LEAPER_ARCHIVE_ROWS_H

#include "archive/connection.h"

extern const char *const kind_names[3];

// The word for an outcome's result that the tables hold.
const char *row_result_name(struct outcome outcome);

// Reads a row of the columns of a match. `start` belongs to the row, for as long as it stands there. False when
// the row is not what was written.
bool row_read_match(sqlite3_stmt *row, struct archived_match *match);

// The same whether or not its checksum is right: for the migration, which writes the first one.
void row_read_unchecked(sqlite3_stmt *row, struct archived_match *match);

// Reads a match; the caller clears it. ERROR_NOT_FOUND, ERROR_SYSTEM.
bool row_select_match(struct connection *connection, const char *id, struct archived_match *match,
                      struct error *err);

#endif
