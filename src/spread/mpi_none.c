// SPDX-License-Identifier: GPL-3.0-or-later
// Implements spread/mpi.h in a program built without MPI.
#include "spread/mpi.h"

bool mpi_open(struct spread_transport *transport, struct error *err)
{
    *transport = (struct spread_transport){.count = 1};
    return error_set(
        err, ERROR_SYSTEM, "mpi",
        "this program was built without MPI and cannot run under mpirun; install libopenmpi-dev and "
        "build it again with -Dmpi=enabled");
}

void mpi_close(struct spread_transport *transport, bool all_there, int status)
{
    (void)transport;
    (void)all_there;
    (void)status;
}
