// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper show`: positions as JSON, one from the command line or one for each line of standard input.
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "notation/json/describe.h"
#include "notation/json/request.h"
#include "protocols/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// False when the reader of the output has gone away.
static bool print_json(json_t *object)
{
    json_print(object);
    return !ferror(stdout);
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
    error_set(&err, ERROR_TOO_LARGE, "", "a line may have at most %d bytes", REQUEST_SIZE_MAX);
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
    bool legal = copy || error_no_memory(err);
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

static int show_one(const struct opening *opening, const char *moves, unsigned flags)
{
    struct session *session = opening_start("show", opening);
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

// ---- The command line ----

struct settings {
    struct opening opening;
    const char *moves;
    bool all, batch;
};

static int run(void *given)
{
    const struct settings *settings = given;
    const struct opening *opening = &settings->opening;
    unsigned flags = settings->all ? DESCRIBE_ALL : DESCRIBE_PLAIN;
    if (settings->batch &&
        (opening->game || opening->fen || settings->moves || opening_has_parameters(opening)))
        return usage_error("show", "with --batch, games and positions come on standard input");
    if (settings->batch)
        return show_batch(flags);
    if (!opening->game)
        return usage_error("show", "%s", opening_which_game);
    return show_one(opening, settings->moves, flags);
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings)},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "fen",
     .value = "FEN",
     .help = "the position",
     TEXT(struct settings, opening.fen),
     .otherwise = "the game's start"},
    {.name = "moves",
     .value = "'TURN TURN …'",
     .help = "turns to play from there, in any notation",
     TEXT(struct settings, moves)},
    {.name = "all",
     .help = "list all legal turns, even if there are more than 400",
     FLAG(struct settings, all)},
    {.name = "batch",
     .help = "read requests from standard input, one per line",
     FLAG(struct settings, batch)},
    {.name = NULL},
};

const struct command command_show = {
    .name = "show",
    .summary = "print a position and its legal turns as JSON",
    .synopsis = "GAME [options]\n--batch [--all]",
    .text =
        "Prints a position as one JSON object: the board, the side to move, all legal turns, and\n"
        "whether the game is over. If there are more than 400 turns, 'divide' gives their number for each\n"
        "first action instead.\n"
        "\n"
        "With --batch each line of standard input is a request, and each is answered by one line:\n"
        "  {\"game\":\"fuel\", \"fen\":\"…\", \"moves\":[\"e2e4\"], \"fuel\":20}\n"
        "All but \"game\" may be left out; the other members are the parameters of the game, the two armies as\n"
        "\"armies\":[\"fide\",\"nutters\"]. A request that is wrong is answered by {\"error\":…}, and the next one is read.\n",
    .examples = "  leaper show chess --moves 'e2e4 e7e5'\n"
                "  leaper show fuel --fuel 3 --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 3'\n"
                "  echo '{\"game\":\"chess\",\"armies\":[\"fide\",\"rookies\"]}' | leaper show --batch\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .no_more = "turns are given by --moves",
    .size = sizeof(struct settings),
    .run = run,
};
