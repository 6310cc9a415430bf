// SPDX-License-Identifier: GPL-3.0-or-later
// Writing and reading matches, one transaction a change.
#include "archive/connection.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const color_names[] = {"white", "black"};
static const char *const kind_names[] = {"open", "human", "engine"};

// The index of the word in the list, or `otherwise`.
static int index_of(const char *word, const char *const *words, int count, int otherwise)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, words[i]))
            return i;
    return otherwise;
}

// ---- Writing ----

static int64_t now(void)
{
    return (int64_t)time(NULL);
}

// Runs a statement whose one row tells the new change number.
static bool run_for_change(struct archive *archive, enum statement statement, int64_t *change,
                           struct error *err)
{
    sqlite3_stmt *prepared = archive->statements[statement];
    int status = sqlite3_step(prepared);
    bool fine = status == SQLITE_ROW;
    if (fine) {
        *change = sqlite3_column_int64(prepared, 0);
        status = sqlite3_step(prepared);
        fine = status == SQLITE_DONE || connection_fail(archive, err);
    } else if (status == SQLITE_DONE) {
        error_set(err, ERROR_CONFLICT, "", "the match was changed by somebody else");
    } else {
        connection_fail(archive, err);
    }
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
    return fine;
}

static bool write_seats(struct archive *archive, const struct archived_match *match, struct error *err)
{
    for (int color = WHITE; color <= BLACK; color++) {
        const struct seat *seat = &match->seats[color];
        sqlite3_stmt *statement = archive->statements[STATEMENT_INSERT_SEAT];
        bind_text(statement, 1, match->id);
        bind_text(statement, 2, color_names[color]);
        bind_text(statement, 3, kind_names[seat->kind]);
        bind_text(statement, 4, seat->name);
        bind_text(statement, 5, seat->level);
        bind_hash(statement, 6, seat->has_token ? seat->token : NULL);
        if (!connection_run(archive, STATEMENT_INSERT_SEAT, err))
            return false;
    }
    return true;
}

static bool insert_match(struct archive *archive, struct archived_match *match, int64_t time,
                         struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_INSERT_MATCH];
    bind_text(statement, 1, match->id);
    bind_text(statement, 2, match->game);
    bind_text(statement, 3, match->parameters);
    bind_text(statement, 4, match->start);
    sqlite3_bind_int64(statement, 5, time);
    sqlite3_bind_int(statement, 6, match->local);
    bind_text(statement, 7, color_names[match->side]);
    bind_text(statement, 8, result_name(match->outcome.result));
    bind_text(statement, 9, reason_name(match->outcome.reason));
    bind_hash(statement, 10, match->has_join ? match->join : NULL);
    sqlite3_bind_int(statement, 11, match->finder);
    return run_for_change(archive, STATEMENT_INSERT_MATCH, &match->change, err);
}

static bool set_rematch(struct archive *archive, const char *previous, int64_t revision, const char *id,
                        int64_t time, struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_SET_REMATCH];
    bind_text(statement, 1, previous);
    bind_text(statement, 2, id);
    sqlite3_bind_int64(statement, 3, time);
    sqlite3_bind_int64(statement, 4, revision);
    if (!connection_run(archive, STATEMENT_SET_REMATCH, err))
        return false;
    return sqlite3_changes(archive->db) == 1 ||
           error_set(err, ERROR_CONFLICT, "", "the match was changed by somebody else");
}

bool archive_create(struct archive *archive, struct archived_match *match, const char *previous,
                    int64_t *previous_revision, struct error *err)
{
    if (!connection_begin(archive, err))
        return false;
    int64_t time = now();
    if (!insert_match(archive, match, time, err) || !write_seats(archive, match, err) ||
        (previous && !set_rematch(archive, previous, *previous_revision, match->id, time, err))) {
        connection_rollback(archive);
        return false;
    }
    if (!connection_commit(archive, err))
        return false;
    match->created = match->updated = time;
    match->revision = 1;
    if (previous)
        *previous_revision += 1;
    return true;
}

static bool update_match(struct archive *archive, const struct archived_match *match, int64_t time,
                         int64_t *change, struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_UPDATE_MATCH];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, time);
    sqlite3_bind_int64(statement, 3, match->revision);
    sqlite3_bind_int64(statement, 4, (int64_t)match->ply);
    bind_text(statement, 5, color_names[match->side]);
    bind_text(statement, 6, result_name(match->outcome.result));
    bind_text(statement, 7, reason_name(match->outcome.reason));
    bind_text(statement, 8, match->draw_offer == NO_OFFER ? NULL : color_names[match->draw_offer]);
    sqlite3_bind_int64(statement, 9, match->points);
    return run_for_change(archive, STATEMENT_UPDATE_MATCH, change, err);
}

static bool write_turn(struct archive *archive, const struct archived_match *match, const char *turn,
                       int64_t time, struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_INSERT_TURN];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->ply - 1);
    bind_text(statement, 3, turn);
    sqlite3_bind_int64(statement, 4, time);
    return connection_run(archive, STATEMENT_INSERT_TURN, err);
}

static bool delete_turns(struct archive *archive, const struct archived_match *match, struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_DELETE_TURNS];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->ply);
    return connection_run(archive, STATEMENT_DELETE_TURNS, err);
}

static bool write_event(struct archive *archive, const struct archived_match *match,
                        const struct archive_event *event, int64_t time, struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_INSERT_EVENT];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->ply);
    bind_text(statement, 3, event->kind);
    bind_text(statement, 4, color_names[event->color]);
    sqlite3_bind_int64(statement, 5, time);
    return connection_run(archive, STATEMENT_INSERT_EVENT, err);
}

bool archive_update(struct archive *archive, struct archived_match *match, const struct archive_event *event,
                    struct error *err)
{
    if (!connection_begin(archive, err))
        return false;
    int64_t time = now(), change;
    bool fine = update_match(archive, match, time, &change, err);
    fine = fine && (!event->took_back || delete_turns(archive, match, err));
    fine = fine && (!event->turn || write_turn(archive, match, event->turn, time, err));
    fine = fine && (!event->kind || write_event(archive, match, event, time, err));
    fine = fine && (!event->seat_changed || write_seats(archive, match, err));
    if (!fine) {
        connection_rollback(archive);
        return false;
    }
    if (!connection_commit(archive, err))
        return false;
    match->updated = time;
    match->change = change;
    return true;
}

// ---- Reading ----

static void read_seat(sqlite3_stmt *row, int at, struct seat *seat)
{
    char kind[16];
    read_text(row, at, kind, sizeof kind);
    seat->kind = (enum seat_kind)index_of(kind, kind_names, 3, SEAT_OPEN);
    read_text(row, at + 1, seat->name, sizeof seat->name);
    read_text(row, at + 2, seat->level, sizeof seat->level);
    seat->has_token = read_hash(row, at + 3, seat->token);
}

static void read_outcome(sqlite3_stmt *row, int at, struct outcome *outcome)
{
    char result[16], reason[32];
    read_text(row, at, result, sizeof result);
    read_text(row, at + 1, reason, sizeof reason);
    *outcome = (struct outcome){RESULT_ONGOING, REASON_NONE};
    for (int i = RESULT_ONGOING; i <= RESULT_DRAW; i++)
        if (!strcmp(result, result_name((enum result)i)))
            outcome->result = (enum result)i;
    for (int i = 0; i < REASONS; i++)
        if (!strcmp(reason, reason_name((enum reason)i)))
            outcome->reason = (enum reason)i;
}

// Reads a row of MATCH_COLUMNS; `start` is left out.
static void read_match(sqlite3_stmt *row, struct archived_match *match)
{
    char word[16];
    *match = (struct archived_match){0};
    read_text(row, 0, match->id, sizeof match->id);
    read_text(row, 1, match->game, sizeof match->game);
    read_text(row, 2, match->parameters, sizeof match->parameters);
    match->created = sqlite3_column_int64(row, 3);
    match->updated = sqlite3_column_int64(row, 4);
    match->revision = sqlite3_column_int64(row, 5);
    match->change = sqlite3_column_int64(row, 6);
    match->local = sqlite3_column_int(row, 7) != 0;
    match->ply = (size_t)sqlite3_column_int64(row, 8);
    read_text(row, 9, word, sizeof word);
    match->side = (enum color)index_of(word, color_names, 2, WHITE);
    read_outcome(row, 10, &match->outcome);
    read_text(row, 12, word, sizeof word);
    match->draw_offer = index_of(word, color_names, 2, NO_OFFER);
    read_text(row, 13, match->rematch, sizeof match->rematch);
    match->has_join = read_hash(row, 14, match->join);
    read_seat(row, 15, &match->seats[WHITE]);
    read_seat(row, 19, &match->seats[BLACK]);
    match->points = (unsigned)sqlite3_column_int64(row, 23);
    match->finder = sqlite3_column_int(row, 24) != 0;
}

static bool select_match(struct archive *archive, const char *id, struct archived_match *match,
                         struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_SELECT_MATCH];
    bind_text(statement, 1, id);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        read_match(statement, match);
        const unsigned char *start = sqlite3_column_text(statement, 25);
        match->start = memory_copy_text(start ? (const char *)start : "");
    } else if (status == SQLITE_DONE) {
        error_set(err, ERROR_NOT_FOUND, "", "there is no such match");
    } else {
        connection_fail(archive, err);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_ROW;
}

static bool select_turns(struct archive *archive, const char *id, struct archived_turns *turns,
                         struct error *err)
{
    sqlite3_stmt *statement = archive->statements[STATEMENT_SELECT_TURNS];
    bind_text(statement, 1, id);
    *turns = (struct archived_turns){0};
    size_t capacity = 0;
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        if (turns->count == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            turns->texts = memory_resize(turns->texts, capacity, sizeof *turns->texts);
        }
        const unsigned char *text = sqlite3_column_text(statement, 0);
        turns->texts[turns->count++] = memory_copy_text(text ? (const char *)text : "");
    }
    bool fine = status == SQLITE_DONE || connection_fail(archive, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (!fine)
        archived_turns_clear(turns);
    return fine;
}

bool archive_load(struct archive *archive, const char *id, struct archived_match *match,
                  struct archived_turns *turns, struct error *err)
{
    // One lock for both, so that they agree: nobody else writes this database.
    pthread_mutex_lock(&archive->lock);
    bool fine = select_match(archive, id, match, err);
    if (fine && !select_turns(archive, id, turns, err)) {
        archived_match_clear(match);
        fine = false;
    }
    pthread_mutex_unlock(&archive->lock);
    return fine;
}

bool archive_series(struct archive *archive, const char *id, struct archived_series *series,
                    struct error *err)
{
    *series = (struct archived_series){0};
    size_t capacity = 0;
    pthread_mutex_lock(&archive->lock);
    sqlite3_stmt *statement = archive->statements[STATEMENT_SERIES];
    bind_text(statement, 1, id);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        if (series->count == capacity) {
            capacity = capacity ? capacity * 2 : 8;
            series->games = memory_resize(series->games, capacity, sizeof *series->games);
        }
        struct archived_game *game = &series->games[series->count++];
        read_text(statement, 0, game->id, sizeof game->id);
        read_outcome(statement, 1, &game->outcome);
        game->points = (unsigned)sqlite3_column_int64(statement, 3);
    }
    bool fine = status == SQLITE_DONE || connection_fail(archive, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    pthread_mutex_unlock(&archive->lock);
    if (!fine) {
        free(series->games);
        *series = (struct archived_series){0};
    }
    return fine;
}

void archived_match_clear(struct archived_match *match)
{
    free(match->start);
    match->start = NULL;
}

void archived_turns_clear(struct archived_turns *turns)
{
    for (size_t i = 0; i < turns->count; i++)
        free(turns->texts[i]);
    free(turns->texts);
    *turns = (struct archived_turns){0};
}

// ---- Lists ----

bool archive_list(struct archive *archive, const struct archive_query *query, archive_visitor *visit,
                  void *context, struct error *err)
{
    pthread_mutex_lock(&archive->lock);
    sqlite3_stmt *statement = archive->statements[STATEMENT_LIST];
    sqlite3_bind_int64(statement, 1, query->before);
    bind_text(statement, 2, query->game);
    sqlite3_bind_int(statement, 3, query->ongoing);
    sqlite3_bind_int(statement, 4, query->finished);
    sqlite3_bind_int64(statement, 5, query->limit);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        struct archived_match match;
        read_match(statement, &match);
        visit(context, &match);
    }
    bool fine = status == SQLITE_DONE || connection_fail(archive, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    pthread_mutex_unlock(&archive->lock);
    return fine;
}

bool archive_due(struct archive *archive, unsigned limit, archive_id_visitor *visit, void *context,
                 struct error *err)
{
    pthread_mutex_lock(&archive->lock);
    sqlite3_stmt *statement = archive->statements[STATEMENT_DUE];
    sqlite3_bind_int64(statement, 1, limit);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        char id[ARCHIVE_ID_SIZE];
        read_text(statement, 0, id, sizeof id);
        visit(context, id);
    }
    bool fine = status == SQLITE_DONE || connection_fail(archive, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    pthread_mutex_unlock(&archive->lock);
    return fine;
}

bool archive_count(struct archive *archive, int64_t *count, struct error *err)
{
    pthread_mutex_lock(&archive->lock);
    sqlite3_stmt *statement = archive->statements[STATEMENT_COUNT];
    bool fine = sqlite3_step(statement) == SQLITE_ROW || connection_fail(archive, err);
    if (fine)
        *count = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&archive->lock);
    return fine;
}
