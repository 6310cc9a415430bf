// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `leaper play`.
#include "cli/play/terminal/terminal_commands.h"

#include "base/memory.h"
#include "base/vector.h"
#include "cli/line/suggest.h"
#include "cli/play/terminal/terminal_claims.h"
#include "cli/play/terminal/terminal_match.h"
#include "cli/rules.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"
#include "protocols/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Prints what is wrong; nothing has changed.
static enum terminal_answer refuse(const struct error *err)
{
    printf("%s\n", err->message);
    return TERMINAL_SAME;
}

static enum terminal_answer say(const char *text)
{
    printf("%s\n", text);
    return TERMINAL_SAME;
}

static enum terminal_answer say_buffer(struct buffer *text)
{
    fputs(buffer_text(text), stdout);
    buffer_clear(text);
    return TERMINAL_SAME;
}

// ---- The game ----

static enum terminal_answer undo(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    (void)rest;
    return terminal_take_back(terminal, &err) ? TERMINAL_CHANGED : refuse(&err);
}

static enum terminal_answer begin_again(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    (void)rest;
    struct session *session = terminal->session;
    struct session *fresh = session_new(session->variant->game, &session->variant->parameters, NULL, &err);
    if (!fresh)
        return refuse(&err);
    terminal_replace(terminal, fresh);
    return TERMINAL_CHANGED;
}

static enum terminal_answer resign(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    (void)rest;
    return session_resign(terminal->session, terminal_speaker(terminal), &err) ? TERMINAL_CHANGED
                                                                               : refuse(&err);
}

// Whether the engine, which is not to move, thinks that it does not stand better.
static bool engine_accepts_draw(struct terminal_game *terminal)
{
    struct search_result result;
    terminal_think(terminal, &result);
    return result.score.kind == SCORE_WON ||
           (result.score.kind == SCORE_CENTIPAWNS && result.score.value >= 0);
}

static enum terminal_answer draw(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    (void)rest;
    if (!session_is_ongoing(terminal->session))
        return say("The game is over.");
    if (!variant_has_draws(terminal->session->variant))
        return say("There are no draws in this game.");
    if (terminal->engine_plays[other_color(terminal_speaker(terminal))] && !engine_accepts_draw(terminal))
        return say("The engine declines: it thinks that it stands better.");
    return session_agree_draw(terminal->session, &err) ? TERMINAL_CHANGED : refuse(&err);
}

// ---- Asking ----

static enum terminal_answer hint(struct terminal_game *terminal, const char *rest)
{
    (void)rest;
    if (!session_is_ongoing(terminal->session))
        return say("The game is over.");
    struct search_result result;
    struct buffer text;
    buffer_init(&text);
    terminal_think(terminal, &result);
    if (!result.turn.count)
        return say("There is nothing to play.");
    buffer_add(&text, "The engine would play ");
    san_write_turn(&terminal->session->position, &result.turn, SAN_PLAIN, &text);
    buffer_add(&text, " (");
    coordinate_write_turn(&terminal->session->position, &result.turn, &text);
    buffer_addf(&text, "); for %s this is ", color_name(session_side(terminal->session)));
    if (result.score.kind == SCORE_CENTIPAWNS)
        buffer_addf(&text, "worth %+.2f pawns.\n", result.score.value / 100.0);
    else
        buffer_addf(&text, "%s in %d.\n", result.score.kind == SCORE_WON ? "a win" : "lost",
                    result.score.value);
    return say_buffer(&text);
}

// All legal turns of a position.
struct turns VECTOR_OF(struct turn);

enum { TURNS_LISTED = 2000 };

static bool add_turn(void *context, const struct turn *turn)
{
    struct turns *list = context;
    if (list->count == TURNS_LISTED)
        return false;
    if (!vector_push(list, *turn))
        memory_exhausted();
    return true;
}

static bool is_placement(move m)
{
    return move_kind(m) == MOVE_DROP || move_kind(m) == MOVE_ADD_SQUARE;
}

// A line for each kind of piece or square that can be placed at the beginning of a turn: "N@ a1 b1 …".
static void add_placements(const struct turns *list, square only, struct buffer *out)
{
    move last = MOVE_NONE;
    char name[SQUARE_NAME_SIZE];
    for (size_t i = 0; i < list->count; i++) {
        move m = list->items[i].actions[0];
        if (!is_placement(m) || m == last || (only != SQUARE_NONE && only != move_to(m)))
            continue;
        if (last == MOVE_NONE || move_what(m) != move_what(last))
            buffer_addf(out, "%s%c@ ", last == MOVE_NONE ? "" : "\n",
                        move_kind(m) == MOVE_DROP ? type_letter(piece_type_of(move_what(m))) : '@');
        last = m;
        square_name(move_to(m), name);
        buffer_addf(out, " %s", name);
    }
    if (last != MOVE_NONE)
        buffer_add_char(out, '\n');
}

// A line of the turns that begin from one square: "b1 N 50:  Na3 -2  Nc3 -2".
static void add_from(const struct position *pos, const struct turns *list, square from, struct buffer *out)
{
    char name[SQUARE_NAME_SIZE];
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        move first = list->items[i].actions[0];
        if (is_placement(first) || move_from(first) != from)
            continue;
        if (!any) {
            square_name(from, name);
            buffer_addf(out, "%-3s", name);
            if (is_piece(pos->pieces[from]))
                buffer_addf(out, " %s", variant_piece_text(pos->variant, pos->pieces[from]));
            if (pos->variant->metered)
                buffer_addf(out, " %3u", pos->fuel[from]);
            buffer_add_char(out, ':');
            any = true;
        }
        buffer_add(out, "  ");
        san_write_turn(pos, &list->items[i], SAN_PLAIN, out);
        if (pos->variant->metered)
            buffer_addf(out, " -%u", position_cost(pos, first));
    }
    if (any)
        buffer_add_char(out, '\n');
}

static enum terminal_answer list_moves(struct terminal_game *terminal, const char *rest)
{
    const struct position *pos = &terminal->session->position;
    square only = SQUARE_NONE;
    if (!terminal_read_square(pos, rest, &only))
        return say("'moves' takes the name of a square, such as e2, or nothing.");
    if (!session_is_ongoing(terminal->session))
        return say("The game is over.");
    struct turns list = {0};
    struct buffer text;
    buffer_init(&text);
    turn_each(pos, add_turn, &list);
    add_placements(&list, only, &text);
    for (square s = 0; s < GRID_SQUARES; s++)
        if (only == SQUARE_NONE || s == only)
            add_from(pos, &list, s, &text);
    if (!text.length)
        buffer_addf(&text, "No piece of the side to move can go from %s.\n", rest);
    if (list.count == TURNS_LISTED)
        buffer_addf(&text, "… and more: only the first %d are shown.\n", TURNS_LISTED);
    vector_clear(&list);
    return say_buffer(&text);
}

static enum terminal_answer show_fen(struct terminal_game *terminal, const char *rest)
{
    struct buffer text;
    (void)rest;
    buffer_init(&text);
    fen_write(&terminal->session->position, &text);
    buffer_add_char(&text, '\n');
    return say_buffer(&text);
}

static enum terminal_answer show_clock(struct terminal_game *terminal, const char *rest)
{
    struct buffer text;
    (void)rest;
    if (!game_clock_is_used(&terminal->clock.game))
        return say("This game has no clock; 'leaper play GAME --clock 5+3' begins one that has.");
    buffer_init(&text);
    terminal_clock_write(&terminal->clock, &text);
    buffer_add_char(&text, '\n');
    return say_buffer(&text);
}

static enum terminal_answer show_rules(struct terminal_game *terminal, const char *rest)
{
    struct buffer text;
    (void)rest;
    buffer_init(&text);
    rules_write(terminal->session->variant->game, &text);
    return say_buffer(&text);
}

// ---- Settings and files ----

static enum terminal_answer flip(struct terminal_game *terminal, const char *rest)
{
    (void)rest;
    terminal->style.flipped = !terminal->style.flipped;
    return TERMINAL_CHANGED;
}

static enum terminal_answer show_board(struct terminal_game *terminal, const char *rest)
{
    (void)terminal;
    (void)rest;
    return TERMINAL_CHANGED;
}

static enum terminal_answer set_level(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    if (!*rest) {
        for (int i = 0; i < LEVELS; i++)
            printf("%s %-9s %s\n", &levels[i] == terminal->level ? "*" : " ", levels[i].key, levels[i].words);
        return TERMINAL_SAME;
    }
    const struct level *level = level_find(rest, &err);
    if (!level)
        return refuse(&err);
    terminal->level = level;
    printf("The engine plays at level %s. %s\n", level->key, level->words);
    return TERMINAL_SAME;
}

static enum terminal_answer save(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    if (!*rest)
        return say("'save' takes the name of a file, such as game.pgn.");
    if (!terminal_save(terminal, rest, &err))
        return refuse(&err);
    printf("The game is in %s.\n", rest);
    return TERMINAL_SAME;
}

static enum terminal_answer load(struct terminal_game *terminal, const char *rest)
{
    struct error err;
    if (!*rest)
        return say("'load' takes the name of a PGN file.");
    if (terminal_load(terminal, rest, &err))
        return TERMINAL_CHANGED;
    if (err.at[0])
        printf("%s: ", err.at);
    return refuse(&err);
}

static enum terminal_answer quit(struct terminal_game *terminal, const char *rest)
{
    (void)terminal;
    (void)rest;
    return TERMINAL_QUIT;
}

static enum terminal_answer help(struct terminal_game *terminal, const char *rest);

static const struct terminal_command {
    const char *name, *argument, *help;
    enum terminal_answer (*obey)(struct terminal_game *terminal, const char *rest);
} commands[] = {
    {"moves", "[SQUARE]", "list the legal moves, with their cost in fuel", list_moves},
    {"links", "[SQUARE]", "list which pieces protect which, in games of links", terminal_links},
    {"announce", "[COLOUR] [SQUARES]", "announce your path or circuit, on or off turn", terminal_announce},
    {"hint", "", "ask the engine what it would play", hint},
    {"undo", "", "take back your last move, and the engine's answer", undo},
    {"board", "", "show the board again", show_board},
    {"flip", "", "turn the board around", flip},
    {"resign", "", "resign the game", resign},
    {"draw", "", "offer a draw, in games with draws", draw},
    {"clock", "", "print the time that both sides have left", show_clock},
    {"level", "[LEVEL]", "list the engine's levels, or set one", set_level},
    {"save", "FILE", "write the game to a PGN file", save},
    {"load", "FILE", "continue the first game of a PGN file", load},
    {"fen", "", "print the position string", show_fen},
    {"rules", "", "print the rules of the game", show_rules},
    {"new", "", "begin a new game, and a new match", begin_again},
    {"rematch", "", "play the next game of the match, with colours exchanged", terminal_rematch},
    {"score", "", "print the score of the match", terminal_score},
    {"help", "", "print this", help},
    {"quit", "", "leave", quit},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static enum terminal_answer help(struct terminal_game *terminal, const char *rest)
{
    (void)rest;
    const struct variant *variant = terminal->session->variant;
    printf("Type a move: Nf3, exd5, O-O, e8=Q, or by squares: g1f3, e7e8q. Or a command:\n");
    if (variant->hands)
        printf("(N@e4 places a knight.)\n");
    if (variant->game->announces)
        printf("(! announces, !e2d1b3 with its squares, Qd5,! together with a move.)\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-9s%-19s %s\n", commands[i].name, commands[i].argument, commands[i].help);
    return TERMINAL_SAME;
}

// ---- One line ----

// Whether an exclamation mark after a move might be meant as an announcement: on a score sheet it is an
// annotation.
static bool wants_to_announce(const struct terminal_game *terminal, const char *text)
{
    size_t length = strlen(text);
    struct turn turn;
    return terminal->session->variant->game->announces && text[length - 1] == '!' &&
           session_read(terminal->session, text, &turn, NULL) &&
           move_kind(turn.actions[turn.count - 1]) != MOVE_ANNOUNCE;
}

static enum terminal_answer play(struct terminal_game *terminal, const char *text)
{
    struct error err;
    if (wants_to_announce(terminal, text))
        return say(
            "With a comma the move is played and announced ('Qd5,!'); without the '!' it is just played.");
    if (terminal_play(terminal, text, &err))
        return TERMINAL_CHANGED;
    struct suggestion suggestion = {text, NULL, 0};
    for (int i = 0; err.code == ERROR_MOVE_SYNTAX && i < COMMANDS; i++)
        suggest_offer(&suggestion, commands[i].name);
    if (suggestion.nearest)
        printf("Did you mean '%s'?\n", suggestion.nearest);
    else if (err.code == ERROR_MOVE_SYNTAX)
        printf("%s. 'help' lists what can be typed.\n", err.message);
    else
        printf("%s\n", err.message);
    return TERMINAL_SAME;
}

enum terminal_answer terminal_obey(struct terminal_game *terminal, char *line)
{
    static const char blanks[] = " \t\r\n";
    char *word = line + strspn(line, blanks);
    size_t end = strlen(word);
    while (end && strchr(blanks, word[end - 1]))
        word[--end] = '\0';
    if (!end)
        return TERMINAL_SAME;
    size_t length = strcspn(word, blanks);
    const char *rest = word + length + strspn(word + length, blanks);
    for (int i = 0; i < COMMANDS; i++)
        if (strlen(commands[i].name) == length && !memcmp(commands[i].name, word, length)) {
            if (*rest && !*commands[i].argument) {
                printf("'%s' takes no argument.\n", commands[i].name);
                return TERMINAL_SAME;
            }
            return commands[i].obey(terminal, rest);
        }
    return play(terminal, word);
}

void terminal_offer(const struct terminal_game *terminal, void (*offer)(void *sink, const char *word),
                    void *sink)
{
    const struct position *pos = &terminal->session->position;
    struct move_list list;
    struct buffer text;
    for (int i = 0; i < COMMANDS; i++)
        offer(sink, commands[i].name);
    if (!session_is_ongoing(terminal->session))
        return;
    buffer_init(&text);
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        buffer_reset(&text);
        san_write_action(pos, list.moves[i], &list, SAN_PLAIN | SAN_BARE, &text);
        if (text.length)
            offer(sink, buffer_text(&text));
    }
    buffer_clear(&text);
}
