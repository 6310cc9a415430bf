// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper play`: a game in the terminal, against the engine or another person, by hand or over a pipe.
#include "base/memory.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/opening.h"
#include "cli/play/play_editor.h"
#include "cli/play/play_files.h"
#include "cli/play/play_keep.h"
#include "cli/play/tabletop_commands.h"
#include "protocols/lines.h"
#include "protocols/words.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_LENGTH = 4096, SECONDS_MAX = 3600, DEFAULT_SECONDS = 2 };

static const struct usage usage = {
    "leaper play GAME [options]\n"
    "       leaper play --resume [FILE] [options]",
    "Plays a game in the terminal. Type moves as people write them (Nf3, exd5, O-O, e8=Q) or by squares\n"
    "(g1f3, e7e8q); 'help' lists the other commands: undo, hint, moves, save, rules and more. Without a\n"
    "terminal, commands are read and boards are written just the same.\n"
    "\n"
    "In Fuel Chess the number behind a piece is the fuel it has left. Figures need a UTF-8 terminal, else\n"
    "letters are drawn; colours are left out when NO_COLOR is set or the output is no terminal.\n"
    "At a terminal lines can be edited and recalled, and Tab completes commands and moves. The game is kept after\n"
    "each turn: Ctrl-C, the end of the input or a power cut lose nothing, and 'leaper play --resume' goes on with\n"
    "it. While the engine thinks Ctrl-C makes it move at once.\n",
    "  leaper play fuel --fuel 10 --level casual\n"
    "  leaper play chess --black nutters --you black\n"
    "  leaper play fuel --you both\n"
    "  leaper play chess --you none --level full --time 1\n"
    "  leaper play hans38 --keep hans.game\n"
    "  leaper play --resume hans.game\n",
    true,
};

enum play_option { YOU, LEVEL, TIME, FEN, LOAD, RESUME, KEEP, ASCII, UNICODE };

// Where the table stands: how lines come in, and where the game is kept.
struct place {
    struct tabletop table;
    struct lines lines;         // without an editor
    struct play_editor *editor; // at a terminal, or NULL
    bool prompts;
    char *kept;   // the file of the game, or NULL; owned
    bool usual;   // it is the one in the state folder
    bool written; // it holds this game
};

// ---- Setting up ----

static bool read_sides(const char *you, bool engine_plays[2])
{
    if (play_side_read(you, engine_plays))
        return true;
    usage_error("play", "--you takes white, black, both or none, not '%s'", you);
    return false;
}

static bool is_able_terminal(void)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

static void choose_style(struct diagram_style *style, const struct option *options)
{
    const char *no_color = getenv("NO_COLOR");
    setlocale(LC_CTYPE, "");
    style->unicode =
        !options[ASCII].given && (options[UNICODE].given || !strcmp(nl_langinfo(CODESET), "UTF-8"));
    style->color = isatty(STDOUT_FILENO) && !(no_color && *no_color) && is_able_terminal();
}

// Reads all options but the game's. False after having complained.
static bool read_table(struct tabletop *table, const struct option *options)
{
    struct error err;
    long seconds = DEFAULT_SECONDS;
    if (!read_sides(options[YOU].given ? options[YOU].given : "white", table->engine_plays))
        return false;
    table->level = level_find(options[LEVEL].given ? options[LEVEL].given : "club", &err);
    if (!table->level) {
        usage_report("play", &err);
        return false;
    }
    if (options[TIME].given && !option_number("play", &options[TIME], 1, SECONDS_MAX, &seconds))
        return false;
    table->movetime = seconds * 1000;
    table->seed = (uint64_t)time(NULL) << 20 ^ (uint64_t)getpid();
    choose_style(&table->style, options);
    table->interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && is_able_terminal();
    return true;
}

// ---- Playing ----

static void greet(const struct tabletop *table)
{
    printf("%s\n", table->session->variant->game->summary);
    for (int color = WHITE; color <= BLACK; color++)
        printf("%s: %s%s\n", words_color((enum color)color),
               table->engine_plays[color] ? "the engine, level " : "you",
               table->engine_plays[color] ? table->level->key : "");
    printf("Type a move such as %s, or 'help'.\n",
           table->session->variant->hands ? "N@e4, e4 or e2e4" : "e4 or e2e4");
}

// Ctrl-C never ends the program by itself at a terminal: it is blocked, and looked for where the game can be left.
static void block_interrupt(void)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, NULL);
}

// Whether it was pressed since; forgets it.
static bool was_interrupted(void)
{
    static const struct timespec at_once = {0, 0};
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    return sigtimedwait(&interrupt, NULL, &at_once) == SIGINT;
}

// The next line, or NULL at the end. One that cannot be taken is said so and "" instead.
static char *next_line(struct place *place)
{
    static char nothing[1];
    const struct session *session = place->table.session;
    char prompt[16], *line;
    size_t length;
    snprintf(prompt, sizeof prompt, "%s> ",
             session_is_ongoing(session) ? words_color(session_side(session)) : "over");
    if (place->editor && was_interrupted())
        return NULL;
    if (place->editor) {
        line = play_editor_line(place->editor, prompt, &length);
        if (line && length <= LINE_MAX_LENGTH)
            return line;
        if (line)
            printf("That line is too long.\n");
        return line ? nothing : NULL;
    }
    if (place->prompts) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    switch (lines_next(&place->lines, -1, &line, &length)) {
    case LINES_END:
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

// The game that this one would replace lies beside it from then on.
static void put_aside(const char *kept)
{
    struct buffer aside;
    if (access(kept, F_OK) != 0)
        return;
    buffer_init(&aside);
    buffer_addf(&aside, "%s-before", kept);
    if (rename(kept, buffer_text(&aside)) == 0)
        printf("The game before this one is kept in %s.\n", buffer_text(&aside));
    buffer_clear(&aside);
}

// A turn counts when it is on the disk: then the board shows it.
static void keep(struct place *place)
{
    struct error err;
    if (!place->kept || (!place->written && !place->table.session->count))
        return;
    if (place->usual && !place->written)
        put_aside(place->kept);
    place->written = play_keep(&place->table, place->kept, &err);
    if (!place->written) {
        printf("The game is not kept: %s.\n", err.message);
        free(place->kept);
        place->kept = NULL;
    }
}

// Reads and obeys one line. False at the end.
static bool take_line(struct place *place)
{
    struct tabletop *table = &place->table;
    char *line = next_line(place);
    if (!line) {
        if (place->prompts)
            printf("\n");
        return false;
    }
    enum tabletop_answer answer = tabletop_obey(table, line);
    if (answer == TABLETOP_CHANGED) {
        keep(place);
        tabletop_show(table);
        if (place->prompts && !session_is_ongoing(table->session))
            printf("Go on with new, undo, save FILE or quit.\n");
    }
    return answer != TABLETOP_QUIT && fflush(stdout) == 0;
}

static bool let_engine_play(struct place *place, struct error *err)
{
    struct tabletop *table = &place->table;
    if (!tabletop_let_engine_play(table, err))
        return false;
    keep(place);
    tabletop_show(table);
    // Where nobody else plays there is no other moment to leave.
    return !(table->interrupted && table->engine_plays[WHITE] && table->engine_plays[BLACK]);
}

static void say_goodbye(const struct place *place)
{
    const struct session *session = place->table.session;
    if (place->prompts && place->written && session_is_ongoing(session))
        printf("The game is kept; 'leaper play --resume%s%s' goes on with it.\n", place->usual ? "" : " ",
               place->usual ? "" : place->kept);
}

static void offer_words(void *context, play_offer *offer, void *sink)
{
    tabletop_offer(context, offer, sink);
}

static int play(struct place *place)
{
    struct tabletop *table = &place->table;
    struct error err = {.code = ERROR_NONE};
    bool going = lines_init(&place->lines, STDIN_FILENO, LINE_MAX_LENGTH);
    place->prompts = isatty(STDIN_FILENO);
    table->asks = place->prompts; // what comes from a file or a program is meant
    if (table->interactive) {
        char *history = play_file_path("history", NULL);
        place->editor = play_editor_new(history, offer_words, table);
        if (place->editor)
            block_interrupt();
        free(history);
    }
    greet(table);
    tabletop_show(table);
    while (going && !ferror(stdout))
        going = tabletop_is_engines_turn(table) ? let_engine_play(place, &err) : take_line(place);
    say_goodbye(place);
    play_editor_free(place->editor);
    lines_clear(&place->lines);
    if (err.code == ERROR_NONE)
        return output_finish("play");
    usage_report("play", &err);
    return EXIT_FAILED;
}

// ---- The beginning ----

// The file in which the game is kept: the one that is named, or at a terminal the usual one. False after having complained.
static bool choose_file(struct place *place, const struct option *options, const char *named)
{
    struct error err;
    if (named) {
        place->kept = memory_copy_text(named);
    } else if (place->table.interactive || options[RESUME].given) {
        place->usual = true;
        place->kept = play_file_path("game", &err);
        if (!place->kept && options[RESUME].given) {
            usage_report("play", &err);
            return false;
        }
        if (!place->kept)
            printf("The game will not be kept: %s.\n", err.message);
    }
    return true;
}

static bool begin(struct place *place, const struct option *options, const struct arguments *arguments)
{
    struct error err;
    const char *named = options[KEEP].given;
    bool resumes = options[RESUME].given != NULL;
    if (resumes && arguments->count)
        named = arguments->words[0];
    if (resumes &&
        (options[FEN].given || options[LOAD].given || options[KEEP].given || arguments->parameter_count)) {
        usage_error("play",
                    "--resume goes on with the game as it is, without --fen, --load, --keep or parameters");
        return false;
    }
    if (options[KEEP].given && access(named, F_OK) == 0) {
        usage_error("play", "%s exists already; go on with it by --resume, or choose another name", named);
        return false;
    }
    if (!choose_file(place, options, named))
        return false;
    place->table.engine = engine_new(ENGINE_HASH_DEFAULT, 1, &err);
    if (!place->table.engine) {
        usage_report("play", &err);
        return false;
    }
    if (resumes) {
        const struct play_taken taken = {!options[YOU].given, !options[LEVEL].given, !options[TIME].given};
        if (place->usual && access(place->kept, F_OK) != 0) {
            usage_error("play", "no game is kept; one that is begun at a terminal will be, in %s",
                        place->kept);
            return false;
        }
        place->written = play_take_up(&place->table, place->kept, &taken, &err);
        if (!place->written)
            usage_report("play", &err);
        return place->written;
    }
    place->table.session = opening_read("play", arguments, options[FEN].given);
    if (!place->table.session)
        return false;
    if (options[LOAD].given && !tabletop_load(&place->table, options[LOAD].given, &err)) {
        usage_report("play", &err);
        return false;
    }
    return true;
}

int cmd_play(int argc, char **argv)
{
    struct option options[] = {
        [YOU] = {"you", "SIDE", "what you play: white, black, both (two people) or none", NULL},
        [LEVEL] = {"level", "LEVEL", "how well the engine plays, beginner to full (else club)", NULL},
        [TIME] = {"time", "SECONDS", "how long the engine may think about a move (else 2)", NULL},
        [FEN] = {"fen", "FEN", "begin from this position", NULL},
        [LOAD] = {"load", "FILE", "go on with the first game of a PGN file", NULL},
        [RESUME] = {"resume", NULL, "go on with the game that was kept last, or with that of FILE", NULL},
        [KEEP] = {"keep", "FILE", "keep the game in this file, also where there is no terminal", NULL},
        [ASCII] = {"ascii", NULL, "draw with letters only", NULL},
        [UNICODE] = {"unicode", NULL, "draw with figures, whatever the locale says", NULL},
        {0},
    };
    struct arguments arguments;
    struct place place = {.kept = NULL};
    struct tabletop *table = &place.table;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("play", "'%s' is one word too many", arguments.words[1]);
    if (!read_table(table, options))
        return EXIT_USAGE;
    if (begin(&place, options, &arguments)) {
        table->style.flipped = table->engine_plays[WHITE] && !table->engine_plays[BLACK];
        status = play(&place);
    } else {
        status = EXIT_USAGE;
    }
    tabletop_clear(table);
    free(place.kept);
    return status;
}
