// SPDX-License-Identifier: GPL-3.0-or-later
// Joins and leaves jobs of several processes.
#define _GNU_SOURCE // NOLINT(cert-dcl37-c): for sched_getaffinity()
#include "cli/ranks/ranks.h"

#include "cli/line/complain.h"
#include "spread/mpi.h"

#include <sched.h>
#include <stdio.h>
#include <unistd.h>

bool ranks_join(const char *command, struct ranks *ranks)
{
    struct error err;
    *ranks = (struct ranks){.launched = mpi_launched(), .transport.count = 1};
    if (!ranks->launched || mpi_open(&ranks->transport, &err))
        return true;
    failure_report(command, &err);
    return false;
}

bool ranks_leads(const struct ranks *ranks)
{
    return ranks->transport.self == 0;
}

void ranks_report_lost(const char *command, int lost, bool done)
{
    if (lost)
        fprintf(stderr, "leaper %s: %d process%s lost; %s\n", command, lost, lost == 1 ? " was" : "es were",
                done ? "others did the work" : "the work is not complete");
}

void ranks_leave(struct ranks *ranks, bool all_there, int status)
{
    fflush(stdout);
    if (ranks->launched)
        mpi_close(&ranks->transport, all_there, status);
}

unsigned ranks_processors(void)
{
    // A launcher may have bound this process to some of the processors.
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return count < 1 ? 1 : count > SPREAD_WORKERS_MAX ? SPREAD_WORKERS_MAX : (unsigned)count;
}

unsigned ranks_share_of_processors(void)
{
    unsigned allowed = ranks_processors();
    long share = sysconf(_SC_NPROCESSORS_ONLN) / mpi_processes_on_this_machine();
    return share < 1 ? 1 : (unsigned long)share < allowed ? (unsigned)share : allowed;
}
