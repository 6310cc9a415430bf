// SPDX-License-Identifier: GPL-3.0-or-later
// Copies the log into the database, in a thread of its own: it waits for the disk several times, and nobody's turn is to wait for that.
#include "archive/store.h"

#include <string.h>

// Length of the log, in frames, at which it is copied into the database, and at which those who write wait for those who read, so that
// it can start over.
enum { LOG_USUAL = 1000, LOG_LONG = 16000 };

// How long to wait for readers of the log, in milliseconds.
enum { LOG_PATIENCE = 200 };

static void *run(void *context)
{
    struct log_keeper *keeper = context;
    sqlite3 *db = NULL;
    pthread_mutex_lock(&keeper->lock);
    while (!keeper->stopping) {
        if (!keeper->wanted) {
            pthread_cond_wait(&keeper->changed, &keeper->lock);
            continue;
        }
        keeper->wanted = false;
        pthread_mutex_unlock(&keeper->lock);
        // What fails here is tried again after the next change.
        if (db || sqlite3_open_v2(keeper->path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
                      SQLITE_OK)
            sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&keeper->lock);
    }
    pthread_mutex_unlock(&keeper->lock);
    sqlite3_close(db);
    return NULL;
}

// While changes follow each other without a pause, the copy never catches up with them, and the log grows. When it is long, the thread
// that writes waits for the rest, which is short, and for readers; a long one, such as a backup, is left alone for a while.
static int look_after(void *context, sqlite3 *db, const char *name, int frames)
{
    struct log_keeper *keeper = context;
    if (frames < LOG_LONG)
        keeper->next = LOG_LONG;
    if (frames >= keeper->next) {
        keeper->next = frames + LOG_LONG;
        sqlite3_busy_timeout(db, LOG_PATIENCE);
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
        sqlite3_busy_timeout(db, STORE_PATIENCE);
    } else if (frames >= LOG_USUAL) {
        pthread_mutex_lock(&keeper->lock);
        keeper->wanted = true;
        pthread_cond_signal(&keeper->changed);
        pthread_mutex_unlock(&keeper->lock);
    }
    return SQLITE_OK;
}

void log_watch(struct log_keeper *keeper, sqlite3 *db)
{
    keeper->next = LOG_LONG;
    sqlite3_wal_hook(db, look_after, keeper);
}

bool log_start(struct log_keeper *keeper, const char *path, struct error *err)
{
    keeper->path = path;
    int failure = pthread_create(&keeper->thread, NULL, run, keeper);
    keeper->running = failure == 0;
    return keeper->running ||
           error_set(err, ERROR_SYSTEM, "", "cannot start a thread: %s", strerror(failure));
}

void log_stop(struct log_keeper *keeper)
{
    if (!keeper->running)
        return;
    pthread_mutex_lock(&keeper->lock);
    keeper->stopping = true;
    pthread_cond_signal(&keeper->changed);
    pthread_mutex_unlock(&keeper->lock);
    pthread_join(keeper->thread, NULL);
    keeper->running = false;
}
