// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange: what a series of captures on one square comes to.
#ifndef LEAPER_SEARCH_EXCHANGE_H
#define LEAPER_SEARCH_EXCHANGE_H

#include "search/evaluation/evaluator.h"

// Whether playing the action (a capture, or a quiet move to a square that may
// be attacked) and then exchanging on its target wins at least `threshold`
// centipawns. Pins are not looked at; fuel is.
bool exchange_wins(const struct evaluator *evaluator, const struct position *pos, move m, int threshold);

#endif
