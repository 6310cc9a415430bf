// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper show`: positions as JSON, one from the command line or one for each line of standard input.
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/opening.h"
#include "notation/json/describe.h"
#include "notation/json/request.h"
#include "protocols/lines.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct usage usage = {
    "leaper show GAME [options]\n       leaper show --batch [--all]",
    "Prints a position as one JSON object: what stands where, whose turn it is, all legal turns, and\n"
    "whether the game is over. Where there are more than 400 turns, 'divide' gives their numbers by first\n"
    "action instead.\n"
    "\n"
    "With --batch each line of standard input is a request, and each is answered by one line:\n"
    "  {\"game\":\"fuel\", \"fen\":\"…\", \"moves\":[\"e2e4\"], \"fuel\":20}\n"
    "All but \"game\" may be left out; the other members are the parameters of the game, the two armies as\n"
    "\"armies\":[\"fide\",\"nutters\"]. A request that is wrong is answered by {\"error\":…}, and the next one is read.\n",
    "  leaper show chess --moves 'e2e4 e7e5'\n"
    "  leaper show fuel --fuel 3 --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 3'\n"
    "  echo '{\"game\":\"chess\",\"armies\":[\"fide\",\"rookies\"]}' | leaper show --batch\n",
    true,
};

// Prints the object on a line of its own and gives it back. False when there is none or nobody reads.
static bool print_json(json_t *object)
{
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (!text)
        return false;
    puts(text);
    free(text);
    return fflush(stdout) == 0;
}

// ---- Many ----

static json_t *answer(const char *line, size_t length, unsigned flags)
{
    struct show_request request;
    struct error err;
    if (!show_request_parse(&request, line, length, &err))
        return describe_error(&err);
    json_t *state = describe_state(&request.position, &request.history, flags);
    show_request_clear(&request);
    return state;
}

static json_t *answer_too_long(void)
{
    struct error err;
    error_set(&err, ERROR_TOO_LARGE, "", "a line may have %d bytes", REQUEST_SIZE_MAX);
    return describe_error(&err);
}

static int show_batch(unsigned flags)
{
    struct lines lines;
    if (!lines_init(&lines, STDIN_FILENO, REQUEST_SIZE_MAX)) {
        usage_error("show", "out of memory");
        return EXIT_FAILED;
    }
    bool going = true;
    while (going) {
        char *line;
        size_t length;
        enum lines_status status = lines_next(&lines, -1, &line, &length);
        if (status == LINES_END)
            break;
        going = print_json(status == LINES_LINE ? answer(line, length, flags) : answer_too_long());
    }
    lines_clear(&lines);
    int status = output_finish("show");
    return going ? status : EXIT_FAILED;
}

// ---- One ----

static bool play_moves(struct session *session, const char *moves, struct error *err)
{
    char *copy = strdup(moves), *rest = copy, *word;
    bool legal = copy || error_set(err, ERROR_SYSTEM, "", "out of memory");
    for (int number = 0; legal && (word = strtok_r(rest, " \t\n", &rest)); number++)
        if (!session_play_text(session, word, err)) {
            char place[32];
            snprintf(place, sizeof place, "moves[%d]", number);
            error_place(err, place);
            legal = false;
        }
    free(copy);
    return legal;
}

static int show_one(const struct arguments *arguments, const char *fen, const char *moves, unsigned flags)
{
    struct session *session = opening_read("show", arguments, fen);
    struct error err;
    int status = EXIT_USAGE;
    if (!session)
        return status;
    if (moves && !play_moves(session, moves, &err))
        status = usage_report("show", &err);
    else if (print_json(describe_state(&session->position, &session->history, flags)))
        status = EXIT_FINE;
    else {
        output_finish("show"); // says why
        status = EXIT_FAILED;
    }
    session_free(session);
    return status;
}

int cmd_show(int argc, char **argv)
{
    enum { FEN, MOVES, ALL, BATCH };
    struct option options[] = {
        {"fen", "FEN", "the position; the game's start when left out", NULL},
        {"moves", "'TURN TURN …'", "turns to play from there, in any notation", NULL},
        {"all", NULL, "list the legal turns however many there are", NULL},
        {"batch", NULL, "read requests from standard input, one a line", NULL},
        {0},
    };
    struct arguments arguments;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    unsigned flags = options[ALL].given ? DESCRIBE_ALL : DESCRIBE_PLAIN;
    if (!options[BATCH].given) {
        if (arguments.count > 1)
            return usage_error("show", "'%s' is one word too many; turns are given by --moves",
                               arguments.words[1]);
        return show_one(&arguments, options[FEN].given, options[MOVES].given, flags);
    }
    if (arguments.count || arguments.parameter_count || options[FEN].given || options[MOVES].given)
        return usage_error("show", "with --batch, games and positions come on standard input");
    return show_batch(flags);
}
