// SPDX-License-Identifier: GPL-3.0-or-later
// What a CECP engine does in another thread: thinking, pondering, analysing, looking for a hint.
#include "protocols/xboard/xboard_state.h"

#include "base/clock.h"
#include "notation/coordinate_write.h"
#include "protocols/variation.h"
#include "protocols/words.h"
#include "search/ladder.h"

#include <stdlib.h>
#include <unistd.h>

// How long to search for a hint; and how the protocol writes a mate in N.
enum { HINT_MS = 500, MATE_SCORE = 100000, XBOARD_ONLY_MAX = 1024 };

// ---- Reports of the searching thread ----

// From the point of view of the engine's side, also while it ponders.
static int protocol_score(const struct search_score *score, bool turned)
{
    int value = score->kind == SCORE_CENTIPAWNS ? score->value
                : score->kind == SCORE_WON      ? MATE_SCORE + score->value
                                                : -MATE_SCORE - score->value;
    return turned ? -value : value;
}

static void add_line(struct xboard *xboard, const struct search_info *info, struct buffer *out)
{
    static const char *const bounds[] = {[BOUND_EXACT] = "", [BOUND_LOWER] = " !", [BOUND_UPPER] = " ?"};
    bool turned = xboard->work == WORK_PONDER && position_side(&xboard->root) != xboard->engine;
    buffer_addf(out, "%d %d %lld %llu %d %llu 0\t", info->depth, protocol_score(&info->score, turned),
                (long long)(info->elapsed / 10), (unsigned long long)info->nodes, info->selective,
                (unsigned long long)info->speed);
    if (xboard->expected.count) {
        struct buffer answer;
        buffer_init(&answer);
        coordinate_write_turn(&xboard->session->position, &xboard->expected, &answer);
        buffer_add(out, " (");
        xboard_to_outside(xboard, buffer_text(&answer), out);
        buffer_add_char(out, ')');
        buffer_clear(&answer);
    }
    struct buffer line;
    buffer_init(&line);
    variation_write(&xboard->root, info->pv, info->pv_count, coordinate_write_turn, &line);
    xboard_to_outside(xboard, buffer_text(&line), out);
    buffer_add(out, bounds[info->bound]);
    buffer_clear(&line);
}

void xboard_analyze_end(struct xboard *xboard)
{
    const struct outcome *outcome = &xboard->session->outcome;
    enum color side = session_side(xboard->session);
    struct search_score score = {SCORE_CENTIPAWNS, 0};
    struct buffer words;
    if (!atomic_load(&xboard->post))
        return;
    if (outcome->result == result_of_winner(side))
        score.kind = SCORE_WON;
    else if (outcome->result == result_of_winner(other_color(side)))
        score.kind = SCORE_LOST;
    buffer_init(&words);
    words_outcome(outcome, side, &words);
    xboard_say(xboard, "1 %d 0 0 0 0 0\t %s", protocol_score(&score, false), buffer_text(&words));
    buffer_clear(&words);
}

static void report(void *context, const struct search_info *info)
{
    struct xboard *xboard = context;
    pthread_mutex_lock(&xboard->lock);
    xboard->info = *info;
    pthread_mutex_unlock(&xboard->lock);
    if (atomic_load(&xboard->post) && xboard->work != WORK_HINT) {
        struct buffer line;
        buffer_init(&line);
        add_line(xboard, info, &line);
        xboard_say_text(xboard, buffer_text(&line));
        buffer_clear(&line);
    }
    // Nobody reads any more: the program that started the engine has died.
    if (ferror(xboard->out))
        thinker_stop(xboard->thinker);
}

// The action of a turn that XBoard can show: the piece move. MOVE_END_TURN for a turn without one.
static move shown_action(const struct turn *turn)
{
    for (unsigned i = 0; i < turn->count; i++)
        if (move_kind(turn->actions[i]) <= MOVE_DROP)
            return turn->actions[i];
    return move_make(MOVE_END_TURN, 0, 0, 0);
}

void xboard_say_turn(struct xboard *xboard, const char *before, const struct turn *turn)
{
    struct buffer text, line;
    move shown = shown_action(turn);
    buffer_init(&text);
    buffer_init(&line);
    buffer_add(&line, before);
    // Where a man comes in, its letter follows the move.
    if (xboard->session->variant->gates)
        coordinate_write_turn(&xboard->session->position, turn, &text);
    else
        coordinate_write(&xboard->session->position, shown, &text);
    if (move_kind(shown) == MOVE_END_TURN)
        buffer_add(&line, "@@@@");
    xboard_to_outside(xboard, buffer_text(&text), &line);
    if (turn->count && move_kind(turn->actions[0]) != MOVE_ANNOUNCE)
        xboard_say_text(xboard, buffer_text(&line));
    buffer_clear(&text);
    buffer_clear(&line);
}

static void found(void *context, const struct search_result *result)
{
    struct xboard *xboard = context;
    xboard->result = *result;
    atomic_store(&xboard->ended, true);
    ssize_t written = write(xboard->wake[1], "", 1);
    (void)written; // cannot fail: at most one byte is ever in the pipe
}

void xboard_report_state(struct xboard *xboard, const char *rest)
{
    (void)rest;
    if (xboard->work != WORK_ANALYSIS)
        return;
    pthread_mutex_lock(&xboard->lock);
    xboard_say(xboard, "stat01: %lld %llu %d 0 0",
               (long long)((clock_milliseconds() - xboard->clock.began) / 10),
               (unsigned long long)xboard->info.nodes, xboard->info.depth);
    pthread_mutex_unlock(&xboard->lock);
}

// ---- Starting ----

static void start(struct xboard *xboard, enum xboard_work work, const struct limits *limits,
                  const struct history *history)
{
    move only[XBOARD_ONLY_MAX];
    struct search_request request = {
        .position = &xboard->root,
        .history = history,
        .limits = *limits,
        .handicap = work == WORK_THINK || work == WORK_HINT
                        ? ladder_level(xboard->root.variant->game, xboard->level)
                        : 0,
        .seed = (uint64_t)clock_milliseconds(),
        .lines = work == WORK_ANALYSIS ? xboard->lines : 1,
        .only = only,
        .only_count = work == WORK_THINK ? xboard_tellable(xboard, only, XBOARD_ONLY_MAX) : 0,
        .report = report,
        .context = xboard,
    };
    struct error err;
    xboard->info = (struct search_info){0};
    xboard->clock.began = clock_milliseconds();
    atomic_store(&xboard->ended, false);
    // The searching thread reads what it works on, so this is set before it starts.
    xboard->work = work;
    if (!thinker_start(xboard->thinker, &request, found, xboard, &err)) {
        xboard->work = WORK_NONE;
        xboard_tell_error(xboard, "%s", err.message);
    }
}

// Searches on the turn that the engine expects, in case it is played.
static void start_pondering(struct xboard *xboard)
{
    static const struct limits endless = {.infinite = true};
    struct history history;
    struct outcome outcome;
    history_init(&history);
    bool remembered = history_copy(&history, &xboard->session->history) &&
                      history_push(&history, &xboard->session->position);
    turn_play(&xboard->root, &xboard->expected);
    outcome = position_outcome(&xboard->root, &history);
    if (remembered && outcome.result == RESULT_ONGOING)
        start(xboard, WORK_PONDER, &endless, &history);
    history_clear(&history);
}

void xboard_settle(struct xboard *xboard)
{
    static const struct limits endless = {.infinite = true}, hint = {.movetime = HINT_MS};
    const struct history *history = &xboard->session->history;
    bool ongoing = xboard_is_ongoing(xboard);
    bool own_turn = xboard->mode == MODE_PLAY && session_side(xboard->session) == xboard->engine;
    if (xboard->work != WORK_NONE || xboard->edit.active)
        return;
    xboard->root = xboard->session->position;
    struct turn expected = xboard->expected;
    xboard->expected.count = 0;
    if (!ongoing) {
        xboard->hint_wanted = false;
    } else if (own_turn) {
        struct limits limits;
        xboard_clock_limits(xboard, &limits);
        start(xboard, WORK_THINK, &limits, history);
    } else if (xboard->hint_wanted) {
        xboard->hint_wanted = false;
        start(xboard, WORK_HINT, &hint, history);
    } else if (xboard->mode == MODE_ANALYZE) {
        start(xboard, WORK_ANALYSIS, &endless, history);
    } else if (xboard->mode == MODE_PLAY && xboard->pondering && expected.count) {
        xboard->expected = expected;
        start_pondering(xboard);
    }
    if (xboard->work != WORK_THINK && xboard->pongs.length) {
        xboard_say_text(xboard, buffer_text(&xboard->pongs));
        buffer_reset(&xboard->pongs);
    }
}

// ---- Ending ----

static void join(struct xboard *xboard)
{
    char byte;
    thinker_wait(xboard->thinker);
    ssize_t got = read(xboard->wake[0], &byte, 1);
    (void)got; // the byte is there since the search has ended
    atomic_store(&xboard->ended, false);
}

void xboard_abort(struct xboard *xboard)
{
    if (xboard->work == WORK_NONE)
        return;
    thinker_stop(xboard->thinker);
    join(xboard);
    xboard->work = WORK_NONE;
}

// The turn that the engine expects after its own; if turns have several actions, the search gives only the first.
static void expect(struct xboard *xboard, move answer)
{
    struct turn turn = {.count = 1, .actions = {answer}};
    xboard->expected.count = 0;
    if (answer != MOVE_NONE && xboard_is_ongoing(xboard) && !xboard->session->variant->hooks.goes_on.count &&
        position_is_legal(&xboard->session->position, answer))
        xboard->expected = turn;
}

void xboard_complete(struct xboard *xboard)
{
    enum xboard_work work = xboard->work;
    if (work == WORK_NONE)
        return;
    join(xboard);
    xboard->work = WORK_NONE;
    const struct search_result *result = &xboard->result;
    if (work == WORK_THINK && result->turn.count) {
        xboard->last = result->score;
        xboard_play(xboard, &result->turn);
        expect(xboard, result->ponder);
    } else if (work == WORK_THINK) {
        xboard->mode = MODE_FORCE; // there is nothing to play, so there is nothing to think about
    } else if (work == WORK_HINT && result->turn.count) {
        xboard_say_turn(xboard, "Hint: ", &result->turn);
    }
}
