// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a match with its turns, the games of a series, and lists of matches.
#include "archive/archive.h"
#include "archive/checksum.h"
#include "archive/rows.h"
#include "archive/store.h"
#include "base/memory.h"
#include "base/vector.h"

#include <stdlib.h>
#include <string.h>

// ---- One match ----

static bool damaged(struct error *err, const char *id, size_t ply)
{
    return error_set(err, ERROR_SYSTEM, "database",
                     "the database is damaged: turn %zu of match %s is missing or corrupt", ply, id);
}

// What the player had left after the turn in the current row.
static int64_t read_left(sqlite3_stmt *statement)
{
    return sqlite3_column_type(statement, 4) == SQLITE_NULL ? NO_TIME : sqlite3_column_int64(statement, 4);
}

// Whether the current row of a statement is turn number `ply` with a correct checksum.
static bool is_turn(sqlite3_stmt *statement, const char *id, size_t ply, const char *text)
{
    int64_t number = (int64_t)ply, played = sqlite3_column_int64(statement, 2);
    int64_t left = read_left(statement);
    return sqlite3_column_int64(statement, 0) == number &&
           sqlite3_column_int64(statement, 3) == checksum_of_turn(id, number, text, played, left);
}

static bool select_turns(struct connection *connection, const struct archived_match *match,
                         struct archived_turns *turns, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_SELECT_TURNS];
    struct VECTOR_OF(char *) texts = {0};
    struct VECTOR_OF(int64_t) left = {0};
    bind_text(statement, 1, match->id);
    int status;
    bool fine = true;
    while (fine && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 1);
        text = text ? text : "";
        fine = is_turn(statement, match->id, texts.count, text) || damaged(err, match->id, texts.count);
        fine = fine &&
               ((vector_push(&left, read_left(statement)) && vector_push(&texts, memory_copy_text(text))) ||
                error_no_memory(err));
    }
    fine = fine && (status == SQLITE_DONE || connection_fail(connection, err));
    fine = fine && (texts.count == match->ply || damaged(err, match->id, texts.count));
    connection_reset(connection, STATEMENT_SELECT_TURNS);
    *turns = (struct archived_turns){texts.items, left.items, texts.count};
    if (!fine)
        archived_turns_clear(turns);
    return fine;
}

// Reads the text that defines the game, if there is one.
static bool select_text(struct connection *connection, struct archived_match *match, struct error *err)
{
    if (!match->has_text)
        return true;
    sqlite3_stmt *statement = connection->statements[STATEMENT_SELECT_TEXT];
    uint8_t hash[ARCHIVE_HASH_SIZE];
    bind_hash(statement, 1, match->text_hash);
    int status = sqlite3_step(statement);
    const char *text = status == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (text) {
        checksum_hash_text(text, hash);
        if (!memcmp(hash, match->text_hash, sizeof hash))
            match->text = memory_copy_text(text);
    }
    bool fine = status == SQLITE_ROW || status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_SELECT_TEXT);
    return fine &&
           (match->text || error_set(err, ERROR_SYSTEM, "database",
                                     "the database is damaged: the text of match %s is corrupt", match->id));
}

bool archive_load(struct archive *archive, const char *id, struct archived_match *match,
                  struct archived_turns *turns, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    // One transaction for both, so that they agree.
    bool fine = connection_run(connection, STATEMENT_READ, err);
    if (fine) {
        fine = row_select_match(connection, id, match, err);
        if (fine && !select_text(connection, match, err)) {
            archived_match_clear(match);
            fine = false;
        }
        if (fine && !select_turns(connection, match, turns, err)) {
            archived_match_clear(match);
            fine = false;
        }
        connection_run(connection, STATEMENT_READ_END, NULL);
    }
    store_reader_done(archive, connection);
    return fine;
}

bool archive_row(struct archive *archive, const char *id, struct archived_match *match, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    bool fine = row_select_match(connection, id, match, err);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_offers(struct archive *archive, const char *id, int64_t plies[2], struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_OFFERS];
    plies[WHITE] = plies[BLACK] = -1;
    bind_text(statement, 1, id);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        char color[16];
        read_text(statement, 0, color, sizeof color);
        plies[!strcmp(color, color_key(BLACK))] = sqlite3_column_int64(statement, 1);
    }
    bool fine = status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_OFFERS);
    store_reader_done(archive, connection);
    return fine;
}

// ---- Lists ----

// Visits the rows of a bound statement, except damaged ones.
static bool visit_matches(struct connection *connection, enum statement statement, archive_visitor *visit,
                          void *context, struct error *err)
{
    int status;
    while ((status = sqlite3_step(connection->statements[statement])) == SQLITE_ROW) {
        struct archived_match match;
        if (!row_read_match(connection->statements[statement], &match))
            continue;
        match.start = NULL;
        visit(context, &match);
    }
    bool fine = status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, statement);
    return fine;
}

static void add_game(void *context, const struct archived_match *match)
{
    struct archived_series *series = context;
    struct archived_game *game = &series->games[series->count++];
    memcpy(game->id, match->id, sizeof game->id);
    game->outcome = match->outcome;
    game->points = match->points;
}

bool archive_series(struct archive *archive, const char *id, unsigned most, struct archived_series *series,
                    struct error *err)
{
    *series = (struct archived_series){0};
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    series->games = memory_resize(NULL, most + 1, sizeof *series->games);
    sqlite3_stmt *statement = connection->statements[STATEMENT_SERIES];
    bind_text(statement, 1, id);
    sqlite3_bind_int64(statement, 2, most);
    bool fine = visit_matches(connection, STATEMENT_SERIES, add_game, series, err);
    store_reader_done(archive, connection);
    // The statement yields the newest first.
    for (size_t i = 0, j = series->count; i + 1 < j; i++) {
        struct archived_game game = series->games[i];
        series->games[i] = series->games[--j];
        series->games[j] = game;
    }
    if (!fine) {
        free(series->games);
        *series = (struct archived_series){0};
    }
    return fine;
}

bool archive_list(struct archive *archive, const struct archive_query *query, archive_visitor *visit,
                  void *context, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    enum statement which = statement_of_list(query);
    sqlite3_stmt *statement = connection->statements[which];
    sqlite3_bind_int64(statement, 1, query->before);
    if (query->game)
        bind_text(statement, 2, query->game);
    sqlite3_bind_int64(statement, 3, query->limit);
    bool fine = visit_matches(connection, which, visit, context, err);
    store_reader_done(archive, connection);
    return fine;
}

// Visits the ids that a bound statement yields.
static bool visit_ids(struct connection *connection, enum statement which, archive_id_visitor *visit,
                      void *context, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[which];
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        char id[ARCHIVE_ID_SIZE];
        read_text(statement, 0, id, sizeof id);
        visit(context, id);
    }
    bool fine = status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, which);
    return fine;
}

bool archive_due(struct archive *archive, unsigned limit, archive_id_visitor *visit, void *context,
                 struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_bind_int64(connection->statements[STATEMENT_DUE], 1, limit);
    bool fine = visit_ids(connection, STATEMENT_DUE, visit, context, err);
    store_reader_done(archive, connection);
    return fine;
}

struct moving {
    archive_id_visitor *visit;
    void *context;
    sqlite3_stmt *statement;
    struct archive_span *span;
};

static void move_on(void *context, const char *id)
{
    struct moving *moving = context;
    moving->span->deadline = sqlite3_column_int64(moving->statement, 1);
    moving->span->number = sqlite3_column_int64(moving->statement, 2);
    moving->visit(moving->context, id);
}

bool archive_fallen(struct archive *archive, int64_t now, struct archive_span *span,
                    archive_id_visitor *visit, void *context, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_FALLEN];
    sqlite3_bind_int64(statement, 1, now);
    sqlite3_bind_int64(statement, 2, span->most);
    sqlite3_bind_int64(statement, 3, span->deadline);
    sqlite3_bind_int64(statement, 4, span->number);
    bool fine = visit_ids(connection, STATEMENT_FALLEN, move_on,
                          &(struct moving){visit, context, statement, span}, err);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_deadline(struct archive *archive, int64_t after, int64_t *deadline, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_DEADLINE];
    sqlite3_bind_int64(statement, 1, after);
    bool fine = sqlite3_step(statement) == SQLITE_ROW || connection_fail(connection, err);
    if (fine)
        *deadline = sqlite3_column_type(statement, 0) == SQLITE_NULL ? NO_DEADLINE
                                                                     : sqlite3_column_int64(statement, 0);
    connection_reset(connection, STATEMENT_DEADLINE);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_served(struct archive *archive, int64_t *served, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_SERVED];
    int status = sqlite3_step(statement);
    bool fine = status == SQLITE_ROW || status == SQLITE_DONE || connection_fail(connection, err);
    *served = status == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (status == SQLITE_ROW && sqlite3_column_int64(statement, 1) != checksum_of_served(*served))
        fine = error_set(err, ERROR_SYSTEM, "database",
                         "the database is damaged: the time of its clocks is corrupt");
    connection_reset(connection, STATEMENT_SERVED);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_ids(struct archive *archive, archive_id_visitor *visit, void *context, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    bool fine = visit_ids(connection, STATEMENT_IDS, visit, context, err);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_old(struct archive *archive, const struct archive_age *age, archive_id_visitor *visit,
                 void *context, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    enum statement which = age->kind == AGE_UNTOUCHED ? STATEMENT_UNTOUCHED : STATEMENT_OLD;
    sqlite3_stmt *statement = connection->statements[which];
    sqlite3_bind_int64(statement, 1, age->before);
    if (which == STATEMENT_OLD)
        sqlite3_bind_int(statement, 2, age->kind == AGE_FINISHED);
    sqlite3_bind_int64(statement, 3, age->limit ? (int64_t)age->limit : -1);
    bool fine = visit_ids(connection, which, visit, context, err);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_previous(struct archive *archive, const char *id, char previous[ARCHIVE_ID_SIZE],
                      struct error *err)
{
    previous[0] = '\0';
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_PREVIOUS];
    bind_text(statement, 1, id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        read_text(statement, 0, previous, ARCHIVE_ID_SIZE);
    bool fine = status == SQLITE_ROW || status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_PREVIOUS);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_count(struct archive *archive, int64_t *count, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement = connection->statements[STATEMENT_COUNT];
    bool fine = sqlite3_step(statement) == SQLITE_ROW || connection_fail(connection, err);
    if (fine)
        *count = sqlite3_column_int64(statement, 0);
    connection_reset(connection, STATEMENT_COUNT);
    store_reader_done(archive, connection);
    return fine;
}
