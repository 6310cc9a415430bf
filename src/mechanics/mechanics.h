// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all mechanisms.
#ifndef LEAPER_MECHANICS_MECHANICS_H
#define LEAPER_MECHANICS_MECHANICS_H

#include "position/mechanism.h"

// In the order in which a variant prepares them and calls their hooks; ends with NULL.
extern const struct mechanism *const mechanisms[];

#endif
