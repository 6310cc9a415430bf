// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of `leaper tours` that the table in tours.c lists, each in the file of its name.
#ifndef LEAPER_CLI_TOURS_COMMANDS_H
#define LEAPER_CLI_TOURS_COMMANDS_H

int cmd_tours_check(int argc, char **argv);
int cmd_tours_classes(int argc, char **argv);
int cmd_tours_draw(int argc, char **argv);
int cmd_tours_estimate(int argc, char **argv);
int cmd_tours_find(int argc, char **argv);
int cmd_tours_list(int argc, char **argv);
int cmd_tours_mckay(int argc, char **argv);
int cmd_tours_merge(int argc, char **argv);
int cmd_tours_random(int argc, char **argv);
int cmd_tours_unit(int argc, char **argv);

#endif
