// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper solve`: the shortest win from a position, with help or by force.
#include "search/solve.h"

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/endings.h"
#include "cli/line/interrupt.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "cli/line/reason.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "tables/table_oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct solving {
    const struct session *session;
    double start, last; // clock_seconds()
    bool shows_progress;
    json_t *solutions; // collects the solutions for --json, or NULL
};

static bool progress(void *context, const struct solve_progress *now)
{
    struct solving *solving = context;
    double time = clock_seconds();
    if (solving->shows_progress && time - solving->last >= 1) {
        solving->last = time;
        fprintf(stderr, "\rhalf-turns %d, positions %" PRIu64 ", %.0f s ", now->half_turns, now->positions,
                time - solving->start);
        fflush(stderr);
    }
    return !interrupt_or_no_reader();
}

static void erase_progress(const struct solving *solving)
{
    if (solving->shows_progress)
        fprintf(stderr, "\r%*s\r", 60, "");
}

// Turns in algebraic notation, with their numbers: "1. e4 e5 2. …".
static void write_turn(const struct position *before, const struct turn *turn, struct buffer *out)
{
    bool first = !out->length, white = position_side(before) == WHITE;
    if (!first)
        buffer_add_char(out, ' ');
    if (white || first)
        buffer_addf(out, "%u%s ", before->state.fullmove, white ? "." : "...");
    san_write_turn(before, turn, SAN_PLAIN, out);
}

// Appends the turns of the line, and to `coordinates`, unless it is NULL, their coordinate notation.
static void write_line(const struct position *start, const struct solve_line *line, struct buffer *out,
                       json_t *coordinates)
{
    struct turn turns[2 * SOLVE_TURNS_MAX];
    struct position pos = *start;
    unsigned count = solve_line_turns(start, line, turns, 2 * SOLVE_TURNS_MAX);
    for (unsigned i = 0; i < count; i++) {
        write_turn(&pos, &turns[i], out);
        if (coordinates) {
            struct buffer text;
            buffer_init(&text);
            coordinate_write_turn(&pos, &turns[i], &text);
            json_array_append_new(coordinates, json_string(buffer_text(&text)));
            buffer_clear(&text);
        }
        turn_play(&pos, &turns[i]);
    }
}

static void found(void *context, const struct solve_line *line)
{
    struct solving *solving = context;
    struct buffer text;
    buffer_init(&text);
    json_t *turns = solving->solutions ? json_array() : NULL;
    write_line(&solving->session->position, line, &text, turns);
    if (turns) {
        json_array_append_new(solving->solutions,
                              json_pack("{s:o, s:s, s:s, s:s}", "turns", turns, "text", buffer_text(&text),
                                        "result", result_name(line->outcome.result), "reason",
                                        reason_name(line->outcome.reason)));
        buffer_clear(&text);
        return;
    }
    erase_progress(solving);
    printf("%s  %s wins by %s\n", buffer_text(&text),
           color_name(line->outcome.result == RESULT_WHITE ? WHITE : BLACK),
           reason_name(line->outcome.reason));
    fflush(stdout);
    buffer_clear(&text);
}

static void say_result(const struct solve_request *request, const struct solve_result *result)
{
    const char *kind = request->mode == SOLVE_HELPED ? "with help" : "by force";
    if (result->status == SOLVE_FOUND)
        printf("\nresult     won %s in %d turn%s (%d half-turns), and not sooner\n", kind,
               (result->half_turns + 1) / 2, result->half_turns > 2 ? "s" : "", result->half_turns);
    else if (result->status == SOLVE_NONE)
        printf("result     no such win %s within %d turn%s\n", kind, request->turns,
               request->turns > 1 ? "s" : "");
    else
        printf("result     interrupted; no such win %s within %d half-turns\n", kind, result->half_turns);
}

static void print_json(const struct solving *solving, const struct solve_request *request,
                       const struct solve_result *result, double seconds)
{
    static const char *const statuses[] = {
        [SOLVE_FOUND] = "found", [SOLVE_NONE] = "none", [SOLVE_STOPPED] = "interrupted"};
    json_print(json_pack("{s:s, s:o, s:s, s:i, s:s, s:i, s:O, s:I, s:f}", "game",
                         solving->session->variant->game->name, "fen", json_fen(&solving->session->position),
                         "mode", request->mode == SOLVE_HELPED ? "helped" : "forced", "turns", request->turns,
                         "status", statuses[result->status], "half_turns", result->half_turns, "solutions",
                         solving->solutions, "positions", (json_int_t)result->positions, "seconds", seconds));
}

static int solve(struct solving *solving, struct solve_request *request)
{
    struct solve_result result;
    struct error err;
    request->position = &solving->session->position;
    request->progress = progress;
    request->found = found;
    request->context = solving;
    interrupt_hold();
    solving->last = solving->start = clock_seconds();
    solving->shows_progress = isatty(STDERR_FILENO);
    if (!solve_run(request, &result, &err))
        return failure_report("solve", &err);
    double seconds = clock_seconds() - solving->start;
    erase_progress(solving);
    if (solving->solutions) {
        print_json(solving, request, &result, seconds);
    } else {
        say_result(request, &result);
        printf("positions  %" PRIu64 "\ntime       %.3f s\n", result.positions, seconds);
    }
    int status = output_finish("solve");
    return result.status == SOLVE_STOPPED ? EXIT_FAILED : status;
}

// ---- The command line ----

struct settings {
    struct opening opening;
    long helped, forced; // turns; 0: not given
    enum reason reason;
    int winner; // a color, or -1: depends on the mode
    long lines, memory;
    const char *tables; // folders; NULL: none
    bool as_json;
};

static int solve_with(const struct settings *settings, struct session *session, const struct oracle *oracle)
{
    struct solving solving = {.session = session, .solutions = settings->as_json ? json_array() : NULL};
    struct solve_request request = {
        .mode = settings->forced ? SOLVE_FORCED : SOLVE_HELPED,
        .turns = (int)(settings->forced ? settings->forced : settings->helped),
        .reason = settings->reason,
        .either = settings->winner < 0,
        .winner = settings->winner < 0 ? session_side(session) : (enum color)settings->winner,
        .lines = (unsigned)settings->lines,
        .memory = (unsigned)settings->memory,
        .oracle = oracle,
    };
    int status = solve(&solving, &request);
    json_decref(solving.solutions);
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    if (!settings->helped == !settings->forced)
        return usage_error("solve", "give either --helped N or --forced N");
    if (settings->tables && settings->helped)
        return usage_error("solve", "tables know nothing of wins with help; --tables belongs to --forced");
    struct session *session = opening_start("solve", &settings->opening);
    if (!session)
        return EXIT_USAGE;
    struct error err;
    struct shelf *shelf = settings->tables ? endings_open(settings->tables, &err) : NULL;
    struct oracle oracle = table_oracle(shelf);
    int status =
        settings->tables && !shelf ? usage_report("solve", &err) : solve_with(settings, session, &oracle);
    shelf_free(shelf);
    session_free(session);
    return status;
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings), .missing = opening_which_game},
    {.name = NULL},
};

static const char *const sides[] = {[WHITE] = "white", [BLACK] = "black", NULL};

static const struct argument options[] = {
    {.name = "fen",
     .value = "FEN",
     .help = "the position to start from",
     TEXT(struct settings, opening.fen),
     .otherwise = "the game's start"},
    {.name = "helped",
     .value = "N",
     .help = "both sides help to win within N turns",
     NUMBER(struct settings, helped),
     .minimum = 1,
     .maximum = SOLVE_TURNS_MAX},
    {.name = "forced",
     .value = "N",
     .help = "the other side defends; at most N turns",
     NUMBER(struct settings, forced),
     .minimum = 1,
     .maximum = SOLVE_TURNS_MAX},
    {.name = "reason",
     .value = "REASON",
     .help = "count only wins by checkmate, stalemate, no-fuel …",
     READ(enum reason, struct settings, reason, line_read_reason),
     .list = line_reason_word},
    {.name = "winner",
     .value = "SIDE",
     .help = "who must win",
     CHOICE(struct settings, winner),
     .choices = sides,
     .initial = -1},
    {.name = "lines",
     .value = "N",
     .help = "print up to N solutions; with --forced, one for each first action",
     NUMBER(struct settings, lines),
     .minimum = 1,
     .maximum = 1000000,
     .initial = 1},
    {.name = "memory",
     .value = "MIB",
     .help = "memory for positions seen before",
     NUMBER(struct settings, memory),
     .minimum = SOLVE_MEMORY_MIN,
     .maximum = SOLVE_MEMORY_MAX,
     .initial = SOLVE_MEMORY_DEFAULT},
    ENDINGS_TABLES(struct settings, "forced wins"),
    {.name = "json", .help = "print the result as a JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_solve = {
    .name = "solve",
    .summary = "find the shortest win, helped or forced",
    .synopsis = "GAME --helped N [options]\nGAME --forced N [options]",
    .text =
        "Finds the shortest win within N turns from a position by exhaustive search: with the help of both\n"
        "sides, or by force against any defence. If it finds none, there is none. A turn of both\n"
        "sides counts as one. Ctrl-C ends the search and reports how far it got.\n"
        "A forced win is for the side to move unless --winner says otherwise; a helped one is for either side.\n"
        "With --tables, positions of forced wins that are in a table of endings are looked up and not searched.\n",
    .examples = "  leaper solve hans38 --helped 3 --reason stalemate\n"
                "  leaper solve chess --helped 2 --lines 8 --json\n"
                "  leaper solve chess --forced 2 --fen 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1'\n"
                "  leaper solve chess --forced 24 --tables tables --fen '8/8/8/3k4/8/8/8/KR6 w - - 0 1'\n"
                "  leaper solve fuel --fuel 1 --helped 4 --reason checkmate --winner white\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
