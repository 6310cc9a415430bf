// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands that main.c's table lists, each in the file of its name.
#ifndef LEAPER_CLI_COMMANDS_H
#define LEAPER_CLI_COMMANDS_H

int cmd_archive(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_games(int argc, char **argv);
int cmd_hamiltonian(int argc, char **argv);
int cmd_perft(int argc, char **argv);
int cmd_pgn(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_solve(int argc, char **argv);
int cmd_tours(int argc, char **argv);
int cmd_tours_answer(int argc, char **argv);
int cmd_uci(int argc, char **argv);
int cmd_xboard(int argc, char **argv);

#endif
