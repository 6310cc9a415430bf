// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic replacement of files: a reader finds the old contents or the new, never a part, even after a crash.
// The contents are written to a draft beside the target ("NAME.new"), which is renamed over the target once
// it is on disk. The draft is locked while it is written: a second writer uses another name, and a draft left
// behind by a crash is removed by the next writer.
#ifndef LEAPER_BASE_FILE_OUTPUT_H
#define LEAPER_BASE_FILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// A file that is being written. Callers may read only `draft`, the path of the draft, for libraries that open
// files themselves.
struct file_output {
    char *draft, *target;
    FILE *file;
    int failure; // errno of the first failure; 0 if there was none
    struct file_output *previous, *next;
};

// Begins to replace the file at `path`. An existing file keeps its permissions, and its owner and group if
// the system allows it; a new one gets `mode` minus the umask. If `path` is a symbolic link, its target is
// replaced. False with errno if no draft can be made, or if `path` is not a regular file; nothing needs to be
// cleaned up then. The struct must not be moved until it is committed or cancelled.
bool file_output_open(struct file_output *output, const char *path, mode_t mode);

// Appends to the draft. A failure is remembered, and makes the commit fail.
void file_output_write(struct file_output *output, const void *bytes, size_t size);

// Flushes the draft to disk, renames it over the target, and frees what the struct holds. False with errno if
// anything has failed: the draft is removed and the target is unchanged. (If only the last step failed,
// flushing the folder, the target is new but may be the old one again after a crash.)
bool file_output_commit(struct file_output *output);

// The same, but fails with EEXIST if the target exists by now.
bool file_output_commit_new(struct file_output *output);

// Removes the draft; the target and errno are unchanged.
void file_output_cancel(struct file_output *output);

// Replaces the contents of a file in one call. False with errno.
bool file_output_replace(const char *path, mode_t mode, const void *bytes, size_t size);

// Flushes the folder of the file at `path` to disk, without which a new file may be gone after a crash. False with errno.
bool file_output_sync_folder(const char *path);

// Removes all drafts of this process, for a program that is about to exit. Afterwards nothing can be written
// through this module: threads that try are blocked until the process ends.
void file_output_discard_all(void);

#endif
