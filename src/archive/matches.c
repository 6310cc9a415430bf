// SPDX-License-Identifier: GPL-3.0-or-later
// Writes, changes and deletes matches.
#include "archive/archive.h"
#include "archive/checksum.h"
#include "archive/rows.h"
#include "archive/store.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t now(void)
{
    return (int64_t)time(NULL);
}

// Runs a statement whose single row is the new change number.
static bool run_for_change(struct connection *connection, enum statement statement, int64_t *change,
                           struct error *err)
{
    sqlite3_stmt *prepared = connection->statements[statement];
    int status = sqlite3_step(prepared);
    bool fine = status == SQLITE_ROW;
    if (fine) {
        *change = sqlite3_column_int64(prepared, 0);
        status = sqlite3_step(prepared);
        fine = status == SQLITE_DONE || connection_fail(connection, err);
    } else if (status == SQLITE_DONE) {
        error_set(err, ERROR_CONFLICT, "", "somebody else has changed the match");
    } else {
        connection_fail(connection, err);
    }
    connection_reset(connection, statement);
    return fine;
}

static bool write_seats(struct connection *connection, const struct archived_match *match, struct error *err)
{
    for (int color = WHITE; color <= BLACK; color++) {
        const struct seat *seat = &match->seats[color];
        sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_SEAT];
        bind_text(statement, 1, match->id);
        bind_text(statement, 2, color_key((enum color)color));
        bind_text(statement, 3, kind_names[seat->kind]);
        bind_text(statement, 4, seat->name);
        bind_text(statement, 5, seat->level);
        bind_hash(statement, 6, seat->has_token ? seat->token : NULL);
        if (!connection_run(connection, STATEMENT_INSERT_SEAT, err))
            return false;
    }
    return true;
}

// Whether an engine is to move.
static bool is_due(const struct archived_match *match)
{
    return match->outcome.result == RESULT_ONGOING && match->seats[match->side].kind == SEAT_ENGINE;
}

// Whether it is going on between two people.
static bool is_paired(const struct archived_match *match)
{
    return match->outcome.result == RESULT_ONGOING && !match->local &&
           match->seats[WHITE].kind == SEAT_HUMAN && match->seats[BLACK].kind == SEAT_HUMAN;
}

// Binds what changes of a match's clock.
static void bind_clock(sqlite3_stmt *statement, int at, const struct archived_match *match)
{
    const struct game_clock *clock = &match->clock;
    sqlite3_bind_int64(statement, at, clock->left[WHITE]);
    sqlite3_bind_int64(statement, at + 1, clock->left[BLACK]);
    bind_text(statement, at + 2, color_key(clock->side));
    bind_moment(statement, at + 3, clock->running ? clock->since : NO_DEADLINE);
    sqlite3_bind_int64(statement, at + 4, clock->used);
    bind_moment(statement, at + 5, game_clock_is_used(clock) ? match->deadline : NO_DEADLINE);
}

static void bind_control(sqlite3_stmt *statement, int at, const struct archived_match *match)
{
    struct buffer control;
    buffer_init(&control);
    if (game_clock_is_used(&match->clock))
        time_control_write(&match->clock.control, &control);
    sqlite3_bind_text(statement, at, buffer_text(&control), -1, SQLITE_TRANSIENT);
    buffer_clear(&control);
}

// The time served is never before a moment from which a clock counts.
static bool write_since(struct connection *connection, const struct archived_match *match, struct error *err)
{
    bool counts = game_clock_is_used(&match->clock) && match->deadline != NO_DEADLINE;
    return !counts || connection_serve(connection, match->clock.since, err);
}

static bool insert_match(struct connection *connection, struct archived_match *match, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_MATCH];
    bind_text(statement, 1, match->id);
    bind_text(statement, 2, match->game);
    bind_text(statement, 3, match->parameters);
    bind_text(statement, 4, match->start);
    sqlite3_bind_int64(statement, 5, match->created);
    sqlite3_bind_int(statement, 6, match->local);
    bind_text(statement, 7, color_key(match->side));
    bind_text(statement, 8, row_result_name(match->outcome));
    bind_text(statement, 9, reason_name(match->outcome.reason));
    bind_hash(statement, 10, match->has_join ? match->join : NULL);
    sqlite3_bind_int(statement, 11, match->finder);
    sqlite3_bind_int(statement, 12, match->listed);
    sqlite3_bind_int(statement, 13, is_due(match));
    sqlite3_bind_int64(statement, 14, match->series_before);
    sqlite3_bind_int64(statement, 15, match->series_halves[WHITE]);
    sqlite3_bind_int64(statement, 16, match->series_halves[BLACK]);
    sqlite3_bind_int64(statement, 17, checksum_of_match(match));
    bind_hash(statement, 18, match->has_text ? match->text_hash : NULL);
    bind_text(statement, 19, match->title);
    bind_text(statement, 20, match->definition);
    bind_control(statement, 21, match);
    bind_clock(statement, 22, match);
    sqlite3_bind_int(statement, 28, is_paired(match));
    return run_for_change(connection, STATEMENT_INSERT_MATCH, &match->change, err);
}

static bool update_match(struct connection *connection, struct archived_match *match, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_UPDATE_MATCH];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, match->updated);
    sqlite3_bind_int64(statement, 3, match->revision);
    sqlite3_bind_int64(statement, 4, (int64_t)match->ply);
    bind_text(statement, 5, color_key(match->side));
    bind_text(statement, 6, row_result_name(match->outcome));
    bind_text(statement, 7, reason_name(match->outcome.reason));
    bind_text(statement, 8, match->draw_offer == NO_OFFER ? NULL : color_key((enum color)match->draw_offer));
    sqlite3_bind_int64(statement, 9, match->points);
    bind_text(statement, 10, match->rematch[0] ? match->rematch : NULL);
    sqlite3_bind_int(statement, 11, match->listed);
    bind_text(statement, 12, match->takeback == NO_OFFER ? NULL : color_key((enum color)match->takeback));
    sqlite3_bind_int64(statement, 13, (int64_t)match->takeback_ply);
    sqlite3_bind_int(statement, 14, is_due(match));
    sqlite3_bind_int64(statement, 15, checksum_of_match(match));
    bind_clock(statement, 16, match);
    sqlite3_bind_int(statement, 22, is_paired(match));
    return run_for_change(connection, STATEMENT_UPDATE_MATCH, &match->change, err);
}

// Records `next` as the rematch of a match.
static bool set_rematch(struct connection *connection, struct archived_match *match,
                        const struct archived_match *next, struct error *err)
{
    if (match->rematch[0])
        return error_set(err, ERROR_CONFLICT, "", "the match already has a rematch");
    snprintf(match->rematch, sizeof match->rematch, "%s", next->id);
    match->updated = next->created;
    match->revision++;
    return update_match(connection, match, err);
}

struct creation {
    struct archive *archive;
    struct archived_match *match, *previous;
};

static bool write_creation(struct connection *connection, void *context, struct error *err)
{
    struct creation *creation = context;
    return (!creation->match->has_text ||
            store_insert_text(creation->archive, connection, creation->match, err)) &&
           insert_match(connection, creation->match, err) && write_seats(connection, creation->match, err) &&
           write_since(connection, creation->match, err) &&
           (!creation->previous ||
            (set_rematch(connection, creation->previous, creation->match, err) &&
             store_pass_keys_on(connection, creation->previous->id, creation->match->id, err)));
}

bool archive_create(struct archive *archive, struct archived_match *match, struct archived_match *previous,
                    struct error *err)
{
    struct archived_match new = *match, old = previous ? *previous : (struct archived_match){0};
    new.created = new.updated = now();
    new.revision = 1;
    new.ply = 0;
    new.points = 0;
    new.draw_offer = new.takeback = NO_OFFER;
    new.takeback_ply = 0;
    new.rematch[0] = '\0';
    new.has_text = new.text != NULL;
    if (new.has_text)
        checksum_hash_text(new.text, new.text_hash);
    struct creation creation = {archive, &new, previous ? &old : NULL};
    struct change change = {.write = write_creation, .context = &creation, .err = err};
    if (!store_write(archive, &change))
        return false;
    *match = new;
    if (previous)
        *previous = old;
    return true;
}

static bool write_turn(struct connection *connection, const struct archived_match *match,
                       const struct archive_event *event, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_TURN];
    int64_t ply = (int64_t)match->ply - 1, left = game_clock_is_used(&match->clock) ? event->left : NO_TIME;
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, ply);
    bind_text(statement, 3, event->turn);
    sqlite3_bind_int64(statement, 4, match->updated);
    sqlite3_bind_int64(statement, 5, checksum_of_turn(match->id, ply, event->turn, match->updated, left));
    if (left != NO_TIME)
        sqlite3_bind_int64(statement, 6, left);
    return connection_run(connection, STATEMENT_INSERT_TURN, err);
}

static bool delete_turns(struct connection *connection, const struct archived_match *match, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_DELETE_TURNS];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->ply);
    return connection_run(connection, STATEMENT_DELETE_TURNS, err);
}

static bool write_event(struct connection *connection, const struct archived_match *match,
                        const struct archive_event *event, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_EVENT];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, (int64_t)match->ply);
    bind_text(statement, 3, event->kind);
    bind_text(statement, 4, color_key(event->color));
    sqlite3_bind_int64(statement, 5, match->updated);
    return connection_run(connection, STATEMENT_INSERT_EVENT, err);
}

// Somebody who waits for messages about the match is to get one, perhaps.
static bool wake_mail(struct connection *connection, const struct archived_match *match, int64_t due,
                      struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_WAKE_MAIL];
    bind_text(statement, 1, match->id);
    sqlite3_bind_int64(statement, 2, due);
    sqlite3_bind_int(statement, 3, match->outcome.result != RESULT_ONGOING);
    return connection_run(connection, STATEMENT_WAKE_MAIL, err);
}

struct renewal {
    struct archived_match *match;
    const struct archive_event *event;
};

static bool write_renewal(struct connection *connection, void *context, struct error *err)
{
    const struct renewal *renewal = context;
    struct archived_match *match = renewal->match;
    const struct archive_event *event = renewal->event;
    return update_match(connection, match, err) && write_since(connection, match, err) &&
           (!event->took_back || delete_turns(connection, match, err)) &&
           (!event->turn || write_turn(connection, match, event, err)) &&
           (!event->kind || write_event(connection, match, event, err)) &&
           (!event->seat_changed || write_seats(connection, match, err)) &&
           (!event->mail || wake_mail(connection, match, event->mail, err));
}

bool archive_update(struct archive *archive, struct archived_match *match, const struct archive_event *event,
                    struct error *err)
{
    struct archived_match next = *match;
    next.updated = now();
    struct renewal renewal = {&next, event};
    struct change change = {.write = write_renewal, .context = &renewal, .err = err};
    if (!store_write(archive, &change))
        return false;
    *match = next;
    return true;
}

static bool write_time(struct connection *connection, void *context, struct error *err)
{
    const int64_t *served = context;
    return connection_serve(connection, *served, err);
}

bool archive_serve(struct archive *archive, int64_t served, struct error *err)
{
    struct change change = {.write = write_time, .context = &served, .small = true, .err = err};
    return store_write(archive, &change);
}

// ---- Deleting ----

struct deletion {
    const char (*ids)[ARCHIVE_ID_SIZE];
    size_t count;
    int64_t before;
};

// Reads a match that the deletion touches; the caller clears it.
static bool select_whole(struct connection *connection, const char *id, struct archived_match *match,
                         struct error *err)
{
    struct error why;
    if (row_select_match(connection, id, match, &why))
        return true;
    if (why.code == ERROR_NOT_FOUND)
        return error_set(err, ERROR_CONFLICT, "", "match %s has been deleted, or a part of it is missing",
                         id);
    if (err)
        *err = why;
    return false;
}

// Removes the link from the match whose rematch this is.
static bool unlink_previous(struct connection *connection, const char *id, struct error *err)
{
    char previous[ARCHIVE_ID_SIZE] = "";
    struct archived_match match;
    sqlite3_stmt *statement = connection->statements[STATEMENT_PREVIOUS];
    bind_text(statement, 1, id);
    if (sqlite3_step(statement) == SQLITE_ROW)
        read_text(statement, 0, previous, sizeof previous);
    connection_reset(connection, STATEMENT_PREVIOUS);
    if (!previous[0] || !strcmp(previous, id))
        return true;
    if (!select_whole(connection, previous, &match, err))
        return false;
    match.rematch[0] = '\0';
    match.revision++;
    bool fine = update_match(connection, &match, err);
    archived_match_clear(&match);
    return fine;
}

static bool delete_one(struct connection *connection, const char *id, int64_t before, struct error *err)
{
    static const enum statement parts[] = {STATEMENT_DELETE_EVENTS, STATEMENT_DELETE_SEATS,
                                           STATEMENT_DELETE_TURNS, STATEMENT_DELETE_MAIL,
                                           STATEMENT_DELETE_KEYS};
    struct archived_match match;
    // The date of a damaged match may be wrong as well.
    if (!select_whole(connection, id, &match, err))
        return false;
    archived_match_clear(&match);
    if (!unlink_previous(connection, id, err))
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        bind_text(connection->statements[parts[i]], 1, id);
        if (parts[i] == STATEMENT_DELETE_TURNS)
            sqlite3_bind_int64(connection->statements[parts[i]], 2, 0);
        if (!connection_run(connection, parts[i], err))
            return false;
    }
    bind_text(connection->statements[STATEMENT_DELETE_MATCH], 1, id);
    sqlite3_bind_int64(connection->statements[STATEMENT_DELETE_MATCH], 2, before);
    if (!connection_run(connection, STATEMENT_DELETE_MATCH, err))
        return false;
    if (sqlite3_changes(connection->db) != 1)
        return error_set(err, ERROR_CONFLICT, "", "match %s was changed in the meantime", id);
    return !match.has_text || store_delete_text(connection, &match, err);
}

static bool write_deletion(struct connection *connection, void *context, struct error *err)
{
    struct deletion *deletion = context;
    for (size_t i = 0; i < deletion->count; i++)
        if (!delete_one(connection, deletion->ids[i], deletion->before, err))
            return false;
    return true;
}

bool archive_delete(struct archive *archive, const char (*ids)[ARCHIVE_ID_SIZE], size_t count, int64_t before,
                    struct error *err)
{
    struct deletion deletion = {.ids = ids, .count = count, .before = before};
    struct change change = {.write = write_deletion, .context = &deletion, .err = err};
    return store_write(archive, &change);
}
