// SPDX-License-Identifier: GPL-3.0-or-later
// What tours/units/mpi.h promises, in a program built without MPI.
#include "tours/units/mpi.h"

bool ranks_open(struct ranks *ranks, struct error *err)
{
    *ranks = (struct ranks){.count = 1};
    return error_set(
        err, ERROR_SYSTEM, "mpi",
        "this program was built without MPI and cannot run under mpirun; install libopenmpi-dev and "
        "build it again with -Dmpi=enabled");
}

void ranks_close(struct ranks *ranks, bool all_there, int status)
{
    (void)ranks;
    (void)all_there;
    (void)status;
}
