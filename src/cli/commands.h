// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of the program, each in the file of its name, and the list of them all.
#ifndef LEAPER_CLI_COMMANDS_H
#define LEAPER_CLI_COMMANDS_H

#include "cli/command.h"

extern const struct command command_archive;
extern const struct command command_bench;
extern const struct command command_games;
extern const struct command command_hamiltonian;
extern const struct command command_lab;
extern const struct command command_match;
extern const struct command command_perft;
extern const struct command command_pgn;
extern const struct command command_play;
extern const struct command command_puzzles;
extern const struct command command_rules;
extern const struct command command_serve;
extern const struct command command_show;
extern const struct command command_solve;
extern const struct command command_tables;
extern const struct command command_tours;
extern const struct command command_tours_answer;
extern const struct command command_uci;
extern const struct command command_variants;
extern const struct command command_xboard;

// The program itself, with all of these as its subcommands (commands.c).
extern const struct command command_leaper;

#endif
