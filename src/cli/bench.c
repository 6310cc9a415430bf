// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper bench`: searches a fixed set of positions; the number of nodes is a fingerprint of the search.
#include "search/bench.h"

#include "cli/commands.h"
#include "cli/line/json_out.h"

#include <inttypes.h>
#include <stdio.h>

// `context` is the list that collects the lines, or NULL.
static void report(void *context, const struct bench_line *line)
{
    if (context) {
        json_array_append_new(context,
                              json_pack("{s:s, s:s, s:I, s:f}", "game", line->game, "fen", line->fen, "nodes",
                                        (json_int_t)line->nodes, "seconds", (double)line->elapsed / 1e6));
        return;
    }
    printf("%12" PRIu64 "  %-12s %s\n", line->nodes, line->game, line->fen);
    fflush(stdout);
}

struct settings {
    long depth;
    bool as_json;
};

static int run(void *given)
{
    const struct settings *settings = given;
    struct bench_line total;
    struct error err;
    json_t *positions = settings->as_json ? json_array() : NULL;
    if (!bench_run((int)settings->depth, report, positions, &total, &err)) {
        json_decref(positions);
        return failure_report("bench", &err);
    }
    double seconds = (double)(total.elapsed > 0 ? total.elapsed : 1) / 1e6;
    if (settings->as_json)
        json_print(json_pack("{s:i, s:I, s:f, s:o}", "depth", (int)settings->depth, "nodes",
                             (json_int_t)total.nodes, "seconds", seconds, "positions", positions));
    else
        printf("\nnodes  %" PRIu64 "\ntime   %.3f s\nspeed  %.0f nodes/s\n", total.nodes, seconds,
               (double)total.nodes / seconds);
    return output_finish("bench");
}

static const struct argument operands[] = {
    {.name = "DEPTH",
     .help = "how deep to search",
     NUMBER(struct settings, depth),
     .minimum = 1,
     .maximum = 100,
     .initial = BENCH_DEPTH},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "json", .help = "print the result as a JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_bench = {
    .name = "bench",
    .summary = "search fixed positions: the engine's speed and fingerprint",
    .text =
        "Searches a fixed set of positions of all games to a fixed depth, with one thread. The number of\n"
        "nodes depends on the program alone: two builds with the same search report the same number.\n",
    .examples = "  leaper bench\n"
                "  leaper bench 6\n"
                "  leaper bench --json\n",
    .operands = operands,
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};
