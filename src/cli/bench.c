// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper bench`: searches a fixed set of positions; the number of nodes is a fingerprint of the search.
#include "search/bench.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/options.h"

#include <inttypes.h>

static const struct usage usage = {
    "leaper bench [DEPTH] [--json]",
    "Searches a fixed set of positions of all games to a fixed depth, with one thread. The number of\n"
    "nodes depends on nothing but the program: two builds that search alike report the same.\n",
    "  leaper bench\n"
    "  leaper bench 6\n"
    "  leaper bench --json\n",
    false,
};

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

static int run(int depth, bool as_json)
{
    struct bench_line total;
    struct error err;
    json_t *positions = as_json ? json_array() : NULL;
    if (!bench_run(depth, report, positions, &total, &err)) {
        json_decref(positions);
        usage_report("bench", &err);
        return EXIT_FAILED;
    }
    double seconds = (double)(total.elapsed > 0 ? total.elapsed : 1) / 1e6;
    if (as_json)
        json_print(json_pack("{s:i, s:I, s:f, s:o}", "depth", depth ? depth : BENCH_DEPTH, "nodes",
                             (json_int_t)total.nodes, "seconds", seconds, "positions", positions));
    else
        printf("\nnodes  %" PRIu64 "\ntime   %.3f s\nspeed  %.0f nodes/s\n", total.nodes, seconds,
               (double)total.nodes / seconds);
    return output_finish("bench");
}

int cmd_bench(int argc, char **argv)
{
    enum { JSON };
    struct option options[] = {[JSON] = {"json", NULL, "print the result as a JSON object", NULL}, {0}};
    struct arguments arguments;
    long depth = 0;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("bench", "'%s' is one word too many", arguments.words[1]);
    if (arguments.count && !text_read_integer(arguments.words[0], 1, 100, &depth))
        return usage_error("bench", "DEPTH is a number from 1 to 100, not '%s'", arguments.words[0]);
    return run((int)depth, options[JSON].given != NULL);
}
