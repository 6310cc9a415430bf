// SPDX-License-Identifier: GPL-3.0-or-later
// Who may use the connection when.
#include "archive/store.h"

bool store_begin(struct archive *archive, struct error *err)
{
    pthread_mutex_lock(&archive->lock);
    if (connection_run(&archive->connection, STATEMENT_BEGIN, err))
        return true;
    pthread_mutex_unlock(&archive->lock);
    return false;
}

// SQLite may have rolled back by itself, for example when the disk is full.
static void roll_back(struct connection *connection)
{
    if (!sqlite3_get_autocommit(connection->db))
        connection_run(connection, STATEMENT_ROLLBACK, NULL);
}

bool store_commit(struct archive *archive, struct error *err)
{
    bool fine = connection_run(&archive->connection, STATEMENT_COMMIT, err);
    if (!fine)
        roll_back(&archive->connection);
    pthread_mutex_unlock(&archive->lock);
    return fine;
}

void store_rollback(struct archive *archive)
{
    roll_back(&archive->connection);
    pthread_mutex_unlock(&archive->lock);
}

struct connection *store_reader(struct archive *archive)
{
    pthread_mutex_lock(&archive->lock);
    return &archive->connection;
}

void store_reader_done(struct archive *archive, struct connection *connection)
{
    (void)connection;
    pthread_mutex_unlock(&archive->lock);
}
