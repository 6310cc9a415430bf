// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in units, spread over the ranks of MPI if there are any.
#include "cli/tours/tours_spread.h"

#include "tours/units/mpi.h"
#include "tours/units/spread.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What ranks have to end by themselves after Ctrl-C, in seconds.
static const double RANKS_PATIENCE = 10;

static bool progress(void *context, const struct spread_progress *now)
{
    struct tours_bar *bar = context;
    char text[96];
    int length = snprintf(text, sizeof text, "%" PRIu32 " of %" PRIu32 " units, %d rank%s", now->done,
                          now->units, now->ranks, now->ranks == 1 ? "" : "s");
    if (now->lost && length > 0)
        snprintf(text + length, sizeof text - (size_t)length, ", %d lost", now->lost);
    tours_bar_show(bar, (double)now->done / now->units, text);
    return !tours_is_interrupted();
}

// Reads the units that are there already.
static bool prepare(const struct tours_spread_request *asked, const struct unit_job *job, bool *found,
                    struct unit_result *results, struct error *err)
{
    if (!asked->directory)
        return true;
    if (mkdir(asked->directory, 0777) && errno != EEXIST)
        return error_set(err, ERROR_SYSTEM, "units", "cannot make the directory %s: %s", asked->directory,
                         strerror(errno));
    return unit_load(job, asked->directory, found, results, err);
}

static int lead(const char *command, const struct tours_job *job, const struct tours_spread_request *asked,
                const struct spread_transport *transport, const struct spread_request *request, int *lost)
{
    struct error err;
    struct tours_bar *bar = request->context;
    bool *found;
    struct unit_result *results = tours_job_results(job, &found);
    bool good = results ? prepare(asked, &job->job, found, results, &err) : error_no_memory(&err);
    if (good) {
        struct spread_units units = {found, results, 0};
        good = spread_lead(transport, request, &units, &err);
        *lost = units.lost;
    } else {
        // The others wait to be told that there is nothing to do.
        struct error ignored;
        struct spread_request nothing = *request;
        memset(found, 1, job->job.units);
        struct spread_units units = {found, results, 0};
        spread_lead(transport, &nothing, &units, &ignored);
        *lost = units.lost;
    }
    tours_bar_erase(bar);
    int status = EXIT_FAILED;
    if (!good)
        usage_report(command, &err);
    else
        status = tours_job_print(command, job, results, asked->json, tours_bar_seconds(bar));
    if (*lost)
        fprintf(stderr, "leaper %s: %d rank%s lost; %s\n", command, *lost, *lost == 1 ? " was" : "s were",
                good ? "others did the work" : "the count is not complete");
    fflush(stdout);
    free(found);
    free(results);
    return status;
}

// The processors of this machine are for all its ranks, unless the launcher bound each to its own.
static unsigned threads_of_a_rank(void)
{
    unsigned allowed = tours_processors();
    long share = sysconf(_SC_NPROCESSORS_ONLN) / mpi_ranks_on_this_machine();
    return share < 1 ? 1 : (unsigned long)share < allowed ? (unsigned)share : allowed;
}

int tours_spread(const char *command, const struct tours_spread_request *asked)
{
    struct error err;
    struct tours_job job;
    struct tours_bar bar;
    struct spread_transport transport = {.count = 1};
    int lost = 0;
    bool launched = mpi_launched();
    tours_catch_interrupts("tours count");
    // Ranks tell each other.
    if (launched)
        tours_save_first(RANKS_PATIENCE);
    if (launched && !mpi_open(&transport, &err)) {
        usage_report(command, &err);
        return EXIT_FAILED;
    }
    int status = tours_job_init(&job, command, &asked->job);
    if (status == EXIT_FINE) {
        struct spread_request request = {.job = &job.job,
                                         .threads = asked->threads ? asked->threads : threads_of_a_rank(),
                                         .memory = asked->memory,
                                         .disk = asked->disk,
                                         .spill = asked->spill,
                                         .patience = asked->patience,
                                         .directory = asked->directory,
                                         .progress = progress,
                                         .context = &bar};
        tours_bar_init(&bar);
        if (transport.self == 0)
            status = lead(command, &job, asked, &transport, &request, &lost);
        else if (!spread_follow(&transport, &request, &err)) {
            usage_report(command, &err);
            status = EXIT_FAILED;
            lost = 1;
        }
        tours_job_clear(&job);
    }
    if (launched)
        mpi_close(&transport, lost == 0, status);
    return status;
}
