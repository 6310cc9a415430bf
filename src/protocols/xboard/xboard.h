// SPDX-License-Identifier: GPL-3.0-or-later
// The Chess Engine Communication Protocol: how XBoard, WinBoard and their relatives drive an engine.
//
// Source: T. Mann and H. G. Muller, "Chess Engine Communication Protocol",
// version 2 (engine-intf.html of XBoard 4.9.1). Orthodox chess is the variant
// `normal`; every game of the program is a variant of its own name, which the
// engine describes by `setup` and `piece`. docs/xboard.md says what a
// graphical program shows of each.
#ifndef LEAPER_PROTOCOLS_XBOARD_H
#define LEAPER_PROTOCOLS_XBOARD_H

#include "base/error.h"

#include <stdio.h>

enum { XBOARD_LINE_MAX = 16 * 1024 }; // bytes in a command

struct xboard;

enum { XBOARD_FIRST_RANK = 1 };

// An engine that answers on `out`, which is borrowed. `first_rank` is the
// number that the GUI gives to the rank that is 1 everywhere else: 0
// if XBoard runs with -rankOffset 1. NULL with an error (ERROR_SYSTEM)
// when there is no memory.
struct xboard *xboard_new(FILE *out, int first_rank, struct error *err);

// Stops what is running. NULL is allowed.
void xboard_free(struct xboard *xboard);

// Carries out one command. Searches are still running in another thread when this returns. False
// after `quit`. The line may hold anything; an error in it is answered by
// `Error (…): …`, `Illegal move (…): …` or `tellusererror` and changes nothing.
bool xboard_command(struct xboard *xboard, const char *line);

// Waits for the engine's own move when it is thinking about one, and ends every other search.
void xboard_finish(struct xboard *xboard);

// Carries out commands from the descriptor `input` until `quit` or its end; if
// the engine is thinking about a move then, it is made first. False with an error
// when the engine could not be set up.
bool xboard_run(int input, FILE *out, int first_rank, struct error *err);

#endif
