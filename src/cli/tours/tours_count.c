// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours count`: counts tours exactly.
#include "cli/tours/tours.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_spread.h"
#include "tours/count/count.h"
#include "tours/units/mpi.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_bound_settings bounds;
    bool open, closed, as_json;
    const char *from, *to, *method, *checkpoint, *units;
    long checkpoint_seconds, cut, patience; // negative, 0, 0: not given
};

enum { CHECKPOINT_SECONDS_DEFAULT = 20, PATIENCE_DEFAULT = 60 };

struct counting {
    struct tours_bar bar;
};

static bool progress(void *context, const struct count_progress *now)
{
    struct counting *counting = context;
    char text[128];
    snprintf(text, sizeof text, "%s, %" PRIu64 " states, %zu MB", now->what, now->states, now->memory >> 20);
    tours_bar_show(&counting->bar, now->done, text);
    return !tours_is_interrupted();
}

static int read_ends(const struct tours_ground *ground, const struct settings *settings,
                     struct tour_constraint *ends)
{
    const char *const names[] = {"from", "to"}, *const given[] = {settings->from, settings->to};
    int *const vertices[] = {&ends->from, &ends->to};
    *ends = (struct tour_constraint){settings->open, -1, -1};
    if (settings->open && settings->closed)
        return usage_error("tours count", "a tour is closed or open, not both");
    if (!settings->open && (settings->from || settings->to))
        return usage_error("tours count",
                           "closed tours pass through every cell; --from and --to go with --open");
    for (int i = 0; i < 2; i++) {
        struct error err;
        int cell;
        if (!given[i])
            continue;
        if (!tour_board_cell_read(&ground->board, given[i], &cell, names[i], &err))
            return usage_report("tours count", &err);
        *vertices[i] = ground->graph.vertex[cell];
    }
    return EXIT_FINE;
}

static int read_request(const struct settings *settings, struct count_request *request)
{
    const struct tours_bound_settings *bounds = &settings->bounds;
    if (!tours_memory_apply("tours count", bounds->memory, tours_memory(), &request->memory))
        return EXIT_USAGE;
    if (settings->method && !count_method_find(settings->method, &request->method))
        return usage_error("tours count", "--method must be auto, plain or meet, not '%s'", settings->method);
    request->disk = tours_disk(bounds->disk, bounds->spill);
    request->threads = bounds->threads ? (unsigned)bounds->threads : tours_processors();
    request->directory = bounds->spill;
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

static void print_json(const struct tours_ground *ground, const struct count_result *result,
                       const char *piece, bool open, double seconds)
{
    struct buffer board;
    buffer_init(&board);
    tour_board_write(&ground->board, &board);
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:f, s:I, s:I, s:I, s:i}", "board", buffer_text(&board),
        "leaper", piece, "kind", open ? "open" : "closed", "count", result->count, "directed",
        result->directed, "method", count_method_name(result->method), "states", (json_int_t)result->states,
        "seconds", seconds, "memory", (json_int_t)result->memory, "resident", (json_int_t)peak_resident(),
        "spilled", (json_int_t)result->spilled, "moduli", (int)result->moduli);
    tours_json_print("tours count", json);
    buffer_clear(&board);
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

static int count(const struct tours_ground *ground, const struct count_request *request,
                 const struct tour_constraint *ends, const struct settings *settings)
{
    const char *command = "tours count";
    struct count_request asked = *request;
    struct cycle_graph cycles;
    struct count_result result;
    struct counting counting;
    struct error err;
    if (!cycle_graph_init(&cycles, &ground->graph, ends, &err))
        return usage_report(command, &err);
    tours_catch_interrupts("tours count");
    if (request->checkpoint)
        tours_save_first(-1);
    tours_bar_init(&counting.bar);
    asked.graph = &ground->graph;
    asked.cycles = &cycles;
    asked.progress = progress;
    asked.context = &counting;
    int status = EXIT_FINE;
    bool counted = count_tours(&asked, &result, &err);
    tours_bar_erase(&counting.bar);
    if (!counted) {
        usage_report(command, &err);
        status = EXIT_FAILED;
    } else if (settings->as_json) {
        print_json(ground, &result, tours_leaper_name(&settings->ground), ends->open,
                   tours_bar_seconds(&counting.bar));
    } else {
        print_text(&result, tours_bar_seconds(&counting.bar));
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
    if (settings->open && settings->closed)
        return usage_error("tours count", "a tour is either open or closed");
    const struct tours_spread_request spread = {
        .job = {settings->ground, settings->open, settings->from, settings->to, (int)settings->cut},
        .threads = settings->bounds.threads ? request->threads : 0,
        .memory = request->memory,
        .disk = request->disk,
        .spill = request->directory,
        .patience = settings->patience ? (double)settings->patience : PATIENCE_DEFAULT,
        .directory = settings->units,
        .json = settings->as_json};
    return tours_spread("tours count", &spread);
}

// Under MPI every process gets the same command line; if it is wrong, the first one says why.
static void prepare(void)
{
    complain_quietly(mpi_launched() && mpi_rank() > 0);
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground ground;
    struct tour_constraint ends;
    struct count_request request = {0};
    int status = read_request(settings, &request);
    if (status == EXIT_FINE && (settings->units || mpi_launched()))
        return count_in_units(settings, &request);
    if (status == EXIT_FINE && (settings->cut || settings->patience))
        return usage_error("tours count",
                           "--cut and --patience are for counts in units (--units, or mpirun)");
    if (status == EXIT_FINE)
        status = tours_ground_read(&ground, "tours count", &settings->ground);
    if (status != EXIT_FINE)
        return status;
    status = read_ends(&ground, settings, &ends);
    if (status == EXIT_FINE)
        status = count(&ground, &request, &ends, settings);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "open", .help = "count open tours", FLAG(struct settings, open)},
    {.name = "closed", .help = "count closed tours (the default)", FLAG(struct settings, closed)},
    {.name = "from",
     .value = "CELL",
     .help = "count only open tours that begin here",
     TEXT(struct settings, from)},
    {.name = "to", .value = "CELL", .help = "count only open tours that end here", TEXT(struct settings, to)},
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
               {&tours_bound_options, offsetof(struct settings, bounds)}},
    .size = sizeof(struct settings),
    .prepare = prepare,
    .run = run,
};
