// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of MPI, behind the few calls that tours/units/spread.h needs.
#ifndef LEAPER_TOURS_MPI_H
#define LEAPER_TOURS_MPI_H

#include "tours/units/spread.h"

// Whether mpirun (or another launcher of MPI) started this process.
bool mpi_launched(void);

// How many of the ranks run on this machine, as far as the launcher tells; at least 1.
int mpi_ranks_on_this_machine(void);

// Joins the other ranks; the thread that calls it is the one that may send and receive. Fails with ERROR_SYSTEM when this
// program was built without MPI, or MPI cannot be had. Call it once in the life of a process.
bool mpi_open(struct spread_transport *transport, struct error *err);

// Takes leave. With lost ranks there is no orderly end in MPI: the launcher is asked to end what is left of the job, this
// process included, with `status` as its exit status; so everything must have been written before.
void mpi_close(struct spread_transport *transport, bool all_there, int status);

#endif
