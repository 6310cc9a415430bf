// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands of `leaper tours` share: their table, the board and the leaper, progress.
#ifndef LEAPER_CLI_TOURS_H
#define LEAPER_CLI_TOURS_H

#include "cli/tours/tours_limits.h"
#include "tours/board/board.h"
#include "tours/board/graph.h"
#include "tours/board/leaper.h"

#include <stdbool.h>
#include <time.h>

// The rows of tours.c's table, each in the file tours_NAME.c. argv[0] is "tours NAME".
int cmd_tours_count(int argc, char **argv);

// The board and the piece that every subcommand works on.
struct tours_ground {
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph; // vertices as the cells are numbered
};

// The options that describe a ground, for a subcommand's table; the first rows of it, in this order.
#define TOURS_GROUND_OPTIONS                                                                                 \
    {"board", "PLACEMENT", "the board, from the top rank: numbers of cells, * for holes (5/5/5/3**)", NULL}, \
    {                                                                                                        \
        "leaper", "PIECE", "r,s, a name as in camel, or Betza notation; several joined by + (default: N)",   \
            NULL                                                                                             \
    }
enum { TOURS_BOARD, TOURS_LEAPER, TOURS_GROUND_COUNT };

// The options by which the commands that count in states are bounded, in this order.
#define TOURS_BOUND_OPTIONS                                                                                  \
    {"threads", "N", "how many threads work (default: one a processor)", NULL},                              \
        {"memory", "MIB",                                                                                    \
         "what the program may have in memory, mapped files included (default: 3/4 of what there is)",       \
         NULL},                                                                                              \
        {"spill", "DIRECTORY", "where states go that memory does not hold (default: /var/tmp)", NULL},       \
    {                                                                                                        \
        "disk", "MIB", "what these files may take; 0: none are made (default: half of what is free there)",  \
            NULL                                                                                             \
    }

// Reads the board from the word `size` (such as "8x8", may be NULL) or from --board, exactly one of the two,
// and the leaper. EXIT_FINE, or an exit status after having complained. Clear it with tours_ground_clear().
int tours_ground_read(struct tours_ground *ground, const char *command, const char *size,
                      const struct option *options);
void tours_ground_clear(struct tours_ground *ground);

// How many processors this process may use.
unsigned tours_processors(void);

// A bar on standard error, when that is a terminal; drawn at most five times a second.
struct tours_bar {
    struct timespec start, last, since;
    double first; // share done at `since`; negative: none was told yet
    bool shows;
};

void tours_bar_init(struct tours_bar *bar);
// `done` is the share of the work that is done, 0 … 1, or negative when nobody knows; `text` says what goes on.
// The expected end is what the share promises that was done since the first call that told one.
void tours_bar_show(struct tours_bar *bar, double done, const char *text);
void tours_bar_erase(struct tours_bar *bar);
double tours_bar_seconds(const struct tours_bar *bar); // since tours_bar_init()

#endif
