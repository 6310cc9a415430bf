// SPDX-License-Identifier: GPL-3.0-or-later
// Problems as JSON, one object a line in a file; docs/problems.md describes it.
#ifndef LEAPER_LAB_PROBLEM_JSON_H
#define LEAPER_LAB_PROBLEM_JSON_H

#include "lab/problems/problem.h"
#include "position/oracle.h"

#include <jansson.h>

// Where a problem comes from.
struct problem_origin {
    uint64_t seed, game; // see lab/problems/finder.h
};

// The problem as an object, a new reference; NULL if there is no memory.
json_t *problem_describe(const struct problem *problem, const struct problem_origin *origin);

// What an object says about a problem, without proving any of it.
struct problem_entry {
    struct position start;
    unsigned turns;
    struct problem_origin origin;
};

// Reads the position of an object. *variant is the variant of the last one, NULL at first, which is kept if it is the same;
// the caller frees it in the end. False with an error that names the member.
bool problem_entry_read(const json_t *object, struct variant **variant, struct problem_entry *entry,
                        struct error *err);

// Proves an object: examines its position and compares everything but the rating with what it says. False with an error at the
// member that is not as it says. `effort` and `oracle` as in struct problem_wish.
bool problem_check(const json_t *object, struct variant **variant, uint64_t effort,
                   const struct oracle *oracle, struct error *err);

#endif
