// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper pgn check`: replays written games and says where the first illegal move stands, why, and what may be meant.
#include "notation/pgn.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/opening.h"
#include "games/games.h"
#include "notation/propose.h"

#include <stdlib.h>
#include <string.h>

static const struct usage usage = {
    "leaper pgn check FILE … [options]",
    "Replays the games of PGN files, or of plain lists of moves, and reports for each the first move that is\n"
    "not legal: where it stands, why it is illegal, and the legal move that may have been meant. A FILE of\n"
    "- is standard input. A list of moves is as PGN without tags: move numbers, White's moves and Black's, in\n"
    "columns or in a row, in any notation; --game and its parameters say which game it is. Several lists in a\n"
    "file are parted by results (1-0, *). After a game with a fault the check goes on with the next one, which\n"
    "begins with [Event …] or, after a list, behind a result.\n"
    "\n"
    "Exit status: 0 all games are legal, 1 some are not, 2 a file cannot be read or the command line is wrong.\n",
    "  leaper pgn check games.pgn\n"
    "  leaper pgn check tests/data/hans38-sample.txt --game hans38\n"
    "  leaper pgn check - --game chess --black nutters < moves.txt\n",
    true,
};

struct check {
    const struct game *game;
    struct parameters parameters;
    unsigned flags;
    unsigned games, faults;
};

// Whether a terminal may take what stands there for a command: control characters, C1 among them.
static bool is_control(const unsigned char *c)
{
    return *c < ' ' || *c == 127 || (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);
}

// Prints a line with '?' in place of control characters.
static void print_line(const struct buffer *line)
{
    for (const unsigned char *c = (const unsigned char *)buffer_text(line); *c; c++) {
        bool control = is_control(c);
        putchar(control ? '?' : *c);
        c += control && *c == 0xc2;
    }
    putchar('\n');
}

// A move as it was written; there is no reason for anything but ASCII in it.
static void add_written(const char *text, struct buffer *line)
{
    for (; *text; text++)
        buffer_add_char(line, (unsigned char)*text < 127 ? *text : '?');
}

static void report_good(const char *name, unsigned number, const struct record *record)
{
    struct buffer line;
    size_t count = record->turn_count;
    buffer_init(&line);
    buffer_addf(&line, "%s: game %u, %s: %zu half-move%s, %s; ", name, number, record->variant->game->title,
                count, count == 1 ? "" : "s", count == 1 ? "legal" : "all legal");
    buffer_add(&line, result_name(record->outcome.result));
    if (record->outcome.reason)
        buffer_addf(&line, " (%s)", reason_name(record->outcome.reason));
    print_line(&line);
    buffer_clear(&line);
}

// The reason, without the move where it begins with that: it was said already.
static const char *plain_reason(const struct pgn_fault *fault)
{
    size_t length = strlen(fault->text);
    const char *reason = fault->reason.message;
    if (!strncmp(reason, fault->text, length) && !strncmp(reason + length, ": ", 2))
        return reason + length + 2;
    return reason;
}

// Appends "b7-b6 or c7-c6"; those only with which the most half-moves that follow are legal.
static void add_proposals(const struct pgn_fault *fault, const struct proposals *proposals,
                          struct buffer *line)
{
    unsigned follow[PROPOSALS_MAX] = {0}, most = 0, written = 0;
    for (unsigned i = 0; i < proposals->count; i++) {
        follow[i] = pgn_fault_follow(fault, &proposals->list[i].turn);
        most = follow[i] > most ? follow[i] : most;
    }
    buffer_add(line, "  perhaps ");
    for (unsigned i = 0; i < proposals->count; i++)
        if (follow[i] == most)
            buffer_addf(line, "%s%s", written++ ? " or " : "", proposals->list[i].text);
    if (proposals->more)
        buffer_add(line, " or another");
    buffer_add(line, " was meant");
    if (most == 1)
        buffer_add(line, "; then the next half-move is legal too");
    else if (most)
        buffer_addf(line, "; then the next %u half-moves are legal too", most);
}

static void report_fault(const char *name, unsigned number, const struct pgn_fault *fault)
{
    struct position pos;
    struct proposals proposals;
    struct buffer line;
    pgn_fault_position(fault, &pos);
    buffer_init(&line);
    buffer_addf(&line, "%s: line %u, column %u: game %u, %s: move %u, %s: ", name, fault->line, fault->column,
                number, pos.variant->game->title, (unsigned)pos.state.fullmove,
                position_side(&pos) == WHITE ? "White" : "Black");
    add_written(fault->text, &line);
    buffer_addf(&line, ": %s", plain_reason(fault));
    print_line(&line);
    if (fault->reason.code != ERROR_GAME_OVER)
        propose_turns(&pos, fault->text, &proposals);
    if (fault->reason.code != ERROR_GAME_OVER && proposals.count) {
        buffer_reset(&line);
        add_proposals(fault, &proposals, &line);
        print_line(&line);
    }
    buffer_clear(&line);
}

static void report_form(const char *name, const struct error *err)
{
    struct buffer line;
    buffer_init(&line);
    buffer_addf(&line, "%s: %s%s%s", name, err->at, err->at[0] ? ": " : "", err->message);
    print_line(&line);
    buffer_clear(&line);
}

static void check_games(struct check *check, const char *name, const struct buffer *text)
{
    struct pgn_reader reader;
    struct pgn_fault fault;
    struct record record;
    struct error err;
    enum pgn_status status;
    pgn_reader_init(&reader, buffer_text(text), text->length, check->flags);
    reader.game_meant = check->game;
    reader.parameters_meant = &check->parameters;
    reader.fault = &fault;
    while ((status = pgn_read(&reader, &record, &err)) != PGN_END) {
        check->games++;
        check->faults += status == PGN_ERROR;
        if (status == PGN_GAME) {
            report_good(name, reader.game, &record);
            record_clear(&record);
        } else if (fault.found) {
            report_fault(name, reader.game, &fault);
            record_clear(&fault.record);
        } else {
            report_form(name, &err);
        }
    }
}

// The exit status.
static int check_file(struct check *check, const char *path)
{
    struct buffer text;
    struct error err;
    unsigned before = check->games;
    bool standard = !strcmp(path, "-");
    const char *name = standard ? "standard input" : path;
    int status = EXIT_FINE;
    buffer_init(&text);
    if (!(standard ? input_read(stdin, name, PGN_SIZE_MAX, &text, &err)
                   : input_read_file(path, PGN_SIZE_MAX, &text, &err)))
        status = usage_report("pgn", &err);
    else
        check_games(check, name, &text);
    if (status == EXIT_FINE && check->games == before)
        status = usage_error("pgn", "%s: there is no game in it", name);
    buffer_clear(&text);
    return status;
}

static int check_all(struct check *check, const struct arguments *arguments)
{
    int status = EXIT_FINE;
    for (int i = 1; i < arguments->count; i++) {
        int one = check_file(check, arguments->words[i]);
        status = one > status ? one : status;
    }
    if (check->games > 1)
        printf("%u games, %u of them with a fault\n", check->games, check->faults);
    int written = output_finish("pgn");
    if (written != EXIT_FINE)
        return written;
    return status == EXIT_FINE && check->faults ? EXIT_FAILED : status;
}

int cmd_pgn(int argc, char **argv)
{
    enum { GAME, PAST_DRAWS };
    struct option options[] = {
        {"game", "GAME", "what is played where no tag [Variant] says so (else chess)", NULL},
        {"past-draws", NULL, "read on where repetition or the 50-move rule has ended a game", NULL},
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
    return check_all(&check, &arguments);
}
