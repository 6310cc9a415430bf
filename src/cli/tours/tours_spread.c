// SPDX-License-Identifier: GPL-3.0-or-later
// Counts in units, distributed to MPI processes if there are any.
#include "cli/tours/tours_spread.h"

#include "cli/ranks/ranks.h"
#include "tours/units/unit_spread.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// How long processes may take to end by themselves after Ctrl-C, in seconds.
static const double PROCESS_PATIENCE = 10;

static bool progress(void *context, const struct unit_spread_progress *now)
{
    struct tours_bar *bar = context;
    char text[96];
    int length =
        snprintf(text, sizeof text, "%" PRIu32 " of %" PRIu32 " units, %d process%s", now->units.done,
                 now->units.units, now->units.processes, now->units.processes == 1 ? "" : "es");
    if (now->units.lost && length > 0)
        snprintf(text + length, sizeof text - (size_t)length, ", %d lost", now->units.lost);
    tours_bar_show(bar, (double)now->units.done / now->units.units, text);
    return !tours_is_interrupted();
}

// Creates the directory, and reads the units that are there already.
static bool prepare(const struct tours_spread_request *asked, const struct unit_job *job, bool *found,
                    struct unit_result *results, struct error *err)
{
    if (!asked->directory)
        return true;
    if (mkdir(asked->directory, 0777) && errno != EEXIST)
        return error_set(err, ERROR_SYSTEM, "units", "cannot create the directory %s: %s", asked->directory,
                         strerror(errno));
    return unit_load(job, asked->directory, found, results, err);
}

struct leading {
    const char *command;
    const struct tours_spread_request *asked;
    const struct spread_transport *transport;
    const struct unit_spread_request *request;
};

// Leads the other processes. Returns an exit status, and sets how many of them were lost.
static int lead(const struct leading *leading, const struct tours_job *job, int *lost)
{
    struct error err;
    struct tours_bar *bar = leading->request->context;
    struct unit_spread_units units = {.results = tours_job_results(job, &units.found)};
    bool good = units.results ? prepare(leading->asked, &job->job, units.found, units.results, &err)
                              : error_no_memory(&err);
    if (good)
        good = unit_spread_lead(leading->transport, leading->request, &units, &err);
    else
        spread_dismiss(leading->transport);
    *lost = units.lost;
    tours_bar_erase(bar);
    int status = EXIT_FAILED;
    if (!good)
        usage_report(leading->command, &err);
    else
        status = tours_job_print(leading->command, job, units.results, leading->asked->json,
                                 tours_bar_seconds(bar));
    ranks_report_lost(leading->command, *lost, good);
    free(units.found);
    free(units.results);
    return status;
}

int tours_spread(const char *command, const struct tours_spread_request *asked)
{
    struct error err;
    struct tours_job job;
    struct tours_bar bar;
    struct ranks ranks;
    int lost = 0;
    tours_catch_interrupts("tours count");
    if (!ranks_join(command, &ranks))
        return EXIT_FAILED;
    // Processes need time to tell each other.
    if (ranks.launched)
        tours_save_first(PROCESS_PATIENCE);
    int status = tours_job_init(&job, command, &asked->job);
    if (status == EXIT_FINE) {
        struct unit_spread_request request = {.job = &job.job,
                                              .threads = asked->threads ? asked->threads
                                                                        : ranks_share_of_processors(),
                                              .memory = asked->memory,
                                              .disk = asked->disk,
                                              .spill = asked->spill,
                                              .patience = asked->patience,
                                              .directory = asked->directory,
                                              .progress = progress,
                                              .context = &bar};
        tours_bar_init(&bar);
        if (ranks_leads(&ranks))
            status = lead(&(struct leading){command, asked, &ranks.transport, &request}, &job, &lost);
        else if (!unit_spread_follow(&ranks.transport, &request, &err)) {
            usage_report(command, &err);
            status = EXIT_FAILED;
            lost = 1;
        }
        tours_job_clear(&job);
    }
    ranks_leave(&ranks, lost == 0, status);
    return status;
}
