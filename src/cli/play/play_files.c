// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and reads files in the state folder.
#include "cli/play/play_files.h"

#include "base/file_input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SIZE_MAX_OF_FILE = 4 << 20 };

// Creates the missing folders of a path, accessible to this user only.
static bool make_folders(char *path, struct error *err)
{
    for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!there)
            error_set(err, ERROR_SYSTEM, "", "cannot create %s: %s", path, strerror(errno));
        *slash = '/';
        if (!there)
            return false;
    }
    return true;
}

char *play_file_path(const char *name, struct error *err)
{
    // The XDG Base Directory Specification says that relative paths are ignored.
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct buffer path;
    buffer_init(&path);
    if (state && *state == '/')
        buffer_addf(&path, "%s/leaper/%s", state, name);
    else if (home && *home == '/')
        buffer_addf(&path, "%s/.local/state/leaper/%s", home, name);
    else
        error_set(err, ERROR_SYSTEM, "",
                  "no directory for user state: neither XDG_STATE_HOME nor HOME is set");
    if (path.length && make_folders(path.text, err))
        return buffer_take(&path);
    buffer_clear(&path);
    return NULL;
}

bool play_file_read(const char *path, struct buffer *text, struct error *err)
{
    return input_read_file(path, SIZE_MAX_OF_FILE, text, err);
}
