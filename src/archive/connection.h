// SPDX-License-Identifier: GPL-3.0-or-later
// The connection to the database that the files of the archive share.
#ifndef LEAPER_ARCHIVE_CONNECTION_H
#define LEAPER_ARCHIVE_CONNECTION_H

#include "archive/archive.h"

#include <pthread.h>
#include <sqlite3.h>

// All statements, prepared once when the database is opened.
enum statement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_INSERT_MATCH,
    STATEMENT_INSERT_SEAT,
    STATEMENT_SET_REMATCH,
    STATEMENT_UPDATE_MATCH,
    STATEMENT_INSERT_TURN,
    STATEMENT_DELETE_TURNS,
    STATEMENT_INSERT_EVENT,
    STATEMENT_SELECT_MATCH,
    STATEMENT_SELECT_TURNS,
    STATEMENT_SERIES,
    STATEMENT_LIST,
    STATEMENT_DUE,
    STATEMENT_COUNT,
    STATEMENTS
};

struct archive {
    sqlite3 *db;
    int lock_file; // holds the lock that keeps other Leapers out
    pthread_mutex_t lock;
    uint8_t secret[ARCHIVE_HASH_SIZE];
    sqlite3_stmt *statements[STATEMENTS];
};

extern const char *const statement_texts[STATEMENTS];

// Runs a statement that is bound and yields no rows, and resets it.
bool connection_run(struct archive *archive, enum statement statement, struct error *err);

// Fills in the error from the last thing that SQLite refused; returns false.
bool connection_fail(struct archive *archive, struct error *err);

// A transaction; begin takes the archive's lock, commit and rollback release it. A
// commit that fails has rolled back.
bool connection_begin(struct archive *archive, struct error *err);
bool connection_commit(struct archive *archive, struct error *err);
void connection_rollback(struct archive *archive);

// Binding and reading; NULL text or hash is SQL's NULL.
void bind_text(sqlite3_stmt *statement, int at, const char *text);
void bind_hash(sqlite3_stmt *statement, int at, const uint8_t *hash);
void read_text(sqlite3_stmt *statement, int at, char *text, size_t size);
bool read_hash(sqlite3_stmt *statement, int at, uint8_t *hash);

#endif
