// SPDX-License-Identifier: GPL-3.0-or-later
// Perft and bench as UCI commands: they run while commands are read, and can be stopped.
#include "protocols/uci/uci_state.h"

#include "base/clock.h"
#include "base/text.h"
#include "protocols/command.h"
#include "protocols/divide.h"
#include "search/bench.h"

// Starts the work in a thread.
static void start(struct uci *uci, enum work work, void *(*run)(void *))
{
    uci->endless = uci->pondering = false;
    atomic_store(&uci->stopped, false);
    atomic_store(&uci->ended, false);
    if (pthread_create(&uci->thread, NULL, run, uci) == 0)
        uci->work = work;
    else
        uci_complain(uci, "no thread can be started");
}

static bool is_stopped(void *context)
{
    struct uci *uci = context;
    return atomic_load(&uci->stopped) || ferror(uci->out);
}

static double per_second(uint64_t nodes, int64_t elapsed)
{
    return (double)nodes * 1e6 / (double)(elapsed > 0 ? elapsed : 1);
}

// The final line: the number of nodes.
static void say_nodes(struct uci *uci, uint64_t nodes)
{
    atomic_store(&uci->ended, true);
    uci_say(uci, "Nodes searched: %llu%s", (unsigned long long)nodes,
            atomic_load(&uci->stopped) ? " (stopped)" : "");
    uci_wake(uci);
}

// ---- Perft ----

static void report_turn(void *context, const char *turn, uint64_t nodes)
{
    uci_say(context, "%s: %llu", turn, (unsigned long long)nodes);
}

static void *count(void *context)
{
    struct uci *uci = context;
    struct divide divide = {&uci->root, uci->depth, report_turn,
                            is_stopped, uci,        coordinate_write_turn_for_uci};
    uint64_t nodes;
    int64_t start = clock_microseconds();
    // If it was told to stop after the last turn, the count is complete all the same.
    if (divide_run(&divide, &nodes))
        atomic_store(&uci->stopped, false);
    int64_t elapsed = clock_microseconds() - start;
    uci_say(uci, "%s", "");
    uci_say(uci, "info string %lld ms, %.0f nodes a second", (long long)(elapsed / 1000),
            per_second(nodes, elapsed));
    say_nodes(uci, nodes);
    return NULL;
}

void uci_count(struct uci *uci, int depth)
{
    if (uci->refused[0]) {
        uci_say_refused(uci, "perft");
        uci_say(uci, "Nodes searched: 0");
        return;
    }
    uci->root = uci->session->position;
    uci->depth = depth;
    start(uci, WORK_PERFT, count);
}

void uci_perft(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    long depth;
    if (command_word(&rest, word) && text_read_integer(word, 0, DIVIDE_DEPTH_MAX, &depth))
        uci_count(uci, (int)depth);
    else
        uci_complain(uci, "perft takes a depth from 0 to %d", DIVIDE_DEPTH_MAX);
}

// ---- Bench ----

static void report_bench(void *context, const struct bench_line *line)
{
    uci_say(context, "info string %s, %s: %llu nodes", line->game, line->fen,
            (unsigned long long)line->nodes);
}

static void *bench(void *context)
{
    struct uci *uci = context;
    struct bench bench = {uci->bench, uci->depth, report_bench, is_stopped, uci};
    struct bench_line total;
    struct error err;
    if (!bench_search(&bench, &total, &err))
        uci_report(uci, &err);
    uci_say(uci, "Nodes/second: %.0f", per_second(total.nodes, total.elapsed));
    say_nodes(uci, total.nodes);
    return NULL;
}

void uci_bench(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    long depth = 0;
    struct error err;
    if (command_word(&rest, word) && !text_read_integer(word, 1, 100, &depth)) {
        uci_complain(uci, "bench takes a depth from 1 to 100");
        return;
    }
    // An engine of its own: what the session's engine has learnt must neither change the count nor be lost.
    uci->bench = bench_engine(&err);
    if (!uci->bench) {
        uci_report(uci, &err);
        return;
    }
    uci->depth = (int)depth;
    start(uci, WORK_BENCH, bench);
    if (uci->work == WORK_NONE)
        uci_join_count(uci);
}

// ---- Both ----

void uci_stop_count(struct uci *uci)
{
    atomic_store(&uci->stopped, true);
    if (uci->work == WORK_BENCH)
        engine_stop(uci->bench);
}

void uci_join_count(struct uci *uci)
{
    if (uci->work != WORK_NONE)
        pthread_join(uci->thread, NULL);
    engine_free(uci->bench);
    uci->bench = NULL;
}
