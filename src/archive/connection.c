// SPDX-License-Identifier: GPL-3.0-or-later
// Every statement of the program, and how one is run.
#include "archive/connection.h"

#include <stdio.h>
#include <string.h>

#define NEXT_CHANGE "(SELECT coalesce(max(change), 0) + 1 FROM matches)"

#define MATCH_COLUMNS                                                                                        \
    "m.id, m.game, m.parameters, m.created, m.updated, m.revision, m.change, m.local, m.ply, m.side, "       \
    "m.result, m.reason, m.draw_offer, m.rematch, m.join_hash, w.kind, w.name, w.level, w.token_hash, "      \
    "b.kind, b.name, b.level, b.token_hash, m.points, m.finder, m.start"

#define MATCH_TABLES                                                                                         \
    " FROM matches m JOIN seats w ON w.match = m.number AND w.color = 'white'"                               \
    " JOIN seats b ON b.match = m.number AND b.color = 'black'"

const char *const statement_texts[STATEMENTS] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_INSERT_MATCH] =
        "INSERT INTO matches (id, game, parameters, start, created, updated, revision, change, local, ply, "
        "side, result, reason, join_hash, finder) VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1, " NEXT_CHANGE
        ", ?6, 0, ?7, ?8, ?9, ?10, ?11) RETURNING change",
    [STATEMENT_INSERT_SEAT] =
        "INSERT INTO seats (match, color, kind, name, level, token_hash) "
        "VALUES ((SELECT number FROM matches WHERE id = ?1), ?2, ?3, ?4, ?5, ?6) "
        "ON CONFLICT (match, color) DO UPDATE SET kind = ?3, name = ?4, level = ?5, token_hash = ?6",
    [STATEMENT_SET_REMATCH] = "UPDATE matches SET rematch = ?2, revision = revision + 1, updated = ?3, "
                              "change = " NEXT_CHANGE " WHERE id = ?1 AND rematch IS NULL AND revision = ?4",
    [STATEMENT_UPDATE_MATCH] =
        "UPDATE matches SET updated = ?2, revision = ?3, change = " NEXT_CHANGE
        ", ply = ?4, side = ?5, result = ?6, reason = ?7, draw_offer = ?8, points = ?9 "
        "WHERE id = ?1 AND revision = ?3 - 1 RETURNING change",
    [STATEMENT_INSERT_TURN] = "INSERT INTO turns (match, ply, turn, played) "
                              "VALUES ((SELECT number FROM matches WHERE id = ?1), ?2, ?3, ?4)",
    [STATEMENT_DELETE_TURNS] =
        "DELETE FROM turns WHERE match = (SELECT number FROM matches WHERE id = ?1) AND ply >= ?2",
    [STATEMENT_INSERT_EVENT] = "INSERT INTO events (match, ply, kind, color, happened) "
                               "VALUES ((SELECT number FROM matches WHERE id = ?1), ?2, ?3, ?4, ?5)",
    [STATEMENT_SELECT_MATCH] = "SELECT " MATCH_COLUMNS MATCH_TABLES " WHERE m.id = ?1",
    [STATEMENT_SELECT_TURNS] =
        "SELECT turn FROM turns WHERE match = (SELECT number FROM matches WHERE id = ?1) ORDER BY ply",
    [STATEMENT_SERIES] =
        "WITH RECURSIVE chain (id, back) AS (SELECT ?1, 0 UNION ALL "
        "SELECT p.id, c.back + 1 FROM chain c JOIN matches p ON p.rematch = c.id) "
        "SELECT m.id, m.result, m.reason, m.points FROM chain c JOIN matches m ON m.id = c.id "
        "WHERE c.back > 0 ORDER BY c.back DESC",
    [STATEMENT_LIST] =
        "SELECT " MATCH_COLUMNS MATCH_TABLES " WHERE m.change < ?1 AND (?2 IS NULL OR m.game = ?2)"
        " AND (NOT ?3 OR m.result = 'ongoing') AND (NOT ?4 OR m.result <> 'ongoing')"
        " ORDER BY m.change DESC LIMIT ?5",
    [STATEMENT_DUE] = "SELECT m.id FROM matches m JOIN seats s ON s.match = m.number AND s.color = m.side"
                      " WHERE m.result = 'ongoing' AND s.kind = 'engine' ORDER BY m.change LIMIT ?1",
    [STATEMENT_COUNT] = "SELECT count(*) FROM matches",
};

bool connection_fail(struct archive *archive, struct error *err)
{
    return error_set(err, ERROR_SYSTEM, "database", "the database cannot be used: %s",
                     sqlite3_errmsg(archive->db));
}

bool connection_run(struct archive *archive, enum statement statement, struct error *err)
{
    sqlite3_stmt *prepared = archive->statements[statement];
    int status = sqlite3_step(prepared);
    bool fine = status == SQLITE_DONE || (connection_fail(archive, err), false);
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
    return fine;
}

bool connection_begin(struct archive *archive, struct error *err)
{
    pthread_mutex_lock(&archive->lock);
    if (connection_run(archive, STATEMENT_BEGIN, err))
        return true;
    pthread_mutex_unlock(&archive->lock);
    return false;
}

bool connection_commit(struct archive *archive, struct error *err)
{
    bool fine = connection_run(archive, STATEMENT_COMMIT, err);
    if (!fine && !sqlite3_get_autocommit(archive->db))
        connection_run(archive, STATEMENT_ROLLBACK, NULL);
    pthread_mutex_unlock(&archive->lock);
    return fine;
}

void connection_rollback(struct archive *archive)
{
    // SQLite may have rolled back by itself, for example when the disk is full.
    if (!sqlite3_get_autocommit(archive->db))
        connection_run(archive, STATEMENT_ROLLBACK, NULL);
    pthread_mutex_unlock(&archive->lock);
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
