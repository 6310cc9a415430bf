// SPDX-License-Identifier: GPL-3.0-or-later
// What an open archive is made of, for the files of this folder.
#ifndef LEAPER_ARCHIVE_STORE_H
#define LEAPER_ARCHIVE_STORE_H

#include "archive/connection.h"

#include <pthread.h>

struct archive {
    int lock_file; // holds the lock that keeps other Leapers out
    pthread_mutex_t lock;
    uint8_t secret[ARCHIVE_HASH_SIZE];
    struct connection connection;
};

// A transaction; begin takes the archive's lock, commit and rollback release it. A
// commit that fails has rolled back.
bool store_begin(struct archive *archive, struct error *err);
bool store_commit(struct archive *archive, struct error *err);
void store_rollback(struct archive *archive);

// A connection for reading, to be given back.
struct connection *store_reader(struct archive *archive);
void store_reader_done(struct archive *archive, struct connection *connection);

#endif
