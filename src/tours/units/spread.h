// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads the units of a count over processes ("ranks") that send each other messages.
//
// Rank 0 leads: it hands out units, collects and saves results, and notices who falls silent. The others follow. Each,
// rank 0 among them, works on one unit at a time, in a thread beside the one that sends and receives, and says every
// second that it is alive. A rank that says nothing for `patience` seconds counts as lost, and its unit is handed out
// again; should its result arrive after all, it is welcome if nobody else has brought it. Units do not depend on who
// does them, so the total is the same for any number of ranks.
//
// How messages travel is not known here: see tours/units/mpi.h.
#ifndef LEAPER_TOURS_SPREAD_H
#define LEAPER_TOURS_SPREAD_H

#include "tours/units/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SPREAD_WORDS = 8 + UNIT_PRIMES_MAX };

// Ranks and their messages of SPREAD_WORDS words. All calls come from the thread that leads or follows.
struct spread_transport {
    int self, count;
    // Sends without waiting for the receiver.
    void (*send)(void *context, int to, const uint64_t words[SPREAD_WORDS]);
    // Takes the next message that has arrived, if there is one.
    bool (*receive)(void *context, int *from, uint64_t words[SPREAD_WORDS]);
    void *context;
};

struct spread_progress {
    uint32_t done, units;
    int ranks, lost;
    uint64_t states; // of the units that are done
};

struct spread_request {
    const struct unit_job *job;
    unsigned threads;      // of each rank
    size_t memory;         // of each rank; 0: no bound
    size_t disk;           // for temporary files of each rank; 0: none are made
    const char *spill;     // for temporary files when states take more; NULL: /var/tmp
    double patience;       // seconds
    const char *directory; // for units' files; NULL: none
    // Rank 0 only, may be NULL: false ends the count.
    bool (*progress)(void *context, const struct spread_progress *now);
    void *context;
};

// Does all units that found[] lacks, and fills in results[] and found[]. *lost is how many ranks are lost at the end.
// Fails with ERROR_BUSY when `progress` ended it, ERROR_SYSTEM when a unit cannot be saved, or as unit_compute().
bool spread_lead(const struct spread_transport *transport, const struct spread_request *request, bool *found,
                 struct unit_result *results, int *lost, struct error *err);

// Works for rank 0 until it says stop, or is silent for five times `patience`, which is an error.
bool spread_follow(const struct spread_transport *transport, const struct spread_request *request,
                   struct error *err);

#ifdef __cplusplus
}
#endif

#endif
