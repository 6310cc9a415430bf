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
    bool leads = setup->contest.transport->self == 0;
    setup->contest.report = match_progress_report;
    setup->contest.context = &progress;
    match_progress_begin(&progress, setup);
    bool good = contest_play(&setup->contest, &score, &setup->lost, &err);
    match_progress_end(&progress);
    if (leads && (score.games || good))
        (settings->as_json ? match_result_print_json : match_result_print)(setup, &score);
    int written = output_finish("match");
    if (!good)
        return failure_report("match", &err);
    bool complete = score.games == 2 * setup->contest.pairs || score.test.verdict != SEQUENTIAL_OPEN;
    if (leads)
        ranks_report_lost("match", setup->lost, complete);
    return leads && !complete ? EXIT_FAILED : written;
}

// In the process that leads.
static int play_with_ledger(struct match_setup *setup, const struct match_settings *settings)
{
    struct ledger ledger = {.settings = buffer_text(&setup->words)};
    struct error err;
    if (!settings->pgn)
        return play(setup, settings);
    if (!ledger_open(&ledger, settings->pgn, settings->resume, setup->session->variant, &err)) {
        spread_dismiss(setup->contest.transport);
        return usage_report("match", &err);
    }
    setup->contest.ledger = &ledger;
    int status = play(setup, settings);
    ledger_close(&ledger);
    return status;
}

static int run(void *given)
{
    const struct match_settings *settings = given;
    struct match_setup setup;
    struct ranks ranks;
    if (!ranks_join("match", &ranks))
        return EXIT_FAILED;
    stop_on_signals();
    int status = match_setup_read(settings, &ranks, &setup);
    if (status == PARSED) {
        setup.terms.stop = &stopped;
        status = ranks_leads(&ranks) ? play_with_ledger(&setup, settings) : play(&setup, settings);
    } else if (ranks_leads(&ranks)) {
        spread_dismiss(&ranks.transport);
    }
    int lost = setup.lost;
    match_setup_clear(&setup);
    ranks_leave(&ranks, lost == 0, status);
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
        "disk, and the same command with --resume plays those that are missing. docs/match.md explains the figures.\n"
        "Under mpirun, all processes play.\n",
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
