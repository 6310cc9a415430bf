// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between ranks by MPI. This is the only file that uses MPI.
#include "tours/units/mpi.h"
#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

// A message on its way. Its memory must not be freed until MPI has sent it.
struct parcel {
    struct parcel *next;
    MPI_Request request;
    uint64_t words[SPREAD_WORDS];
};

struct office {
    struct parcel *parcels;
};

// Frees the parcels that have been sent.
static void sweep(struct office *office)
{
    for (struct parcel **at = &office->parcels; *at;) {
        struct parcel *parcel = *at;
        int done = 0;
        // An error means that the receiver is gone, so the parcel is useless.
        if (MPI_Test(&parcel->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &parcel->next;
            continue;
        }
        *at = parcel->next;
        free(parcel);
    }
}

static bool send_words(void *context, int to, const uint64_t words[SPREAD_WORDS])
{
    struct office *office = context;
    sweep(office);
    struct parcel *parcel = memory_try(NULL, 1, sizeof *parcel);
    if (!parcel)
        return false;
    memcpy(parcel->words, words, sizeof parcel->words);
    // sweep() waits for what is sent here.
    // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
    if (MPI_Isend(parcel->words, SPREAD_WORDS, MPI_UINT64_T, to, 0, MPI_COMM_WORLD, &parcel->request) !=
        MPI_SUCCESS) {
        // The receiver is gone; treat the message as lost.
        free(parcel);
        return true;
    }
    parcel->next = office->parcels;
    office->parcels = parcel;
    return true;
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
    struct office *office = memory_try(NULL, 1, sizeof *office);
    if (!office)
        return error_no_memory(err);
    *office = (struct office){NULL};
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED) {
        free(office);
        return error_set(err, ERROR_SYSTEM, "mpi", "MPI cannot be started");
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
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
    // All receivers are alive, so every parcel will be sent.
    while (office->parcels)
        sweep(office);
    // Receive what nobody has taken yet, such as a last sign of life: no message may be left over.
    uint64_t words[SPREAD_WORDS];
    int from;
    while (receive_words(office, &from, words))
        ;
    MPI_Finalize();
    free(office);
}
