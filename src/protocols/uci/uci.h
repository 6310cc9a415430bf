// SPDX-License-Identifier: GPL-3.0-or-later
// The Universal Chess Interface: how graphical programs and tournament managers drive an engine.
//
// Source: S. Meyer-Kahlen and R. Huber, "Description of the universal chess
// interface", 2004–2006; docs/cli.md says what we add. Standard chess, and every
// other game by the option UCI_Variant with one option for each game parameter.
#ifndef LEAPER_PROTOCOLS_UCI_H
#define LEAPER_PROTOCOLS_UCI_H

#include "base/error.h"

#include <stdio.h>

enum { UCI_LINE_MAX = 256 * 1024 }; // bytes in a command

struct uci;

// An engine that answers on `out`, which is borrowed. NULL with an error
// (ERROR_SYSTEM) when there is no memory.
struct uci *uci_new(FILE *out, struct error *err);

// Stops what is running. NULL is allowed.
void uci_free(struct uci *uci);

// Carries out one command. A search or perft is still running in another
// thread when this returns; commands that cannot be carried out meanwhile wait
// until it has ended, except `stop`, `isready`, `d` and `quit`. False after
// `quit`. The line may hold anything; an error in it is answered by `info
// string error: …` and changes nothing.
bool uci_command(struct uci *uci, const char *line);

// Waits until nothing is running or waiting any more; searches without a limit
// are stopped, those with one are given their time.
void uci_finish(struct uci *uci);

// Carries out commands from the descriptor `input` until `quit` or its end; at
// the end of the input, work that has a limit is finished first. False with an
// error when the engine could not be set up.
bool uci_run(int input, FILE *out, struct error *err);

#endif
