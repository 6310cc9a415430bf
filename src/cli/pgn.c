// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper pgn check`: replays written games and says where the first illegal move stands, why, and what may be meant.
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/opening.h"
#include "cli/pgn_report.h"
#include "games/games.h"
#include "notation/pgn/pgn_stream.h"

#include <errno.h>
#include <string.h>

static const struct usage usage = {
    "leaper pgn check FILE … [options]",
    "Replays the games of PGN files, or of plain lists of moves, and reports for each the first move that is\n"
    "not legal: where it stands, why it is illegal, and the legal move that may have been meant. A FILE of\n"
    "- is standard input. A list of moves is as PGN without tags: move numbers, White's moves and Black's, in\n"
    "columns or in a row, in any notation; --game and its parameters say which game it is. Several lists in a\n"
    "file are parted by results (1-0, *). After a game with a fault the check goes on with the next one, which\n"
    "begins with [Event …] or, after a list, behind a result. Files may be of any size.\n"
    "\n"
    "Exit status: 0 all games are legal, 1 some are not, 2 a file cannot be read or the command line is wrong.\n",
    "  leaper pgn check games.pgn\n"
    "  leaper pgn check --quiet archive/*.pgn\n"
    "  leaper pgn check tests/data/hans38-sample.txt --game hans38\n"
    "  leaper pgn check - --game chess --black nutters < moves.txt\n",
    true,
};

struct check {
    const struct game *game;
    struct parameters parameters;
    unsigned flags;
    struct pgn_report report;
    struct variant *variant; // of the last game, kept for the next
    unsigned long games, faults;
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
    enum pgn_status status;
    pgn_stream_init(&stream, read_file, file, check->flags);
    stream.reader.game_meant = check->game;
    stream.reader.parameters_meant = &check->parameters;
    stream.reader.fault = &fault;
    stream.reader.lent = &check->variant;
    while (!ferror(stdout) && (status = pgn_stream_read(&stream, &record, &err)) != PGN_END) {
        unsigned number = stream.reader.game;
        check->games++;
        check->faults += status == PGN_ERROR;
        if (status == PGN_GAME) {
            pgn_report_good(&check->report, number, &record);
            record_clear(&record);
        } else if (fault.found) {
            pgn_report_fault(&check->report, number, &fault);
            record_clear(&fault.record);
        } else {
            pgn_report_form(&check->report, number, &err);
        }
    }
    pgn_stream_clear(&stream);
}

// The exit status.
static int check_file(struct check *check, const char *path)
{
    bool standard = !strcmp(path, "-");
    unsigned long before = check->games;
    int status = EXIT_FINE;
    FILE *file = standard ? stdin : fopen(path, "r");
    check->report.file = standard ? "standard input" : path;
    if (!file)
        return usage_error("pgn", "%s cannot be read: %s", path, strerror(errno));
    errno = 0;
    check_games(check, file);
    if (ferror(file))
        status = usage_error("pgn", "%s cannot be read: %s", check->report.file,
                             errno ? strerror(errno) : "an error of reading");
    else if (check->games == before && !ferror(stdout))
        status = usage_error("pgn", "%s: there is no game in it", check->report.file);
    if (!standard)
        fclose(file);
    return status;
}

static int check_all(struct check *check, const struct arguments *arguments)
{
    int status = EXIT_FINE;
    for (int i = 1; i < arguments->count; i++) {
        int one = check_file(check, arguments->words[i]);
        status = one > status ? one : status;
    }
    pgn_report_sum(&check->report, check->games, check->faults);
    int written = output_finish("pgn");
    if (written != EXIT_FINE)
        return written;
    return status == EXIT_FINE && check->faults ? EXIT_FAILED : status;
}

int cmd_pgn(int argc, char **argv)
{
    enum { GAME, PAST_DRAWS, QUIET, JSON };
    struct option options[] = {
        {"game", "GAME", "what is played where no tag [Variant] says so (else chess)", NULL},
        {"past-draws", NULL, "read on where repetition or the 50-move rule has ended a game", NULL},
        {"quiet", NULL, "say nothing of games that are legal", NULL},
        {"json", NULL, "print an object a line for each game, and one for all", NULL},
        {0},
    };
    struct arguments arguments;
    struct check check = {.game = games[0]};
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (!arguments.count || strcmp(arguments.words[0], "check") != 0)
        return usage_error("pgn", "say what to do: leaper pgn check FILE");
    if (arguments.count == 1)
        return usage_error("pgn", "which file? - is standard input");
    if (options[GAME].given && !(check.game = opening_find_game("pgn", options[GAME].given)))
        return EXIT_USAGE;
    if (!opening_read_parameters("pgn", check.game, &arguments, &check.parameters))
        return EXIT_USAGE;
    check.flags = options[PAST_DRAWS].given ? PGN_PAST_DRAWS : PGN_PLAIN;
    check.report.quiet = options[QUIET].given != NULL;
    check.report.as_json = options[JSON].given != NULL;
    status = check_all(&check, &arguments);
    variant_free(check.variant);
    return status;
}
