// SPDX-License-Identifier: GPL-3.0-or-later
// The searches of a UCI engine: `go` starts one in another thread, which reports what it finds and finally its move.
#include "protocols/uci/uci_state.h"

#include "base/clock.h"
#include "notation/coordinate_write.h"
#include "position/game.h"
#include "position/variant.h"
#include "protocols/uci/uci_go.h"
#include "protocols/variation.h"
#include "search/chances.h"

#include <unistd.h>

void uci_wake(struct uci *uci)
{
    ssize_t written = write(uci->wake[1], "", 1);
    (void)written; // cannot fail: at most one byte is ever in the pipe
}

// ---- Reports of the searching thread ----

static void add_score(const struct uci *uci, const struct search_score *score, enum score_bound bound,
                      struct buffer *out)
{
    static const char *const bounds[] = {
        [BOUND_EXACT] = "", [BOUND_LOWER] = " lowerbound", [BOUND_UPPER] = " upperbound"};
    if (score->kind == SCORE_CENTIPAWNS)
        buffer_addf(out, " score cp %d", score->value);
    else
        buffer_addf(out, " score mate %d", score->kind == SCORE_WON ? score->value : -score->value);
    buffer_add(out, bounds[bound]);
    if (uci->options.chances) {
        struct chances chances = chances_of(score, variant_has_draws(uci->session->variant));
        buffer_addf(out, " wdl %u %u %u", chances.wins, chances.draws, chances.losses);
    }
}

static void report(void *context, const struct search_info *info)
{
    struct uci *uci = context;
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "info depth %d seldepth %d", info->depth, info->selective);
    if (uci->options.lines > 1)
        buffer_addf(&line, " multipv %u", info->line);
    add_score(uci, &info->score, info->bound, &line);
    buffer_addf(&line, " nodes %llu nps %llu hashfull %u time %lld", (unsigned long long)info->nodes,
                (unsigned long long)info->speed, info->hashfull, (long long)info->elapsed);
    if (info->pv_count) {
        buffer_add(&line, " pv");
        variation_write(&uci->root, info->pv, info->pv_count, coordinate_write_turn_for_uci, &line);
    }
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
    // Nobody reads any more: the program that started the engine has died.
    if (ferror(uci->out))
        thinker_stop(uci->thinker);
}

// Reports how far a long iteration is; not the score, which is not settled yet.
static void progress(void *context, const struct search_progress *progress)
{
    struct uci *uci = context;
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "info depth %d seldepth %d", progress->depth, progress->selective);
    if (progress->current != MOVE_NONE) {
        buffer_add(&line, " currmove ");
        coordinate_write_turn_for_uci(&uci->root, &(struct turn){1, {progress->current}}, &line);
        buffer_addf(&line, " currmovenumber %u", progress->number);
    }
    buffer_addf(&line, " nodes %llu nps %llu hashfull %u time %lld", (unsigned long long)progress->nodes,
                (unsigned long long)progress->speed, progress->hashfull, (long long)progress->elapsed);
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
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
        coordinate_write_turn_for_uci(&uci->root, &result->turn, &line);
    else
        buffer_add(&line, "(none)");
    // If a turn has several actions, the second action is not the opponent's reply.
    if (result->turn.count && result->ponder != MOVE_NONE && !uci->root.variant->hooks.goes_on.count) {
        struct position after = uci->root;
        turn_play(&after, &result->turn);
        buffer_add(&line, " ponder ");
        coordinate_write_turn_for_uci(&after, &(struct turn){1, {result->ponder}}, &line);
    }
    atomic_store(&uci->ended, true);
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
    uci_wake(uci);
}

// ---- Starting ----

static bool has_limit(const struct limits *limits)
{
    return limits->depth || limits->nodes || limits->movetime || limits->clock;
}

static void start_search(struct uci *uci, const struct uci_go *go)
{
    struct search_request request = {
        .position = &uci->session->position,
        .history = &uci->session->history,
        .limits = go->limits,
        .handicap = uci_handicap(uci),
        .seed = (uint64_t)clock_microseconds(),
        .analysis = uci->options.analysis,
        .lines = uci->options.lines,
        .only = go->only,
        .only_count = go->only_count,
        .report = report,
        .progress = progress,
        .context = uci,
    };
    struct error err;
    // `movetime` says how long to search; only a clock also runs while the move is on its way.
    request.limits.overhead = go->limits.clock ? uci->options.overhead : 0;
    request.limits.start = uci->read_at;
    uci->warm = true;
    uci->root = uci->session->position;
    uci->pondering = go->limits.ponder;
    uci->endless_after = go->limits.infinite || !has_limit(&go->limits);
    uci->endless = uci->pondering || uci->endless_after;
    atomic_store(&uci->stopped, false);
    atomic_store(&uci->ended, false);
    if (thinker_start(uci->thinker, &request, found, uci, &err)) {
        uci->work = WORK_SEARCH;
    } else {
        uci_report(uci, &err);
        uci_say(uci, "bestmove (none)");
    }
}

// A score without a search.
static void say_score(struct uci *uci, struct search_score score)
{
    struct buffer line;
    buffer_init(&line);
    buffer_add(&line, "info depth 0");
    add_score(uci, &score, BOUND_EXACT, &line);
    uci_say_text(uci, buffer_text(&line));
    buffer_clear(&line);
}

// The score of a position in which nothing can be played, as the search would report it.
static void say_ended(struct uci *uci)
{
    const struct outcome *outcome = &uci->session->outcome;
    bool lost = outcome->result == result_of_winner(other_color(session_side(uci->session)));
    uci_say(uci, "info string the game is over: %s (%s)", result_name(outcome->result),
            reason_words(outcome->reason));
    say_score(uci, outcome->result == RESULT_DRAW
                       ? (struct search_score){SCORE_CENTIPAWNS, 0}
                       : (struct search_score){lost ? SCORE_LOST : SCORE_WON, lost ? 0 : 1});
}

// Reads what follows `go`, and reports what is odd about it.
static void read_go(struct uci *uci, struct uci_go *go, const char *rest)
{
    struct buffer remarks;
    buffer_init(&remarks);
    uci_go_read(go, &uci->session->position, rest, &remarks);
    if (remarks.length && !uci->refused[0])
        uci_complain(uci, "go: %s", buffer_text(&remarks));
    buffer_clear(&remarks);
}

void uci_go(struct uci *uci, const char *rest)
{
    struct uci_go go;
    read_go(uci, &go, rest);
    if (go.perft >= 0) {
        uci_count(uci, go.perft);
        return;
    }
    // The engine is called even if there is nothing to search: it knows when to answer.
    if (uci->refused[0]) {
        uci_say_refused(uci, "go");
        go.only[0] = MOVE_NONE;
        go.only_count = 1;
    } else if (!session_is_ongoing(uci->session)) {
        say_ended(uci);
    } else if (go.none_legal) {
        say_score(uci, (struct search_score){SCORE_CENTIPAWNS, 0});
    }
    start_search(uci, &go);
}

bool uci_is_pondering(const struct uci *uci)
{
    return uci->work == WORK_SEARCH && uci->pondering && !atomic_load(&uci->stopped);
}

void uci_ponderhit(struct uci *uci)
{
    if (!uci_is_pondering(uci))
        return;
    uci->pondering = false;
    uci->endless = uci->endless_after;
    thinker_ponderhit(uci->thinker);
}

// ---- Ending ----

void uci_stop(struct uci *uci)
{
    if (uci->work == WORK_SEARCH) {
        atomic_store(&uci->stopped, true);
        thinker_stop(uci->thinker);
    } else if (uci->work != WORK_NONE) {
        uci_stop_count(uci);
    }
}

void uci_join(struct uci *uci)
{
    char byte;
    if (uci->work == WORK_NONE)
        return;
    if (uci->work == WORK_SEARCH)
        thinker_wait(uci->thinker);
    else
        uci_join_count(uci);
    uci->work = WORK_NONE;
    ssize_t got = read(uci->wake[0], &byte, 1);
    (void)got; // the byte is there since the work has ended
}
