// SPDX-License-Identifier: GPL-3.0-or-later
// Finds, reads and replaces files in the state folder.
#include "cli/play/play_files.h"

#include "cli/line/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SIZE_MAX_OF_FILE = 4 << 20 };

// The folders of a path, as far as they are missing; for this user only.
static bool make_folders(char *path, struct error *err)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!there)
            error_set(err, ERROR_SYSTEM, "", "%s cannot be made: %s", path, strerror(errno));
        *slash = '/';
        if (!there)
            return false;
    }
    return true;
}

char *play_file_path(const char *name, struct error *err)
{
    // The XDG Base Directory Specification has relative paths ignored.
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct buffer path;
    buffer_init(&path);
    if (state && *state == '/')
        buffer_addf(&path, "%s/leaper/%s", state, name);
    else if (home && *home == '/')
        buffer_addf(&path, "%s/.local/state/leaper/%s", home, name);
    else
        error_set(err, ERROR_SYSTEM, "",
                  "neither XDG_STATE_HOME nor HOME says where the state of this user lies");
    if (path.length && make_folders(path.text, err))
        return buffer_take(&path);
    buffer_clear(&path);
    return NULL;
}

bool play_file_read(const char *path, struct buffer *text, struct error *err)
{
    return input_read_file(path, SIZE_MAX_OF_FILE, text, err);
}

static bool write_draft(int fd, const struct buffer *text)
{
    for (size_t at = 0; at < text->length;) {
        ssize_t wrote = write(fd, text->text + at, text->length - at);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        at += (size_t)wrote;
    }
    return fsync(fd) == 0;
}

// A renamed file is on the disk when its folder is.
static void sync_folder(const char *path)
{
    struct buffer folder;
    buffer_init(&folder);
    const char *slash = strrchr(path, '/');
    buffer_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    int fd = open(buffer_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    buffer_clear(&folder);
}

bool play_file_write(const char *path, const struct buffer *text, struct error *err)
{
    struct buffer draft;
    buffer_init(&draft);
    buffer_addf(&draft, "%s.%ld", path, (long)getpid());
    int fd = open(draft.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_draft(fd, text);
    good = (fd < 0 || close(fd) == 0) && good && rename(draft.text, path) == 0;
    if (!good) {
        error_set(err, ERROR_SYSTEM, "", "%s cannot be written: %s", path, strerror(errno));
        unlink(draft.text);
    } else {
        sync_folder(path);
    }
    buffer_clear(&draft);
    return good;
}
