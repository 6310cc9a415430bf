// SPDX-License-Identifier: GPL-3.0-or-later
// Which endings have to be built for one, and in which order.
#ifndef LEAPER_TABLES_PLAN_H
#define LEAPER_TABLES_PLAN_H

#include "base/vector.h"
#include "tables/shelf.h"

// Endings, those that others need before these; each once.
struct plan VECTOR_OF(struct men);

// Adds an ending, whose men are settled, behind all to which its captures and promotions lead. False if there is no memory.
bool plan_add(struct plan *plan, const struct variant *variant, const struct men *men);

// Adds all endings of so many men, kings included, with pieces of these types.
bool plan_add_all(struct plan *plan, const struct variant *variant, unsigned men, const piece_type *types,
                  unsigned count);

#endif
