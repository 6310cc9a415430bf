// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper perft`: counts the sequences of turns to a depth.
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/line/interrupt.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "protocols/divide.h"

#include <inttypes.h>
#include <stdio.h>

struct settings {
    struct opening opening;
    long depth;
    bool each; // also count for each first turn
    bool as_json;
};

// What the callbacks need.
struct counting {
    const struct settings *settings;
    json_t *each_as_json;
};

static void report(void *context, const char *turn, uint64_t nodes)
{
    struct counting *counting = context;
    if (counting->settings->as_json) {
        json_object_set_new(counting->each_as_json, turn, json_integer((json_int_t)nodes));
        return;
    }
    printf("%s: %" PRIu64 "\n", turn, nodes);
    fflush(stdout);
}

static bool stopped(void *context)
{
    (void)context;
    return interrupt_or_no_reader();
}

static void print_json(const struct session *session, const struct counting *counting, uint64_t nodes,
                       double seconds, bool complete)
{
    json_t *object = json_pack("{s:s, s:o, s:i, s:I, s:f, s:b}", "game", session->variant->game->name, "fen",
                               json_fen(&session->position), "depth", (int)counting->settings->depth, "nodes",
                               (json_int_t)nodes, "seconds", seconds, "complete", complete);
    if (counting->settings->each)
        json_object_set(object, "divide", counting->each_as_json);
    json_print(object);
}

static void print_plain(bool each, uint64_t nodes, double seconds, bool complete)
{
    printf("%snodes  %" PRIu64 "%s\ntime   %.3f s\nspeed  %.0f nodes/s\n", each ? "\n" : "", nodes,
           complete ? "" : " (interrupted)", seconds, (double)nodes / (seconds > 1e-6 ? seconds : 1e-6));
}

static int count(const struct session *session, const struct settings *settings)
{
    struct counting counting = {settings, json_object()};
    struct divide divide = {&session->position, (int)settings->depth, settings->each ? report : NULL, stopped,
                            &counting,          coordinate_write_turn};
    uint64_t nodes;
    interrupt_hold();
    double start = clock_seconds();
    bool complete = divide_run(&divide, &nodes);
    double seconds = clock_seconds() - start;
    if (settings->as_json)
        print_json(session, &counting, nodes, seconds, complete);
    else
        print_plain(settings->each, nodes, seconds, complete);
    json_decref(counting.each_as_json);
    int status = output_finish("perft");
    return complete ? status : EXIT_FAILED;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct session *session = opening_start("perft", &settings->opening);
    if (!session)
        return EXIT_USAGE;
    int status = count(session, settings);
    session_free(session);
    return status;
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings), .missing = opening_which_game},
    {.name = "DEPTH",
     .help = "how many turns to play",
     NUMBER(struct settings, depth),
     .maximum = DIVIDE_DEPTH_MAX,
     .missing = "what depth? leaper perft GAME DEPTH"},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "fen",
     .value = "FEN",
     .help = "the position to start from",
     TEXT(struct settings, opening.fen),
     .otherwise = "the game's start"},
    {.name = "divide", .help = "also print the count for each first turn", FLAG(struct settings, each)},
    {.name = "json", .help = "print the result as a JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_perft = {
    .name = "perft",
    .summary = "count the turns to a depth",
    .text =
        "Counts the sequences of DEPTH turns from a position: the usual test of a move generator, and a\nmeasure of its speed.\n",
    .examples = "  leaper perft chess 5\n"
                "  leaper perft fuel 4 --fuel 2 --divide\n"
                "  leaper perft hnefa 3 --json\n"
                "  leaper perft chess 3 --white fide --black nutters\n"
                "  leaper perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
