// SPDX-License-Identifier: GPL-3.0-or-later
// Reads CECP commands and carries them out, one after the other.
#include "protocols/xboard/xboard.h"

#include "base/text.h"
#include "protocols/lines.h"
#include "protocols/xboard/xboard_state.h"
#include "tables/shelf.h"
#include "variants/games.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Milliseconds on the clocks until `level` says otherwise: XBoard's own five minutes.
enum { FIRST_CLOCK = 300000 };

// ---- Small commands ----

static void ignore(struct xboard *xboard, const char *rest)
{
    (void)xboard;
    (void)rest;
}

static void protover(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard_features(xboard);
}

static void force(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard->mode = MODE_FORCE;
    xboard->hint_wanted = false;
}

// Resumes the game from the present position; if it is over, says so instead.
static void enter(struct xboard *xboard, enum xboard_mode mode, const char *command)
{
    xboard->mode = mode;
    if (xboard->refused)
        xboard_error(xboard, "the position that was set up cannot be played", command);
    xboard_claim(xboard);
}

static void go(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard_take_side(xboard, session_side(xboard->session));
    enter(xboard, MODE_PLAY, "go");
}

static void play_other(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard_take_side(xboard, other_color(session_side(xboard->session)));
    enter(xboard, MODE_PLAY, "playother");
}

static void analyze(struct xboard *xboard, const char *rest)
{
    (void)rest;
    enter(xboard, MODE_ANALYZE, "analyze");
}

static void leave_analysis(struct xboard *xboard, const char *rest)
{
    (void)rest;
    if (xboard->mode == MODE_ANALYZE)
        xboard->mode = MODE_FORCE;
    else
        xboard_error(xboard, "command not legal now", "exit");
}

static void ping(struct xboard *xboard, const char *rest)
{
    char word[COMMAND_WORD_SIZE] = "";
    command_word(&rest, word);
    command_printable(word);
    if (xboard->work != WORK_THINK)
        xboard_say(xboard, "pong %s", word);
    else if (xboard->pongs.length < XBOARD_LINE_MAX)
        buffer_addf(&xboard->pongs, "%spong %s", xboard->pongs.length ? "\n" : "", word);
}

static void move_now(struct xboard *xboard, const char *rest)
{
    (void)rest;
    if (xboard->work == WORK_THINK) {
        thinker_stop(xboard->thinker);
        xboard_complete(xboard);
    }
}

static void post(struct xboard *xboard, const char *rest)
{
    (void)rest;
    atomic_store(&xboard->post, true);
}

static void no_post(struct xboard *xboard, const char *rest)
{
    (void)rest;
    atomic_store(&xboard->post, false);
}

static void hard(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard->pondering = true;
}

static void easy(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard->pondering = false;
    if (xboard->work == WORK_PONDER)
        xboard_abort(xboard);
}

static void computer(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard->computer = true;
    if (xboard->session->variant->reserves)
        xboard_tell_error(
            xboard, "XBoard tells the other engine nothing of squares, so two engines cannot play %s here.",
            xboard->session->variant->game->title);
}

static void hint(struct xboard *xboard, const char *rest)
{
    (void)rest;
    if (xboard->work == WORK_PONDER)
        xboard_abort(xboard);
    if (xboard->work == WORK_NONE)
        xboard->hint_wanted = true;
}

static void book(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard_say_text(xboard, " Leaper has no opening book.\n");
}

// Reads the number of `memory` and `cores`.
static bool read_number(struct xboard *xboard, const char *command, const char *rest, long maximum,
                        long *number)
{
    char word[COMMAND_WORD_SIZE];
    if (command_word(&rest, word) && text_read_integer(word, 1, 1000000000, number)) {
        *number = *number > maximum ? maximum : *number;
        return true;
    }
    xboard_error(xboard, "a positive number is expected", command);
    return false;
}

static void memory(struct xboard *xboard, const char *rest)
{
    long size;
    struct error err;
    if (read_number(xboard, "memory", rest, ENGINE_HASH_MAX, &size) &&
        !engine_resize(thinker_engine(xboard->thinker), (unsigned)size, &err))
        xboard_tell_error(xboard, "memory: %s", err.message);
}

static void cores(struct xboard *xboard, const char *rest)
{
    long count;
    struct error err;
    if (read_number(xboard, "cores", rest, ENGINE_THREADS_MAX, &count) &&
        !engine_set_threads(thinker_engine(xboard->thinker), (unsigned)count, &err))
        xboard_tell_error(xboard, "cores: %s", err.message);
}

// ---- All commands ----

// What a command does to a search that is running.
enum meanwhile { GOES_ON, IS_ENDED };

static const struct command_row {
    const char *word;
    enum meanwhile meanwhile;
    void (*obey)(struct xboard *xboard, const char *rest);
} commands[] = {
    {"xboard", GOES_ON, ignore},
    {"protover", GOES_ON, protover},
    {"accepted", GOES_ON, ignore},
    {"rejected", GOES_ON, ignore},
    {"new", IS_ENDED, xboard_new_game},
    {"variant", IS_ENDED, xboard_variant},
    {"setboard", IS_ENDED, xboard_setboard},
    {"edit", IS_ENDED, xboard_edit},
    {"force", IS_ENDED, force},
    {"go", IS_ENDED, go},
    {"playother", IS_ENDED, play_other},
    {"usermove", IS_ENDED, xboard_usermove},
    {"undo", IS_ENDED, xboard_undo},
    {"remove", IS_ENDED, xboard_remove},
    {"result", IS_ENDED, force},
    {"analyze", IS_ENDED, analyze},
    {"exit", IS_ENDED, leave_analysis},
    {".", GOES_ON, xboard_report_state},
    {"?", GOES_ON, move_now},
    {"ping", GOES_ON, ping},
    {"level", GOES_ON, xboard_level},
    {"st", GOES_ON, xboard_st},
    {"sd", GOES_ON, xboard_sd},
    {"time", GOES_ON, xboard_time},
    {"otim", GOES_ON, xboard_otim},
    {"post", GOES_ON, post},
    {"nopost", GOES_ON, no_post},
    {"hard", GOES_ON, hard},
    {"easy", GOES_ON, easy},
    {"draw", GOES_ON, xboard_draw},
    {"hint", GOES_ON, hint},
    {"bk", GOES_ON, book},
    {"memory", IS_ENDED, memory},
    {"cores", IS_ENDED, cores},
    {"option", IS_ENDED, xboard_option},
    {"squares", IS_ENDED, xboard_squares},
    {"lift", GOES_ON, xboard_lift},
    {"put", GOES_ON, xboard_put},
    {"hover", GOES_ON, ignore},
    {"computer", GOES_ON, computer},
    {"random", GOES_ON, ignore},
    {"name", GOES_ON, ignore},
    {"rating", GOES_ON, ignore},
    {"ics", GOES_ON, ignore},
    {NULL, GOES_ON, NULL},
};

static const struct command_row *find_command(const char *word)
{
    for (const struct command_row *row = commands; row->word; row++)
        if (!strcmp(row->word, word))
            return row;
    return NULL;
}

// Whether a word could be meant as a move: then the answer is that of an illegal move.
static bool looks_like_move(const struct xboard *xboard, const char *word)
{
    struct turn turn;
    struct error err;
    return session_read(xboard->session, word, &turn, &err) || err.code == ERROR_ILLEGAL_MOVE;
}

bool xboard_command(struct xboard *xboard, const char *line)
{
    char word[COMMAND_WORD_SIZE];
    const char *rest = line;
    if (atomic_load(&xboard->ended))
        xboard_complete(xboard);
    if (!command_word(&rest, word)) {
        xboard_settle(xboard);
        return true;
    }
    if (!strcmp(word, "quit"))
        return false;
    const struct command_row *row = find_command(word);
    // A GUI that goes on with another command has given up the board that it was setting up.
    xboard->edit.active &= !row || !strcmp(word, ".");
    if (xboard->edit.active) {
        xboard_edit_line(xboard, line);
        xboard_settle(xboard);
        return true;
    }
    bool is_move = !row && looks_like_move(xboard, word);
    if (xboard->work != WORK_NONE && (is_move || (row && row->meanwhile == IS_ENDED)))
        xboard_abort(xboard);
    if (row)
        row->obey(xboard, rest);
    else if (is_move)
        xboard_usermove(xboard, line);
    else
        xboard_error(xboard, "unknown command", line);
    xboard_settle(xboard);
    return true;
}

void xboard_finish(struct xboard *xboard)
{
    if (xboard->work == WORK_THINK || xboard->work == WORK_HINT)
        xboard_complete(xboard);
    else
        xboard_abort(xboard);
}

// ---- Life ----

struct xboard *xboard_new(FILE *out, int first_rank, struct error *err)
{
    struct xboard *xboard = calloc(1, sizeof *xboard);
    if (!xboard) {
        error_set_no_memory(err);
        return NULL;
    }
    xboard->out = out;
    xboard->first_rank = first_rank;
    xboard->wake[0] = xboard->wake[1] = -1;
    xboard->level = &levels[LEVEL_FULL];
    xboard->lines = 1;
    xboard->plain = true;
    xboard->lifted = SQUARE_NONE;
    xboard->mode = MODE_FORCE;
    xboard->engine = BLACK;
    xboard->clock.base = FIRST_CLOCK;
    xboard_clock_reset(xboard);
    buffer_init(&xboard->pongs);
    pthread_mutex_init(&xboard->lock, NULL);
    settings_init(&xboard->settings);
    xboard->session = session_new(games_all()[0], NULL, NULL, err);
    xboard->thinker = xboard->session ? thinker_new(ENGINE_HASH_DEFAULT, 1, err) : NULL;
    if (!xboard->thinker || pipe(xboard->wake) != 0) {
        if (xboard->thinker)
            error_set(err, ERROR_SYSTEM, "", "no pipe can be opened");
        xboard_free(xboard);
        return NULL;
    }
    return xboard;
}

void xboard_free(struct xboard *xboard)
{
    if (!xboard)
        return;
    xboard_abort(xboard);
    thinker_free(xboard->thinker);
    shelf_free(xboard->tables);
    session_free(xboard->session);
    buffer_clear(&xboard->pongs);
    pthread_mutex_destroy(&xboard->lock);
    for (int i = 0; i < 2; i++)
        if (xboard->wake[i] != -1)
            close(xboard->wake[i]);
    free(xboard);
}

// One line, or the end of a search. False when there is nothing more to do.
static bool serve(struct xboard *xboard, struct lines *lines)
{
    char *line;
    size_t length;
    if (ferror(xboard->out))
        return false; // whoever listened is gone
    switch (lines_next(lines, xboard->work != WORK_NONE ? xboard->wake[0] : -1, &line, &length)) {
    case LINES_LINE:
        if (strlen(line) == length)
            return xboard_command(xboard, line);
        xboard_error(xboard, "a zero byte in the line", line);
        return true;
    case LINES_TOO_LONG:
        xboard_error(xboard, "the line is too long", "ignored");
        return true;
    case LINES_WOKEN:
        xboard_complete(xboard);
        xboard_settle(xboard);
        return true;
    case LINES_END:
        xboard_finish(xboard);
        return false;
    }
    return false;
}

bool xboard_run(int input, FILE *out, int first_rank, struct error *err)
{
    struct lines lines;
    if (!lines_init(&lines, input, XBOARD_LINE_MAX))
        return error_no_memory(err);
    struct xboard *xboard = xboard_new(out, first_rank, err);
    while (xboard && serve(xboard, &lines))
        ;
    lines_clear(&lines);
    bool done = xboard != NULL;
    xboard_free(xboard);
    return done;
}
