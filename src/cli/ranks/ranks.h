// SPDX-License-Identifier: GPL-3.0-or-later
// The processes of a job that mpirun or another MPI launcher has started. Without one, there is this process alone.
#ifndef LEAPER_CLI_RANKS_H
#define LEAPER_CLI_RANKS_H

#include "spread/spread.h"

// The option --patience of commands whose work is spread; `member` is a long, in seconds.
#define RANKS_PATIENCE_OPTION(settings, member)                                                              \
    .name = "patience", .value = "SECONDS", .help = "under mpirun: how long a process may be silent",        \
    NUMBER(settings, member), .minimum = 1, .maximum = 1000000, .initial = 60

struct ranks {
    bool launched; // by an MPI launcher
    struct spread_transport transport;
};

// Joins the other processes; false after reporting an error.
bool ranks_join(const char *command, struct ranks *ranks);

// Whether this process leads.
bool ranks_leads(const struct ranks *ranks);

// Says on standard error how many processes were lost, if any; `done`: the others have done their work.
void ranks_report_lost(const char *command, int lost, bool done);

// Leaves the job: see mpi_close(). All output must have been written.
void ranks_leave(struct ranks *ranks, bool all_there, int status);

// How many processors this process may use.
unsigned ranks_processors(void);

// The same, where processes on this machine share its processors, unless the launcher has bound each to its own.
unsigned ranks_share_of_processors(void);

#endif
