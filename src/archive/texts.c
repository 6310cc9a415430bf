// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps texts of variants, each once, as long as a match needs it and within limits. Their number and size are counted along with
// each change, because adding up the sizes means reading all texts.
#include "archive/archive.h"
#include "archive/checksum.h"
#include "archive/store.h"

#include <string.h>

// ---- For the writing thread ----

bool store_count_texts(struct archive *archive, struct connection *connection, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_COUNT_TEXTS];
    bool fine = sqlite3_step(statement) == SQLITE_ROW || connection_fail(connection, err);
    if (fine) {
        connection->texts =
            (struct archive_texts){sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1)};
        atomic_store(&archive->texts, connection->texts.count);
        atomic_store(&archive->text_bytes, connection->texts.bytes);
    }
    connection_reset(connection, STATEMENT_COUNT_TEXTS);
    return fine;
}

// Stores whether there is a text with that hash.
static bool find(struct connection *connection, const uint8_t *hash, bool *found, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_SELECT_TEXT];
    bind_hash(statement, 1, hash);
    int status = sqlite3_step(statement);
    *found = status == SQLITE_ROW;
    bool fine = *found || status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_SELECT_TEXT);
    return fine;
}

// Whether one more text of that size may be kept.
static bool has_room(struct archive *archive, const struct archive_texts *texts, int64_t size,
                     struct error *err)
{
    long long most = atomic_load(&archive->most_texts), bytes = atomic_load(&archive->most_text_bytes);
    if (texts->count >= most)
        return error_set(err, ERROR_TOO_LARGE, "", "the database keeps no more than %lld texts of variants",
                         most);
    if (texts->bytes + size > bytes)
        return error_set(err, ERROR_TOO_LARGE, "",
                         "the database keeps no more than %lld KiB of texts of variants", bytes >> 10);
    return true;
}

bool store_insert_text(struct archive *archive, struct connection *connection,
                       const struct archived_match *match, struct error *err)
{
    bool found;
    int64_t size = (int64_t)strlen(match->text);
    if (!find(connection, match->text_hash, &found, err))
        return false;
    if (found)
        return true;
    sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_TEXT];
    if (!has_room(archive, &connection->texts, size, err))
        return false;
    bind_hash(statement, 1, match->text_hash);
    bind_text(statement, 2, match->text);
    if (!connection_run(connection, STATEMENT_INSERT_TEXT, err))
        return false;
    connection->texts.count++;
    connection->texts.bytes += size;
    return true;
}

bool store_delete_text(struct connection *connection, const struct archived_match *match, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_DELETE_TEXT];
    bind_hash(statement, 1, match->text_hash);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        connection->texts.count--;
        connection->texts.bytes -= sqlite3_column_int64(statement, 0);
        status = sqlite3_step(statement);
    }
    bool fine = status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_DELETE_TEXT);
    return fine;
}

// ---- For everybody ----

struct archive_texts archive_texts(const struct archive *archive)
{
    return (struct archive_texts){atomic_load(&archive->texts), atomic_load(&archive->text_bytes)};
}

void archive_limit_texts(struct archive *archive, const struct archive_texts *most)
{
    atomic_store(&archive->most_texts, most->count);
    atomic_store(&archive->most_text_bytes, most->bytes);
}

bool archive_knows_text(struct archive *archive, const char *text, bool *known, struct error *err)
{
    uint8_t hash[ARCHIVE_HASH_SIZE];
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    checksum_hash_text(text, hash);
    bool fine = find(connection, hash, known, err);
    store_reader_done(archive, connection);
    return fine;
}
