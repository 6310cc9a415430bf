// SPDX-License-Identifier: GPL-3.0-or-later
// Limits of the subcommands of `leaper tours`: threads, memory, disk space, and time after Ctrl-C.
//
// The work itself checks its limits and whether to continue (tours/budget.h), and ends with an error that says why. In addition, a
// watch, which is a thread, ends the program when it exceeds its memory nevertheless, or continues for too long after it was told
// to stop.
#ifndef LEAPER_CLI_TOURS_LIMITS_H
#define LEAPER_CLI_TOURS_LIMITS_H

#include "cli/line/argument.h"
#include "tours/count_request.h"

#include <stdbool.h>
#include <stddef.h>

// Blocks Ctrl-C and SIGTERM (in all threads created later) and starts the watch. Its messages name `command`, which must stay
// valid.
void tours_catch_interrupts(const char *command);

// Whether one of these signals has arrived.
bool tours_is_interrupted(void);

// Makes the watch wait for that many seconds after Ctrl-C instead of the usual fraction of one; negative: until the second Ctrl-C.
void tours_save_first(double seconds);

// Applies --memory, a limit in MiB on the resident memory of the whole program, mapped files included (0, not given: `standard`
// bytes), and makes the watch enforce it. *work receives what is left for the work, in bytes. False after reporting an error.
bool tours_memory_apply(const char *command, long megabytes, size_t standard, size_t *work);

// Three quarters of the machine's memory, in bytes: the default limit for counts and estimates.
size_t tours_memory(void);

// The value of --threads, or one thread per processor if that is 0, not given.
unsigned tours_threads(long given);

// How many bytes temporary files may take: --disk in MiB, or, if that is negative (not given), half of the free space in the
// directory (NULL: /var/tmp).
size_t tours_disk(long megabytes, const char *directory);

// The options for limits of the commands that count with states.
struct tours_bound_settings {
    long threads;      // 0: not given
    long memory, disk; // as above
    const char *spill; // NULL: not given
};
extern const struct argument_group tours_bound_options;

// Applies them to a count. False after reporting an error.
bool tours_bounds_apply(const char *command, const struct tours_bound_settings *bounds,
                        struct count_request *request);

// The limit on memory alone, in MiB, for commands without temporary files; 0: not given.
#define TOURS_MEMORY_OPTION(settings, member, standard)                                                      \
    .name = "memory", .value = "MIB", .help = "limit on the program's memory, in MiB",                       \
    NUMBER(settings, member), .minimum = 1, .maximum = 1 << 20, .otherwise = (standard)
// The number of threads; 0: not given.
#define TOURS_THREADS_OPTION(settings, member)                                                               \
    .name = "threads", .value = "N", .help = "the number of threads", NUMBER(settings, member),              \
    .minimum = 1, .maximum = 256, .otherwise = "one per processor"

#endif
