// SPDX-License-Identifier: GPL-3.0-or-later
// Turns rows into structs.
#include "archive/rows.h"

#include "archive/checksum.h"
#include "base/memory.h"

#include <string.h>

const char *const kind_names[3] = {"open", "human", "engine"};

// The index of the word in the list, or `otherwise`.
static int index_of(const char *word, const char *const *words, int count, int otherwise)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, words[i]))
            return i;
    return otherwise;
}

static void read_seat(sqlite3_stmt *row, int at, struct seat *seat)
{
    char kind[16];
    read_text(row, at, kind, sizeof kind);
    seat->kind = (enum seat_kind)index_of(kind, kind_names, 3, SEAT_OPEN);
    read_text(row, at + 1, seat->name, sizeof seat->name);
    read_text(row, at + 2, seat->level, sizeof seat->level);
    seat->has_token = read_hash(row, at + 3, seat->token);
}

// When the tables were designed, every finished match was won or drawn; the reason marks those that were
// neither.
const char *row_result_name(struct outcome outcome)
{
    return result_name(outcome.result == RESULT_NONE ? RESULT_DRAW : outcome.result);
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
    if (outcome->reason == REASON_CANCELLED || outcome->reason == REASON_ABORTED)
        outcome->result = RESULT_NONE;
}

static int read_color(sqlite3_stmt *row, int at, int otherwise)
{
    char word[16];
    read_text(row, at, word, sizeof word);
    return !strcmp(word, color_key(WHITE)) ? WHITE : !strcmp(word, color_key(BLACK)) ? BLACK : otherwise;
}

// A control that cannot be read differs from the one of the checksum.
static void read_clock(sqlite3_stmt *row, int at, struct archived_match *match)
{
    struct game_clock *clock = &match->clock;
    const char *control = (const char *)sqlite3_column_text(row, at);
    if (control && *control)
        time_control_read(control, &clock->control, NULL);
    clock->left[WHITE] = sqlite3_column_int64(row, at + 1);
    clock->left[BLACK] = sqlite3_column_int64(row, at + 2);
    clock->side = (enum color)read_color(row, at + 3, WHITE);
    clock->since = read_moment(row, at + 4);
    clock->running = clock->since != NO_DEADLINE;
    clock->used = sqlite3_column_int64(row, at + 5);
    match->deadline = read_moment(row, at + 6);
}

void row_read_unchecked(sqlite3_stmt *row, struct archived_match *match)
{
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
    match->side = (enum color)read_color(row, 9, WHITE);
    read_outcome(row, 10, &match->outcome);
    match->draw_offer = read_color(row, 12, NO_OFFER);
    read_text(row, 13, match->rematch, sizeof match->rematch);
    match->has_join = read_hash(row, 14, match->join);
    read_seat(row, 15, &match->seats[WHITE]);
    read_seat(row, 19, &match->seats[BLACK]);
    match->points = (unsigned)sqlite3_column_int64(row, 23);
    match->finder = sqlite3_column_int(row, 24) != 0;
    static char none[] = "";
    char *start = (char *)sqlite3_column_text(row, 25);
    match->start = start ? start : none;
    match->listed = sqlite3_column_int(row, 26) != 0;
    match->takeback = read_color(row, 27, NO_OFFER);
    match->takeback_ply = (size_t)sqlite3_column_int64(row, 28);
    match->series_before = (unsigned)sqlite3_column_int64(row, 29);
    match->series_halves[WHITE] = (unsigned)sqlite3_column_int64(row, 30);
    match->series_halves[BLACK] = (unsigned)sqlite3_column_int64(row, 31);
    match->has_text = read_hash(row, 33, match->text_hash);
    read_text(row, 34, match->title, sizeof match->title);
    read_text(row, 35, match->definition, sizeof match->definition);
    read_clock(row, 36, match);
}

bool row_read_match(sqlite3_stmt *row, struct archived_match *match)
{
    row_read_unchecked(row, match);
    return sqlite3_column_int64(row, 32) == checksum_of_match(match);
}

bool row_select_match(struct connection *connection, const char *id, struct archived_match *match,
                      struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_SELECT_MATCH];
    bind_text(statement, 1, id);
    int status = sqlite3_step(statement);
    bool fine = status == SQLITE_ROW;
    if (fine) {
        fine = row_read_match(statement, match) ||
               error_set(err, ERROR_SYSTEM, "database", "the database is damaged: match %s is corrupt", id);
        match->start = memory_copy_text(match->start);
        if (!fine)
            archived_match_clear(match);
    } else if (status == SQLITE_DONE) {
        error_set(err, ERROR_NOT_FOUND, "", "there is no such match");
    } else {
        connection_fail(connection, err);
    }
    connection_reset(connection, STATEMENT_SELECT_MATCH);
    return fine;
}
