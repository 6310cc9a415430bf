// SPDX-License-Identifier: GPL-3.0-or-later
// What a UCI engine does in other threads: searching, and counting turns.
#include "protocols/uci_state.h"

#include "base/text.h"
#include "notation/machine.h"
#include "position/game.h"
#include "protocols/command.h"
#include "protocols/divide.h"
#include "protocols/uci_go.h"
#include "protocols/variation.h"
#include "search/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int64_t microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// Tells the reading thread that the work has ended.
static void wake(struct uci *uci)
{
    ssize_t written = write(uci->wake[1], "", 1);
    (void)written; // cannot fail: at most one byte is ever in the pipe
}

// ---- Search ----

static void add_score(const struct search_score *score, enum score_bound bound, struct buffer *out)
{
    static const char *const bounds[] = {
        [BOUND_EXACT] = "", [BOUND_LOWER] = " lowerbound", [BOUND_UPPER] = " upperbound"};
    if (score->kind == SCORE_CENTIPAWNS)
        buffer_addf(out, " score cp %d", score->value);
    else
        buffer_addf(out, " score mate %d", score->kind == SCORE_WON ? score->value : -score->value);
    buffer_add(out, bounds[bound]);
}

static void report(void *context, const struct search_info *info)
{
    struct uci *uci = context;
    if (atomic_load(&uci->silent))
        return;
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "info depth %d seldepth %d", info->depth, info->selective);
    if (uci->options.lines > 1)
        buffer_addf(&line, " multipv %u", info->line);
    add_score(&info->score, info->bound, &line);
    buffer_addf(&line, " nodes %llu nps %llu hashfull %u time %lld", (unsigned long long)info->nodes,
                (unsigned long long)info->speed, info->hashfull, (long long)info->elapsed);
    if (info->pv_count) {
        buffer_add(&line, " pv");
        variation_write(&uci->root, info->pv, info->pv_count, &line);
    }
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
    // Nobody listens any more: a program that started us has died.
    if (ferror(uci->out))
        thinker_stop(uci->thinker);
}

static void found(void *context, const struct search_result *result)
{
    struct uci *uci = context;
    struct buffer line;
    buffer_init(&line);
    buffer_add(&line, "bestmove ");
    if (result->turn.count)
        machine_write_turn(&uci->root, &result->turn, &line);
    else
        buffer_add(&line, "(none)");
    // Where a turn has several actions, the first one is not what the opponent plays.
    if (result->turn.count && result->ponder != MOVE_NONE && !uci->root.variant->game->goes_on) {
        struct position after = uci->root;
        turn_play(&after, &result->turn);
        buffer_add(&line, " ponder ");
        machine_write(&after, result->ponder, &line);
    }
    atomic_store(&uci->ended, true);
    if (!atomic_load(&uci->silent))
        uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
    wake(uci);
}

static void start_search(struct uci *uci, const struct limits *limits, const move *only, unsigned only_count)
{
    struct search_request request = {
        .position = &uci->session->position,
        .history = &uci->session->history,
        .limits = *limits,
        .level = uci->options.level,
        .seed = (uint64_t)microseconds(),
        .lines = uci->options.lines,
        .only = only,
        .only_count = only_count,
        .report = report,
        .context = uci,
    };
    struct error err;
    uci->root = uci->session->position;
    uci->endless =
        limits->infinite || (!limits->depth && !limits->nodes && !limits->movetime && !limits->clock);
    atomic_store(&uci->silent, false);
    atomic_store(&uci->ended, false);
    if (thinker_start(uci->thinker, &request, found, uci, &err))
        uci->work = WORK_SEARCH;
    else
        uci_report(uci, &err);
}

// The score of a position in which nothing can be played: what the search would say if it searched.
static void say_ended(struct uci *uci)
{
    const struct outcome *outcome = &uci->session->outcome;
    bool lost = outcome->result == result_of_winner(other_color(session_side(uci->session)));
    uci_say(uci, "info string the game is over: %s (%s)", result_name(outcome->result),
            reason_name(outcome->reason));
    uci_say(uci, "info depth 0 score %s",
            outcome->result == RESULT_DRAW ? "cp 0"
            : lost                         ? "mate 0"
                                           : "mate 1");
}

void uci_go(struct uci *uci, const char *rest)
{
    struct uci_go go;
    struct error err;
    struct buffer unknown;
    buffer_init(&unknown);
    bool read = uci_go_read(&go, &uci->session->position, rest, &unknown, &err);
    if (unknown.length)
        uci_complain(uci, "go: ignored '%s'", buffer_text(&unknown));
    buffer_clear(&unknown);
    if (!read) {
        uci_report(uci, &err);
        return;
    }
    if (go.perft >= 0) {
        char depth[16];
        snprintf(depth, sizeof depth, "%d", go.perft);
        uci_perft(uci, depth);
        return;
    }
    if (!session_is_ongoing(uci->session))
        say_ended(uci);
    uci->pondering = go.ponder;
    uci->limits = go.limits;
    if (go.ponder)
        go.limits = (struct limits){.infinite = true};
    start_search(uci, &go.limits, go.only, go.only_count);
}

void uci_ponderhit(struct uci *uci)
{
    if (uci->work != WORK_SEARCH || !uci->pondering)
        return;
    // The search begins again with its limits; what it found so far is in the hash table.
    atomic_store(&uci->silent, true);
    uci_stop(uci);
    uci_join(uci);
    uci->pondering = false;
    start_search(uci, &uci->limits, NULL, 0);
}

// ---- Perft ----

static void report_turn(void *context, const char *turn, uint64_t nodes)
{
    uci_say(context, "%s: %llu", turn, (unsigned long long)nodes);
}

static bool perft_stopped(void *context)
{
    struct uci *uci = context;
    return atomic_load(&uci->stopped) || ferror(uci->out);
}

static void *perft_main(void *context)
{
    struct uci *uci = context;
    struct divide divide = {&uci->root, uci->perft_depth, report_turn, perft_stopped, uci};
    uint64_t nodes;
    int64_t start = microseconds();
    bool complete = divide_run(&divide, &nodes);
    int64_t elapsed = microseconds() - start;
    uci_say(uci, "%s", "");
    uci_say(uci, "info string %lld ms, %llu nodes a second", (long long)(elapsed / 1000),
            (unsigned long long)((double)nodes * 1e6 / (double)(elapsed ? elapsed : 1)));
    atomic_store(&uci->ended, true);
    uci_say(uci, "Nodes searched: %llu%s", (unsigned long long)nodes, complete ? "" : " (stopped)");
    wake(uci);
    return NULL;
}

void uci_perft(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    long depth;
    if (!command_word(&rest, word) || !text_read_integer(word, 0, DIVIDE_DEPTH_MAX, &depth)) {
        uci_complain(uci, "perft takes a depth from 0 to %d", DIVIDE_DEPTH_MAX);
        return;
    }
    uci->root = uci->session->position;
    uci->perft_depth = (int)depth;
    uci->endless = false;
    atomic_store(&uci->stopped, false);
    atomic_store(&uci->ended, false);
    if (pthread_create(&uci->perft_thread, NULL, perft_main, uci) == 0)
        uci->work = WORK_PERFT;
    else
        uci_complain(uci, "no thread can be started");
}

// ---- Both ----

void uci_stop(struct uci *uci)
{
    atomic_store(&uci->stopped, true);
    thinker_stop(uci->thinker);
}

void uci_join(struct uci *uci)
{
    char byte;
    if (uci->work == WORK_NONE)
        return;
    if (uci->work == WORK_PERFT)
        pthread_join(uci->perft_thread, NULL);
    else
        thinker_wait(uci->thinker);
    uci->work = WORK_NONE;
    ssize_t got = read(uci->wake[0], &byte, 1);
    (void)got; // the byte is there since the work has ended
}

// ---- Bench ----

static void report_bench(void *context, const struct bench_line *line)
{
    uci_say(context, "info string %s, %s: %llu nodes", line->game, line->fen,
            (unsigned long long)line->nodes);
}

void uci_bench(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE];
    long depth = 0;
    if (command_word(&rest, word) && !text_read_integer(word, 1, 100, &depth)) {
        uci_complain(uci, "bench takes a depth from 1 to 100");
        return;
    }
    struct bench_line total;
    struct error err;
    if (!bench_run((int)depth, report_bench, uci, &total, &err)) {
        uci_report(uci, &err);
        return;
    }
    double seconds = (double)(total.elapsed ? total.elapsed : 1) / 1e6;
    uci_say(uci, "Nodes searched: %llu", (unsigned long long)total.nodes);
    uci_say(uci, "Nodes/second: %.0f", (double)total.nodes / seconds);
}
