// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the connections of an archive: one for writing and several for reading or, on a full disk, only the latter.
#include "archive/checksum.h"
#include "archive/migrate.h"
#include "archive/schema.h"
#include "archive/store.h"
#include "base/buffer.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// The size in bytes to which the file of the log is truncated when it starts over.
enum { LOG_KEPT = 64 << 20 };

// ---- The files ----

bool store_in_place(const struct archive *archive, struct error *err)
{
    struct stat status;
    for (int i = 0; i < 3; i++)
        if (archive->files.inodes[i] &&
            (stat(archive->files.paths[i], &status) != 0 || status.st_ino != archive->files.inodes[i] ||
             status.st_dev != archive->files.device))
            return error_set(err, ERROR_SYSTEM, "database",
                             "%.150s was moved or deleted; put it back, or restart the server",
                             archive->files.paths[i]);
    return true;
}

static void remember_files(struct archive *archive)
{
    struct stat status;
    for (int i = 0; i < 3; i++)
        if (stat(archive->files.paths[i], &status) == 0) {
            archive->files.inodes[i] = status.st_ino;
            archive->files.device = status.st_dev;
        }
}

static void name_files(struct files *files, const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        struct buffer name;
        buffer_init(&name);
        buffer_addf(&name, "%s%s", path, ends[i]);
        files->paths[i] = buffer_take(&name);
    }
}

// ---- Writing ----

// Writes something to test whether that is possible; this also creates the log.
static bool probe(struct connection *connection, struct error *err)
{
    return connection_execute(connection, statement_texts[STATEMENT_PULSE], err);
}

static bool open_writer(struct archive *archive, struct error *err)
{
    struct connection *connection = &archive->writer;
    if (sqlite3_open_v2(archive->files.paths[0], &connection->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        return connection_fail(connection, err);
    sqlite3_busy_timeout(connection->db, STORE_PATIENCE);
    // A commit is on disk when it returns. The tables are created before WAL mode is entered, so that the
    // header that judge_header() checks is in the file itself.
    if (!connection_execute(
            connection, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF",
            err))
        return false;
    int64_t version = connection_ask(connection, "PRAGMA user_version");
    if (version < 0)
        return connection_fail(connection, err);
    if (version > SCHEMA_VERSION)
        return error_set(err, ERROR_SYSTEM, "database",
                         "%.120s: this database was written by a newer version of Leaper",
                         archive->files.paths[0]);
    if ((version < SCHEMA_VERSION && !migrate(connection, version, err)) ||
        !connection_execute(connection, "PRAGMA journal_mode = WAL", err) || !probe(connection, err) ||
        !connection_prepare(connection, STATEMENTS, err) || !store_count_texts(archive, connection, err))
        return false;
    struct buffer limit;
    buffer_init(&limit);
    buffer_addf(&limit, "PRAGMA journal_size_limit = %d", LOG_KEPT);
    bool fine = connection_execute(connection, buffer_text(&limit), err);
    buffer_clear(&limit);
    log_watch(&archive->log, connection->db);
    return fine;
}

// ---- Reading ----

// The URI of the database as an immutable file: SQLite then creates no other files.
static char *immutable_name(const char *path)
{
    struct buffer name;
    buffer_init(&name);
    buffer_add(&name, "file:");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/._-", *path))
            buffer_add_char(&name, *path);
        else
            buffer_addf(&name, "%%%02x", (unsigned char)*path);
    buffer_add(&name, "?immutable=1");
    return buffer_take(&name);
}

static bool open_reader(struct connection *connection, const char *name, struct error *err)
{
    if (sqlite3_open_v2(name, &connection->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                        NULL) != SQLITE_OK)
        return connection_fail(connection, err);
    sqlite3_busy_timeout(connection->db, STORE_PATIENCE);
    return connection_execute(connection, "PRAGMA trusted_schema = OFF; SELECT beat FROM pulse", err) &&
           connection_prepare(connection, STATEMENTS_TO_READ, err);
}

static void close_readers(struct archive *archive)
{
    for (int i = 0; i < READERS; i++)
        connection_close(&archive->readers[i]);
}

static bool open_readers(struct archive *archive, bool immutable, struct error *err)
{
    char *name =
        immutable ? immutable_name(archive->files.paths[0]) : memory_copy_text(archive->files.paths[0]);
    bool fine = true;
    for (int i = 0; i < READERS && fine; i++)
        fine = open_reader(&archive->readers[i], name, err);
    free(name);
    if (!fine)
        close_readers(archive);
    return fine;
}

static bool log_is_empty(const struct archive *archive)
{
    struct stat status;
    return stat(archive->files.paths[1], &status) != 0 ? errno == ENOENT : status.st_size == 0;
}

bool store_read_secret(struct archive *archive, struct connection *connection, struct error *err)
{
    sqlite3_stmt *statement;
    bool fine = sqlite3_prepare_v2(connection->db, "SELECT secret, checksum FROM secrets", -1, &statement,
                                   NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW && read_hash(statement, 0, archive->secret) &&
                sqlite3_column_int64(statement, 1) == checksum_of_secret(archive->secret);
    sqlite3_finalize(statement);
    return fine || error_set(err, ERROR_SYSTEM, "database", "the database is damaged: its secret is missing");
}

// ---- Both ----

// Whether the disk has failed, as opposed to the database being damaged.
static bool is_disk(int code)
{
    int kind = code & 0xff;
    return kind == SQLITE_FULL || kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY;
}

// Has SQLite check the structure of the database.
static bool check_structure(struct connection *connection, struct error *err)
{
    sqlite3_stmt *statement;
    char said[200] = "";
    bool fine =
        sqlite3_prepare_v2(connection->db, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW;
    if (fine)
        read_text(statement, 0, said, sizeof said);
    sqlite3_finalize(statement);
    if (!fine)
        return connection_fail(connection, err);
    return !strcmp(said, "ok") ||
           error_set(err, ERROR_SYSTEM, "database", "the database is damaged: %s", said);
}

bool store_open(struct archive *archive, const char *path, struct error *err)
{
    name_files(&archive->files, path);
    struct error first = {0};
    bool writable = open_writer(archive, &first);
    if (!writable) {
        bool disk = archive->writer.db && is_disk(sqlite3_extended_errcode(archive->writer.db));
        connection_close(&archive->writer);
        if (!disk || !(open_readers(archive, false, err) ||
                       (log_is_empty(archive) && open_readers(archive, true, err)))) {
            if (err)
                *err = first;
            return false;
        }
    } else if (!open_readers(archive, false, err)) {
        return false;
    }
    if (!writable && !store_count_texts(archive, &archive->readers[0], err))
        return false;
    remember_files(archive);
    return check_structure(&archive->readers[0], err) &&
           store_read_secret(archive, &archive->readers[0], err);
}

bool store_open_to_read(struct archive *archive, const char *path, bool alone, struct error *err)
{
    name_files(&archive->files, path);
    return open_readers(archive, alone, err);
}

bool store_open_writer(struct archive *archive, struct error *err)
{
    // Connections that treat the file as immutable must be closed before it changes.
    pthread_mutex_lock(&archive->readers_lock);
    while (archive->in_use > 0)
        pthread_cond_wait(&archive->reader_free, &archive->readers_lock);
    close_readers(archive);
    bool fine = open_writer(archive, err) && open_readers(archive, false, err);
    if (!fine) {
        connection_close(&archive->writer);
        if (!open_readers(archive, false, NULL) && log_is_empty(archive))
            open_readers(archive, true, NULL);
    }
    remember_files(archive);
    pthread_mutex_unlock(&archive->readers_lock);
    return fine;
}

void store_close(struct archive *archive)
{
    close_readers(archive);
    connection_close(&archive->writer);
    for (int i = 0; i < 3; i++)
        free(archive->files.paths[i]);
}
