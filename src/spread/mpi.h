// SPDX-License-Identifier: GPL-3.0-or-later
// MPI, reduced to the few calls that spread/spread.h needs.
#ifndef LEAPER_SPREAD_MPI_H
#define LEAPER_SPREAD_MPI_H

#include "spread/spread.h"

// Whether mpirun or another MPI launcher started this process.
bool mpi_launched(void);

// How many processes of the job run on this machine, according to the launcher; at least 1.
int mpi_processes_on_this_machine(void);

// Joins the other processes of the job. Only the calling thread may send and receive. False with ERROR_SYSTEM when this program
// was built without MPI, MPI cannot be started, or there is no memory. Call this once in the life of a process.
bool mpi_open(struct spread_transport *transport, struct error *err);

// Leaves the job. When processes have been lost, MPI cannot shut down in order: the launcher is asked to kill the rest of the
// job, including this process, with `status` as its exit status. So all output must have been written before.
void mpi_close(struct spread_transport *transport, bool all_there, int status);

#endif
