// SPDX-License-Identifier: GPL-3.0-or-later
// Distributes independent units of work to processes that exchange messages.
//
// Processes are numbered from 0 (MPI calls this number the rank of a process). Process 0 leads: it hands out units, collects
// results, and notices when a process falls silent. The others follow. Every process, including the leader, has workers, threads
// that compute a unit at a time each, and reports every second that it is alive. A process that is silent for `patience` seconds
// counts as lost, and its units are handed out again; if a result arrives after all, it is used unless another process was faster.
// Results do not depend on which process computes them, so their sum is the same for any number of processes, one included.
//
// This module knows neither what is computed nor how messages are transported: see spread/mpi.h.
#ifndef LEAPER_SPREAD_SPREAD_H
#define LEAPER_SPREAD_SPREAD_H

#include "base/buffer.h"
#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPREAD_WORKERS_MAX = 256 };

// How processes exchange messages. All calls come from the thread that leads or follows. Messages from one process to another
// arrive in their order, each once, as long as neither is lost.
struct spread_transport {
    int self, count; // the number of this process, and how many there are
    // Sends without waiting for the receiver. False when there is no memory at the moment; sending may succeed later.
    bool (*send)(void *context, int to, const void *message, size_t length);
    // Takes the next message that has arrived; freed with free(). NULL if there is none, or no memory for it at the moment.
    char *(*receive)(void *context, int *from, size_t *length);
    void *context;
};

// What has become of a unit.
enum spread_end {
    SPREAD_DONE,
    SPREAD_DROPPED, // `stop` was set before it was done
    SPREAD_FAILED   // so the work cannot be done
};

// A unit, and what its worker is to fill in.
struct spread_unit {
    uint32_t number;
    unsigned worker; // of this process, below `workers`
    struct buffer
        result; // empty at first; sent as it is, so processes must be of one program, on machines of one kind
    struct error err; // if it fails
};

struct spread_progress {
    uint32_t done, units;
    int processes, lost;
};

struct spread_job {
    uint64_t print; // a fingerprint of what is computed and how, which must be the same in all processes
    uint32_t units;
    const bool *found; // [units] which are done before; NULL: none. Of the leader
    unsigned workers;  // of this process, 1 … SPREAD_WORKERS_MAX
    unsigned
        ahead; // units that another process than the leader has waiting for its workers, for which messages take time
    double patience; // seconds
    // Ends the work. Anybody may set it at any time; all units in progress see it. It is always set in the end.
    atomic_bool *stop;
    // Computes a unit, in the thread of its worker.
    enum spread_end (*compute)(void *context, struct spread_unit *unit);
    // Called last in the thread of each worker that has computed anything. May be NULL.
    void (*leave)(void *context, unsigned worker);
    // In the leader, in the thread that leads: takes the result of a unit, in any order but each once. False with an error ends the
    // work.
    bool (*accept)(void *context, uint32_t number, const char *result, size_t length, struct error *err);
    // In the leader, in the thread that leads, every few milliseconds. May be NULL.
    void (*look)(void *context, const struct spread_progress *now);
    void *context;
};

struct spread_outcome {
    bool complete; // all units are done
    int lost;      // processes that are missed at the end
};

// Has all units computed that are not done yet, or as many as are done when `stop` is set. False with an error of `compute` or
// `accept`, with ERROR_CONFLICT if a process computes something else, or with ERROR_SYSTEM if no thread can be started or there is no
// memory. The outcome is valid in any case.
bool spread_lead(const struct spread_transport *transport, const struct spread_job *job,
                 struct spread_outcome *outcome, struct error *err);

// In the leader, instead of spread_lead(): tells the others that there is nothing to do.
void spread_dismiss(const struct spread_transport *transport);

// A fingerprint of a text and of the program's version, for jobs that can be described in words.
uint64_t spread_print(const char *words);

// Works for the leader until told to stop. If `stop` is set here, what is being computed is given back, and no more is taken. It is an
// error if the leader is silent for five times `patience`.
bool spread_follow(const struct spread_transport *transport, const struct spread_job *job, struct error *err);

#endif
