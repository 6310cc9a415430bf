// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours count` in units: under mpirun, or with --units.
#ifndef LEAPER_CLI_TOURS_SPREAD_H
#define LEAPER_CLI_TOURS_SPREAD_H

#include "cli/tours/tours_units.h"

#include <stddef.h>

struct tours_spread_request {
    struct tours_job_request job;
    unsigned threads;      // 0: the processors of this machine, divided by the processes of the job on it
    size_t memory;         // of each process; 0: no limit
    size_t disk;           // for temporary files of each process
    const char *spill;     // directory for temporary files; NULL: /var/tmp
    double patience;       // seconds
    const char *directory; // for units' files; NULL: none
    bool json;
};

// Counts, and prints the result in process 0. Returns an exit status.
int tours_spread(const char *command, const struct tours_spread_request *asked);

#endif
