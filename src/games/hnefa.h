// SPDX-License-Identifier: GPL-3.0-or-later
// HnefaChess: what its files share.
#ifndef LEAPER_GAMES_HNEFA_H
#define LEAPER_GAMES_HNEFA_H

#include "position/game.h"

// ---- hnefa_worth.c ----

// The hook: see game.h.
int hnefa_assess(const struct position *pos);

// ---- hnefa_help.c ----

extern const struct help_section hnefa_help[];

#endif
