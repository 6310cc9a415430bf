// SPDX-License-Identifier: GPL-3.0-or-later
// What an open archive is made of: one thread that writes, in groups, and connections that read beside it.
#ifndef LEAPER_ARCHIVE_STORE_H
#define LEAPER_ARCHIVE_STORE_H

#include "archive/connection.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

enum { READERS = 8 };

// A change on its way to the disk; it is on its caller's stack until it is decided.
struct change {
    // Called by the writing thread, within a transaction. Its effects are undone if it returns false.
    bool (*write)(struct connection *connection, void *context, struct error *err);
    void *context;
    struct error *err; // NULL: `unwanted`
    struct error unwanted;
    bool decided, kept;
    struct change *next;
};

// The files of a database, as they were when it was opened.
struct files {
    char *paths[3]; // the database, its write-ahead log, the log's index; owned
    ino_t inodes[3];
    dev_t device;
};

struct archive {
    uint8_t secret[ARCHIVE_HASH_SIZE];
    struct files files;
    int lock_file; // holds the lock that keeps other processes out

    // For the writing thread. Without a connection (db is NULL) the archive is read-only.
    int log_next;           // length of the log, in frames, at which to wait for the readers
    int64_t tried, written; // milliseconds of the monotonic clock: last try to open it, last commit
    struct connection writer;
    pthread_t thread;
    bool running;
    atomic_bool failed;
    atomic_bool cramped; // the disk refused the last change, although a smaller one may still fit

    bool stopping; // the lock's, like the queue of changes in the order in which they came
    pthread_mutex_t lock;
    pthread_cond_t wanted, decided;
    struct change *first, **last;

    pthread_mutex_t readers_lock; // of what follows
    pthread_cond_t reader_free;
    struct connection readers[READERS];
    bool used[READERS];
    unsigned in_use;
};

// Starts the thread that writes.
bool store_start(struct archive *archive, struct error *err);

// Writes what is waiting, and ends the thread.
void store_stop(struct archive *archive);

// Submits a change and waits until it is on disk (true) or is certain not to be (false). Also false if nobody can
// tell: then archive_failed().
bool store_write(struct archive *archive, struct change *change);

// What archive_check() promises.
bool store_check(struct archive *archive, struct error *err);

// A connection for reading, to be given back. NULL if the database cannot be read at the moment.
struct connection *store_reader(struct archive *archive, struct error *err);
void store_reader_done(struct archive *archive, struct connection *connection);

// ---- Opening its connections (opening.c) ----

// Opens all connections, after creating or updating the tables. If the disk takes nothing, opens only those for
// reading; false with an error if not even that is possible.
bool store_open(struct archive *archive, const char *path, struct error *err);

// Opens connections for reading only, without checking the database. `alone`: nobody writes to it meanwhile.
bool store_open_to_read(struct archive *archive, const char *path, bool alone, struct error *err);

// Reads the secret; ERROR_SYSTEM when it is not what was written.
bool store_read_secret(struct archive *archive, struct connection *connection, struct error *err);

// Tries to open the connection for writing if only reading was possible before.
bool store_open_writer(struct archive *archive, struct error *err);

void store_close(struct archive *archive);

// Whether the files are those that were opened, not moved or deleted.
bool store_in_place(const struct archive *archive, struct error *err);

#endif
