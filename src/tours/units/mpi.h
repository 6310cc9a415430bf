// SPDX-License-Identifier: GPL-3.0-or-later
// MPI, behind the few calls that tours/units/spread.h needs.
#ifndef LEAPER_TOURS_MPI_H
#define LEAPER_TOURS_MPI_H

#include "tours/units/spread.h"

// Whether mpirun or another MPI launcher started this process.
bool mpi_launched(void);

// How many of the ranks run on this machine, as far as the launcher says; at least 1.
int mpi_ranks_on_this_machine(void);

// Joins the other ranks. Only the calling thread may send and receive. False with ERROR_SYSTEM when this program was built without MPI,
// MPI cannot be started, or there is no memory. Call it once in the life of a process.
bool mpi_open(struct spread_transport *transport, struct error *err);

// Leaves the other ranks. MPI has no orderly end when ranks are lost: the launcher is asked to kill the rest of the job,
// this process included, with `status` as its exit status, so everything must have been written before.
void mpi_close(struct spread_transport *transport, bool all_there, int status);

#endif
