// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what an MPI launcher says in the environment, before MPI is started.
#include "spread/mpi.h"

#include "base/text.h"

#include <stdlib.h>

// Open MPI, then MPICH and others that use PMI, then Slurm's srun and others that use PMIx.
static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
static const char *const local_sizes[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};

bool mpi_launched(void)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]))
            return true;
    return false;
}

int mpi_processes_on_this_machine(void)
{
    long count = 1;
    for (size_t i = 0; i < sizeof local_sizes / sizeof *local_sizes; i++) {
        const char *text = getenv(local_sizes[i]);
        if (text && text_read_integer(text, 1, 1 << 20, &count))
            break;
    }
    return (int)count;
}
