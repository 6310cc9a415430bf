// SPDX-License-Identifier: GPL-3.0-or-later
// What a subcommand of `leaper tours` may take: memory, disk, and time after Ctrl-C.
//
// The work itself asks for its bounds and whether it is still wanted (tours/budget.h), and ends with an error that says why. A watch
// stands behind it: a thread that ends the program when it takes more memory all the same, or goes on for longer than a moment
// after it was told to stop.
#ifndef LEAPER_CLI_TOURS_LIMITS_H
#define LEAPER_CLI_TOURS_LIMITS_H

#include "cli/line/options.h"

#include <stdbool.h>
#include <stddef.h>

// Blocks Ctrl-C and SIGTERM (in all threads made later) and starts the watch. `command` is named in what it says, and must last.
void tours_catch_interrupts(const char *command);

// Whether one of the two came.
bool tours_is_interrupted(void);

// Has the watch wait for so many seconds after Ctrl-C instead of a moment; negative: until the second Ctrl-C.
void tours_save_first(double seconds);

// Reads --memory: what the whole program may have resident, mapped files included, in MiB (0, not given: `standard` bytes), and
// lets the watch hold it. In *work what of that is left for the work, in bytes. False after having complained.
bool tours_memory_read(const char *command, const struct option *option, size_t standard, size_t *work);

// Three quarters of the machine's memory, in bytes: what counts may take when nobody says otherwise.
size_t tours_memory(void);

// Reads --disk, in MiB, or takes half of what is free in the directory (NULL: /var/tmp): what temporary files may take, in bytes.
// False after having complained.
bool tours_disk_read(const char *command, const struct option *option, const char *directory, size_t *disk);

#endif
