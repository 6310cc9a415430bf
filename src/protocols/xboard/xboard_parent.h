// SPDX-License-Identifier: GPL-3.0-or-later
// Which of XBoard's own games a game is described as: XBoard keeps its board, and the men beside it, by the rules of that one.
#ifndef LEAPER_PROTOCOLS_XBOARD_PARENT_H
#define LEAPER_PROTOCOLS_XBOARD_PARENT_H

#include "base/error.h"
#include "position/variant.h"

struct xboard_parent {
    const char *name; // of XBoard's game; NULL: the game itself is one of XBoard's, which must not be changed
    unsigned holdings; // squares beside the board for the men of each side, one for each kind
};

struct xboard_parent xboard_parent_of(const struct variant *variant);

// False with ERROR_VARIANT if XBoard would soon show another board than the one that is played on.
bool xboard_can_show(const struct variant *variant, struct error *err);

#endif
