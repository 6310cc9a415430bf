// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours unit`: computes units of a count, and writes the results to files.
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    struct tours_bound_settings bounds;
    bool as_json;
    const char *unit, *directory, *check;
    long cut;
};

struct working {
    struct tours_bar bar;
    uint32_t done, all, unit;
};

static bool progress(void *context, const struct count_progress *now)
{
    struct working *working = context;
    char text[96];
    double share = now->done > 0 ? now->done : 0;
    snprintf(text, sizeof text, "unit %" PRIu32 ": %s, %" PRIu64 " states", working->unit, now->what,
             now->states);
    tours_bar_show(&working->bar, (working->done + share) / working->all, text);
    return !tours_is_interrupted();
}

// Reads "17" or "17-40".
static int read_range(const char *command, const char *text, uint32_t units, uint32_t *first, uint32_t *last)
{
    char *end;
    unsigned long low = strtoul(text, &end, 10), high = low;
    bool good = text[0] >= '0' && text[0] <= '9';
    if (good && *end == '-' && end[1] >= '0' && end[1] <= '9')
        high = strtoul(end + 1, &end, 10);
    if (!good || *end || low > high)
        return usage_error(command, "--unit must be a number or a range as in 0-40, not '%s'", text);
    if (high >= units)
        return usage_error(command, "there are %" PRIu32 " units, 0 to %" PRIu32 "; not %lu", units,
                           units - 1, high);
    *first = (uint32_t)low;
    *last = (uint32_t)high;
    return EXIT_FINE;
}

static void print_unit(const struct unit_job *job, const struct unit_result *result)
{
    printf("unit %" PRIu32 " of %" PRIu32 ": %" PRIu64
           " states, %.1f MB, %.2f s (%.2f s of processor time), remainder %" PRIu64 "\n",
           result->unit, job->units, result->states, (double)result->memory / 1048576, result->seconds,
           result->cpu, result->remainder[0]);
    fflush(stdout);
}

static int do_units(const char *command, const struct tours_job *job, const struct settings *settings,
                    const struct count_request *plain)
{
    struct error err;
    struct working working = {0};
    struct count_request request = *plain;
    uint32_t first = 0, last = 0;
    bool *found;
    const char *directory = settings->directory;
    int status = read_range(command, settings->unit, job->job.units, &first, &last);
    if (status != EXIT_FINE)
        return status;
    if (!directory)
        return usage_error(command, "--unit needs --dir DIRECTORY to write to");
    if (mkdir(directory, 0777) && errno != EEXIST)
        return usage_error(command, "cannot create the directory %s: %s", directory, strerror(errno));
    struct unit_result *results = tours_job_results(job, &found);
    if (!results)
        return failure_report(command, &(struct error){.code = ERROR_SYSTEM, .message = "out of memory"});
    tours_catch_interrupts("tours unit");
    tours_bar_init(&working.bar);
    request.progress = progress;
    request.context = &working;
    working.all = last - first + 1;
    bool good = unit_load(&job->job, directory, found, results, &err);
    for (uint32_t u = first; u <= last && good; u++, working.done++) {
        struct unit_result result;
        working.unit = u;
        if (found[u])
            continue;
        good = unit_compute(&job->job, &(struct unit_task){.unit = u, .request = &request}, &result, &err) &&
               unit_save(&job->job, directory, &result, &err);
        tours_bar_erase(&working.bar);
        if (good)
            print_unit(&job->job, &result);
    }
    tours_bar_erase(&working.bar);
    if (!good)
        usage_report(command, &err);
    free(results);
    free(found);
    return good ? output_finish(command) : EXIT_FAILED;
}

static int describe(const char *command, const struct tours_job *job, bool json)
{
    const struct unit_job *unit = &job->job;
    if (json)
        tours_json_print(json_pack("{s:s, s:s, s:s, s:s, s:I, s:i, s:i}", "board", unit->subject.board,
                                   "leaper", unit->subject.leaper, "kind", unit->subject.kind, "method",
                                   count_method_name(unit->method), "units", (json_int_t)unit->units, "cut",
                                   unit->cut, "primes", (int)unit->primes));
    else
        printf("units     %" PRIu32 "\ncut       %d cells of the separator\nmethod    %s\nprimes    %u\n",
               unit->units, unit->cut, count_method_name(unit->method), unit->primes);
    return output_finish(command);
}

static int check(const char *command, const char *path, const struct count_request *plain)
{
    struct error err;
    struct unit_names names;
    struct tours_job job;
    struct unit_result theirs, mine;
    struct working working = {.all = 1};
    struct count_request request = *plain;
    char *text = unit_read_file(path, &err);
    if (!text || !unit_read_names(text, path, &names, &err)) {
        free(text);
        return usage_report(command, &err);
    }
    const struct tours_job_request asked = tours_job_named(&names);
    int status = tours_job_init(&job, command, &asked);
    if (status == EXIT_FINE) {
        request.progress = progress;
        request.context = &working;
        tours_catch_interrupts("tours unit");
        tours_bar_init(&working.bar);
        bool good = unit_read(&job.job, text, path, &theirs, &err);
        const struct unit_task task = {.unit = theirs.unit, .request = &request, .modulo_only = true};
        good = good && unit_compute(&job.job, &task, &mine, &err);
        unsigned last = job.job.primes - 1;
        tours_bar_erase(&working.bar);
        if (!good)
            usage_report(command, &err);
        else if (mine.remainder[last] != theirs.remainder[last])
            usage_error(command,
                        "%s: the unit is WRONG: its remainder modulo %" PRIu64 " is %" PRIu64
                        ", not %" PRIu64,
                        path, job.job.prime[last], mine.remainder[last], theirs.remainder[last]);
        else
            printf("unit %" PRIu32 " of %s is right modulo %" PRIu64 " (%.2f s)\n", theirs.unit, names.board,
                   job.job.prime[last], mine.seconds);
        status =
            good && mine.remainder[last] == theirs.remainder[last] ? output_finish(command) : EXIT_FAILED;
        tours_job_clear(&job);
    }
    unit_names_clear(&names);
    free(text);
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    const char *command = "tours unit";
    struct tours_job job;
    struct count_request request = {0};
    if (!tours_bounds_apply(command, &settings->bounds, &request))
        return EXIT_USAGE;
    if (settings->check)
        return settings->ground.size || settings->ground.placement
                   ? usage_error(command, "--check takes the board from the file")
                   : check(command, settings->check, &request);
    const struct tours_job_request asked = {settings->ground, settings->constraint, (int)settings->cut};
    int status = tours_job_init(&job, command, &asked);
    if (status != EXIT_FINE)
        return status;
    status = settings->unit ? do_units(command, &job, settings, &request)
                            : describe(command, &job, settings->as_json);
    tours_job_clear(&job);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "cut",
     .value = "N",
     .help = "fix at least N cells of the separator: up to 3^N units",
     NUMBER(struct settings, cut),
     .minimum = 1,
     .maximum = UNIT_CUT_MAX,
     .otherwise = "as many as suit the board"},
    {.name = "unit",
     .value = "N",
     .help = "the unit to compute, from 0; or several, as in 0-40",
     TEXT(struct settings, unit)},
    {.name = "dir",
     .value = "DIRECTORY",
     .help = "directory for the files of units",
     PATH(struct settings, directory)},
    {.name = "check",
     .value = "FILE",
     .help = "compute this unit again, in another way",
     PATH(struct settings, check)},
    {.name = "json", .help = "print the number of units as JSON", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_unit = {
    .name = "tours unit",
    .summary = "compute some units of a count, write them to files",
    .text =
        "Computes some of the independent units that a count can be divided into, and writes each to a file,\n"
        "DIRECTORY/unit-NUMBER.json: what is counted, which unit, its result modulo several primes, and a\n"
        "checksum. Units may be computed at any time, in any order, on unconnected machines; units that are\n"
        "in the directory already are not computed again. 'leaper tours merge DIRECTORY' combines them.\n"
        "Without --unit, the command prints how many units there are. --check computes a unit again with all\n"
        "arithmetic modulo one of the primes, and compares.\n",
    .examples = "  leaper tours unit 8x8\n"
                "  leaper tours unit 8x8 --unit 0-40 --dir units\n"
                "  leaper tours unit 10x10 --cut 8 --unit 1234 --dir units\n"
                "  leaper tours unit --check units/unit-000017.json\n",
    .synopsis = "BOARD --unit N --dir DIRECTORY [options]\nBOARD [options]\n--check FILE [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)},
               {&tours_bound_options, offsetof(struct settings, bounds)}},
    .size = sizeof(struct settings),
    .run = run,
};
