// SPDX-License-Identifier: GPL-3.0-or-later
// What the subcommands of `leaper tours` share: the board, the leaper and the constraint, JSON, and a progress bar.
#ifndef LEAPER_CLI_TOURS_H
#define LEAPER_CLI_TOURS_H

#include "cli/command.h"
#include "cli/tours/tours_limits.h"
#include "tours/board/board.h"
#include "tours/board/graph.h"
#include "tours/board/leaper.h"
#include "tours/board/tour.h"

#include <jansson.h>
#include <stdbool.h>

// The board and the piece that a subcommand works on, and which of their tours it is about.
struct tours_ground {
    struct tour_board board;
    const char *leaper_name; // as the user wrote it, or "N"
    struct leaper leaper;
    struct tour_graph graph; // vertices have the numbers of their cells
    struct tour_constraint constraint;
};

// What the command line says about the ground. Every subcommand's settings have a member `ground` of this type.
struct tours_ground_settings {
    const char *size;      // the operand BOARD; NULL: not given
    const char *placement; // --board; NULL: not given
    const char *leaper;    // --leaper; NULL: the knight
};

// The operand, and the options --board and --leaper.
#define TOURS_BOARD_OPERAND(settings)                                                                        \
    .name = "BOARD", .help = "a size, files by ranks, as in 8x8", TEXT(settings, ground.size)
extern const struct argument_group tours_ground_options;

// What the command line says about the constraint.
struct tours_constraint_settings {
    bool closed, open;
    const char *from, *to; // names of squares; NULL: not given
};

// The options --closed, --open, --from and --to; and the first two alone, for commands that take no ends.
extern const struct argument_group tours_constraint_options;
#define TOURS_CLOSED_OPTION(settings, member)                                                                \
    .name = "closed", .help = "tours that return to their first square (the default)", FLAG(settings, member)
#define TOURS_OPEN_OPTION(settings, member)                                                                  \
    .name = "open", .help = "tours that need not return", FLAG(settings, member)

// Reads the ground; `constraint` may be NULL, for closed tours. Returns EXIT_FINE, or an exit status after reporting an error. The
// settings must outlive the ground. Clear it with tours_ground_clear().
int tours_ground_read(struct tours_ground *ground, const char *command,
                      const struct tours_ground_settings *settings,
                      const struct tours_constraint_settings *constraint);
void tours_ground_clear(struct tours_ground *ground);

// The members with which a command's answer in JSON begins: "board", "leaper" and "kind". NULL when there is no memory. Add the others
// with json_put().
json_t *tours_json_begin(const struct tours_ground *ground);

// Prints the object on a line of its own, with six digits for fractions, and frees it. NULL, for lack of memory, ends the program.
void tours_json_print(json_t *object);

// A progress bar on standard error if that is a terminal; drawn at most five times a second.
struct tours_bar {
    double start, last, since; // clock_seconds()
    double first;              // share done at `since`; negative: none has been reported yet
    bool shows;
};

void tours_bar_init(struct tours_bar *bar);
// `done` is the share of the work that is done, 0 … 1, or negative if it is unknown; `text` says what is being done.
// The time left is extrapolated from the progress since the first call with a known share.
void tours_bar_show(struct tours_bar *bar, double done, const char *text);
void tours_bar_erase(struct tours_bar *bar);
double tours_bar_seconds(const struct tours_bar *bar); // since tours_bar_init()

#endif
