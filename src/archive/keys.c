// SPDX-License-Identifier: GPL-3.0-or-later
// Further keys to seats, for other devices of the same person.
#include "archive/archive.h"
#include "archive/checksum.h"
#include "archive/store.h"
#include "base/vector.h"

#include <string.h>

struct keys VECTOR_OF(struct archived_key);

// Reads the current row of a statement with the columns of a key; false if the checksum does not match.
static bool read_key(sqlite3_stmt *row, struct archived_key *key)
{
    char color[16];
    *key = (struct archived_key){0};
    read_text(row, 0, key->match, sizeof key->match);
    read_text(row, 1, color, sizeof color);
    key->color = strcmp(color, color_key(BLACK)) == 0 ? BLACK : WHITE;
    read_text(row, 4, key->device, sizeof key->device);
    read_text(row, 5, key->name, sizeof key->name);
    key->since = sqlite3_column_int64(row, 6);
    return read_hash(row, 2, key->hash) && read_hash(row, 3, key->parent) &&
           sqlite3_column_int64(row, 7) == checksum_of_key(key);
}

// Reads the rows of a bound statement. Damaged ones open nothing, so they are left out.
static bool read_keys(struct connection *connection, enum statement which, struct keys *keys,
                      struct error *err)
{
    int status;
    bool fine = true;
    while (fine && (status = sqlite3_step(connection->statements[which])) == SQLITE_ROW) {
        struct archived_key key;
        if (read_key(connection->statements[which], &key))
            fine = vector_push(keys, key) || error_no_memory(err);
    }
    fine = fine && (status == SQLITE_DONE || connection_fail(connection, err));
    connection_reset(connection, which);
    return fine;
}

static bool insert_key(struct connection *connection, const struct archived_key *key, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_INSERT_KEY];
    bind_text(statement, 1, key->match);
    bind_text(statement, 2, color_key(key->color));
    bind_hash(statement, 3, key->hash);
    bind_hash(statement, 4, key->parent);
    bind_text(statement, 5, key->device);
    bind_text(statement, 6, key->name);
    sqlite3_bind_int64(statement, 7, key->since);
    sqlite3_bind_int64(statement, 8, checksum_of_key(key));
    return connection_run(connection, STATEMENT_INSERT_KEY, err);
}

// ---- Giving ----

struct gift {
    struct archived_key *keys;
    size_t count, given;
};

static bool is_token(sqlite3_stmt *row, int at, const uint8_t hash[ARCHIVE_HASH_SIZE])
{
    uint8_t found[ARCHIVE_HASH_SIZE];
    return read_hash(row, at, found) && memcmp(found, hash, sizeof found) == 0;
}

// Whether the parent of a key still holds that seat, whose keys are counted. Within the transaction, so that none is given by a key
// that is ended at the same time.
static bool may_give(struct connection *connection, const struct archived_key *key, bool *may, size_t *count,
                     struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_SEAT_TOKEN];
    struct keys keys = {0};
    bind_text(statement, 1, key->match);
    bind_text(statement, 2, color_key(key->color));
    int status = sqlite3_step(statement);
    *may = status == SQLITE_ROW && is_token(statement, 0, key->parent);
    bool there = status == SQLITE_ROW,
         fine = there || status == SQLITE_DONE || connection_fail(connection, err);
    connection_reset(connection, STATEMENT_SEAT_TOKEN);
    bind_text(connection->statements[STATEMENT_KEYS], 1, key->match);
    fine = fine && read_keys(connection, STATEMENT_KEYS, &keys, err);
    *count = 0;
    for (size_t i = 0; fine && i < keys.count; i++)
        if (keys.items[i].color == key->color) {
            *may = *may || memcmp(keys.items[i].hash, key->parent, ARCHIVE_HASH_SIZE) == 0;
            ++*count;
        }
    vector_clear(&keys);
    return fine;
}

static bool write_gift(struct connection *connection, void *context, struct error *err)
{
    struct gift *gift = context;
    gift->given = 0;
    for (size_t i = 0; i < gift->count; i++) {
        bool may;
        size_t count;
        if (!may_give(connection, &gift->keys[i], &may, &count, err))
            return false;
        if (!may)
            continue;
        if (count >= ARCHIVE_KEYS)
            return error_set(err, ERROR_TOO_LARGE, "", "a seat may have at most %d keys for other devices",
                             ARCHIVE_KEYS);
        struct archived_key key = gift->keys[i];
        if (!insert_key(connection, &key, err))
            return false;
        // To the front, in the same order: those that are given.
        gift->keys[i] = gift->keys[gift->given];
        gift->keys[gift->given++] = key;
    }
    return true;
}

bool archive_give(struct archive *archive, struct archived_key *keys, size_t *count, struct error *err)
{
    struct gift gift = {keys, *count, 0};
    struct change change = {.write = write_gift, .context = &gift, .err = err};
    if (!store_write(archive, &change))
        return false;
    *count = gift.given;
    return true;
}

// ---- Reading ----

bool archive_keys(struct archive *archive, const char *id, archive_key_visitor *visit, void *context,
                  struct error *err)
{
    struct connection *connection = store_reader(archive, err);
    if (!connection)
        return false;
    struct keys keys = {0};
    bind_text(connection->statements[STATEMENT_KEYS], 1, id);
    bool fine = read_keys(connection, STATEMENT_KEYS, &keys, err);
    store_reader_done(archive, connection);
    for (size_t i = 0; fine && i < keys.count; i++)
        visit(context, &keys.items[i]);
    vector_clear(&keys);
    return fine;
}

// ---- Rematches ----

bool store_pass_keys_on(struct connection *connection, const char *from, const char *to, struct error *err)
{
    struct keys keys = {0};
    bind_text(connection->statements[STATEMENT_KEYS], 1, from);
    bool fine = read_keys(connection, STATEMENT_KEYS, &keys, err);
    for (size_t i = 0; fine && i < keys.count; i++) {
        struct archived_key key = keys.items[i];
        memcpy(key.match, to, strlen(to) + 1);
        key.color = other_color(key.color);
        fine = insert_key(connection, &key, err);
    }
    vector_clear(&keys);
    return fine;
}

// ---- Ending ----

struct ending {
    const char *device;
    const uint8_t *hash;
};

static bool delete_key(struct connection *connection, const struct archived_key *key, struct error *err)
{
    sqlite3_stmt *statement = connection->statements[STATEMENT_DELETE_KEY];
    bind_text(statement, 1, key->match);
    bind_hash(statement, 2, key->hash);
    return connection_run(connection, STATEMENT_DELETE_KEY, err);
}

// Deletes keys and, in the same matches, those that they have given, and so on.
static bool delete_keys(struct connection *connection, struct keys *keys, struct error *err)
{
    bool fine = true;
    for (size_t i = 0; fine && i < keys->count; i++) {
        struct keys others = {0};
        bind_text(connection->statements[STATEMENT_KEYS], 1, keys->items[i].match);
        fine = delete_key(connection, &keys->items[i], err) &&
               read_keys(connection, STATEMENT_KEYS, &others, err);
        for (size_t j = 0; fine && j < others.count; j++)
            if (memcmp(others.items[j].parent, keys->items[i].hash, ARCHIVE_HASH_SIZE) == 0)
                fine = vector_push(keys, others.items[j]) || error_no_memory(err);
        vector_clear(&others);
    }
    return fine;
}

static bool write_ending(struct connection *connection, void *context, struct error *err)
{
    const struct ending *ending = context;
    struct keys keys = {0};
    bind_text(connection->statements[STATEMENT_KEYS_OF_DEVICE], 1, ending->device);
    bool fine = read_keys(connection, STATEMENT_KEYS_OF_DEVICE, &keys, err), may = false;
    for (size_t i = 0; fine && i < keys.count; i++)
        may = may || memcmp(keys.items[i].hash, ending->hash, ARCHIVE_HASH_SIZE) == 0 ||
              memcmp(keys.items[i].parent, ending->hash, ARCHIVE_HASH_SIZE) == 0;
    if (fine && !may)
        fine = error_set(err, ERROR_NOT_FOUND, "", "there is no such device");
    fine = fine && delete_keys(connection, &keys, err);
    vector_clear(&keys);
    return fine;
}

bool archive_end_device(struct archive *archive, const char *device, const uint8_t hash[ARCHIVE_HASH_SIZE],
                        struct error *err)
{
    struct ending ending = {device, hash};
    struct change change = {.write = write_ending, .context = &ending, .err = err};
    return store_write(archive, &change);
}
