// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between processes by MPI. This is the only file that uses MPI.
#include "spread/mpi.h"

#include "base/memory.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

// A message being sent. Its memory must not be freed until MPI has sent it.
struct message {
    struct message *next;
    MPI_Request request;
    char bytes[];
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

static bool send_bytes(void *context, int to, const void *bytes, size_t length)
{
    struct outbox *outbox = context;
    free_sent(outbox);
    struct message *message = memory_try(NULL, 1, sizeof *message + length);
    if (!message)
        return false;
    memcpy(message->bytes, bytes, length);
    // free_sent() waits for what is sent here.
    // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker)
    if (MPI_Isend(message->bytes, (int)length, MPI_BYTE, to, 0, MPI_COMM_WORLD, &message->request) !=
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

static char *receive_bytes(void *context, int *from, size_t *length)
{
    int there = 0, count = 0;
    MPI_Status status;
    (void)context;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there ||
        MPI_Get_count(&status, MPI_BYTE, &count) != MPI_SUCCESS)
        return NULL;
    char *bytes = memory_try(NULL, (size_t)count, 1);
    *from = status.MPI_SOURCE;
    *length = (size_t)count;
    if (bytes && MPI_Recv(bytes, count, MPI_BYTE, *from, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS)
        return bytes;
    free(bytes);
    return NULL;
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
    *transport = (struct spread_transport){.send = send_bytes, .receive = receive_bytes, .context = outbox};
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
    int from;
    size_t length;
    for (char *bytes; (bytes = receive_bytes(outbox, &from, &length));)
        free(bytes);
    MPI_Finalize();
    free(outbox);
}
