// SPDX-License-Identifier: GPL-3.0-or-later
// Changes are written by one thread: all that are waiting, in one transaction, with one wait for the disk.
//
// A failed commit may nevertheless reappear when the database is opened again: with a write-ahead log, fsync
// is the last step, and if it fails, everything has already been written. So a failed commit is overwritten
// in the log by another one before anybody is told that it failed. If that fails too, it is unknown what is
// on the disk, and nobody gets an answer: the archive has failed, and the process should exit.
#include "archive/store.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 256, BURIALS = 3, TRY_EVERY = 1000, FRESH = 1000 }; // changes; tries; milliseconds

// The most pages of the log that an ordinary change takes; a pulse takes one.
enum { PAGES = 16 };

// ---- One transaction ----

// SQLite may have rolled back by itself, for example when the disk is full.
static void roll_back(struct connection *connection)
{
    if (!sqlite3_get_autocommit(connection->db))
        connection_run(connection, STATEMENT_ROLLBACK, NULL);
}

// Writes a change within the transaction, or leaves no trace of it. False if SQLite has rolled back the transaction.
static bool write_one(struct connection *connection, struct change *change)
{
    const struct archive_texts texts = connection->texts;
    change->kept = connection_run(connection, STATEMENT_SAVEPOINT, change->err) &&
                   change->write(connection, change->context, change->err);
    if (!change->kept)
        connection->texts = texts;
    if (sqlite3_get_autocommit(connection->db) ||
        (!change->kept && !connection_run(connection, STATEMENT_ROLLBACK_TO, NULL)))
        return false;
    return connection_run(connection, STATEMENT_RELEASE, change->err);
}

// Whether a commit that failed in this way was abandoned before it was complete.
static bool is_incomplete(int code)
{
    int kind = code & 0xff;
    return kind == SQLITE_FULL || kind == SQLITE_BUSY || kind == SQLITE_CONSTRAINT ||
           kind == SQLITE_READONLY || code == SQLITE_IOERR_WRITE;
}

static bool bury(struct connection *connection)
{
    bool buried = false;
    for (int tries = 0; tries < BURIALS && !buried; tries++) {
        buried = connection_run(connection, STATEMENT_BEGIN, NULL) &&
                 connection_run(connection, STATEMENT_PULSE, NULL) &&
                 connection_run(connection, STATEMENT_COMMIT, NULL);
        roll_back(connection);
    }
    return buried;
}

// Commits the transaction to disk, or makes sure that it is not on disk.
static bool commit(struct archive *archive, struct error *err)
{
    struct connection *connection = &archive->writer;
    if (connection_run(connection, STATEMENT_COMMIT, err)) {
        // If the file has been moved away, it may come back with or without this change.
        bool there = store_in_place(archive, err);
        atomic_store(&archive->failed, !there);
        return there;
    }
    int code = sqlite3_extended_errcode(connection->db);
    roll_back(connection);
    if (!is_incomplete(code) && !bury(connection))
        atomic_store(&archive->failed, true);
    return false;
}

// Writes a single value, to test whether that is possible.
static bool write_pulse(struct connection *connection, void *context, struct error *err)
{
    struct archive *archive = context;
    // A recent write proves it just as well.
    bool shown = !atomic_load(&archive->cramped) && clock_milliseconds() - archive->written < FRESH;
    return shown || connection_run(connection, STATEMENT_PULSE, err);
}

static void refuse_all(struct change *first, const struct error *err)
{
    for (struct change *change = first; change; change = change->next) {
        // Keep the reason if the change itself was refused.
        if (change->kept || change->err->code == ERROR_NONE)
            *change->err = *err;
        change->kept = false;
    }
}

static void write_group(struct archive *archive, struct change *first)
{
    struct error err = {0};
    struct connection *connection = &archive->writer;
    const struct archive_texts texts = connection->texts;
    int64_t before = sqlite3_total_changes64(connection->db);
    bool fine = connection_run(connection, STATEMENT_BEGIN, &err);
    for (struct change *change = first; fine && change; change = change->next)
        if (!write_one(connection, change)) {
            fine = false;
            err = *change->err;
        }
    fine = fine && commit(archive, &err);
    if (fine) {
        atomic_store(&archive->texts, connection->texts.count);
        atomic_store(&archive->text_bytes, connection->texts.bytes);
        if (sqlite3_total_changes64(connection->db) > before)
            archive->written = clock_milliseconds();
        for (struct change *change = first; change; change = change->next)
            if (change->kept && !change->small)
                atomic_store(&archive->cramped, false);
        return;
    }
    atomic_store(&archive->cramped, true);
    connection->texts = texts;
    roll_back(connection);
    refuse_all(first, &err);
}

// Whether changes can be written at all. If not, tries again once a second.
static bool is_writable(struct archive *archive, struct error *err)
{
    if (archive->failed)
        return error_set(err, ERROR_SYSTEM, "database", "the disk has failed");
    if (!store_in_place(archive, err))
        return false;
    if (archive->writer.db)
        return true;
    int64_t now = clock_milliseconds();
    if (now - archive->tried < TRY_EVERY)
        return error_set(err, ERROR_SYSTEM, "database", "the database can only be read at the moment");
    archive->tried = now;
    return store_open_writer(archive, err);
}

// ---- The thread ----

// Takes the changes that are waiting, up to a limit; NULL if the archive is being closed and none are left.
static struct change *take(struct archive *archive)
{
    pthread_mutex_lock(&archive->lock);
    while (!archive->first && !archive->stopping)
        pthread_cond_wait(&archive->wanted, &archive->lock);
    struct change *first = archive->first, **end = &archive->first;
    for (int count = 0; *end && count < GROUP; count++)
        end = &(*end)->next;
    archive->first = *end;
    if (!archive->first)
        archive->last = &archive->first;
    *end = NULL;
    pthread_mutex_unlock(&archive->lock);
    return first;
}

static void *run(void *context)
{
    struct archive *archive = context;
    struct change *first;
    while ((first = take(archive))) {
        struct error err = {0};
        if (is_writable(archive, &err))
            write_group(archive, first);
        else
            refuse_all(first, &err);
        pthread_mutex_lock(&archive->lock);
        // After this the change may no longer be touched: it belongs to its caller again.
        for (struct change *change = first, *next; change; change = next) {
            next = change->next;
            change->decided = true;
        }
        pthread_cond_broadcast(&archive->decided);
        pthread_mutex_unlock(&archive->lock);
    }
    return NULL;
}

bool store_start(struct archive *archive, struct error *err)
{
    if (!log_start(&archive->log, archive->files.paths[0], err))
        return false;
    archive->last = &archive->first;
    int failure = pthread_create(&archive->thread, NULL, run, archive);
    archive->running = failure == 0;
    return archive->running ||
           error_set(err, ERROR_SYSTEM, "", "cannot start a thread: %s", strerror(failure));
}

void store_stop(struct archive *archive)
{
    if (archive->running) {
        pthread_mutex_lock(&archive->lock);
        archive->stopping = true;
        pthread_cond_signal(&archive->wanted);
        pthread_mutex_unlock(&archive->lock);
        pthread_join(archive->thread, NULL);
        archive->running = false;
    }
    log_stop(&archive->log);
}

bool store_write(struct archive *archive, struct change *change)
{
    if (!change->err)
        change->err = &change->unwanted;
    *change->err = (struct error){0};
    if (!archive->running)
        return error_set(change->err, ERROR_SYSTEM, "database", "the database was opened for reading only");
    change->decided = change->kept = false;
    change->next = NULL;
    pthread_mutex_lock(&archive->lock);
    *archive->last = change;
    archive->last = &change->next;
    pthread_cond_signal(&archive->wanted);
    while (!change->decided)
        pthread_cond_wait(&archive->decided, &archive->lock);
    pthread_mutex_unlock(&archive->lock);
    return change->kept;
}

bool store_check(struct archive *archive, struct error *err)
{
    struct change change = {.write = write_pulse, .context = archive, .small = true, .err = err};
    bool fine = store_write(archive, &change);
    // After a refusal a pulse alone proves nothing, because the refused change has left room for it in the
    // log.
    for (int pages = 1; fine && pages < PAGES && atomic_load(&archive->cramped); pages++)
        fine = store_write(archive, &change);
    if (fine)
        atomic_store(&archive->cramped, false);
    return fine;
}

// ---- Reading ----

struct connection *store_reader(struct archive *archive, struct error *err)
{
    pthread_mutex_lock(&archive->readers_lock);
    while (archive->in_use == READERS)
        pthread_cond_wait(&archive->reader_free, &archive->readers_lock);
    int at = 0;
    while (archive->used[at])
        at++;
    struct connection *connection = &archive->readers[at];
    bool there = connection->db != NULL;
    archive->used[at] = there;
    archive->in_use += there;
    pthread_mutex_unlock(&archive->readers_lock);
    if (!there)
        error_set(err, ERROR_SYSTEM, "database", "the database cannot be read at the moment");
    return there ? connection : NULL;
}

void store_reader_done(struct archive *archive, struct connection *connection)
{
    pthread_mutex_lock(&archive->readers_lock);
    archive->used[connection - archive->readers] = false;
    archive->in_use--;
    pthread_cond_broadcast(&archive->reader_free);
    pthread_mutex_unlock(&archive->readers_lock);
}
