// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are replaced as a whole: whoever reads one finds the old contents or the new, never a part, also after a crash.
//
// The contents go to a draft beside the target ("NAME.new"), which takes its place once it is on the disk. The draft is locked
// while it is written: a second writer takes another name, and a draft that a crash left behind is removed by the next writer.
#ifndef LEAPER_BASE_FILE_OUTPUT_H
#define LEAPER_BASE_FILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// A file that is being written. Only `draft` is for callers: the path of the draft, for libraries that write by themselves.
struct file_output {
    char *draft, *target;
    FILE *file;
    int failure; // errno of what failed first; 0: nothing so far
    struct file_output *previous, *next;
};

// Begins to replace the file at `path`. Permissions of a file that exists are kept, and its owner and group where the system
// allows it; a new one gets `mode` less the umask. If `path` is a symbolic link, what it leads to is replaced.
// False with errno when no draft can be made, or when something other than a file is there; there is nothing to clean up then.
// The struct must stay where it is until it is committed or cancelled.
bool file_output_open(struct file_output *output, const char *path, mode_t mode);

// Writes more of it. What fails is remembered: committing then fails.
void file_output_write(struct file_output *output, const void *bytes, size_t size);

// Has the contents on the disk, then under the name of the target, and frees what the struct holds. False with errno when
// anything has failed: the draft is gone and the target as it was (only if the very last step failed, writing the folder to disk,
// the target is new but might be old again after a crash).
bool file_output_commit(struct file_output *output);

// The same, but fails with EEXIST when there is a file of that name by now.
bool file_output_commit_new(struct file_output *output);

// Forgets the draft; the target stays as it is. errno stays, too.
void file_output_cancel(struct file_output *output);

// Replaces the contents of a file in one call. False with errno.
bool file_output_replace(const char *path, mode_t mode, const void *bytes, size_t size);

// Removes all drafts of this process, for a program that ends where it stands. Nothing can be written through this module
// afterwards: threads that try wait for the end.
void file_output_discard_all(void);

#ifdef __cplusplus
}
#endif

#endif
