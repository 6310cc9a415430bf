// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to the database with its prepared statements.
#ifndef LEAPER_ARCHIVE_CONNECTION_H
#define LEAPER_ARCHIVE_CONNECTION_H

#include "archive/archived.h"
#include "base/error.h"

#include <sqlite3.h>

// All statements. Every connection has the first ones, which only read; only the writer has the others.
enum statement {
    STATEMENT_READ,
    STATEMENT_READ_END,
    STATEMENT_SELECT_MATCH,
    STATEMENT_SELECT_TURNS,
    STATEMENT_SELECT_TEXT,
    STATEMENT_OFFERS,
    STATEMENT_SERIES,
    STATEMENT_LIST, // one for each kind of list: see statement_of_list()
    STATEMENT_LIST_ONGOING,
    STATEMENT_LIST_FINISHED,
    STATEMENT_LIST_GAME,
    STATEMENT_LIST_GAME_ONGOING,
    STATEMENT_LIST_GAME_FINISHED,
    STATEMENT_DUE,
    STATEMENT_FALLEN,
    STATEMENT_DEADLINE,
    STATEMENT_SERVED,
    STATEMENT_COUNT,
    STATEMENT_IDS,
    STATEMENT_OLD,
    STATEMENT_UNTOUCHED,
    STATEMENT_PREVIOUS,
    STATEMENT_COUNT_TEXTS,
    STATEMENT_FIND_MAIL,
    STATEMENT_DUE_MAIL,
    STATEMENT_NEXT_MAIL,
    STATEMENT_KEYS,
    STATEMENTS_TO_READ,
    STATEMENT_BEGIN = STATEMENTS_TO_READ,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_SAVEPOINT,
    STATEMENT_ROLLBACK_TO,
    STATEMENT_RELEASE,
    STATEMENT_PULSE,
    STATEMENT_SERVE,
    STATEMENT_INSERT_TEXT,
    STATEMENT_INSERT_MATCH,
    STATEMENT_INSERT_SEAT,
    STATEMENT_UPDATE_MATCH,
    STATEMENT_INSERT_TURN,
    STATEMENT_SEAT_TOKEN,
    STATEMENT_INSERT_KEY,
    STATEMENT_KEYS_OF_DEVICE,
    STATEMENT_DELETE_KEY,
    STATEMENT_DELETE_KEYS,
    STATEMENT_DELETE_TURNS,
    STATEMENT_INSERT_EVENT,
    STATEMENT_DELETE_EVENTS,
    STATEMENT_DELETE_SEATS,
    STATEMENT_DELETE_TEXT,
    STATEMENT_DELETE_MATCH,
    STATEMENT_PUT_MAIL,
    STATEMENT_CHANGE_MAIL,
    STATEMENT_WAKE_MAIL,
    STATEMENT_FORGET_MAIL,
    STATEMENT_DELETE_MAIL,
    STATEMENTS
};

extern const char *const statement_texts[STATEMENTS];

// The statement for a query.
enum statement statement_of_list(const struct archive_query *query);

struct connection {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    struct archive_texts
        texts; // in the database, with the changes of the transaction in progress; only the writer has it
};

// Prepares the first `count` statements.
bool connection_prepare(struct connection *connection, int count, struct error *err);

// Closes it. It need not have been opened.
void connection_close(struct connection *connection);

// Runs statements without parameters, separated by semicolons.
bool connection_execute(struct connection *connection, const char *text, struct error *err);

// The first column of the first row, as a number; -1 on failure.
int64_t connection_ask(struct connection *connection, const char *text);

// Runs a statement that is bound and yields no rows, and resets it.
bool connection_run(struct connection *connection, enum statement statement, struct error *err);

// Stores the time that has been served, with its checksum.
bool connection_serve(struct connection *connection, int64_t served, struct error *err);

// Resets a statement and forgets what was bound to it.
void connection_reset(struct connection *connection, enum statement statement);

// Fills in the error with SQLite's last error; returns false.
bool connection_fail(struct connection *connection, struct error *err);

// Binding and reading; NULL text or hash is SQL's NULL.
void bind_text(sqlite3_stmt *statement, int at, const char *text);
void bind_hash(sqlite3_stmt *statement, int at, const uint8_t *hash);
void read_text(sqlite3_stmt *statement, int at, char *text, size_t size);
bool read_hash(sqlite3_stmt *statement, int at, uint8_t *hash);

// The same for moments, of which NO_DEADLINE is SQL's NULL.
void bind_moment(sqlite3_stmt *statement, int at, int64_t moment);
int64_t read_moment(sqlite3_stmt *statement, int at);

#endif
