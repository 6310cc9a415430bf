// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours unit`: does part of a count, and writes what it found to files.
#include "cli/command.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_units.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct usage usage = {
    "leaper tours unit BOARD --unit N --dir DIRECTORY [options]\n"
    "       leaper tours unit BOARD [options]            how many units there are\n"
    "       leaper tours unit --check FILE [options]     calculates a unit again, in another way",
    "Does some of the independent units into which a count falls apart, and writes each to a file,\n"
    "DIRECTORY/unit-NUMBER.json: what is counted, which unit, what it found modulo several primes, and a\n"
    "checksum. Units may be done at any time, in any order, on machines that know nothing of each other; units\n"
    "that the directory already has are not done again. 'leaper tours merge DIRECTORY' puts them together.\n"
    "--check calculates a unit again modulo one of the primes throughout, and compares.\n",
    "  leaper tours unit 8x8\n"
    "  leaper tours unit 8x8 --unit 0-40 --dir units\n"
    "  leaper tours unit 10x10 --cut 8 --unit 1234 --dir units\n"
    "  leaper tours unit --check units/unit-000017.json\n",
    false,
};

enum { OPEN = TOURS_GROUND_COUNT, FROM, TO, CUT, UNIT, DIR_, CHECK, THREADS, MEMORY, SPILL, DISK, JSON };

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
        return usage_error(command, "--unit takes a number or a range as in 0-40, not '%s'", text);
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
           " states, %.1f MB, %.2f s (%.2f s of processors), remainder %" PRIu64 "\n",
           result->unit, job->units, result->states, (double)result->memory / 1048576, result->seconds,
           result->cpu, result->remainder[0]);
    fflush(stdout);
}

static int do_units(const char *command, const struct tours_job *job, const struct option *options,
                    const struct count_request *plain)
{
    struct error err;
    struct working working = {0};
    struct count_request request = *plain;
    uint32_t first = 0, last = 0;
    bool *found;
    const char *directory = options[DIR_].given;
    int status = read_range(command, options[UNIT].given, job->job.units, &first, &last);
    if (status != EXIT_FINE)
        return status;
    if (!directory)
        return usage_error(command, "--unit needs --dir DIRECTORY to write to");
    if (mkdir(directory, 0777) && errno != EEXIST)
        return usage_error(command, "cannot make the directory %s: %s", directory, strerror(errno));
    struct unit_result *results = tours_job_results(job, &found);
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
        printf(
            "{\"board\": \"%s\", \"leaper\": \"%s\", \"kind\": \"%s\", \"method\": \"%s\", \"units\": %" PRIu32
            ", \"cut\": %d, \"primes\": %u}\n",
            unit->subject.board, unit->subject.leaper, unit->subject.kind, count_method_name(unit->method),
            unit->units, unit->cut, unit->primes);
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
    struct tours_job_request asked = {NULL,       names.board, names.leaper, !strcmp(names.kind, "open"),
                                      names.from, names.to,    names.cut};
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

int cmd_tours_unit(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        {"open", NULL, "open tours", NULL},
        {"from", "CELL", "only open tours that begin here", NULL},
        {"to", "CELL", "only open tours that end here", NULL},
        {"cut", "N", "fix at least N cells of the separator: up to 3^N units", NULL},
        {"unit", "N", "the unit to do, from 0; or several, as in 0-40", NULL},
        {"dir", "DIRECTORY", "where the units' files are", NULL},
        {"check", "FILE", "calculate this unit again, in another way", NULL},
        TOURS_BOUND_OPTIONS,
        {"json", NULL, "say as JSON how many units there are", NULL},
        {0},
    };
    const char *command = argv[0];
    struct arguments arguments;
    struct tours_job job;
    long threads = (long)tours_processors(), cut = 0;
    size_t memory, disk;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error(command, "'%s' is one word too many", arguments.words[1]);
    if ((options[THREADS].given && !option_number(command, &options[THREADS], 1, 256, &threads)) ||
        !tours_memory_read(command, &options[MEMORY], tours_memory(), &memory) ||
        !tours_disk_read(command, &options[DISK], options[SPILL].given, &disk) ||
        (options[CUT].given && !option_number(command, &options[CUT], 1, UNIT_CUT_MAX, &cut)))
        return EXIT_USAGE;
    struct count_request request = {
        .threads = (unsigned)threads, .memory = memory, .disk = disk, .directory = options[SPILL].given};
    if (options[CHECK].given)
        return arguments.count || options[TOURS_BOARD].given
                   ? usage_error(command, "--check takes the board from the file")
                   : check(command, options[CHECK].given, &request);
    struct tours_job_request asked = {arguments.count ? arguments.words[0] : NULL,
                                      options[TOURS_BOARD].given,
                                      options[TOURS_LEAPER].given,
                                      options[OPEN].given != NULL,
                                      options[FROM].given,
                                      options[TO].given,
                                      (int)cut};
    status = tours_job_init(&job, command, &asked);
    if (status != EXIT_FINE)
        return status;
    status = options[UNIT].given ? do_units(command, &job, options, &request)
                                 : describe(command, &job, options[JSON].given);
    tours_job_clear(&job);
    return status;
}
