// SPDX-License-Identifier: GPL-3.0-or-later
// Locks, names and replaces the files of games.
//
// The file of a game is replaced after each turn, so a lock on it would be lost: the lock is on a file beside it.
#include "cli/play/play_store.h"

#include "base/memory.h"
#include "cli/play/play_files.h"
#include "cli/play/play_keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_AT_ONCE = 99 };

// ---- Locks ----

enum lock_status { LOCK_TAKEN, LOCK_BUSY, LOCK_IMPOSSIBLE };

// Whether the open file still has that name: its last owner removes it.
static bool is_current(int fd, const char *path)
{
    struct stat open, named;
    return fstat(fd, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

static enum lock_status take_lock(const char *path, int *fd)
{
    for (;;) {
        *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (*fd < 0)
            return LOCK_IMPOSSIBLE;
        int failed = flock(*fd, LOCK_EX | LOCK_NB);
        if (!failed && is_current(*fd, path))
            return LOCK_TAKEN;
        int reason = errno;
        close(*fd);
        if (failed && reason != EINTR)
            return reason == EWOULDBLOCK ? LOCK_BUSY : LOCK_IMPOSSIBLE;
    }
}

// Sets the path and, if possible, locks it. If locking is impossible, for example in a read-only folder, the
// game can still be resumed.
static bool claim(struct play_store *store, const char *path)
{
    struct buffer lock;
    buffer_init(&lock);
    buffer_addf(&lock, "%s.lock", path);
    enum lock_status status = take_lock(buffer_text(&lock), &store->lock_fd);
    if (status != LOCK_BUSY)
        store->path = memory_copy_text(path);
    if (status == LOCK_TAKEN)
        store->lock = buffer_take(&lock);
    buffer_clear(&lock);
    return status != LOCK_BUSY;
}

// ---- Names ----

static bool claim_in_folder(struct play_store *store, bool resumes, struct error *err)
{
    char *usual = play_file_path("game", err);
    if (!usual)
        return false;
    store->in_folder = true;
    store->is_default = claim(store, usual);
    for (int number = 2; !store->path && !resumes && number <= GAMES_AT_ONCE; number++) {
        struct buffer path;
        buffer_init(&path);
        buffer_addf(&path, "%s-%d", usual, number);
        store->is_second = claim(store, buffer_text(&path));
        buffer_clear(&path);
    }
    if (!store->path)
        error_set(err, ERROR_BUSY, "", "the game in %s is being played by another 'leaper play'", usual);
    if (store->is_second)
        store->taken = usual;
    else
        free(usual);
    return store->path != NULL;
}

bool play_store_open(struct play_store *store, const char *named, bool resumes, struct error *err)
{
    *store = (struct play_store){.lock_fd = -1};
    if (!named)
        return claim_in_folder(store, resumes, err);
    return claim(store, named) ||
           error_set(err, ERROR_BUSY, "", "the game in %s is being played by another 'leaper play'", named);
}

// ---- Writing ----

// Makes room for this game.
static void put_aside(const char *path)
{
    struct buffer aside;
    if (access(path, F_OK) != 0)
        return;
    buffer_init(&aside);
    buffer_addf(&aside, "%s-before", path);
    if (rename(path, buffer_text(&aside)) == 0)
        printf("The previous game has been moved to %s.\n", buffer_text(&aside));
    buffer_clear(&aside);
}

bool play_store_write(struct play_store *store, const struct terminal_game *terminal, struct error *err)
{
    if (!store->path || (!store->written && !terminal->session->count))
        return true;
    if (store->in_folder && !store->written)
        put_aside(store->path);
    store->written = play_keep(terminal, store->path, err);
    if (!store->written)
        play_store_close(store);
    return store->written;
}

void play_store_close(struct play_store *store)
{
    // Removed while still locked, so that another process's lock is never removed.
    if (store->lock) {
        unlink(store->lock);
        close(store->lock_fd);
    }
    free(store->path);
    free(store->taken);
    free(store->lock);
    *store = (struct play_store){.lock_fd = -1};
}
