// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the table, lets the engine play at it, keeps games in files.
#include "cli/play/terminal_game.h"

#include "cli/line/input.h"
#include "cli/play/play_thinking.h"
#include "cli/play/terminal_claims.h"
#include "cli/play/terminal_match.h"
#include "notation/pgn/pgn.h"
#include "notation/san.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/announcement.h"
#include "protocols/words.h"
#include "session/consequence.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void tabletop_clear(struct tabletop *table)
{
    session_free(table->session);
    engine_free(table->engine);
    free(table->saved);
    *table = (struct tabletop){0};
}

// ---- Drawing ----

// "12. Nf3{48}" or "12… Nf6{48}", from the game's own numbers.
static void add_turn(const struct position *before, const struct turn *turn,
                     const struct diagram_style *style, struct buffer *out)
{
    const char *black = style->unicode ? "\u2026" : "...";
    move first = turn->actions[0];
    if (move_kind(first) == MOVE_ANNOUNCE) {
        buffer_addf(out, "%s announces.", words_color(announcement_by(first)));
        return;
    }
    buffer_addf(out, "%u%s ", before->state.fullmove, position_side(before) == WHITE ? "." : black);
    san_write_turn(before, turn, SAN_FUEL, out);
}

// What is to be done where it is not a move: "White places one of Black's pieces."
static void add_task(const struct position *pos, struct buffer *out)
{
    enum color side = position_side(pos);
    struct move_list list;
    position_actions(pos, &list);
    move first = list.count ? list.moves[0] : MOVE_NONE;
    if (move_kind(first) == MOVE_DROP && piece_color(move_what(first)) != side)
        buffer_addf(out, " %s places one of %s's pieces.", words_color(side), words_color(other_color(side)));
}

// The last lines of a game that is over: what decided it, what it brings, and how the match stands.
static void add_end(const struct tabletop *table, struct buffer *out)
{
    const struct session *session = table->session;
    unsigned points = session_points(session);
    buffer_add_char(out, '\n');
    tabletop_write_claims(session, out);
    words_points(&session->outcome, points, out);
    if (points)
        buffer_add_char(out, '\n');
    if (table->games || session->variant->game->points)
        tabletop_write_totals(table, out);
    else
        out->text[--out->length] = '\0';
}

static void add_title(const struct session *session, struct buffer *out)
{
    const struct game *game = session->variant->game;
    buffer_addf(out, "%s", game->title);
    for (unsigned i = 0; i < game->parameter_count; i++) {
        char value[16];
        parameter_write(&game->parameters[i], session->variant->parameters.value[i], value);
        buffer_addf(out, ", %s %s", game->parameters[i].name, value);
    }
    buffer_add_char(out, '\n');
}

void tabletop_show(const struct tabletop *table)
{
    const struct session *session = table->session;
    struct diagram_style style = table->style;
    struct buffer out;
    buffer_init(&out);
    buffer_add_char(&out, '\n');
    add_title(session, &out);
    if (session->count) {
        struct position before;
        const struct turn *last = &session->turns[session->count - 1];
        session_position_at(session, session->count - 1, &before);
        diagram_mark(&style.mark, last);
        diagram_write(&session->position, &style, &out);
        add_turn(&before, last, &style, &out);
        buffer_add(&out, "  ");
    } else {
        diagram_write(&session->position, &style, &out);
    }
    words_outcome(&session->outcome, session_side(session), &out);
    if (session_is_ongoing(session) && position_in_check(&session->position))
        buffer_add(&out, " Check!");
    if (session_is_ongoing(session))
        add_task(&session->position, &out);
    else
        add_end(table, &out);
    puts(buffer_text(&out));
    fflush(stdout);
    buffer_clear(&out);
}

// ---- The engine ----

bool tabletop_is_engines_turn(const struct tabletop *table)
{
    return session_is_ongoing(table->session) && table->engine_plays[session_side(table->session)];
}

enum color tabletop_speaker(const struct tabletop *table)
{
    enum color side = session_side(table->session);
    return table->engine_plays[side] ? other_color(side) : side;
}

bool tabletop_read_square(const struct position *pos, const char *text, square *s)
{
    const struct board *board = &pos->variant->board;
    return !*text || (square_read(&text, board->width, board->height, s) && !*text);
}

// Whether a turn does its player no harm, or he has given it twice.
static bool is_meant(struct tabletop *table, const struct turn *turn, struct error *err)
{
    if (!table->asks || move_kind(turn->actions[0]) == MOVE_ANNOUNCE)
        return true;
    struct consequence consequence = consequence_of(&table->session->position, turn);
    bool again = table->asked_at == table->session->count && table->asked.count == turn->count &&
                 !memcmp(table->asked.actions, turn->actions, turn->count * sizeof *turn->actions);
    if (consequence.kind == CONSEQUENCE_NONE || again)
        return true;
    struct buffer words;
    buffer_init(&words);
    consequence_write(&consequence, &words);
    table->asked = *turn;
    table->asked_at = table->session->count;
    error_set(err, ERROR_REQUEST, "", "Wait: %s. Type it again to play it all the same", buffer_text(&words));
    buffer_clear(&words);
    return false;
}

bool tabletop_play(struct tabletop *table, const char *text, struct error *err)
{
    struct turn turn;
    if (!session_read(table->session, text, &turn, err))
        return false;
    move first = turn.actions[0];
    if (move_kind(first) == MOVE_ANNOUNCE && table->engine_plays[announcement_by(first)])
        return error_set(err, ERROR_ILLEGAL_MOVE, "", "the engine announces for itself");
    return is_meant(table, &turn, err) && session_play(table->session, &turn, err);
}

static bool let_engine(struct tabletop *table, enum color side, const struct turn *turn, struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    san_write_turn(&table->session->position, turn, SAN_PLAIN, &text);
    if (move_kind(turn->actions[0]) == MOVE_ANNOUNCE)
        printf("%s announces!\n", words_color(side));
    else
        printf("%s plays %s\n", words_color(side), buffer_text(&text));
    buffer_clear(&text);
    return session_play(table->session, turn, err);
}

bool tabletop_let_engine_play(struct tabletop *table, struct error *err)
{
    enum color side = session_side(table->session);
    struct search_request request = {
        .position = &table->session->position,
        .history = &table->session->history,
        .limits = {.movetime = table->movetime},
        .level = table->level,
        .seed = table->seed++,
    };
    struct search_result result;
    struct turn claim;
    // Not even a level that overlooks moves overlooks what it could announce.
    if (session_find_winning_claim(table->session, side, &claim))
        return let_engine(table, side, &claim, err);
    table->interrupted = play_search(table->engine, &request, &result, table->interactive);
    if (!result.turn.count)
        return error_set(err, ERROR_SYSTEM, "", "the engine has found no turn");
    return let_engine(table, side, &result.turn, err) &&
           (!session_find_winning_claim(table->session, side, &claim) ||
            let_engine(table, side, &claim, err));
}

void tabletop_think(struct tabletop *table, struct search_result *result)
{
    struct search_request request = {
        .position = &table->session->position,
        .history = &table->session->history,
        .limits = {.movetime = table->movetime},
    };
    play_search(table->engine, &request, result, table->interactive);
}

// ---- The game ----

bool tabletop_take_back(struct tabletop *table, struct error *err)
{
    const struct session *session = table->session;
    size_t back = 1;
    while (back <= session->count && table->engine_plays[session_player_of(session, session->count - back)])
        back++;
    // At a table where only engines play, one turn at a time.
    if (table->engine_plays[WHITE] && table->engine_plays[BLACK])
        back = 1;
    if (back > session->count)
        return error_set(err, ERROR_REQUEST, "", "there is nothing to take back");
    return session_take_back(table->session, back, err);
}

void tabletop_replace(struct tabletop *table, struct session *session)
{
    session_free(table->session);
    table->session = session;
    engine_clear(table->engine);
    table->games = table->totals[WHITE] = table->totals[BLACK] = 0;
    free(table->saved);
    table->saved = NULL;
}

// ---- Files ----

static void set_players(const struct tabletop *table, struct record *record)
{
    for (int color = WHITE; color <= BLACK; color++) {
        char name[64] = "Person";
        if (table->engine_plays[color])
            snprintf(name, sizeof name, "Leaper %s (%s)", LEAPER_VERSION, table->level->key);
        record_set_tag(record, words_color((enum color)color), name);
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

static bool write_file(const char *path, bool again, const struct buffer *text, struct error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | (again ? O_TRUNC : O_EXCL), 0666);
    if (fd < 0 && errno == EEXIST)
        return error_set(err, ERROR_SYSTEM, "", "%s exists already; choose another name", path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file)
        return error_set(err, ERROR_SYSTEM, "", "%s cannot be written: %s", path, strerror(errno));
    bool written = fwrite(buffer_text(text), 1, text->length, file) == text->length;
    if (fclose(file) != 0 || !written)
        return error_set(err, ERROR_SYSTEM, "", "%s could not be written in full: %s", path, strerror(errno));
    return true;
}

bool tabletop_save(struct tabletop *table, const char *path, struct error *err)
{
    struct record record;
    struct buffer text;
    bool again = table->saved && !strcmp(table->saved, path);
    buffer_init(&text);
    if (!session_to_record(table->session, &record, err))
        return false;
    set_players(table, &record);
    set_date(&record);
    if (table->games) {
        char round[16];
        snprintf(round, sizeof round, "%u", table->games + 1);
        record_set_tag(&record, "Round", round);
    }
    pgn_write(&record, PGN_FUEL, &text);
    record_clear(&record);
    bool saved = write_file(path, again, &text, err);
    buffer_clear(&text);
    if (saved && !again) {
        free(table->saved);
        table->saved = strdup(path);
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

bool tabletop_load(struct tabletop *table, const char *path, struct error *err)
{
    struct buffer text;
    buffer_init(&text);
    struct session *session = input_read_file(path, PGN_SIZE_MAX, &text, err) ? read_game(&text, err) : NULL;
    buffer_clear(&text);
    if (session)
        tabletop_replace(table, session);
    return session != NULL;
}
