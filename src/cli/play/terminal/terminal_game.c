// SPDX-License-Identifier: GPL-3.0-or-later
// Plays turns of the person and of the engine, and reads and writes games as PGN.
#include "cli/play/terminal/terminal_game.h"

#include "base/file_input.h"
#include "base/file_output.h"
#include "cli/play/play_thinking.h"
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "protocols/words.h"
#include "search/ladder.h"
#include "session/consequence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void terminal_clear(struct terminal_game *terminal)
{
    session_free(terminal->session);
    engine_free(terminal->engine);
    free(terminal->saved);
    terminal_clock_clear(&terminal->clock);
    *terminal = (struct terminal_game){0};
}

// ---- The engine ----

bool terminal_is_engines_turn(const struct terminal_game *terminal)
{
    return session_is_ongoing(terminal->session) && terminal->engine_plays[session_side(terminal->session)];
}

enum color terminal_speaker(const struct terminal_game *terminal)
{
    enum color side = session_side(terminal->session);
    return terminal->engine_plays[side] ? other_color(side) : side;
}

bool terminal_read_square(const struct position *pos, const char *text, square *s)
{
    const struct board *board = &pos->variant->board;
    return !*text || (square_read(&text, board->width, board->height, s) && !*text);
}

// Whether a turn does not harm its player, or has been typed twice.
static bool is_meant(struct terminal_game *terminal, const struct turn *turn, struct error *err)
{
    if (!terminal->asks || move_kind(turn->actions[0]) == MOVE_ANNOUNCE)
        return true;
    struct consequence consequence = consequence_of(&terminal->session->position, turn);
    bool again = terminal->asked_at == terminal->session->count && terminal->asked.count == turn->count &&
                 !memcmp(terminal->asked.actions, turn->actions, turn->count * sizeof *turn->actions);
    if (consequence.kind == CONSEQUENCE_NONE || again)
        return true;
    struct buffer words;
    buffer_init(&words);
    consequence_write(&consequence, &words);
    terminal->asked = *turn;
    terminal->asked_at = terminal->session->count;
    error_set(err, ERROR_REQUEST, "", "Wait: %s. Type it again to play it anyway", buffer_text(&words));
    buffer_clear(&words);
    return false;
}

bool terminal_play(struct terminal_game *terminal, const char *text, struct error *err)
{
    struct turn turn;
    if (!session_read(terminal->session, text, &turn, err))
        return false;
    move first = turn.actions[0];
    if (move_kind(first) == MOVE_ANNOUNCE && terminal->engine_plays[announcement_by(first)])
        return error_set(err, ERROR_ILLEGAL_MOVE, "", "the engine announces for itself");
    if (!is_meant(terminal, &turn, err) || !session_play(terminal->session, &turn, err))
        return false;
    terminal_clock_follow(&terminal->clock, terminal->session);
    return true;
}

static bool let_engine(struct terminal_game *terminal, enum color side, const struct turn *turn,
                       struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    san_write_turn(&terminal->session->position, turn, SAN_PLAIN, &text);
    if (move_kind(turn->actions[0]) == MOVE_ANNOUNCE)
        printf("%s announces!\n", color_name(side));
    else
        printf("%s plays %s\n", color_name(side), buffer_text(&text));
    buffer_clear(&text);
    if (!session_play(terminal->session, turn, err))
        return false;
    terminal_clock_follow(&terminal->clock, terminal->session);
    return true;
}

bool terminal_let_engine_play(struct terminal_game *terminal, struct error *err)
{
    enum color side = session_side(terminal->session);
    struct search_request request = {
        .position = &terminal->session->position,
        .history = &terminal->session->history,
        .limits = {.movetime = terminal->movetime},
        .handicap = ladder_level(terminal->session->position.variant->game, terminal->level),
        .seed = terminal->seed++,
    };
    struct search_result result;
    struct turn claim;
    terminal_clock_limit(&terminal->clock, &request.limits);
    // Even a level that overlooks moves does not overlook a winning announcement.
    if (session_find_winning_claim(terminal->session, side, &claim))
        return let_engine(terminal, side, &claim, err);
    terminal->interrupted = play_search(terminal->engine, &request, &result, terminal->interactive);
    if (!result.turn.count)
        return error_set(err, ERROR_SYSTEM, "", "the engine has found no turn");
    if (terminal_clock_judge(&terminal->clock, terminal->session))
        return true;
    return let_engine(terminal, side, &result.turn, err) &&
           (!session_find_winning_claim(terminal->session, side, &claim) ||
            let_engine(terminal, side, &claim, err));
}

void terminal_think(struct terminal_game *terminal, struct search_result *result)
{
    struct search_request request = {
        .position = &terminal->session->position,
        .history = &terminal->session->history,
        .limits = {.movetime = terminal->movetime},
    };
    play_search(terminal->engine, &request, result, terminal->interactive);
}

// ---- The game ----

bool terminal_take_back(struct terminal_game *terminal, struct error *err)
{
    const struct session *session = terminal->session;
    size_t back = 1;
    while (back <= session->count &&
           terminal->engine_plays[session_player_of(session, session->count - back)])
        back++;
    // If only engines play, one turn at a time.
    if (terminal->engine_plays[WHITE] && terminal->engine_plays[BLACK])
        back = 1;
    if (back > session->count)
        return error_set(err, ERROR_REQUEST, "", "there is nothing to take back");
    return terminal_clock_take_back(&terminal->clock, session, back, err) &&
           session_take_back(terminal->session, back, err);
}

void terminal_replace(struct terminal_game *terminal, struct session *session)
{
    session_free(terminal->session);
    terminal->session = session;
    const struct time_control control = terminal->clock.game.control;
    terminal_clock_begin(&terminal->clock, &control);
    engine_clear(terminal->engine);
    terminal->games = terminal->totals[WHITE] = terminal->totals[BLACK] = 0;
    free(terminal->saved);
    terminal->saved = NULL;
}

// ---- Files ----

static void set_players(const struct terminal_game *terminal, struct record *record)
{
    for (int color = WHITE; color <= BLACK; color++) {
        char name[64] = "Person";
        if (terminal->engine_plays[color])
            snprintf(name, sizeof name, "Leaper %s (%s)", LEAPER_VERSION, terminal->level->key);
        record_set_tag(record, color_name((enum color)color), name);
    }
}

static void set_date(struct record *record)
{
    char date[16];
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local) && strftime(date, sizeof date, "%Y.%m.%d", &local))
        record_set_tag(record, "Date", date);
}

// A file that exists is replaced only if `again`.
static bool write_file(const char *path, bool again, const struct buffer *text, struct error *err)
{
    struct file_output output;
    bool written = file_output_open(&output, path, 0666);
    if (written) {
        file_output_write(&output, buffer_text(text), text->length);
        written = again ? file_output_commit(&output) : file_output_commit_new(&output);
    }
    if (!written && errno == EEXIST)
        return error_set(err, ERROR_SYSTEM, "", "%s already exists; choose another name", path);
    return written || error_set(err, ERROR_SYSTEM, "", "cannot write %s: %s", path, strerror(errno));
}

bool terminal_save(struct terminal_game *terminal, const char *path, struct error *err)
{
    struct record record;
    struct buffer text;
    bool again = terminal->saved && !strcmp(terminal->saved, path);
    buffer_init(&text);
    if (!session_to_record(terminal->session, &record, err))
        return false;
    set_players(terminal, &record);
    set_date(&record);
    if (terminal->games) {
        char round[16];
        snprintf(round, sizeof round, "%u", terminal->games + 1);
        record_set_tag(&record, "Round", round);
    }
    bool noted = terminal_clock_annotate(&terminal->clock, &record);
    pgn_write(&record, PGN_FUEL | PGN_TEXT, &text);
    record_clear(&record);
    bool saved = noted ? write_file(path, again, &text, err) : error_no_memory(err);
    buffer_clear(&text);
    if (saved && !again) {
        free(terminal->saved);
        terminal->saved = strdup(path);
    }
    return saved;
}

// The first game of a text, or NULL with an error.
static struct session *read_game(const struct buffer *text, struct error *err)
{
    struct pgn_reader reader;
    struct record record;
    pgn_reader_init(&reader, buffer_text(text), text->length, PGN_PLAIN);
    switch (pgn_read(&reader, &record, err)) {
    case PGN_END:
        error_set(err, ERROR_PGN, "", "there is no game in the file");
        return NULL;
    case PGN_ERROR:
        return NULL;
    case PGN_GAME:
        break;
    }
    struct session *session = session_from_record(&record, err);
    record_clear(&record);
    return session;
}

bool terminal_load(struct terminal_game *terminal, const char *path, struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    struct session *session = input_read_file(path, PGN_SIZE_MAX, &text, err) ? read_game(&text, err) : NULL;
    buffer_clear(&text);
    if (session)
        terminal_replace(terminal, session);
    return session != NULL;
}
