// SPDX-License-Identifier: GPL-3.0-or-later
// Answers {"do":"solve"}: whether a side can force a win in so many turns, and by which turns, proved by exhaustive search.
#include "api/request/request.h"

#include "base/clock.h"
#include "notation/coordinate_write.h"
#include "notation/json/json_text.h"
#include "notation/san.h"
#include "search/solve.h"

#include <string.h>

enum { SOLVE_HASH_MAX = 1024, SOLVE_LINES_MAX = 256, SOLVE_NODES_DEFAULT = 1000000 };
static const int64_t SOLVE_NODES_MOST = 10000000, SOLVE_MILLISECONDS_MAX = 60000;

// The settings of the request, and what the solver reports.
struct solving {
    const struct leaper_request_watch *watch; // NULL: nobody watches
    const struct position *position;
    const char *side; // who must win; NULL: who is to move
    int64_t turns, most, hash;
    int64_t nodes, milliseconds; // 0: no limit
    int64_t start;               // clock_milliseconds()
    int half_turns;              // that the watcher knows of
    const char *why;             // it was stopped; NULL: it was not
    json_t *lines;               // NULL if memory ran out
};

// ---- The search ----

static int64_t elapsed(const struct solving *solving)
{
    return clock_milliseconds() - solving->start;
}

// Without memory for it, the watcher is not told: the next state may do.
static void tell_progress(struct solving *solving, const struct solve_progress *now)
{
    json_t *state = json_pack("{s:i,s:I,s:I}", "half_turns", now->half_turns, "nodes",
                              (json_int_t)now->positions, "milliseconds", (json_int_t)elapsed(solving));
    char *text = json_out(state, NULL);
    if (text)
        solving->watch->progress(solving->watch->context, text);
    leaper_free(text);
    solving->half_turns = now->half_turns;
}

static bool go_on(void *context, const struct solve_progress *now)
{
    struct solving *solving = context;
    const struct leaper_request_watch *watch = solving->watch;
    if (watch && watch->progress && now->half_turns > solving->half_turns)
        tell_progress(solving, now);
    if (solving->nodes && now->positions >= (uint64_t)solving->nodes)
        solving->why = "nodes";
    else if (solving->milliseconds && elapsed(solving) >= solving->milliseconds)
        solving->why = "milliseconds";
    else if (watch && watch->stop && watch->stop(watch->context))
        solving->why = "stopped";
    return !solving->why;
}

// All turns in one notation, separated by spaces.
static json_t *describe_turns(const struct position *start, const struct turn *turns, unsigned count,
                              bool san)
{
    struct position pos = *start;
    struct buffer text;
    buffer_init(&text);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            buffer_add_char(&text, ' ');
        if (san)
            san_write_turn(&pos, &turns[i], SAN_PLAIN, &text);
        else
            coordinate_write_turn(&pos, &turns[i], &text);
        turn_play(&pos, &turns[i]);
    }
    return json_of_buffer(&text);
}

static void note_line(void *context, const struct solve_line *line)
{
    struct solving *solving = context;
    const struct position *pos = solving->position;
    struct turn turns[2 * SOLVE_TURNS_MAX];
    unsigned count = solve_line_turns(pos, line, turns, 2 * SOLVE_TURNS_MAX);
    if (!solving->lines || json_array_size(solving->lines) >= (size_t)solving->most)
        return;
    json_t *object = json_object();
    json_put(&object, "turn", describe_turns(pos, turns, 1, false));
    json_put(&object, "pv", describe_turns(pos, turns, count, false));
    json_put(&object, "san", describe_turns(pos, turns, count, true));
    json_put(&object, "reason", json_string(reason_name(line->outcome.reason)));
    json_append(&solving->lines, object);
}

// ---- The request ----

static bool take_solve(struct request *request, struct solving *solving, struct leaper_error *error)
{
    const struct leaper_request_watch *watch = request->watch;
    bool infinite = false;
    solving->watch = watch;
    if (!take_flag(request, "infinite", &infinite, error) ||
        !take_number(request, "turns", (struct bounds){1, SOLVE_TURNS_MAX}, &solving->turns, error) ||
        !take_number(request, "lines", (struct bounds){1, SOLVE_LINES_MAX}, &solving->most, error) ||
        !take_number(request, "nodes", (struct bounds){1, SOLVE_NODES_MOST}, &solving->nodes, error) ||
        !take_number(request, "milliseconds", (struct bounds){1, SOLVE_MILLISECONDS_MAX},
                     &solving->milliseconds, error) ||
        !take_number(request, "hash", (struct bounds){1, SOLVE_HASH_MAX}, &solving->hash, error) ||
        !take_text(request, "winner", &solving->side, error))
        return false;
    if (solving->side && strcmp(solving->side, "white") != 0 && strcmp(solving->side, "black") != 0)
        return fail(error, LEAPER_ERROR_PARAMETER, "winner", "winner must be white or black");
    if (infinite && !(watch && watch->stop))
        return fail(error, LEAPER_ERROR_REQUEST, "infinite", "nobody could stop this search");
    if (!solving->nodes && !infinite)
        solving->nodes = SOLVE_NODES_DEFAULT;
    return true;
}

static json_t *describe_result(const struct solving *solving, enum color winner,
                               const struct solve_result *result)
{
    static const char *const statuses[] = {
        [SOLVE_FOUND] = "won", [SOLVE_NONE] = "none", [SOLVE_STOPPED] = "unknown"};
    bool more = solving->why || result->lines > json_array_size(solving->lines);
    json_t *answer = json_object();
    json_put(&answer, "status", json_string(statuses[result->status]));
    json_put(&answer, "winner", json_string(color_key(winner)));
    json_put(&answer, "half_turns", json_integer(result->half_turns));
    if (result->status == SOLVE_FOUND) {
        json_put(&answer, "turns", json_integer((result->half_turns + 1) / 2));
        json_put(&answer, "lines", json_incref(solving->lines));
        json_put(&answer, "more", json_boolean(more));
    } else if (result->status == SOLVE_STOPPED) {
        json_put(&answer, "why", json_string(solving->why));
    }
    json_put(&answer, "nodes", json_integer((json_int_t)result->positions));
    json_put(&answer, "milliseconds", json_integer((json_int_t)elapsed(solving)));
    return answer;
}

static json_t *solve(struct solving *solving, struct leaper_error *error)
{
    enum color winner = position_side(solving->position);
    if (solving->side)
        winner = strcmp(solving->side, "black") ? WHITE : BLACK;
    const struct solve_request search = {
        .position = solving->position,
        .mode = SOLVE_FORCED,
        .turns = (int)solving->turns,
        .winner = winner,
        .lines = (unsigned)solving->most + 1,
        .by_turn = true,
        .memory = (unsigned)solving->hash,
        .progress = go_on,
        .found = note_line,
        .context = solving,
    };
    struct solve_result result;
    struct error err = {0};
    json_t *answer = NULL;
    solving->lines = json_array();
    solving->start = clock_milliseconds();
    if (!solve_run(&search, &result, &err))
        fail_as(error, &err);
    else
        answer = answered(solving->lines ? describe_result(solving, winner, &result) : NULL, error);
    json_decref(solving->lines);
    return answer;
}

json_t *answer_solve(struct request *request, struct leaper_error *error)
{
    struct solving solving = {.turns = 3, .most = 64, .hash = 16};
    struct show_request read;
    json_t *answer = NULL;
    if (!take_solve(request, &solving, error) || !take_position(&read, request, NULL, error))
        return NULL;
    solving.position = &read.position;
    if (position_outcome(&read.position, &read.history).result != RESULT_ONGOING)
        fail(error, LEAPER_ERROR_GAME_OVER, "", "the game is over");
    else
        answer = solve(&solving, error);
    show_request_clear(&read);
    return answer;
}
