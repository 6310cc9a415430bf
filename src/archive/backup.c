// SPDX-License-Identifier: GPL-3.0-or-later
// Examines a database as a whole, and copies it.
#include "archive/archive.h"
#include "archive/checksum.h"
#include "archive/store.h"
#include "base/file_output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- Examining ----

struct examination {
    archive_fault_visitor *visit;
    void *context;
};

// Reports each row of a statement, prefixed with an explanation. False if it cannot be run.
static bool report_rows(struct connection *connection, const char *text, const char *what,
                        const struct examination *examination)
{
    sqlite3_stmt *statement;
    int status = sqlite3_prepare_v2(connection->db, text, -1, &statement, NULL);
    while (status == SQLITE_OK || status == SQLITE_ROW) {
        status = sqlite3_step(statement);
        const char *said = status == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (!said || !strcmp(said, "ok"))
            continue;
        char fault[320];
        snprintf(fault, sizeof fault, "%s%.250s", what, said);
        examination->visit(examination->context, fault);
    }
    sqlite3_finalize(statement);
    return status == SQLITE_DONE;
}

bool archive_examine(struct archive *archive, archive_fault_visitor *visit, void *context, struct error *err)
{
    static const struct {
        const char *text, *what;
    } questions[] = {
        {"PRAGMA integrity_check", "the file: "},
        {"SELECT \"table\" FROM pragma_foreign_key_check", "a row belongs to no match, in the table "},
        {"SELECT m.id FROM matches m JOIN matches n ON n.id = m.rematch WHERE n.series_before <> "
         "m.series_before + 1",
         "the rematch is not the next game of its series: match "},
        {"SELECT id FROM matches m WHERE (SELECT count(*) FROM seats s WHERE s.match = m.number) <> 2",
         "there are not two seats: match "},
        {"SELECT number FROM texts t WHERE NOT EXISTS (SELECT 1 FROM matches m WHERE m.text = t.number)",
         "a text of variants belongs to no match: "},
    };
    const struct examination examination = {visit, context};
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof questions / sizeof questions[0]; i++)
        fine = report_rows(connection, questions[i].text, questions[i].what, &examination) ||
               connection_fail(connection, err);
    struct error secret;
    if (fine && !store_read_secret(archive, connection, &secret))
        visit(context, secret.message);
    store_reader_done(archive, connection);
    return fine;
}

// ---- Copying ----

struct verification {
    struct archive *copy;
    int64_t count;
    struct error err;
};

static void note_fault(void *context, const char *what)
{
    struct verification *verification = context;
    if (verification->err.code == ERROR_NONE)
        error_set(&verification->err, ERROR_SYSTEM, "database",
                  "the copy is damaged, and so may be the database: %s", what);
}

static void load_one(void *context, const char *id)
{
    struct verification *verification = context;
    struct archived_match match;
    struct archived_turns turns;
    struct error err = {0};
    verification->count++;
    if (!archive_load(verification->copy, id, &match, &turns, &err)) {
        note_fault(context, err.message);
        return;
    }
    archived_match_clear(&match);
    archived_turns_clear(&turns);
}

// Whether a copy is complete and all checksums in it match.
static bool verify(const char *path, int64_t *count, struct error *err)
{
    struct verification verification = {.copy = archive_open_to_read(path, true, err)};
    if (!verification.copy)
        return false;
    bool fine = archive_examine(verification.copy, note_fault, &verification, err) &&
                archive_ids(verification.copy, load_one, &verification, err);
    archive_close(verification.copy);
    *count = verification.count;
    if (fine && verification.err.code != ERROR_NONE && err)
        *err = verification.err;
    return fine && verification.err.code == ERROR_NONE;
}

static bool refuse(const char *path, struct error *err)
{
    return error_set(err, errno == EEXIST ? ERROR_CONFLICT : ERROR_SYSTEM, "backup", "%.150s: %s", path,
                     errno == EEXIST ? "a file with that name exists" : strerror(errno));
}

static bool copy(struct archive *archive, const char *path, struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    sqlite3_stmt *statement;
    bool fine = sqlite3_prepare_v2(connection->db, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK;
    if (fine) {
        bind_text(statement, 1, path);
        fine = sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_finalize(statement);
    fine = fine || connection_fail(connection, err);
    store_reader_done(archive, connection);
    return fine;
}

bool archive_backup(struct archive *archive, const char *target, int64_t *count, struct error *err)
{
    struct file_output output;
    if (access(target, F_OK) == 0) {
        errno = EEXIST;
        return refuse(target, err);
    }
    // To SQLite the empty draft, which only this user can read, is a new database.
    if (!file_output_open(&output, target, 0600))
        return refuse(target, err);
    if (copy(archive, output.draft, err) && verify(output.draft, count, err))
        return file_output_commit_new(&output) || refuse(target, err);
    file_output_cancel(&output);
    return false;
}
