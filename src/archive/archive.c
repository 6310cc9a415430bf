// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a database: inspects the file before touching it, creates or updates its tables, and locks out other
// processes.
#include "archive/archive.h"

#include "archive/schema.h"
#include "archive/store.h"
#include "base/buffer.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- The default path ----

static bool make_directory(char *path, struct error *err)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        bool failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        if (failed)
            error_set(err, ERROR_SYSTEM, "database", "cannot create the directory %.150s: %s", path,
                      strerror(errno));
        if (slash)
            *slash = '/';
        if (failed)
            return false;
        if (!slash)
            return true;
    }
}

char *archive_default_path(struct error *err)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct buffer path;
    buffer_init(&path);
    // The XDG Base Directory Specification says that relative paths are ignored.
    if (data && data[0] == '/')
        buffer_addf(&path, "%s/leaper", data);
    else if (home && home[0] == '/')
        buffer_addf(&path, "%s/.local/share/leaper", home);
    else
        error_set(err, ERROR_SYSTEM, "database",
                  "no directory for user data: neither XDG_DATA_HOME nor HOME is set");
    if (path.length == 0 || !make_directory(path.text, err)) {
        buffer_clear(&path);
        return NULL;
    }
    buffer_add(&path, "/leaper.db");
    return buffer_take(&path);
}

// ---- Inspecting the file ----

static bool refuse(struct error *err, const char *path, const char *why)
{
    return error_set(err, ERROR_SYSTEM, "database", "%.120s: %s", path, why);
}

// A big-endian number in the header of an SQLite file.
static uint32_t header_number(const unsigned char *header, size_t at)
{
    return (uint32_t)header[at] << 24 | (uint32_t)header[at + 1] << 16 | (uint32_t)header[at + 2] << 8 |
           header[at + 3];
}

// Checks the file's header ("The SQLite Database File Format", section 1.3), so that a foreign file is never opened
// as a database. Returns the version of its tables, 0 for an empty file, or -1.
static int judge_header(int file, const char *path, struct error *err)
{
    unsigned char header[100];
    ssize_t length = pread(file, header, sizeof header, 0);
    const char *why = NULL;
    if (length == 0)
        return 0;
    if (length < 0)
        why = strerror(errno);
    else if (length < (ssize_t)sizeof header || memcmp(header, "SQLite format 3", 16) != 0)
        why = "this file is not a database";
    else if (header_number(header, 68) != SCHEMA_APPLICATION)
        why = "this database belongs to another program";
    else if (header_number(header, 60) > SCHEMA_VERSION)
        why = "this database was written by a newer version of Leaper";
    if (why)
        refuse(err, path, why);
    return why ? -1 : (int)header_number(header, 60);
}

// Opens the file (creating it if necessary), checks it, and takes the lock that only one process can hold.
// flock() and SQLite's own locks do not interfere.
static int lock_file(const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        refuse(err, path,
               S_ISDIR(status.st_mode) ? "this is a directory, not a database"
                                       : "this is not a regular file");
        return -1;
    }
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        refuse(err, path, strerror(errno));
        return -1;
    }
    bool fine = judge_header(file, path, err) >= 0;
    if (fine && flock(file, LOCK_EX | LOCK_NB) != 0)
        fine = refuse(err, path, "another Leaper is using this database");
    if (!fine) {
        close(file);
        return -1;
    }
    return file;
}

// ---- Opening and closing ----

static struct archive *new_archive(int file)
{
    struct archive *archive = memory_resize(NULL, 1, sizeof *archive);
    memset(archive, 0, sizeof *archive);
    archive->lock_file = file;
    archive_limit_texts(archive, &(struct archive_texts){ARCHIVE_TEXTS, (int64_t)ARCHIVE_TEXT_MIB << 20});
    pthread_mutex_init(&archive->lock, NULL);
    pthread_mutex_init(&archive->log.lock, NULL);
    pthread_cond_init(&archive->log.changed, NULL);
    pthread_mutex_init(&archive->readers_lock, NULL);
    pthread_cond_init(&archive->wanted, NULL);
    pthread_cond_init(&archive->decided, NULL);
    pthread_cond_init(&archive->reader_free, NULL);
    return archive;
}

struct archive *archive_open(const char *path, struct error *err)
{
    if (sodium_init() < 0) {
        error_set(err, ERROR_SYSTEM, "", "libsodium cannot find a source of random numbers");
        return NULL;
    }
    int file = lock_file(path, err);
    if (file < 0)
        return NULL;
    struct archive *archive = new_archive(file);
    if (store_open(archive, path, err) && store_start(archive, err))
        return archive;
    archive_close(archive);
    return NULL;
}

struct archive *archive_open_to_read(const char *path, bool alone, struct error *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        refuse(err, path, strerror(errno));
        return NULL;
    }
    int version = judge_header(file, path, err);
    if (version >= 0 && version < SCHEMA_VERSION)
        refuse(err, path,
               version ? "this database was written by an older version of Leaper; 'leaper serve' updates it"
                       : "this file is not a database");
    if (version != SCHEMA_VERSION) {
        close(file);
        return NULL;
    }
    struct archive *archive = new_archive(file);
    if (store_open_to_read(archive, path, alone, err))
        return archive;
    archive_close(archive);
    return NULL;
}

void archive_close(struct archive *archive)
{
    if (!archive)
        return;
    store_stop(archive);
    store_close(archive);
    // Last, because closing any descriptor of a file releases SQLite's own locks on it.
    close(archive->lock_file);
    pthread_mutex_destroy(&archive->lock);
    pthread_mutex_destroy(&archive->log.lock);
    pthread_cond_destroy(&archive->log.changed);
    pthread_mutex_destroy(&archive->readers_lock);
    pthread_cond_destroy(&archive->wanted);
    pthread_cond_destroy(&archive->decided);
    pthread_cond_destroy(&archive->reader_free);
    sodium_memzero(archive->secret, sizeof archive->secret);
    free(archive);
}

const uint8_t *archive_secret(const struct archive *archive)
{
    return archive->secret;
}

bool archive_check(struct archive *archive, struct error *err)
{
    return store_check(archive, err);
}

bool archive_failed(const struct archive *archive)
{
    return atomic_load(&archive->failed);
}
