// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands about ending tables share.
#ifndef LEAPER_CLI_TABLES_H
#define LEAPER_CLI_TABLES_H

#include "cli/command.h"
#include "cli/line/opening.h"
#include "tables/shelf.h"

extern const struct command command_tables_build;
extern const struct command command_tables_check;
extern const struct command command_tables_list;
extern const struct command command_tables_probe;

// Of a game, and where its tables are; a member of the settings of each command.
struct tables_where {
    struct opening opening;
    const char *folder; // NULL: the default
};

// The rows --game and --folder, for settings whose member `where` it is.
#define TABLES_GAME(settings)                                                                                \
    {                                                                                                        \
        .name = "game", .value = "GAME", .help = "a game with the rules of chess, whatever its pieces",      \
        READ(const struct game *, settings, where.opening.game, opening_read_game),                          \
        .list = opening_game_name, .otherwise = "chess"                                                      \
    }
#define TABLES_FOLDER(settings)                                                                              \
    {                                                                                                        \
        .name = "folder", .value = "FOLDER", .help = "where the tables are", PATH(settings, where.folder),   \
        .otherwise = "'tables' in the present folder"                                                        \
    }
// The row --threads, for settings with that member.
#define TABLES_THREADS(settings)                                                                             \
    {                                                                                                        \
        .name = "threads", .value = "N", .help = "the number of threads", NUMBER(settings, threads),         \
        .minimum = 1, .maximum = PARALLEL_THREADS_MAX, .otherwise = "as many as processors"                  \
    }

struct tables_place {
    const char *folder;
    struct variant *variant;
    struct shelf *shelf;
    struct reader *reader; // NULL until tables_read() is called
};

// Builds the variant and puts the tables of the folder on the shelf. On failure prints an error and returns an exit status other than
// EXIT_FINE. tables_leave() is to be called in any case.
int tables_enter(const char *command, struct tables_where *where, struct tables_place *place);
void tables_leave(struct tables_place *place);

// Makes a reader, in place of the one before.
bool tables_read(struct tables_place *place, struct error *err);

// The number of threads: as many as processors if none is given.
int tables_threads(long given);

// Prints a table's row of results, or the heading if it is NULL.
void tables_print_row(const struct table_header *header);

// A value in words: "mate in 12", "mated in 3", "draw".
void tables_words(unsigned value, char words[32]);

#endif
