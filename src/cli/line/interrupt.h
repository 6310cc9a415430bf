// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C where it does not end the program: commands that work for long report on what they have, and `leaper play` saves the game.
#ifndef LEAPER_CLI_INTERRUPT_H
#define LEAPER_CLI_INTERRUPT_H

#include <stdbool.h>

// From now on Ctrl-C does not end the program. Call it before other threads are started.
void interrupt_hold(void);

// Whether the user has pressed Ctrl-C since then. Any thread may ask.
bool interrupt_came(void);

// The same, and forgets it.
bool interrupt_take(void);

// Whether the user has pressed Ctrl-C, or nobody reads the output any more.
bool interrupt_or_no_reader(void);

#endif
