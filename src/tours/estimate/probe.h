// SPDX-License-Identifier: GPL-3.0-or-later
// One probe of the tree of partial tours: a population of random walks.
#ifndef LEAPER_TOURS_PROBE_H
#define LEAPER_TOURS_PROBE_H

#include "base/random.h"
#include "tours/budget.h"
#include "tours/search/partial.h"

struct prober;

// Holds the walks of one thread. `root` is the settled start and must outlive the prober. NULL when there is no memory.
struct prober *prober_new(const struct partial *root, int population);
void prober_free(struct prober *prober);

// Makes runs poll a budget; NULL: none. The result of a run that the budget ended is meaningless.
void prober_watch(struct prober *prober, struct budget *budget);

// The size of a prober on these links in bytes.
size_t prober_bytes(const struct links *links, int population);

// Runs one probe. Returns the logarithm of an unbiased estimate of the number of tours, -infinity for 0.
double prober_run(struct prober *prober, struct random *random);

#endif
