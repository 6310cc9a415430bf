// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper solve`: the shortest win from a position, with help or by force.
#include "search/solve.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct usage usage = {
    "leaper solve GAME --helped N [options]\n"
    "leaper solve GAME --forced N [options]",
    "Finds the shortest win within N turns from a position by trying every turn: with the help of both\n"
    "sides, or by force whatever the other side does. When it finds none, there is none. A turn of both\n"
    "sides counts as one. Ctrl-C ends the search and says how far it has come.\n"
    "A forced win is the side's to move unless --winner says otherwise; a helped one is anybody's.\n",
    "  leaper solve hans38 --helped 3 --reason stalemate\n"
    "  leaper solve chess --helped 2 --lines 8 --json\n"
    "  leaper solve chess --forced 2 --fen 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1'\n"
    "  leaper solve fuel --fuel 1 --helped 4 --reason checkmate --winner white\n",
    true,
};

enum { FEN, HELPED, FORCED, REASON, WINNER, LINES, MEMORY, JSON };

struct solving {
    const struct session *session;
    struct timespec start, last;
    bool shows_progress;
    json_t *solutions; // collects what is found for --json, or NULL
};

static double seconds_between(const struct timespec *start, const struct timespec *end)
{
    return (double)(end->tv_sec - start->tv_sec) + (double)(end->tv_nsec - start->tv_nsec) / 1e9;
}

// Whether the user pressed Ctrl-C (which is blocked, and so only waits to be seen).
static bool is_interrupted(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

static bool progress(void *context, const struct solve_progress *now)
{
    struct solving *solving = context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    if (solving->shows_progress && seconds_between(&solving->last, &time) >= 1) {
        solving->last = time;
        fprintf(stderr, "\rhalf-turns %d, positions %" PRIu64 ", %.0f s ", now->half_turns, now->positions,
                seconds_between(&solving->start, &time));
        fflush(stderr);
    }
    return !ferror(stdout) && !is_interrupted();
}

static void erase_progress(const struct solving *solving)
{
    if (solving->shows_progress)
        fprintf(stderr, "\r%*s\r", 60, "");
}

// Turns as people write them, with their numbers: "1. e4 e5 2. …".
static void write_turn(const struct position *before, const struct turn *turn, struct buffer *out)
{
    bool first = !out->length, white = position_side(before) == WHITE;
    if (!first)
        buffer_add_char(out, ' ');
    if (white || first)
        buffer_addf(out, "%u%s ", before->state.fullmove, white ? "." : "...");
    san_write_turn(before, turn, SAN_PLAIN, out);
}

// Appends the turns of the line, and to `turns`, where it is wanted, their coordinate notation.
static void write_line(const struct position *start, const struct solve_line *line, struct buffer *out,
                       json_t *turns)
{
    struct position pos = *start, before = *start;
    struct turn turn = {.count = 0};
    for (unsigned i = 0; i < line->count; i++) {
        struct undo undo;
        if (move_kind(line->actions[i]) != MOVE_END_TURN)
            turn.actions[turn.count++] = line->actions[i];
        position_apply(&pos, line->actions[i], &undo);
        if (pos.state.actions)
            continue;
        write_turn(&before, &turn, out);
        if (turns) {
            struct buffer text;
            buffer_init(&text);
            coordinate_write_turn(&before, &turn, &text);
            json_array_append_new(turns, json_string(buffer_text(&text)));
            buffer_clear(&text);
        }
        turn.count = 0;
        before = pos;
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
           line->outcome.result == RESULT_WHITE ? "White" : "Black", reason_name(line->outcome.reason));
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

static int run(struct solving *solving, struct solve_request *request)
{
    struct solve_result result;
    struct timespec end;
    struct error err;
    sigset_t interrupt;
    request->position = &solving->session->position;
    request->progress = progress;
    request->found = found;
    request->context = solving;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    clock_gettime(CLOCK_MONOTONIC, &solving->start);
    solving->last = solving->start;
    solving->shows_progress = isatty(STDERR_FILENO);
    if (!solve_run(request, &result, &err)) {
        usage_report("solve", &err);
        return EXIT_FAILED;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = seconds_between(&solving->start, &end);
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

static bool read_reason(const char *text, enum reason *reason)
{
    for (unsigned i = REASON_NONE + 1; i < REASONS; i++)
        if (text_equal_nocase(text, reason_name((enum reason)i))) {
            *reason = (enum reason)i;
            return true;
        }
    struct suggestion suggestion = {text, NULL, 0};
    for (unsigned i = REASON_NONE + 1; i < REASONS; i++)
        suggest_offer(&suggestion, reason_name((enum reason)i));
    usage_error("solve", "nobody wins by '%s'%s%s", text, suggestion.nearest ? "; did you mean " : "",
                suggestion.nearest ? suggestion.nearest : "");
    return false;
}

static bool read_winner(const char *text, struct solve_request *request)
{
    request->either = false;
    request->winner = text_equal_nocase(text, "black") ? BLACK : WHITE;
    if (text_equal_nocase(text, "white") || text_equal_nocase(text, "black"))
        return true;
    usage_error("solve", "--winner is white or black, not '%s'", text);
    return false;
}

// Fills in what is asked; false after having complained.
static bool read_request(const struct option *options, struct solve_request *request)
{
    long turns, lines = 1, memory = SOLVE_MEMORY_DEFAULT;
    const struct option *depth = &options[options[FORCED].given ? FORCED : HELPED];
    if (!depth->given || (options[HELPED].given && options[FORCED].given)) {
        usage_error("solve", "say --helped N or --forced N");
        return false;
    }
    if (!option_number("solve", depth, 1, SOLVE_TURNS_MAX, &turns) ||
        (options[LINES].given && !option_number("solve", &options[LINES], 1, 1000000, &lines)) ||
        (options[MEMORY].given &&
         !option_number("solve", &options[MEMORY], SOLVE_MEMORY_MIN, SOLVE_MEMORY_MAX, &memory)))
        return false;
    request->mode = options[FORCED].given ? SOLVE_FORCED : SOLVE_HELPED;
    request->turns = (int)turns;
    request->lines = (unsigned)lines;
    request->memory = (unsigned)memory;
    return (!options[REASON].given || read_reason(options[REASON].given, &request->reason)) &&
           (!options[WINNER].given || read_winner(options[WINNER].given, request));
}

int cmd_solve(int argc, char **argv)
{
    struct option options[] = {
        [FEN] = {"fen", "FEN", "the position to start from", NULL},
        [HELPED] = {"helped", "N", "both sides help, within N turns", NULL},
        [FORCED] = {"forced", "N", "the other side defends, within N turns", NULL},
        [REASON] = {"reason", "REASON", "count only wins by checkmate, stalemate, no-fuel …", NULL},
        [WINNER] = {"winner", "SIDE", "white or black must win", NULL},
        [LINES] = {"lines", "N", "print up to N solutions (forced: one a first action)", NULL},
        [MEMORY] = {"memory", "MIB", "memory for what was seen before (default 256)", NULL},
        [JSON] = {"json", NULL, "print the result as a JSON object", NULL},
        {0},
    };
    struct arguments arguments;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("solve", "'%s' is one word too many", arguments.words[1]);
    struct session *session = opening_read("solve", &arguments, options[FEN].given);
    if (!session)
        return EXIT_USAGE;
    struct solving solving = {.session = session, .solutions = options[JSON].given ? json_array() : NULL};
    struct solve_request request = {.either = true, .winner = session_side(session)};
    if (!read_request(options, &request))
        status = EXIT_USAGE;
    else
        status = run(&solving, &request);
    json_decref(solving.solutions);
    session_free(session);
    return status;
}
