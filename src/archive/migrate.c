// SPDX-License-Identifier: GPL-3.0-or-later
// Applies the steps of the schema, and fills in what SQL alone cannot: the secret, checksums and the standings of series.
#include "archive/migrate.h"

#include "archive/checksum.h"
#include "archive/rows.h"
#include "archive/schema.h"
#include "base/vector.h"
#include "session/series.h"
#include "variants/games.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

// ---- The secret ----

// Creates a secret if requested, and writes its checksum.
static bool write_secret(struct connection *connection, bool make, struct error *err)
{
    uint8_t secret[ARCHIVE_HASH_SIZE];
    sqlite3_stmt *statement;
    bool fine = true;
    if (make) {
        randombytes_buf(secret, sizeof secret);
    } else {
        fine = sqlite3_prepare_v2(connection->db, "SELECT secret FROM secrets", -1, &statement, NULL) ==
                   SQLITE_OK &&
               sqlite3_step(statement) == SQLITE_ROW && read_hash(statement, 0, secret);
        sqlite3_finalize(statement);
        if (!fine)
            return error_set(err, ERROR_SYSTEM, "database", "the database is damaged: its secret is missing");
    }
    fine = sqlite3_prepare_v2(connection->db, "INSERT OR REPLACE INTO secrets VALUES (1, ?1, ?2)", -1,
                              &statement, NULL) == SQLITE_OK;
    if (fine) {
        bind_hash(statement, 1, secret);
        sqlite3_bind_int64(statement, 2, checksum_of_secret(secret));
        fine = sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    sodium_memzero(secret, sizeof secret);
    return fine || connection_fail(connection, err);
}

// ---- Version 3: checksums and the standing of series ----

struct filler {
    sqlite3_stmt *select, *update;
};

// The standing that a game passes on to its rematch, with the colours exchanged.
static void add_up(struct archived_match *next, const struct archived_match *match)
{
    const struct game *game = game_find(match->game, NULL);
    unsigned halves[2] = {0, 0};
    if (game)
        series_credit(game, &match->outcome, match->points, halves);
    next->series_before = match->series_before + 1;
    next->series_halves[WHITE] = match->series_halves[BLACK] + halves[BLACK];
    next->series_halves[BLACK] = match->series_halves[WHITE] + halves[WHITE];
}

// Fills in the new columns of a match; `match` has its standing, and gets the row.
static bool fill_match(struct connection *connection, struct filler *filler, const char *id,
                       struct archived_match *match, struct error *err)
{
    struct archived_match standing = *match;
    bind_text(filler->select, 1, id);
    bool fine = sqlite3_step(filler->select) == SQLITE_ROW;
    if (fine) {
        row_read_unchecked(filler->select, match);
        match->series_before = standing.series_before;
        match->series_halves[WHITE] = standing.series_halves[WHITE];
        match->series_halves[BLACK] = standing.series_halves[BLACK];
        bind_text(filler->update, 1, match->id);
        sqlite3_bind_int64(filler->update, 2, match->series_before);
        sqlite3_bind_int64(filler->update, 3, match->series_halves[WHITE]);
        sqlite3_bind_int64(filler->update, 4, match->series_halves[BLACK]);
        sqlite3_bind_int64(filler->update, 5, checksum_of_match(match));
        match->start = NULL;
        sqlite3_reset(filler->select);
        fine = sqlite3_step(filler->update) == SQLITE_DONE;
    }
    sqlite3_reset(filler->select);
    sqlite3_reset(filler->update);
    return fine || connection_fail(connection, err);
}

// From the first match of a series along its rematches. This terminates: a match is the rematch of at most
// one other, so a cycle cannot be entered.
static bool fill_series(struct connection *connection, struct filler *filler, const char *first,
                        struct error *err)
{
    struct archived_match match = {0};
    char id[ARCHIVE_ID_SIZE];
    snprintf(id, sizeof id, "%s", first);
    while (id[0]) {
        if (!fill_match(connection, filler, id, &match, err))
            return false;
        struct archived_match next = {0};
        add_up(&next, &match);
        snprintf(id, sizeof id, "%s", match.rematch);
        match = next;
    }
    return true;
}

struct id {
    char text[ARCHIVE_ID_SIZE];
};

struct ids VECTOR_OF(struct id);

// Collects ids, because a table must not be changed while it is being read.
static bool select_ids(struct connection *connection, const char *text, struct ids *ids, struct error *err)
{
    sqlite3_stmt *statement;
    int status = sqlite3_prepare_v2(connection->db, text, -1, &statement, NULL);
    bool fine = status == SQLITE_OK || connection_fail(connection, err);
    while (fine && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        struct id id = {""};
        read_text(statement, 0, id.text, sizeof id.text);
        fine = vector_push(ids, id) || error_no_memory(err);
    }
    fine = fine && (status == SQLITE_DONE || connection_fail(connection, err));
    sqlite3_finalize(statement);
    return fine;
}

static bool fill_all(struct connection *connection, struct filler *filler, struct error *err)
{
    struct ids firsts = {0}, circles = {0};
    bool fine = select_ids(
        connection,
        "SELECT id FROM matches m WHERE NOT EXISTS (SELECT 1 FROM matches p WHERE p.rematch = m.id)", &firsts,
        err);
    for (size_t i = 0; fine && i < firsts.count; i++)
        fine = fill_series(connection, filler, firsts.items[i].text, err);
    // Only damage is left: cycles.
    fine = fine && select_ids(connection, "SELECT id FROM matches WHERE checksum = 0", &circles, err);
    for (size_t i = 0; fine && i < circles.count; i++)
        fine = fill_match(connection, filler, circles.items[i].text, &(struct archived_match){0}, err);
    vector_clear(&firsts);
    vector_clear(&circles);
    return fine;
}

static bool fill_version_3(struct connection *connection, struct error *err)
{
    static const char update[] =
        "UPDATE matches SET series_before = ?2, series_white = ?3, series_black = ?4, "
        "checksum = ?5 WHERE id = ?1";
    struct filler filler = {NULL, NULL};
    bool fine =
        connection_execute(connection,
                           "UPDATE matches SET due = 1 WHERE result = 'ongoing' AND EXISTS (SELECT 1 FROM "
                           "seats s WHERE s.match = number AND s.color = side AND s.kind = 'engine');"
                           "UPDATE turns SET checksum = turn_checksum((SELECT id FROM matches WHERE "
                           "number = turns.match), ply, turn, played)",
                           err);
    fine = fine && ((sqlite3_prepare_v2(connection->db, statement_texts[STATEMENT_SELECT_MATCH], -1,
                                        &filler.select, NULL) == SQLITE_OK &&
                     sqlite3_prepare_v2(connection->db, update, -1, &filler.update, NULL) == SQLITE_OK) ||
                    connection_fail(connection, err));
    fine = fine && fill_all(connection, &filler, err);
    sqlite3_finalize(filler.select);
    sqlite3_finalize(filler.update);
    return fine;
}

bool migrate(struct connection *connection, int64_t version, struct error *err)
{
    char marks[96];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d", SCHEMA_APPLICATION,
             SCHEMA_VERSION);
    bool fine = checksum_define(connection->db) || connection_fail(connection, err);
    fine = fine && connection_execute(connection, "BEGIN IMMEDIATE", err);
    for (int64_t step = version; fine && step < SCHEMA_VERSION; step++)
        fine = connection_execute(connection, schema_steps[step], err);
    if (version < 3)
        fine = fine && write_secret(connection, version == 0, err) && fill_version_3(connection, err);
    fine =
        fine && connection_execute(connection, marks, err) && connection_execute(connection, "COMMIT", err);
    if (!fine && !sqlite3_get_autocommit(connection->db))
        connection_execute(connection, "ROLLBACK", NULL);
    return fine;
}
