// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Chess with a Limited Supply of Squares in our own words.
#ifndef LEAPER_GAMES_SQUARES_HELP_H
#define LEAPER_GAMES_SQUARES_HELP_H

#include "games/rows.h"

// By the order of squares_rows[]; what the games have in common is told in each of them.
enum { SQUARES_HELP_SECTIONS = 8 };
extern const struct help_section squares_help[SQUARES_GAMES][SQUARES_HELP_SECTIONS];

#endif
