// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the subcommands that work with units of a count: reading what is counted, and printing the total.
#ifndef LEAPER_CLI_TOURS_UNITS_H
#define LEAPER_CLI_TOURS_UNITS_H

#include "cli/tours/tours.h"
#include "tours/units/unit.h"

// A count, with everything that its job points to.
struct tours_job {
    struct tours_ground ground;
    struct cycle_graph cycles;
    char *board, *leaper;
    char from[TOUR_CELL_NAME_SIZE], to[TOUR_CELL_NAME_SIZE];
    struct unit_job job;
};

// What a job is made from: the command line, or the names in the file of a unit.
struct tours_job_request {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    int cut; // 0: the program chooses
};

// The request for the job that a unit's file belongs to. The names must outlive the request, but not the job.
struct tours_job_request tours_job_named(const struct unit_names *names);

// Makes the job. Returns EXIT_FINE, or an exit status after reporting an error. Clear the job with tours_job_clear().
int tours_job_init(struct tours_job *job, const char *command, const struct tours_job_request *request);
void tours_job_clear(struct tours_job *job);

// Allocates an array for the results of all units, and one that says which are there; free both with free().
// NULL when there is no memory.
struct unit_result *tours_job_results(const struct tours_job *job, bool **found);

// Prints the total of all units as `tours count` does. Returns an exit status.
int tours_job_print(const char *command, const struct tours_job *job, const struct unit_result *results,
                    bool json, double seconds);

#endif
