// SPDX-License-Identifier: GPL-3.0-or-later
// What a subcommand of `leaper tours` may take: memory, disk, and time after Ctrl-C.
//
// The work itself asks for its bounds and whether it is still wanted (tours/budget.h), and ends with an error that says why. A watch
// stands behind it: a thread that ends the program when it takes more memory all the same, or goes on for longer than a moment
// after it was told to stop.
#ifndef LEAPER_CLI_TOURS_LIMITS_H
#define LEAPER_CLI_TOURS_LIMITS_H

#include "cli/line/argument.h"

#include <stdbool.h>
#include <stddef.h>

// Blocks Ctrl-C and SIGTERM (in all threads made later) and starts the watch. `command` is named in what it says, and must last.
void tours_catch_interrupts(const char *command);

// Whether one of the two came.
bool tours_is_interrupted(void);

// Has the watch wait for so many seconds after Ctrl-C instead of a moment; negative: until the second Ctrl-C.
void tours_save_first(double seconds);

// Applies --memory: what the whole program may have resident, mapped files included, in MiB (0, not given: `standard` bytes), and
// makes the watch enforce it. *work receives what is left for the work, in bytes. False after having complained.
bool tours_memory_apply(const char *command, long megabytes, size_t standard, size_t *work);

// Three quarters of the machine's memory, in bytes: what counts may take when nobody says otherwise.
size_t tours_memory(void);

// What temporary files may take, in bytes: --disk in MiB, or if that is negative (not given), half of what is free in the directory
// (NULL: /var/tmp).
size_t tours_disk(long megabytes, const char *directory);

// The options by which the commands that count in states are bounded.
struct tours_bound_settings {
    long threads;      // 0: not given
    long memory, disk; // as above
    const char *spill; // NULL: not given
};
extern const struct argument_group tours_bound_options;

// The bound on memory alone, for commands that have no temporary files. MiB; 0: not given.
#define TOURS_MEMORY_OPTION(settings, member, standard)                                                      \
    .name = "memory", .value = "MIB", .help = "what the program may have in memory, in MiB",                 \
    NUMBER(settings, member), .minimum = 1, .maximum = 1 << 20, .otherwise = (standard)
// The number of threads; 0: not given.
#define TOURS_THREADS_OPTION(settings, member)                                                               \
    .name = "threads", .value = "N", .help = "how many threads work", NUMBER(settings, member),              \
    .minimum = 1, .maximum = 256, .otherwise = "one per processor"

#endif
