// SPDX-License-Identifier: GPL-3.0-or-later
// Thin wrappers around SQLite.
#include "archive/connection.h"

#include "archive/checksum.h"

#include <stdio.h>
#include <string.h>

bool connection_prepare(struct connection *connection, int count, struct error *err)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v3(connection->db, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &connection->statements[i], NULL) != SQLITE_OK)
            return connection_fail(connection, err);
    return true;
}

void connection_close(struct connection *connection)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
    *connection = (struct connection){0};
}

bool connection_execute(struct connection *connection, const char *text, struct error *err)
{
    return sqlite3_exec(connection->db, text, NULL, NULL, NULL) == SQLITE_OK ||
           connection_fail(connection, err);
}

int64_t connection_ask(struct connection *connection, const char *text)
{
    sqlite3_stmt *statement;
    int64_t answer = -1;
    if (sqlite3_prepare_v2(connection->db, text, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return answer;
}

bool connection_fail(struct connection *connection, struct error *err)
{
    return error_set(err, ERROR_SYSTEM, "database", "the database cannot be used: %s",
                     sqlite3_errmsg(connection->db));
}

void connection_reset(struct connection *connection, enum statement statement)
{
    sqlite3_reset(connection->statements[statement]);
    sqlite3_clear_bindings(connection->statements[statement]);
}

bool connection_run(struct connection *connection, enum statement statement, struct error *err)
{
    bool fine =
        sqlite3_step(connection->statements[statement]) == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, statement);
    return fine;
}

bool connection_serve(struct connection *connection, int64_t served, struct error *err)
{
    sqlite3_bind_int64(connection->statements[STATEMENT_SERVE], 1, served);
    sqlite3_bind_int64(connection->statements[STATEMENT_SERVE], 2, checksum_of_served(served));
    return connection_run(connection, STATEMENT_SERVE, err);
}

void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    // SQLITE_STATIC: what is bound outlives the step in all callers.
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

void bind_hash(sqlite3_stmt *statement, int at, const uint8_t *hash)
{
    if (hash)
        sqlite3_bind_blob(statement, at, hash, ARCHIVE_HASH_SIZE, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

void read_text(sqlite3_stmt *statement, int at, char *text, size_t size)
{
    const unsigned char *value = sqlite3_column_text(statement, at);
    snprintf(text, size, "%s", value ? (const char *)value : "");
}

bool read_hash(sqlite3_stmt *statement, int at, uint8_t *hash)
{
    const void *value = sqlite3_column_blob(statement, at);
    if (!value || sqlite3_column_bytes(statement, at) != ARCHIVE_HASH_SIZE)
        return false;
    memcpy(hash, value, ARCHIVE_HASH_SIZE);
    return true;
}

void bind_moment(sqlite3_stmt *statement, int at, int64_t moment)
{
    if (moment == NO_DEADLINE)
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_int64(statement, at, moment);
}

int64_t read_moment(sqlite3_stmt *statement, int at)
{
    return sqlite3_column_type(statement, at) == SQLITE_NULL ? NO_DEADLINE
                                                             : sqlite3_column_int64(statement, at);
}
