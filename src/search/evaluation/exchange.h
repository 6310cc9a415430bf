// SPDX-License-Identifier: GPL-3.0-or-later
// Static exchange evaluation (SEE): the outcome of a series of captures on one square.
#ifndef LEAPER_SEARCH_EXCHANGE_H
#define LEAPER_SEARCH_EXCHANGE_H

#include "search/evaluation/evaluator.h"

// Whether the action (a capture, or a quiet move to a square that may be
// attacked), followed by the exchange on its target, wins at least `threshold`
// centipawns. Takes fuel into account, but not pins. For promotions, drops and
// the like it assumes a gain of 0.
bool exchange_wins(const struct evaluator *evaluator, const struct position *pos, move m, int threshold);

#endif
