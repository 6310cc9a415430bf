// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces files as a whole: draft, fsync, rename, fsync of the folder.
#include "base/file_output.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// The largest number of simultaneous writers of one target; how often to retry if others keep removing the draft.
enum { NAMES = 16, TRIES = 256 };

// All drafts being written. A draft is created and removed with the lock held.
static struct {
    pthread_mutex_t lock;
    struct file_output *first;
} outputs = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void enlist(struct file_output *output)
{
    output->previous = NULL;
    output->next = outputs.first;
    if (output->next)
        output->next->previous = output;
    outputs.first = output;
}

static void delist(const struct file_output *output)
{
    if (output->next)
        output->next->previous = output->previous;
    if (output->previous)
        output->previous->next = output->next;
    else
        outputs.first = output->next;
}

// ---- Drafts ----

// Locks the file; false if another process has locked it. On file systems without locks, simultaneous
// writers must be avoided by other means.
static bool lock_file(int fd)
{
    return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

// Whether the open file still has that name.
static bool has_name(int fd, const char *path)
{
    struct stat open_file, named;
    return fstat(fd, &open_file) == 0 && lstat(path, &named) == 0 && open_file.st_dev == named.st_dev &&
           open_file.st_ino == named.st_ino;
}

// Removes a draft unless it is being written. False if it is, or if it cannot be removed.
static bool remove_stale(const char *draft)
{
    int fd = open(draft, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT;
    bool gone = lock_file(fd) && (!has_name(fd, draft) || unlink(draft) == 0);
    close(fd);
    return gone;
}

// Creates and locks a draft with that name. -1 with errno, which is EEXIST if another writer has it.
static int create_draft(const char *draft, mode_t mode)
{
    for (int i = 0; i < TRIES; i++) {
        int fd = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        // Another writer may have removed it as stale before it was locked.
        if (fd >= 0 && lock_file(fd) && has_name(fd, draft))
            return fd;
        if (fd >= 0)
            close(fd);
        else if (errno != EEXIST)
            return -1;
        else if (!remove_stale(draft))
            break;
    }
    errno = EEXIST;
    return -1;
}

// Creates the draft under the first free name.
static int open_draft(struct file_output *output, mode_t mode)
{
    size_t size = strlen(output->target) + sizeof ".00.new";
    output->draft = memory_try(NULL, size, 1);
    int fd = -1;
    for (int i = 0; output->draft && fd < 0 && i < NAMES; i++) {
        if (i == 0)
            snprintf(output->draft, size, "%s.new", output->target);
        else
            snprintf(output->draft, size, "%s.%d.new", output->target, i);
        fd = create_draft(output->draft, mode);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

// ---- Opening ----

// The end of a chain of symbolic links; a dangling link is itself replaced.
static char *resolve(const char *path)
{
    struct stat status;
    char *target = lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
    return target ? target : memory_try_copy_text(path);
}

static void release(struct file_output *output)
{
    int reason = errno;
    if (output->file)
        fclose(output->file);
    free(output->draft);
    free(output->target);
    *output = (struct file_output){0};
    errno = reason;
}

// Gives the draft the owner and the permissions of the file that it is to replace.
static bool inherit(int fd, const struct stat *old)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return false;
    mode_t mode = old->st_mode & 0777;
    // If the group cannot be kept, another group must not get its permissions.
    if ((status.st_uid != old->st_uid || status.st_gid != old->st_gid) &&
        fchown(fd, old->st_uid, old->st_gid) != 0 && fchown(fd, (uid_t)-1, old->st_gid) != 0)
        mode &= (mode_t)~0070;
    return (status.st_mode & 0777) == mode || fchmod(fd, mode) == 0;
}

static bool open_all(struct file_output *output, const char *path, mode_t mode)
{
    struct stat old;
    output->target = resolve(path);
    if (!output->target)
        return false;
    bool replaces = lstat(output->target, &old) == 0 && !S_ISLNK(old.st_mode);
    if (replaces && !S_ISREG(old.st_mode)) {
        errno = S_ISDIR(old.st_mode) ? EISDIR : EINVAL;
        return false;
    }
    int fd = open_draft(output, mode);
    if (fd < 0)
        return false;
    output->file = !replaces || inherit(fd, &old) ? fdopen(fd, "wb") : NULL;
    if (!output->file) {
        int reason = errno;
        unlink(output->draft);
        close(fd);
        errno = reason;
    }
    return output->file;
}

bool file_output_open(struct file_output *output, const char *path, mode_t mode)
{
    *output = (struct file_output){0};
    pthread_mutex_lock(&outputs.lock);
    bool good = open_all(output, path, mode);
    if (good)
        enlist(output);
    pthread_mutex_unlock(&outputs.lock);
    if (!good)
        release(output);
    return good;
}

// ---- Writing ----

void file_output_write(struct file_output *output, const void *bytes, size_t size)
{
    errno = 0;
    if (!output->failure && fwrite(bytes, 1, size, output->file) != size)
        output->failure = errno ? errno : EIO;
}

// The rename is durable only once the folder has been flushed to disk.
bool file_output_sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buffer folder;
    buffer_init(&folder);
    buffer_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    int fd =
        folder.failed ? (errno = ENOMEM, -1) : open(buffer_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Some folders may be written to but not read, and some file systems cannot do this.
    bool good = fd >= 0 ? fsync(fd) == 0 || errno == EINVAL : errno == EACCES;
    if (fd >= 0) {
        int reason = errno;
        close(fd);
        errno = reason;
    }
    buffer_clear(&folder);
    return good;
}

static bool put_in_place(const struct file_output *output, bool is_new)
{
    if (!is_new)
        return rename(output->draft, output->target) == 0;
    // Unlike rename(), this fails if the target has been created meanwhile.
    return link(output->draft, output->target) == 0 && unlink(output->draft) == 0;
}

static bool commit(struct file_output *output, bool is_new)
{
    if (!output->failure && (fflush(output->file) != 0 || fsync(fileno(output->file)) != 0))
        output->failure = errno;
    pthread_mutex_lock(&outputs.lock);
    bool good = !output->failure && put_in_place(output, is_new);
    if (!good) {
        int reason = output->failure ? output->failure : errno;
        unlink(output->draft);
        errno = reason;
    }
    delist(output);
    pthread_mutex_unlock(&outputs.lock);
    good = good && file_output_sync_folder(output->target);
    release(output);
    return good;
}

bool file_output_commit(struct file_output *output)
{
    return commit(output, false);
}

bool file_output_commit_new(struct file_output *output)
{
    return commit(output, true);
}

void file_output_cancel(struct file_output *output)
{
    int reason = errno;
    pthread_mutex_lock(&outputs.lock);
    unlink(output->draft);
    delist(output);
    pthread_mutex_unlock(&outputs.lock);
    errno = reason;
    release(output);
}

bool file_output_replace(const char *path, mode_t mode, const void *bytes, size_t size)
{
    struct file_output output;
    if (!file_output_open(&output, path, mode))
        return false;
    file_output_write(&output, bytes, size);
    return file_output_commit(&output);
}

void file_output_discard_all(void)
{
    // Never unlocked: from now on no draft may be created or renamed.
    pthread_mutex_lock(&outputs.lock);
    for (const struct file_output *output = outputs.first; output; output = output->next)
        unlink(output->draft);
}
