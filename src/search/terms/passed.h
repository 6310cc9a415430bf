// SPDX-License-Identifier: GPL-3.0-or-later
// Passed pawns: how far they have come, what is in their way, and who is near.
#ifndef LEAPER_SEARCH_PASSED_H
#define LEAPER_SEARCH_PASSED_H

#include "search/terms/camp.h"

struct sum passed_worth(const struct survey *survey);

#endif
