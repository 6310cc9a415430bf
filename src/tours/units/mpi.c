// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between ranks by MPI. The only file that knows MPI.
#include "tours/units/mpi.h"
#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

// A message on its way: its memory must stay until MPI is done with it.
struct parcel {
    struct parcel *next;
    MPI_Request request;
    uint64_t words[SPREAD_WORDS];
};

struct office {
    struct parcel *parcels;
};

// Frees the parcels that have left.
static void sweep(struct office *office)
{
    for (struct parcel **at = &office->parcels; *at;) {
        struct parcel *parcel = *at;
        int done = 0;
        // A receiver that is gone is an error here; the parcel is of no use any more.
        if (MPI_Test(&parcel->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &parcel->next;
            continue;
        }
        *at = parcel->next;
        free(parcel);
    }
}

static void send_words(void *context, int to, const uint64_t words[SPREAD_WORDS])
{
    struct office *office = context;
    struct parcel *parcel = memory_resize(NULL, 1, sizeof *parcel);
    sweep(office);
    memcpy(parcel->words, words, sizeof parcel->words);
    // What is sent here is waited for in sweep().
    // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
    if (MPI_Isend(parcel->words, SPREAD_WORDS, MPI_UINT64_T, to, 0, MPI_COMM_WORLD, &parcel->request) !=
        MPI_SUCCESS) {
        free(parcel);
        return;
    }
    parcel->next = office->parcels;
    office->parcels = parcel;
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

static bool receive_words(void *context, int *from, uint64_t words[SPREAD_WORDS])
{
    int there = 0;
    MPI_Status status;
    (void)context;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there)
        return false;
    *from = status.MPI_SOURCE;
    return MPI_Recv(words, SPREAD_WORDS, MPI_UINT64_T, *from, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS;
}

bool mpi_open(struct spread_transport *transport, struct error *err)
{
    int provided;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED)
        return error_set(err, ERROR_SYSTEM, "mpi", "MPI cannot be started");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    struct office *office = memory_resize(NULL, 1, sizeof *office);
    *office = (struct office){NULL};
    *transport = (struct spread_transport){.send = send_words, .receive = receive_words, .context = office};
    MPI_Comm_rank(MPI_COMM_WORLD, &transport->self);
    MPI_Comm_size(MPI_COMM_WORLD, &transport->count);
    return true;
}

void mpi_close(struct spread_transport *transport, bool all_there, int status)
{
    struct office *office = transport->context;
    if (!all_there)
        MPI_Abort(MPI_COMM_WORLD, status);
    // All receivers are there, so every parcel leaves in time.
    while (office->parcels)
        sweep(office);
    // Messages that nobody took (a last sign of life) would be left over otherwise.
    uint64_t words[SPREAD_WORDS];
    int from;
    while (receive_words(office, &from, words))
        ;
    MPI_Finalize();
    free(office);
}
