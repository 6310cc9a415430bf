// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper match`: engines play against each other.
#include "cli/match/match.h"

#include "cli/commands.h"
#include "cli/line/parse.h"

#include <signal.h>

// ---- Stopping ----

static atomic_bool stopped;

// The handler is then the system's again, so that a second signal ends the program at once.
static void stop(int number)
{
    (void)number;
    atomic_store(&stopped, true);
}

static void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// ---- The command ----

static int play(struct match_setup *setup, const struct match_settings *settings)
{
    struct contest_score score;
    struct match_progress progress;
    struct error err = {0};
    stop_on_signals();
    setup->terms.stop = &stopped;
    setup->contest.report = match_progress_report;
    setup->contest.context = &progress;
    match_progress_begin(&progress, setup);
    bool good = contest_play(&setup->contest, &score, &err);
    match_progress_end(&progress);
    if (score.games || good)
        (settings->as_json ? match_result_print_json : match_result_print)(setup, &score);
    int written = output_finish("match");
    if (!good)
        return failure_report("match", &err);
    bool interrupted = atomic_load(&stopped) && score.test.verdict == SEQUENTIAL_OPEN;
    return interrupted ? EXIT_FAILED : written;
}

static int play_with_ledger(struct match_setup *setup, const struct match_settings *settings)
{
    struct ledger ledger = {.settings = buffer_text(&setup->words), .rivals = setup->rivals};
    struct error err;
    if (!settings->pgn)
        return play(setup, settings);
    if (!ledger_open(&ledger, settings->pgn, settings->resume, setup->session->variant, &err))
        return usage_report("match", &err);
    setup->contest.ledger = &ledger;
    int status = play(setup, settings);
    ledger_close(&ledger);
    return status;
}

static int run(void *given)
{
    const struct match_settings *settings = given;
    struct match_setup setup;
    int status = match_setup_read(settings, &setup);
    if (status == PARSED)
        status = play_with_ledger(&setup, settings);
    match_setup_clear(&setup);
    return status;
}

const struct command command_match = {
    .name = "match",
    .summary = "let engines play against each other, and measure which is stronger",
    .text =
        "Two engines play pairs of games: each opening twice, with colours exchanged. An engine is 'leaper', this program\n"
        "itself, or another program that speaks UCI or CECP, followed by settings of the form KEY=VALUE: cmd (the program\n"
        "and its arguments), name, proto (uci or cecp), variant (what it calls the game), level, hash, threads,\n"
        "option.NAME for any other option, and nodes, depth, movetime or tc for limits of its own. Quotation marks protect\n"
        "blanks.\n"
        "\n"
        "The rules are ours. An engine that plays an illegal turn, ends, does not answer or oversteps its time loses the\n"
        "game; it is started again, and the match goes on.\n"
        "\n"
        "Ctrl-C drops the games that are being played and prints the result so far. With --pgn, every finished game is on\n"
        "disk, and the same command with --resume plays those that are missing. docs/match.md explains the figures.\n",
    .examples =
        "  leaper match fuel 'leaper level=club' 'leaper level=strong' --nodes 5000\n"
        "  leaper match chess leaper fairy-stockfish --movetime 100 --cpu\n"
        "  leaper match chess leaper 'cmd=\"old/leaper uci\" name=old' --sprt 0,5 --tc 10+0.1 --pgn games.pgn\n"
        "  leaper match chess leaper 'fairymax proto=cecp' --tc 60+0.6\n",
    .operands = match_operands,
    .options = match_options,
    .shared = {{&opening_parameters, offsetof(struct match_settings, opening)}},
    .size = sizeof(struct match_settings),
    .run = run,
};
