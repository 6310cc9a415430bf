// SPDX-License-Identifier: GPL-3.0-or-later
// Distributes the units of a count to processes that exchange messages.
//
// Processes are numbered from 0 (MPI calls this number the rank of a process). Process 0 leads: it hands out units, collects and
// saves results, and notices when a process falls silent. The others follow. Every process, including the leader, works on one
// unit at a time, in a thread separate from the one that sends and receives, and reports every second that it is alive. A process
// that is silent for `patience` seconds counts as lost, and its unit is handed out again; if its result arrives after all, it is
// used unless another process was faster. Results do not depend on which process computes them, so the total is the same for any
// number of processes.
//
// This module does not know how messages are transported: see tours/units/mpi.h.
#ifndef LEAPER_TOURS_SPREAD_H
#define LEAPER_TOURS_SPREAD_H

#include "tours/units/unit.h"

enum { SPREAD_WORDS = 8 + UNIT_PRIMES_MAX };

// How processes exchange messages of SPREAD_WORDS words. All calls come from the thread that leads or follows.
struct spread_transport {
    int self, count; // the number of this process, and how many there are
    // Sends without waiting for the receiver. False when there is no memory at the moment; sending may succeed later.
    bool (*send)(void *context, int to, const uint64_t words[SPREAD_WORDS]);
    // Takes the next message that has arrived, if any.
    bool (*receive)(void *context, int *from, uint64_t words[SPREAD_WORDS]);
    void *context;
};

struct spread_progress {
    uint32_t done, units;
    int processes, lost;
    uint64_t states; // of finished units
};

struct spread_request {
    const struct unit_job *job;
    unsigned threads;      // of each process
    size_t memory;         // of each process; 0: no bound
    size_t disk;           // for temporary files of each process; 0: none are made
    const char *spill;     // directory for temporary files; NULL: /var/tmp
    double patience;       // seconds
    const char *directory; // for units' files; NULL: none
    // Called in the leader only; returning false ends the count. May be NULL.
    bool (*progress)(void *context, const struct spread_progress *now);
    void *context;
};

// The units of a job: which are done, their results, and how many processes are lost at the end.
struct spread_units {
    bool *found;                 // [units]
    struct unit_result *results; // [units]
    int lost;
};

// Has all units computed that are not done yet. False with ERROR_BUSY when `progress` ended the count, with ERROR_SYSTEM when a
// unit cannot be saved or there is no memory, or with an error of unit_compute().
bool spread_lead(const struct spread_transport *transport, const struct spread_request *request,
                 struct spread_units *units, struct error *err);

// In the leader, instead of spread_lead(): tells the others that there is nothing to do.
void spread_dismiss(const struct spread_transport *transport, const struct unit_job *job);

// Works for the leader until told to stop. It is an error if the leader is silent for five times `patience`.
bool spread_follow(const struct spread_transport *transport, const struct spread_request *request,
                   struct error *err);

#endif
