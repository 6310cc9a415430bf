// SPDX-License-Identifier: GPL-3.0-or-later
// What the games with armies on the back ranks of an 8×8 board share.
#ifndef LEAPER_GAMES_ARMIES_H
#define LEAPER_GAMES_ARMIES_H

#include "position/variant.h"

// The two parameters that choose an army for each side, for a game's table.
extern const char *const army_keys[ARMIES];
#define ARMY_PARAMETERS                                                                                      \
    {"white", "WhiteArmy", "the army of White", PARAMETER_CHOICE, 0, ARMIES - 1, 0, army_keys},              \
    {                                                                                                        \
        "black", "BlackArmy", "the army of Black", PARAMETER_CHOICE, 0, ARMIES - 1, 0, army_keys             \
    }

// Adds the pieces, promotions and castlings of two armies (indices into `armies`), and sets variant->start to
// `format`, in which the two %s become Black's and White's back ranks.
void armies_prepare(struct variant *variant, int white, int black, const char *format);

#endif
