// SPDX-License-Identifier: GPL-3.0-or-later
// An open archive: one thread that writes changes in groups, and connections for reading.
#ifndef LEAPER_ARCHIVE_STORE_H
#define LEAPER_ARCHIVE_STORE_H

#include "archive/connection.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

// Connections for reading; milliseconds to wait for a lock of the database.
enum { READERS = 8, STORE_PATIENCE = 5000 };

// The thread that copies the log into the database (log.c).
struct log_keeper {
    const char *path; // borrowed
    pthread_t thread;
    bool running;
    int next; // length of the log, in frames, at which to wait for the readers; only for the thread that writes
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool wanted, stopping; // protected by the lock
};

// A change waiting to be written, on its caller's stack.
struct change {
    // Called by the writing thread, within a transaction. Its effects are undone if it returns false.
    bool (*write)(struct connection *connection, void *context, struct error *err);
    void *context;
    struct error *err; // NULL: `unwanted`
    struct error unwanted;
    bool small; // that it could be written does not prove that there is room for others
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
    int lock_file; // holds the lock against other processes

    // For the writing thread. Without a connection (db is NULL) the archive is read-only.
    int64_t tried, written; // milliseconds of the monotonic clock: last attempt to open it, last commit
    struct connection writer;
    struct log_keeper log;
    pthread_t thread;
    bool running;
    atomic_bool failed;
    atomic_llong texts, text_bytes;           // kept, as of the last commit
    atomic_llong most_texts, most_text_bytes; // that may be kept
    atomic_bool cramped; // the disk refused the last change, although a smaller one may still fit

    bool stopping; // protected by the lock, like the queue of changes, oldest first
    pthread_mutex_t lock;
    pthread_cond_t wanted, decided;
    struct change *first, **last;

    pthread_mutex_t readers_lock; // of what follows
    pthread_cond_t reader_free;
    struct connection readers[READERS];
    bool used[READERS];
    unsigned in_use;
};

// ---- Texts of variants (texts.c) ----

// Counts the texts in the database.
bool store_count_texts(struct archive *archive, struct connection *connection, struct error *err);

// Makes sure that the text of a match is there. ERROR_TOO_LARGE if it is new and there are too many.
bool store_insert_text(struct archive *archive, struct connection *connection,
                       const struct archived_match *match, struct error *err);

// Deletes the text of a match that has been deleted, unless another match has the same.
bool store_delete_text(struct connection *connection, const struct archived_match *match, struct error *err);

// ---- The log (log.c) ----

// Looks after the log from now on whenever something has been written with this connection.
void log_watch(struct log_keeper *keeper, sqlite3 *db);

// Starts the thread, and ends it.
bool log_start(struct log_keeper *keeper, const char *path, struct error *err);
void log_stop(struct log_keeper *keeper);

// ---- Keys (keys.c) ----

// Gives the keys of a match to its rematch, with the colours exchanged.
bool store_pass_keys_on(struct connection *connection, const char *from, const char *to, struct error *err);

// ---- Changes (store.c) ----

// Starts the thread that writes.
bool store_start(struct archive *archive, struct error *err);

// Writes the waiting changes, and ends the thread.
void store_stop(struct archive *archive);

// Submits a change and waits until it is on disk (true) or certainly is not (false). Also false if that is
// unknown: then archive_failed().
bool store_write(struct archive *archive, struct change *change);

// What archive_check() promises.
bool store_check(struct archive *archive, struct error *err);

// Borrows a connection for reading. NULL if the database cannot be read at the moment.
struct connection *store_reader(struct archive *archive, struct error *err);
void store_reader_done(struct archive *archive, struct connection *connection);

// ---- Opening its connections (opening.c) ----

// Opens all connections, after creating or updating the tables. If the disk cannot be written to, opens only
// those for reading; false with an error if not even that is possible.
bool store_open(struct archive *archive, const char *path, struct error *err);

// Opens connections for reading only, without checking the database. `alone`: nobody writes to it meanwhile.
bool store_open_to_read(struct archive *archive, const char *path, bool alone, struct error *err);

// Reads the secret; ERROR_SYSTEM if its checksum does not match.
bool store_read_secret(struct archive *archive, struct connection *connection, struct error *err);

// Tries to open the connection for writing if only reading was possible so far.
bool store_open_writer(struct archive *archive, struct error *err);

void store_close(struct archive *archive);

// Whether the files are still the ones that were opened, neither moved nor deleted.
bool store_in_place(const struct archive *archive, struct error *err);

#endif
