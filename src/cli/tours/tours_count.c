// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours count`: how many tours there are, exactly.
#include "base/memory.h"
#include "cli/command.h"
#include "cli/tours/tours.h"
#include "cli/tours/tours_spread.h"
#include "tours/count/count.h"
#include "tours/units/mpi.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const struct usage usage = {
    "leaper tours count BOARD [options]\n"
    "       leaper tours count --board PLACEMENT [options]",
    "Counts the tours of a leaper exactly: closed ones by default, each once whatever its first cell and its\n"
    "direction. An open tour and its reverse are the same unless it is asked for from a given cell.\n"
    "Ctrl-C ends the count; with --checkpoint the same command goes on later.\n"
    "Under mpirun, or with --units, the count is done in independent units, which the ranks share. With --units\n"
    "every unit is kept as a file, and none is done twice. 'mpirun --mca orte_enable_recovery 1' lets the other\n"
    "ranks do the units of one that dies; without it, Open MPI ends the job, and the same command goes on later.\n",
    "  leaper tours count 8x8\n"
    "  leaper tours count 6x6 --open --from a1\n"
    "  leaper tours count --board '5/5/5/3**' --open --json\n"
    "  mpirun -n 4 leaper tours count 10x8 --units DIRECTORY\n"
    "  leaper tours count 7x8 --leaper 2,3 --method plain\n",
    false,
};

enum {
    OPEN = TOURS_GROUND_COUNT,
    CLOSED,
    FROM,
    TO,
    METHOD,
    THREADS,
    MEMORY,
    SPILL,
    DISK,
    CHECKPOINT,
    CHECKPOINT_SECONDS,
    UNITS,
    CUT,
    PATIENCE,
    JSON,
};

enum { PATIENCE_DEFAULT = 60 };

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

static int read_ends(const struct tours_ground *ground, const char *command, const struct option *options,
                     struct tour_constraint *ends)
{
    struct error err;
    int cell;
    *ends = (struct tour_constraint){options[OPEN].given != NULL, -1, -1};
    if (options[OPEN].given && options[CLOSED].given)
        return usage_error(command, "a tour is either open or closed");
    if (!ends->open && (options[FROM].given || options[TO].given))
        return usage_error(command, "closed tours pass through every cell; --from and --to go with --open");
    if (options[FROM].given) {
        if (!tour_board_cell_read(&ground->board, options[FROM].given, &cell, "from", &err))
            return usage_report(command, &err);
        ends->from = ground->graph.vertex[cell];
    }
    if (options[TO].given) {
        if (!tour_board_cell_read(&ground->board, options[TO].given, &cell, "to", &err))
            return usage_report(command, &err);
        ends->to = ground->graph.vertex[cell];
    }
    return EXIT_FINE;
}

static int read_request(const char *command, const struct option *options, struct count_request *request)
{
    long threads = 0, seconds = 20;
    if (options[THREADS].given && !option_number(command, &options[THREADS], 1, 256, &threads))
        return EXIT_USAGE;
    if (!tours_memory_read(command, &options[MEMORY], tours_memory(), &request->memory) ||
        !tours_disk_read(command, &options[DISK], options[SPILL].given, &request->disk))
        return EXIT_USAGE;
    if (options[CHECKPOINT_SECONDS].given &&
        !option_number(command, &options[CHECKPOINT_SECONDS], 0, 3600, &seconds))
        return EXIT_USAGE;
    if (options[METHOD].given && !count_method_find(options[METHOD].given, &request->method))
        return usage_error(command, "--method is auto, plain or meet, not '%s'", options[METHOD].given);
    request->threads = threads ? (unsigned)threads : tours_processors();
    request->directory = options[SPILL].given;
    request->checkpoint = options[CHECKPOINT].given;
    request->checkpoint_seconds = (unsigned)seconds;
    return EXIT_FINE;
}

// The most bytes of memory that the whole program had at a time, code, tables and mapped files included.
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
    char *text = json_dumps(json, JSON_REAL_PRECISION(6));
    printf("%s\n", text);
    free(text);
    json_decref(json);
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

static int count(const char *command, const struct tours_ground *ground, const struct count_request *request,
                 const struct tour_constraint *ends, const struct option *options)
{
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
    } else if (options[JSON].given) {
        const char *piece = options[TOURS_LEAPER].given;
        print_json(ground, &result, piece ? piece : "N", ends->open, tours_bar_seconds(&counting.bar));
    } else {
        print_text(&result, tours_bar_seconds(&counting.bar));
    }
    count_result_clear(&result);
    cycle_graph_clear(&cycles);
    return status == EXIT_FINE ? output_finish(command) : status;
}

static int count_in_units(const char *command, const struct option *options, const char *size,
                          const struct count_request *request)
{
    long cut = 0, patience = PATIENCE_DEFAULT;
    if ((options[CUT].given && !option_number(command, &options[CUT], 1, UNIT_CUT_MAX, &cut)) ||
        (options[PATIENCE].given && !option_number(command, &options[PATIENCE], 2, 86400, &patience)))
        return EXIT_USAGE;
    if (options[METHOD].given || options[CHECKPOINT].given || options[CHECKPOINT_SECONDS].given)
        return usage_error(command,
                           "a count in units chooses its method, and --units DIRECTORY is its checkpoint");
    if (options[OPEN].given && options[CLOSED].given)
        return usage_error(command, "a tour is either open or closed");
    struct tours_spread_request spread = {.job = {size, options[TOURS_BOARD].given,
                                                  options[TOURS_LEAPER].given, options[OPEN].given != NULL,
                                                  options[FROM].given, options[TO].given, (int)cut},
                                          .threads = options[THREADS].given ? request->threads : 0,
                                          .memory = request->memory,
                                          .disk = request->disk,
                                          .spill = request->directory,
                                          .patience = (double)patience,
                                          .directory = options[UNITS].given,
                                          .json = options[JSON].given != NULL};
    return tours_spread(command, &spread);
}

int cmd_tours_count(int argc, char **argv)
{
    struct option options[] = {
        TOURS_GROUND_OPTIONS,
        {"open", NULL, "count open tours", NULL},
        {"closed", NULL, "count closed tours (this is the default)", NULL},
        {"from", "CELL", "only open tours that begin here", NULL},
        {"to", "CELL", "only open tours that end here", NULL},
        {"method", "METHOD", "auto, meet (meet in the middle), or plain (frontier, edge by edge; slow)",
         NULL},
        TOURS_BOUND_OPTIONS,
        {"checkpoint", "FILE", "save the work to this file, and go on from it", NULL},
        {"checkpoint-seconds", "N", "how often to save at most (default 20)", NULL},
        {"units", "DIRECTORY",
         "count in units, keep each as a file here, and do only those that are not here", NULL},
        {"cut", "N", "in units: fix at least N cells of the separator, up to 3^N units", NULL},
        {"patience", "SECONDS", "under mpirun: how long a rank may be silent (default 60)", NULL},
        {"json", NULL, "print the result as JSON", NULL},
        {0},
    };
    const char *command = argv[0];
    struct arguments arguments;
    struct tours_ground ground;
    struct tour_constraint ends;
    struct count_request request = {0};
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error(command, "'%s' is one word too many", arguments.words[1]);
    status = read_request(command, options, &request);
    if (status == EXIT_FINE && (options[UNITS].given || mpi_launched()))
        return count_in_units(command, options, arguments.count ? arguments.words[0] : NULL, &request);
    if (status == EXIT_FINE && (options[CUT].given || options[PATIENCE].given))
        return usage_error(command, "--cut and --patience are for counts in units (--units, or mpirun)");
    if (status == EXIT_FINE)
        status = tours_ground_read(&ground, command, arguments.count ? arguments.words[0] : NULL, options);
    if (status != EXIT_FINE)
        return status;
    status = read_ends(&ground, command, options, &ends);
    if (status == EXIT_FINE)
        status = count(command, &ground, &request, &ends, options);
    tours_ground_clear(&ground);
    return status;
}
