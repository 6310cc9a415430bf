// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours count`: counts tours exactly.
#include "cli/tours/tours.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_spread.h"
#include "notation/json/json_text.h"
#include "spread/mpi.h"
#include "tours/count/count.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint;
    struct tours_bound_settings bounds;
    bool as_json;
    const char *method, *checkpoint, *units;
    long checkpoint_seconds, cut, patience; // negative, 0, 0: not given
};

enum { CHECKPOINT_SECONDS_DEFAULT = 20, PATIENCE_DEFAULT = 60 };

static bool progress(void *context, const struct count_progress *now)
{
    char text[128];
    snprintf(text, sizeof text, "%s, %" PRIu64 " states, %zu MB", now->what, now->states, now->memory >> 20);
    tours_bar_show(context, now->done, text);
    return !tours_is_interrupted();
}

static int read_request(const struct settings *settings, struct count_request *request)
{
    if (!tours_bounds_apply("tours count", &settings->bounds, request))
        return EXIT_USAGE;
    if (settings->method && !count_method_find(settings->method, &request->method))
        return usage_error("tours count", "--method must be auto, plain or meet, not '%s'", settings->method);
    request->checkpoint = settings->checkpoint;
    request->checkpoint_seconds = settings->checkpoint_seconds < 0 ? CHECKPOINT_SECONDS_DEFAULT
                                                                   : (unsigned)settings->checkpoint_seconds;
    return EXIT_FINE;
}

// The peak of the program's resident memory in bytes, including code, tables and mapped files.
static size_t peak_resident(void)
{
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) ? 0 : (size_t)used.ru_maxrss * 1024;
}

static void print_json(const struct tours_ground *ground, const struct count_result *result, double seconds)
{
    json_t *json = tours_json_begin(ground);
    json_put(&json, "count", json_string(result->count));
    json_put(&json, "directed", json_string(result->directed));
    json_put(&json, "method", json_string(count_method_name(result->method)));
    json_put(&json, "states", json_integer((json_int_t)result->states));
    json_put(&json, "seconds", json_real(seconds));
    json_put(&json, "memory", json_integer((json_int_t)result->memory));
    json_put(&json, "resident", json_integer((json_int_t)peak_resident()));
    json_put(&json, "spilled", json_integer((json_int_t)result->spilled));
    json_put(&json, "moduli", json_integer(result->moduli));
    tours_json_print(json);
}

static void print_text(const struct count_result *result, double seconds)
{
    printf("tours     %s\ndirected  %s\nmethod    %s\nstates    %" PRIu64
           "\ntime      %.2f s\nmemory    %.1f MB for states, %.1f MB for all\n",
           result->count, result->directed, count_method_name(result->method), result->states, seconds,
           (double)result->memory / 1048576, (double)peak_resident() / 1048576);
    if (result->spilled)
        printf("on disk   %.1f MB, written and read in order\n", (double)result->spilled / 1048576);
    if (result->moduli)
        printf("moduli    %u\n", result->moduli);
}

static int count(const struct tours_ground *ground, const struct count_request *request, bool as_json)
{
    const char *command = "tours count";
    struct count_request asked = *request;
    struct cycle_graph cycles;
    struct count_result result;
    struct tours_bar bar;
    struct error err;
    if (!cycle_graph_init(&cycles, &ground->graph, &ground->constraint, &err))
        return usage_report(command, &err);
    tours_catch_interrupts(command);
    if (request->checkpoint)
        tours_save_first(-1);
    tours_bar_init(&bar);
    asked.graph = &ground->graph;
    asked.cycles = &cycles;
    asked.progress = progress;
    asked.context = &bar;
    int status = EXIT_FINE;
    bool counted = count_tours(&asked, &result, &err);
    tours_bar_erase(&bar);
    if (!counted) {
        usage_report(command, &err);
        status = EXIT_FAILED;
    } else if (as_json) {
        print_json(ground, &result, tours_bar_seconds(&bar));
    } else {
        print_text(&result, tours_bar_seconds(&bar));
    }
    count_result_clear(&result);
    cycle_graph_clear(&cycles);
    return status == EXIT_FINE ? output_finish(command) : status;
}

static int count_in_units(const struct settings *settings, const struct count_request *request)
{
    if (settings->method || settings->checkpoint || settings->checkpoint_seconds >= 0)
        return usage_error(
            "tours count",
            "a count in units chooses its own method, and --units DIRECTORY takes the place of a checkpoint");
    const struct tours_spread_request spread = {
        .job = {settings->ground, settings->constraint, (int)settings->cut},
        .threads = settings->bounds.threads ? request->threads : 0,
        .memory = request->memory,
        .disk = request->disk,
        .spill = request->directory,
        .patience = settings->patience ? (double)settings->patience : PATIENCE_DEFAULT,
        .directory = settings->units,
        .json = settings->as_json};
    return tours_spread("tours count", &spread);
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    struct count_request request = {0};
    int status = read_request(settings, &request);
    if (status == EXIT_FINE && (settings->units || mpi_launched()))
        return count_in_units(settings, &request);
    if (status == EXIT_FINE && (settings->cut || settings->patience))
        return usage_error("tours count",
                           "--cut and --patience are for counts in units (--units, or mpirun)");
    if (status == EXIT_FINE)
        status = tours_ground_read(&ground, "tours count", &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    status = count(&ground, &request, settings->as_json);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "method",
     .value = "METHOD",
     .help = "auto, meet (meet in the middle), or plain (frontier, edge by edge; slow)",
     TEXT(struct settings, method)},
    {.name = "checkpoint",
     .value = "FILE",
     .help = "save the work to this file, and resume from it",
     PATH(struct settings, checkpoint)},
    {.name = "checkpoint-seconds",
     .value = "N",
     .help = "save at most every N seconds",
     NUMBER(struct settings, checkpoint_seconds),
     .maximum = 3600,
     .initial = -1,
     .otherwise = "20"},
    {.name = "units",
     .value = "DIRECTORY",
     .help = "count in units, keep each as a file here, and compute only missing ones",
     PATH(struct settings, units)},
    {.name = "cut",
     .value = "N",
     .help = "in units: fix at least N cells of the separator, up to 3^N units",
     NUMBER(struct settings, cut),
     .minimum = 1,
     .maximum = UNIT_CUT_MAX,
     .otherwise = "as many as suit the board"},
    {.name = "patience",
     .value = "SECONDS",
     .help = "under mpirun: how long a process may be silent",
     NUMBER(struct settings, patience),
     .minimum = 2,
     .maximum = 86400,
     .otherwise = "60"},
    {.name = "json", .help = "print the result as JSON", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_count = {
    .name = "tours count",
    .summary = "count tours exactly",
    .text =
        "Counts the tours of a leaper exactly: by default closed tours, each once regardless of its first cell\n"
        "and direction. An open tour and its reverse are the same tour, unless an end is given.\n"
        "Ctrl-C ends the count; with --checkpoint, the same command resumes it later.\n"
        "Under mpirun, or with --units, the count is done in independent units, which the processes share.\n"
        "With --units every unit is kept as a file, and none is computed twice. With 'mpirun --mca\n"
        "orte_enable_recovery 1', if a process dies, the others compute its units; without this option, Open\n"
        "MPI ends the job, and the same command resumes it later.\n",
    .examples = "  leaper tours count 8x8\n"
                "  leaper tours count 6x6 --open --from a1\n"
                "  leaper tours count --board '5/5/5/3**' --open --json\n"
                "  mpirun -n 4 leaper tours count 10x8 --units DIRECTORY\n"
                "  leaper tours count 7x8 --leaper 2,3 --method plain\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)},
               {&tours_constraint_options, offsetof(struct settings, constraint)},
               {&tours_bound_options, offsetof(struct settings, bounds)}},
    .size = sizeof(struct settings),
    .run = run,
};
