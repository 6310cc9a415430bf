// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper play`: a game in the terminal, against the engine or another person, by hand or over a pipe.
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/opening.h"
#include "cli/tabletop_commands.h"
#include "protocols/lines.h"
#include "protocols/words.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_LENGTH = 4096, SECONDS_MAX = 3600, DEFAULT_SECONDS = 2 };

static const struct usage usage = {
    "leaper play GAME [options]",
    "Plays a game in the terminal. Type moves as people write them (Nf3, exd5, O-O, e8=Q) or by squares\n"
    "(g1f3, e7e8q); 'help' lists the other commands: undo, hint, moves, save, rules and more. Without a\n"
    "terminal, commands are read and boards are written just the same.\n"
    "\n"
    "In Fuel Chess the number behind a piece is the fuel it has left. Figures need a UTF-8 terminal, else\n"
    "letters are drawn; colours are left out when NO_COLOR is set or the output is no terminal.\n"
    "For line editing run it under rlwrap: rlwrap leaper play chess\n",
    "  leaper play fuel --fuel 10 --level casual\n"
    "  leaper play chess --black nutters --you black\n"
    "  leaper play fuel --you both\n"
    "  leaper play chess --you none --level full --time 1\n",
    true,
};

enum play_option { YOU, LEVEL, TIME, FEN, LOAD, ASCII, UNICODE };

// ---- Setting up ----

static bool read_sides(const char *you, bool engine_plays[2])
{
    static const struct {
        const char *word;
        bool white, black; // whether the engine plays them
    } sides[] = {
        {"white", false, true}, {"black", true, false}, {"both", false, false}, {"none", true, true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (!strcmp(you, sides[i].word)) {
            engine_plays[WHITE] = sides[i].white;
            engine_plays[BLACK] = sides[i].black;
            return true;
        }
    usage_error("play", "--you takes white, black, both or none, not '%s'", you);
    return false;
}

static void choose_style(struct diagram_style *style, const struct option *options)
{
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    setlocale(LC_CTYPE, "");
    style->unicode =
        !options[ASCII].given && (options[UNICODE].given || !strcmp(nl_langinfo(CODESET), "UTF-8"));
    style->color =
        isatty(STDOUT_FILENO) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0;
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
    table->style.flipped = table->engine_plays[WHITE] && !table->engine_plays[BLACK];
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

// Reads and obeys one line. False at the end.
static bool take_line(struct tabletop *table, struct lines *lines, bool prompt)
{
    char *line;
    size_t length;
    if (prompt) {
        bool ongoing = session_is_ongoing(table->session);
        printf("%s> ", ongoing ? words_color(session_side(table->session)) : "over");
        fflush(stdout);
    }
    switch (lines_next(lines, -1, &line, &length)) {
    case LINES_END:
        if (prompt)
            printf("\n");
        return false;
    case LINES_LINE:
        break;
    default:
        printf("That line is too long.\n");
        return true;
    }
    if (strlen(line) != length) {
        printf("There is a zero byte in that line.\n");
        return true;
    }
    enum tabletop_answer answer = tabletop_obey(table, line);
    if (answer == TABLETOP_CHANGED) {
        tabletop_show(table);
        if (prompt && !session_is_ongoing(table->session))
            printf("Go on with new, undo, save FILE or quit.\n");
    }
    return answer != TABLETOP_QUIT && fflush(stdout) == 0;
}

static int play(struct tabletop *table)
{
    struct lines lines;
    struct error err = {.code = ERROR_NONE};
    bool prompt = isatty(STDIN_FILENO), going = lines_init(&lines, STDIN_FILENO, LINE_MAX_LENGTH);
    table->asks = prompt; // what comes from a file or a program is meant
    greet(table);
    tabletop_show(table);
    while (going && !ferror(stdout)) {
        if (!tabletop_is_engines_turn(table))
            going = take_line(table, &lines, prompt);
        else if ((going = tabletop_let_engine_play(table, &err)))
            tabletop_show(table);
    }
    lines_clear(&lines);
    if (err.code == ERROR_NONE)
        return output_finish("play");
    usage_report("play", &err);
    return EXIT_FAILED;
}

int cmd_play(int argc, char **argv)
{
    struct option options[] = {
        [YOU] = {"you", "SIDE", "what you play: white, black, both (two people) or none", NULL},
        [LEVEL] = {"level", "LEVEL", "how well the engine plays, beginner to full (else club)", NULL},
        [TIME] = {"time", "SECONDS", "how long the engine may think about a move (else 2)", NULL},
        [FEN] = {"fen", "FEN", "begin from this position", NULL},
        [LOAD] = {"load", "FILE", "go on with the first game of a PGN file", NULL},
        [ASCII] = {"ascii", NULL, "draw with letters only", NULL},
        [UNICODE] = {"unicode", NULL, "draw with figures, whatever the locale says", NULL},
        {0},
    };
    struct arguments arguments;
    struct tabletop table = {0};
    struct error err;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("play", "'%s' is one word too many", arguments.words[1]);
    if (!read_table(&table, options))
        return EXIT_USAGE;
    table.session = opening_read("play", &arguments, options[FEN].given);
    if (!table.session)
        return EXIT_USAGE;
    table.engine = engine_new(ENGINE_HASH_DEFAULT, 1, &err);
    if (!table.engine || (options[LOAD].given && !tabletop_load(&table, options[LOAD].given, &err)))
        status = usage_report("play", &err);
    else
        status = play(&table);
    tabletop_clear(&table);
    return status;
}
