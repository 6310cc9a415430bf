// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper play`: a game in the terminal, against the engine or another person, by hand or over a pipe.
#include "cli/commands.h"
#include "cli/endings.h"
#include "cli/line/opening.h"
#include "cli/play/play_alarm.h"
#include "cli/play/play_editor.h"
#include "cli/play/play_files.h"
#include "cli/play/play_keep.h"
#include "cli/play/play_store.h"
#include "cli/play/terminal/terminal_commands.h"
#include "cli/play/terminal/terminal_show.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/position.h"
#include "protocols/lines.h"
#include "protocols/words.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_LENGTH = 4096, SECONDS_MAX = 3600, DEFAULT_SECONDS = 2 };

#define DEFAULT_LEVEL "club"

struct settings {
    struct opening opening;
    const char *word; // the name of a game; with --resume, of a file
    int you;          // number of a side in play_sides, -1: not given
    const struct level *level;
    long seconds; // 0: not given
    struct time_control clock;
    const char *load, *keep, *tables;
    bool resume, ascii, unicode;
};

// The game, its input, and the file in which it is saved.
struct place {
    struct terminal_game terminal;
    struct lines lines;         // without an editor
    struct play_editor *editor; // at a terminal, or NULL
    int alarm;                  // rings when the running clock runs out; -1 without clocks
    bool prompts;
    struct play_store store;
    struct shelf *tables; // of endings, or NULL
};

// ---- Setting up ----

static bool is_able_terminal(void)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

static void choose_style(struct diagram_style *style, const struct settings *settings)
{
    const char *no_color = getenv("NO_COLOR");
    setlocale(LC_CTYPE, "");
    style->unicode = !settings->ascii && (settings->unicode || !strcmp(nl_langinfo(CODESET), "UTF-8"));
    style->color = isatty(STDOUT_FILENO) && !(no_color && *no_color) && is_able_terminal();
}

static void set_table(struct terminal_game *terminal, const struct settings *settings)
{
    struct error err;
    play_side_set(settings->you < 0 ? 0 : settings->you, terminal->engine_plays);
    terminal->level = settings->level ? settings->level : level_find(DEFAULT_LEVEL, &err);
    terminal->movetime = (settings->seconds ? settings->seconds : DEFAULT_SECONDS) * 1000;
    terminal_clock_begin(&terminal->clock, &settings->clock);
    terminal->seed = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    choose_style(&terminal->style, settings);
    terminal->interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && is_able_terminal();
}

// ---- Playing ----

// A turn that is legal now, from the middle of the list.
static bool find_example(const struct session *session, struct turn *turn)
{
    struct position pos = session->position;
    struct undo undo;
    for (turn->count = 0; turn->count < TURN_ACTIONS_MAX;) {
        struct move_list list;
        position_actions(&pos, &list);
        if (!list.count)
            return false;
        turn->actions[turn->count++] = list.moves[list.count / 2];
        position_apply(&pos, turn->actions[turn->count - 1], &undo);
        if (!pos.state.actions)
            return true;
    }
    return false;
}

// Says how turns are typed, with those of chess where they are legal.
static void print_example(const struct session *session)
{
    struct turn turn;
    struct buffer text;
    buffer_init(&text);
    if (session->variant->places || session_read(session, "e2e4", &turn, NULL)) {
        buffer_add(&text,
                   session->variant->places || session->variant->drops ? "N@e4, e4 or e2e4" : "e4 or e2e4");
    } else if (find_example(session, &turn)) {
        san_write_turn(&session->position, &turn, SAN_PLAIN, &text);
        size_t length = text.length;
        buffer_add(&text, " or ");
        coordinate_write_turn(&session->position, &turn, &text);
        if (!strncmp(buffer_text(&text), buffer_text(&text) + length + strlen(" or "), length))
            buffer_truncate(&text, length);
    } else {
        buffer_add(&text, "e4 or e2e4");
    }
    printf("Type a move such as %s, or 'help'.\n", buffer_text(&text));
    buffer_clear(&text);
}

static void greet(const struct terminal_game *terminal)
{
    printf("%s\n", terminal->session->variant->game->summary);
    for (int color = WHITE; color <= BLACK; color++)
        printf("%s: %s%s\n", color_name((enum color)color),
               terminal->engine_plays[color] ? "the engine, level " : "you",
               terminal->engine_plays[color] ? terminal->level->key : "");
    print_example(terminal->session);
}

// "White 4:58> ", in red when time is short; see play_prompt.
static int write_prompt(void *context, char text[PLAY_PROMPT_SIZE])
{
    const struct place *place = context;
    const struct terminal_game *terminal = &place->terminal;
    const struct session *session = terminal->session;
    enum color side = session_side(session);
    bool clock = session_is_ongoing(session) && game_clock_is_used(&terminal->clock.game);
    bool red =
        clock && place->editor && terminal->style.color && terminal_clock_is_short(&terminal->clock, side);
    struct buffer out;
    buffer_init(&out);
    buffer_add(&out, session_is_ongoing(session) ? color_name(side) : "over");
    if (clock) {
        buffer_add(&out, red ? " \1\x1b[31m\1" : " ");
        terminal_clock_write_left(&terminal->clock, side, &out);
        buffer_add(&out, red ? "\1\x1b[39m\1" : "");
    }
    snprintf(text, PLAY_PROMPT_SIZE, "%s> ", buffer_text(&out));
    buffer_clear(&out);
    return clock ? terminal_clock_stays(&terminal->clock, side) : -1;
}

// The next line, or NULL at the end, and when a clock has run out; "" for a line that was refused with a message.
static char *next_line(struct place *place)
{
    static char nothing[1];
    char prompt[PLAY_PROMPT_SIZE], *line;
    size_t length;
    if (place->editor) {
        line = play_editor_line(place->editor, write_prompt, &length);
        if (line && length <= LINE_MAX_LENGTH)
            return line;
        if (line)
            printf("That line is too long.\n");
        return line ? nothing : NULL;
    }
    if (place->prompts) {
        write_prompt(place, prompt);
        fputs(prompt, stdout);
        fflush(stdout);
    }
    switch (lines_next(&place->lines, place->alarm, &line, &length)) {
    case LINES_END:
    case LINES_WOKEN:
        return NULL;
    case LINES_LINE:
        break;
    default:
        printf("That line is too long.\n");
        return nothing;
    }
    if (strlen(line) == length)
        return line;
    printf("There is a zero byte in that line.\n");
    return nothing;
}

// A turn is on disk before the board shows it.
static void keep(struct place *place)
{
    struct error err;
    if (!play_store_write(&place->store, &place->terminal, &err))
        printf("The game is not saved: %s.\n", err.message);
}

static void show_change(struct place *place)
{
    const struct terminal_game *terminal = &place->terminal;
    keep(place);
    terminal_show(terminal);
    if (place->prompts && !session_is_ongoing(terminal->session))
        printf("You can type new, undo, save FILE or quit.\n");
}

// Ends the game if a clock has run out.
static bool judge_time(struct place *place)
{
    if (!terminal_clock_judge(&place->terminal.clock, place->terminal.session))
        return false;
    if (place->prompts)
        printf("\n");
    show_change(place);
    return true;
}

// Reads and carries out one line. False at the end.
static bool take_line(struct place *place)
{
    struct terminal_game *terminal = &place->terminal;
    terminal_clock_follow(&terminal->clock, terminal->session);
    if (place->alarm >= 0)
        play_alarm_set(place->alarm, terminal_clock_wait(&terminal->clock));
    char *line = next_line(place);
    if (judge_time(place))
        return true;
    if (!line) {
        if (place->prompts)
            printf("\n");
        return false;
    }
    enum terminal_answer answer = terminal_obey(terminal, line);
    terminal_clock_follow(&terminal->clock, terminal->session);
    if (answer == TERMINAL_CHANGED)
        show_change(place);
    return answer != TERMINAL_QUIT && fflush(stdout) == 0;
}

static bool let_engine_play(struct place *place, struct error *err)
{
    struct terminal_game *terminal = &place->terminal;
    terminal_clock_follow(&terminal->clock, terminal->session);
    if (!terminal_let_engine_play(terminal, err))
        return false;
    keep(place);
    terminal_show(terminal);
    // If the engine plays both sides, there is no other time to leave.
    return !(terminal->interrupted && terminal->engine_plays[WHITE] && terminal->engine_plays[BLACK]);
}

static void say_goodbye(struct place *place)
{
    // What this turn has used counts, too.
    if (session_is_ongoing(place->terminal.session) && game_clock_is_used(&place->terminal.clock.game))
        keep(place);
    const struct session *session = place->terminal.session;
    const struct play_store *store = &place->store;
    if (place->prompts && store->written && session_is_ongoing(session))
        printf("The game is saved; 'leaper play --resume%s%s' continues it.\n", store->is_default ? "" : " ",
               store->is_default ? "" : store->path);
}

static void offer_words(void *context, play_offer *offer, void *sink)
{
    const struct place *place = context;
    terminal_offer(&place->terminal, offer, sink);
}

static int play(struct place *place)
{
    struct terminal_game *terminal = &place->terminal;
    struct error err = {.code = ERROR_NONE};
    if (game_clock_is_used(&terminal->clock.game) && (place->alarm = play_alarm_new()) < 0) {
        usage_error("play", "cannot set a clock: %s", strerror(errno));
        return EXIT_FAILED;
    }
    bool going = lines_init(&place->lines, STDIN_FILENO, LINE_MAX_LENGTH);
    place->prompts = isatty(STDIN_FILENO);
    terminal->asks = place->prompts; // input from a file or a program is taken as intended
    if (terminal->interactive) {
        char *history = play_file_path("history", NULL);
        place->editor = play_editor_new(history, offer_words, place);
        if (place->editor && place->alarm >= 0)
            play_editor_watch(place->editor, place->alarm);
        free(history);
    }
    greet(terminal);
    terminal_show(terminal);
    while (going && !ferror(stdout))
        going = terminal_is_engines_turn(terminal) ? let_engine_play(place, &err) : take_line(place);
    say_goodbye(place);
    play_editor_free(place->editor);
    lines_clear(&place->lines);
    if (place->alarm >= 0)
        close(place->alarm);
    if (err.code == ERROR_NONE)
        return output_finish("play");
    usage_report("play", &err);
    return EXIT_FAILED;
}

// ---- The beginning ----

// Decides where the game is saved: in the file named or, at a terminal, in the state folder. False after printing an
// error.
static bool open_store(struct place *place, const struct settings *settings)
{
    struct error err;
    const char *named = settings->resume ? settings->word : settings->keep;
    if (!named && !settings->resume && !place->terminal.interactive)
        return true;
    if (play_store_open(&place->store, named, settings->resume, &err)) {
        if (place->store.is_second)
            printf("Another game is being played in %s, so this one is saved in %s.\n", place->store.taken,
                   place->store.path);
        return true;
    }
    if (!named && !settings->resume) {
        printf("The game will not be saved: %s.\n", err.message);
        return true;
    }
    usage_report("play", &err);
    return false;
}

static bool resume(struct place *place, const struct settings *settings)
{
    struct error err;
    const struct play_taken taken = {settings->you < 0, !settings->level, !settings->seconds};
    const char *path = place->store.path;
    if (place->store.is_default && access(path, F_OK) != 0) {
        usage_error("play", "there is no saved game; a game begun at a terminal is saved in %s", path);
        return false;
    }
    place->store.written = play_take_up(&place->terminal, path, &taken, &err);
    if (!place->store.written)
        usage_report("play", &err);
    return place->store.written;
}

static bool begin(struct place *place, struct settings *settings)
{
    struct error err;
    struct opening *opening = &settings->opening;
    bool clocked = settings->clock.mode != TIME_UNLIMITED;
    if (settings->resume &&
        (opening->fen || settings->load || settings->keep || clocked || opening_has_parameters(opening))) {
        usage_error("play",
                    "--resume continues the game as it is; it cannot be combined with --fen, --load, --keep, "
                    "--clock or parameters");
        return false;
    }
    if (clocked && settings->seconds) {
        usage_error("play",
                    "--time and --clock cannot be combined: with a clock, the engine plays by its own");
        return false;
    }
    if (settings->keep && access(settings->keep, F_OK) == 0) {
        usage_error("play", "%s already exists; continue it with --resume, or choose another name",
                    settings->keep);
        return false;
    }
    if (!open_store(place, settings))
        return false;
    place->terminal.engine = engine_new(ENGINE_HASH_DEFAULT, 1, &err);
    if (!place->terminal.engine) {
        usage_report("play", &err);
        return false;
    }
    if (settings->tables && !endings_set(place->terminal.engine, &place->tables, settings->tables, &err)) {
        usage_report("play", &err);
        return false;
    }
    if (settings->resume)
        return resume(place, settings);
    if (!opening_find_game("play", settings->word, opening) ||
        !(place->terminal.session = opening_start("play", opening)))
        return false;
    if (settings->load && !terminal_load(&place->terminal, settings->load, &err)) {
        usage_report("play", &err);
        return false;
    }
    return true;
}

static int run(void *given)
{
    struct settings *settings = given;
    struct place place = {.alarm = -1};
    struct terminal_game *terminal = &place.terminal;
    int status = EXIT_USAGE;
    set_table(terminal, settings);
    if (begin(&place, settings)) {
        terminal->style.flipped = terminal->engine_plays[WHITE] && !terminal->engine_plays[BLACK];
        status = play(&place);
    }
    terminal_clear(terminal);
    shelf_free(place.tables);
    play_store_close(&place.store);
    return status;
}

// ---- The command line ----

static const char *level_name(unsigned number)
{
    return number < LEVELS ? levels[number].key : NULL;
}

static bool read_level(const char *text, void *member, struct error *err)
{
    const struct level **level = member;
    *level = level_find(text, err);
    return *level != NULL;
}

static bool read_clock(const char *text, void *member, struct error *err)
{
    return time_control_read(text, member, err);
}

static const struct argument operands[] = {
    // With --resume it is a file.
    {.name = "GAME", TEXT(struct settings, word), .list = opening_game_name},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "you",
     .value = "SIDE",
     .help = "the side that you play",
     CHOICE(struct settings, you),
     .choices = play_sides,
     .initial = -1,
     .otherwise = "white"},
    {.name = "level",
     .value = "LEVEL",
     .help = "how well the engine plays, from beginner to full",
     READ(const struct level *, struct settings, level, read_level),
     .list = level_name,
     .otherwise = DEFAULT_LEVEL},
    {.name = "time",
     .value = "SECONDS",
     .help = "how long the engine may think about a move",
     NUMBER(struct settings, seconds),
     .minimum = 1,
     .maximum = SECONDS_MAX,
     .otherwise = "2"},
    {.name = "clock",
     .value = "CONTROL",
     .help = "5+3: minutes, and seconds added by each turn; 5d3: with a delay; 30s: for each turn",
     READ(struct time_control, struct settings, clock, read_clock),
     .otherwise = "none"},
    {.name = "fen", .value = "FEN", .help = "begin from this position", TEXT(struct settings, opening.fen)},
    {.name = "load",
     .value = "FILE",
     .help = "continue the first game of a PGN file",
     PATH(struct settings, load)},
    {.name = "resume",
     .help = "continue the last saved game, or the one in FILE",
     FLAG(struct settings, resume)},
    {.name = "keep",
     .value = "FILE",
     .help = "save the game in this file, even without a terminal",
     PATH(struct settings, keep)},
    ENDINGS_TABLES(struct settings, "the engine at full strength and for hints"),
    {.name = "ascii", .help = "draw with letters only", FLAG(struct settings, ascii)},
    {.name = "unicode", .help = "draw with figures in any locale", FLAG(struct settings, unicode)},
    {.name = NULL},
};

const struct command command_play = {
    .name = "play",
    .summary = "play a game in the terminal",
    .synopsis = "GAME [options]\n--resume [FILE] [options]",
    .text =
        "Plays a game in the terminal. Type moves as people write them (Nf3, exd5, O-O, e8=Q) or by squares\n"
        "(g1f3, e7e8q); 'help' lists the other commands: undo, hint, moves, save, rules and more. Without a\n"
        "terminal, commands are read and boards are written just the same.\n"
        "\n"
        "In Fuel Chess the number after a piece is the fuel it has left. Figures need a UTF-8 terminal; without\n"
        "one, letters are drawn. There are no colours when NO_COLOR is set or the output is not a terminal.\n"
        "At a terminal lines can be edited and recalled, and Tab completes commands and moves. The game is saved\n"
        "after each turn: Ctrl-C, the end of the input or a power cut lose nothing, and 'leaper play --resume'\n"
        "continues it. While the engine thinks, Ctrl-C makes it move at once.\n",
    .examples = "  leaper play fuel --fuel 10 --level casual\n"
                "  leaper play chess --black nutters --you black\n"
                "  leaper play fuel --you both\n"
                "  leaper play chess --you none --level full --time 1\n"
                "  leaper play hans38 --keep hans.game\n"
                "  leaper play --resume hans.game\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_parameters, offsetof(struct settings, opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
