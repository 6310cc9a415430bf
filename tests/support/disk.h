// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that fails when a test wants it to: SQLite's usual file system with switches.
#ifndef LEAPER_TESTS_SUPPORT_DISK_H
#define LEAPER_TESTS_SUPPORT_DISK_H

enum disk_call { DISK_WRITE, DISK_SYNC, DISK_CALLS };

extern struct disk {
    int countdown[DISK_CALLS]; // the call that fails, 1 the next; 0: none
    int failing[DISK_CALLS];   // how many in a row fail from then on
    int seen[DISK_CALLS];      // calls so far
    int full;                  // no file can grow
} disk;

// Has all databases opened from now on lie on that disk, as long as the process lives.
void disk_install(void);

#endif
