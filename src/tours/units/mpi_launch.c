// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what an MPI launcher says in the environment, before MPI is started.
#include "tours/units/mpi.h"

#include "base/text.h"

#include <stdlib.h>

// Open MPI, then MPICH and others that use PMI, then Slurm's srun and others that use PMIx.
static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", NULL};
static const char *const local_sizes[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", NULL};

bool mpi_launched(void)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]))
            return true;
    return false;
}

// The first of the variables that is a number of at least `minimum`, or else `minimum`.
static int read_first(const char *const *names, long minimum)
{
    long number = minimum;
    for (; *names; names++) {
        const char *text = getenv(*names);
        if (text && text_read_integer(text, minimum, 1 << 20, &number))
            break;
    }
    return (int)number;
}

int mpi_rank(void)
{
    return read_first(ranks, 0);
}

int mpi_processes_on_this_machine(void)
{
    return read_first(local_sizes, 1);
}
