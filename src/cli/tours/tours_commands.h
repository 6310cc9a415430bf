// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of `leaper tours`, each in a file named after it.
#ifndef LEAPER_CLI_TOURS_COMMANDS_H
#define LEAPER_CLI_TOURS_COMMANDS_H

#include "cli/command.h"

extern const struct command command_tours_check;
extern const struct command command_tours_classes;
extern const struct command command_tours_count;
extern const struct command command_tours_draw;
extern const struct command command_tours_estimate;
extern const struct command command_tours_find;
extern const struct command command_tours_list;
extern const struct command command_tours_mckay;
extern const struct command command_tours_merge;
extern const struct command command_tours_random;
extern const struct command command_tours_unit;

#endif
