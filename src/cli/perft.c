// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper perft`: counts the turns to a depth.
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "protocols/divide.h"

#include <inttypes.h>
#include <signal.h>
#include <time.h>

static const struct usage usage = {
    "leaper perft GAME DEPTH [options]",
    "Counts the ways in which DEPTH turns can be played from a position: the usual proof that a\n"
    "program knows the rules, and a measure of its speed.\n",
    "  leaper perft chess 5\n"
    "  leaper perft fuel 4 --fuel 2 --divide\n"
    "  leaper perft hnefa 3 --json\n"
    "  leaper perft chess 3 --white fide --black nutters\n"
    "  leaper perft chess 4 --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'\n",
    true,
};

// How the result is wanted.
struct wish {
    int depth;
    bool each;    // with what begins with each first turn
    bool as_json; // as one object
    json_t *each_as_json;
};

static void report(void *context, const char *turn, uint64_t nodes)
{
    struct wish *wish = context;
    if (wish->as_json) {
        json_object_set_new(wish->each_as_json, turn, json_integer((json_int_t)nodes));
        return;
    }
    printf("%s: %" PRIu64 "\n", turn, nodes);
    fflush(stdout);
}

// Whether the user pressed Ctrl-C (which is blocked, and so only waits to be
// seen) or nobody reads the output any more.
static bool stopped(void *context)
{
    (void)context;
    sigset_t pending;
    return ferror(stdout) || (sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1);
}

static double seconds_since(const struct timespec *start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

static void print_json(const struct session *session, const struct wish *wish, uint64_t nodes, double seconds,
                       bool complete)
{
    json_t *object = json_pack("{s:s, s:o, s:i, s:I, s:f, s:b}", "game", session->variant->game->name, "fen",
                               json_fen(&session->position), "depth", wish->depth, "nodes", (json_int_t)nodes,
                               "seconds", seconds, "complete", complete);
    if (wish->each)
        json_object_set(object, "divide", wish->each_as_json);
    json_print(object);
}

static void print_plain(const struct wish *wish, uint64_t nodes, double seconds, bool complete)
{
    printf("%snodes  %" PRIu64 "%s\ntime   %.3f s\nspeed  %.0f nodes/s\n", wish->each ? "\n" : "", nodes,
           complete ? "" : " (interrupted)", seconds, (double)nodes / (seconds > 1e-6 ? seconds : 1e-6));
}

static int count(const struct session *session, struct wish *wish)
{
    struct divide divide = {&session->position, wish->depth, wish->each ? report : NULL, stopped, wish};
    struct timespec start;
    uint64_t nodes;
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool complete = divide_run(&divide, &nodes);
    double seconds = seconds_since(&start);
    if (wish->as_json)
        print_json(session, wish, nodes, seconds, complete);
    else
        print_plain(wish, nodes, seconds, complete);
    int status = output_finish("perft");
    return complete ? status : EXIT_FAILED;
}

int cmd_perft(int argc, char **argv)
{
    enum { FEN, DIVIDE, JSON };
    struct option options[] = {
        {"fen", "FEN", "the position to start from", NULL},
        {"divide", NULL, "also say how many begin with each first turn", NULL},
        {"json", NULL, "print the result as a JSON object", NULL},
        {0},
    };
    struct arguments arguments;
    long depth;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 2)
        return usage_error("perft", "'%s' is one word too many", arguments.words[2]);
    struct session *session = opening_read("perft", &arguments, options[FEN].given);
    if (!session)
        return EXIT_USAGE;
    if (arguments.count < 2)
        status = usage_error("perft", "to which depth? leaper perft %s DEPTH", arguments.words[0]);
    else if (!text_read_integer(arguments.words[1], 0, DIVIDE_DEPTH_MAX, &depth))
        status = usage_error("perft", "DEPTH is a number from 0 to %d, not '%s'", DIVIDE_DEPTH_MAX,
                             arguments.words[1]);
    else {
        struct wish wish = {(int)depth, options[DIVIDE].given != NULL, options[JSON].given != NULL,
                            json_object()};
        status = count(session, &wish);
        json_decref(wish.each_as_json);
    }
    session_free(session);
    return status;
}
