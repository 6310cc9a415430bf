// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Chess with a Limited Supply of Squares in our own words, for each game of the family.
#ifndef LEAPER_GAMES_SQUARES_HELP_H
#define LEAPER_GAMES_SQUARES_HELP_H

#include "position/game.h"

extern const struct help_section squares_help_hans38[], squares_help_neutral[], squares_help_postal[],
    squares_help_postal_plus[], squares_help_infinite[], squares_help_moving[];

#endif
