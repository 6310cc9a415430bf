// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper pgn check`: replays recorded games and reports where the first illegal move is, why it is illegal, and what may have been meant.
#include "cli/commands.h"
#include "cli/line/opening.h"
#include "cli/pgn/pgn_report.h"
#include "notation/pgn/pgn_stream.h"
#include "variants/games.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct check {
    const struct game *game;
    struct parameters parameters;
    unsigned flags;
    struct pgn_report report;
    struct variant *variant; // of the last game, kept for the next
    struct pgn_sum sum;
};

static size_t read_file(void *context, char *bytes, size_t size)
{
    return fread(bytes, 1, size, context);
}

static void check_games(struct check *check, FILE *file)
{
    struct pgn_stream stream;
    struct pgn_fault fault;
    struct record record;
    struct error err;
    struct pgn_places places = {.time_control = 0};
    struct pgn_warnings warnings;
    enum pgn_status status;
    pgn_stream_init(&stream, read_file, file, check->flags);
    stream.reader.game_meant = check->game;
    stream.reader.parameters_meant = &check->parameters;
    stream.reader.fault = &fault;
    stream.reader.lent = &check->variant;
    stream.reader.places = &places;
    while (!ferror(stdout) && (status = pgn_stream_read(&stream, &record, &err)) != PGN_END) {
        unsigned number = stream.reader.game;
        warnings.count = 0;
        if (status == PGN_GAME) {
            pgn_warnings_find(&warnings, &record, &places);
            pgn_report_good(&check->report, number, &record, &warnings);
            record_clear(&record);
        } else if (fault.found) {
            pgn_warnings_find(&warnings, &fault.record, &places);
            pgn_report_fault(&check->report, number, &fault, &warnings);
            record_clear(&fault.record);
        } else {
            pgn_report_form(&check->report, number, &err);
        }
        check->sum.games++;
        check->sum.faults += status == PGN_ERROR;
        check->sum.warned += warnings.count > 0;
    }
    vector_clear(&places.turns);
    pgn_stream_clear(&stream);
}

// The exit status.
static int check_file(struct check *check, const char *path)
{
    bool standard = !strcmp(path, "-");
    unsigned long before = check->sum.games;
    int status = EXIT_FINE;
    FILE *file = standard ? stdin : fopen(path, "r");
    check->report.file = standard ? "standard input" : path;
    if (!file)
        return usage_error("pgn check", "cannot read %s: %s", path, strerror(errno));
    errno = 0;
    check_games(check, file);
    if (ferror(file))
        status = usage_error("pgn check", "cannot read %s: %s", check->report.file,
                             errno ? strerror(errno) : "read error");
    else if (check->sum.games == before && !ferror(stdout))
        status = usage_error("pgn check", "there is no game in %s", check->report.file);
    if (!standard)
        fclose(file);
    return status;
}

static int check_all(struct check *check, const struct words *files)
{
    int status = EXIT_FINE;
    for (int i = 0; i < files->count; i++) {
        int one = check_file(check, files->words[i]);
        status = one > status ? one : status;
    }
    pgn_report_sum(&check->report, &check->sum);
    int written = output_finish("pgn check");
    if (written != EXIT_FINE)
        return written;
    return status == EXIT_FINE && check->sum.faults ? EXIT_FAILED : status;
}

// ---- The command line ----

struct settings {
    struct opening opening;
    struct words files;
    bool past_draws, quiet, as_json;
};

static int run(void *given)
{
    struct settings *settings = given;
    if (!settings->opening.game)
        settings->opening.game = games_all()[0];
    struct check check = {
        .game = settings->opening.game,
        .flags = settings->past_draws ? PGN_PAST_DRAWS : PGN_PLAIN,
        .report = {.quiet = settings->quiet, .as_json = settings->as_json},
    };
    if (!opening_read_parameters("pgn check", &settings->opening, &check.parameters))
        return EXIT_USAGE;
    int status = check_all(&check, &settings->files);
    variant_free(check.variant);
    return status;
}

static const struct argument operands[] = {
    {.name = "FILE",
     .help = "a PGN file or a plain list of moves; - is standard input",
     WORDS(struct settings, files),
     .missing = "which file? - is standard input"},
    {.name = NULL},
};

static const struct argument options[] = {
    {OPENING_GAME_OPTION(struct settings), .help = "the game if there is no [Variant] tag",
     .otherwise = "chess"},
    {.name = "past-draws",
     .help = "continue after repetition or the 50-move rule has ended a game",
     FLAG(struct settings, past_draws)},
    {.name = "quiet",
     .help = "print nothing about legal games without warnings",
     FLAG(struct settings, quiet)},
    {.name = "json",
     .help = "print a JSON object for each game and one for the total, each on one line",
     FLAG(struct settings, as_json)},
    {.name = NULL},
};

static const struct command command_check = {
    .name = "pgn check",
    .summary = "replay games, report the first illegal move of each",
    .text =
        "Replays the games of PGN files, or of plain lists of moves, and reports the first illegal move of each\n"
        "game: where it is, why it is illegal, and the legal move that may have been meant. A FILE of - is\n"
        "standard input. A list of moves is PGN without tags: move numbers, White's moves and Black's, in\n"
        "columns or in a row, in any notation; --game and its parameters say which game it is. Results (1-0, *)\n"
        "separate several lists in a file. After a game with a fault the check goes on with the next one, which\n"
        "begins with [Event …] or, in a list, after a result. Files may be of any size. Clocks are checked, too:\n"
        "a [TimeControl] or a [%clk …] that cannot be read, or that cannot be right, is a warning.\n"
        "\n"
        "Exit status: 0 all games are legal (warnings do not count), 1 some are not, 2 a file cannot be read or the command line is wrong.\n",
    .examples = "  leaper pgn check games.pgn\n"
                "  leaper pgn check --quiet archive/*.pgn\n"
                "  leaper pgn check tests/data/hans38-sample.txt --game hans38\n"
                "  leaper pgn check - --game chess --black nutters < moves.txt\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};

static const struct command *const subcommands[] = {&command_check, NULL};

const struct command command_pgn = {
    .name = "pgn",
    .summary = "check recorded games: the first illegal move, why, and what was meant",
    .text = "Works on recorded games: PGN files and plain lists of moves.\n",
    .subcommands = subcommands,
};
