// SPDX-License-Identifier: GPL-3.0-or-later
// Distributes the units of a count to processes (spread/spread.h). Each computes one unit at a time, with all of its threads.
#ifndef LEAPER_TOURS_UNIT_SPREAD_H
#define LEAPER_TOURS_UNIT_SPREAD_H

#include "spread/spread.h"
#include "tours/units/unit.h"

struct unit_spread_progress {
    struct spread_progress units;
    uint64_t states; // of finished units
};

struct unit_spread_request {
    const struct unit_job *job;
    unsigned threads;      // of each process
    size_t memory;         // of each process; 0: no bound
    size_t disk;           // for temporary files of each process; 0: none are made
    const char *spill;     // directory for temporary files; NULL: /var/tmp
    double patience;       // seconds
    const char *directory; // for units' files; NULL: none
    // Called in the leader only; returning false ends the count. May be NULL.
    bool (*progress)(void *context, const struct unit_spread_progress *now);
    void *context;
};

// The units of a job: which are done, their results, and how many processes are lost at the end.
struct unit_spread_units {
    bool *found;                 // [units]
    struct unit_result *results; // [units]
    int lost;
};

// Has all units computed that are not done yet. False with ERROR_BUSY when `progress` ended the count, with ERROR_SYSTEM when a
// unit cannot be saved or there is no memory, or with an error of unit_compute() or spread_lead().
bool unit_spread_lead(const struct spread_transport *transport, const struct unit_spread_request *request,
                      struct unit_spread_units *units, struct error *err);

// Works for the leader until told to stop, as spread_follow().
bool unit_spread_follow(const struct spread_transport *transport, const struct unit_spread_request *request,
                        struct error *err);

#endif
