// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of `leaper match` share; no other file includes this.
#ifndef LEAPER_CLI_MATCH_H
#define LEAPER_CLI_MATCH_H

#include "cli/line/opening.h"
#include "cli/ranks/ranks.h"
#include "lab/arena/contest.h"

struct match_settings {
    struct opening opening;
    const char *engines[2];
    long games, concurrency, seed;
    const char *nodes, *depth, *movetime, *clock;
    long margin, patience;
    long opening_turns, balance;
    const char *book;
    const char *pgn;
    const char *test;
    const char *alpha, *beta;
    struct umpire_numbers {
        long resign_turns, resign_score;
        long draw_turns, draw_score, draw_after;
        long longest;
    } umpire;
    const char *log;
    bool by_processor, resume, normalized, resign_both, as_json;
};

// The tables of `leaper match` (match_options.c).
extern const struct argument match_operands[], match_options[];

// A match as the command line describes it (match_setup.c).
struct match_setup {
    struct contest_settings contest;
    struct session *session;
    struct rival_spec rivals[2];
    unsigned rivals_read;
    const char *own_arguments[16];
    struct rival_terms terms;
    struct openings openings;
    struct book book;
    struct umpire_terms umpire;
    struct sequential_test test;
    struct buffer words; // all that determines the games
    FILE *log;
    int lost; // processes
};

// Prints an error and returns its exit status if the settings make no match; PARSED otherwise. match_setup_clear() must be called in
// any case.
int match_setup_read(const struct match_settings *settings, const struct ranks *ranks,
                     struct match_setup *setup);
void match_setup_clear(struct match_setup *setup);

// How a match goes on, on standard error (match_progress.c).
struct match_progress {
    const struct match_setup *setup;
    bool on_terminal;
    double began, shown; // clock_seconds()
    unsigned played;     // games in this run
};

void match_progress_begin(struct match_progress *progress, const struct match_setup *setup);
contest_reporter match_progress_report;
void match_progress_end(const struct match_progress *progress);

// The result, on standard output (match_result.c).
void match_result_print(const struct match_setup *setup, const struct contest_score *score);
void match_result_print_json(const struct match_setup *setup, const struct contest_score *score);

#endif
