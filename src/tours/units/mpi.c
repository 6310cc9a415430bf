// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between processes by MPI. This is the only file that uses MPI.
#include "tours/units/mpi.h"
#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

// A message being sent. Its memory must not be freed until MPI has sent it.
struct message {
    struct message *next;
    MPI_Request request;
    uint64_t words[SPREAD_WORDS];
};

struct outbox {
    struct message *pending;
};

// Frees the messages that have been sent.
static void free_sent(struct outbox *outbox)
{
    for (struct message **at = &outbox->pending; *at;) {
        struct message *message = *at;
        int done = 0;
        // An error means that the receiver is gone, so the message is useless.
        if (MPI_Test(&message->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            at = &message->next;
            continue;
        }
        *at = message->next;
        free(message);
    }
}

static bool send_words(void *context, int to, const uint64_t words[SPREAD_WORDS])
{
    struct outbox *outbox = context;
    free_sent(outbox);
    struct message *message = memory_try(NULL, 1, sizeof *message);
    if (!message)
        return false;
    memcpy(message->words, words, sizeof message->words);
    // free_sent() waits for what is sent here.
    // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
    if (MPI_Isend(message->words, SPREAD_WORDS, MPI_UINT64_T, to, 0, MPI_COMM_WORLD, &message->request) !=
        MPI_SUCCESS) {
        // The receiver is gone; treat the message as lost.
        free(message);
        return true;
    }
    message->next = outbox->pending;
    outbox->pending = message;
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
    struct outbox *outbox = memory_try(NULL, 1, sizeof *outbox);
    if (!outbox)
        return error_no_memory(err);
    *outbox = (struct outbox){NULL};
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED) {
        free(outbox);
        return error_set(err, ERROR_SYSTEM, "mpi", "MPI cannot be started");
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    *transport = (struct spread_transport){.send = send_words, .receive = receive_words, .context = outbox};
    MPI_Comm_rank(MPI_COMM_WORLD, &transport->self);
    MPI_Comm_size(MPI_COMM_WORLD, &transport->count);
    return true;
}

void mpi_close(struct spread_transport *transport, bool all_there, int status)
{
    struct outbox *outbox = transport->context;
    if (!all_there)
        MPI_Abort(MPI_COMM_WORLD, status);
    // All receivers are alive, so every message will be sent.
    while (outbox->pending)
        free_sent(outbox);
    // Receive what has not been received yet, such as a last report of being alive: MPI wants no message left over.
    uint64_t words[SPREAD_WORDS];
    int from;
    while (receive_words(outbox, &from, words))
        ;
    MPI_Finalize();
    free(outbox);
}
