// SPDX-License-Identifier: GPL-3.0-or-later
// Proves that a position is a problem, and says what its solution is.
//
// Nothing depends on time or chance, so a problem that is examined again, as a check, gives the same.
#ifndef LEAPER_LAB_EXAMINE_H
#define LEAPER_LAB_EXAMINE_H

#include "lab/problems/problem.h"
#include "position/oracle.h"

struct problem_wish {
    unsigned least, most;             // turns, 1 … PROBLEM_TURNS_MAX
    enum reason reason;               // how the line must end; REASON_NONE: in any way
    uint64_t effort;                  // positions that each proof may take
    const struct oracle *oracle;      // proofs ask it; NULL: nobody
    bool (*must_stop)(void *context); // asked now and then; may be NULL
    void *context;
};

enum problem_status {
    PROBLEM_GOOD,
    PROBLEM_REFUSED, // no win in so many turns, more than one first action, too few choices, or another end than wished for
    PROBLEM_UNPROVED // the effort was too small, or it was stopped
};

enum { PROBLEM_CHOICES_MIN = 4 };

// Examines a position and fills in all but `rating` and `found`. PROBLEM_UNPROVED with an error when there was no memory; in the
// other cases err->code is ERROR_NONE.
enum problem_status problem_examine(const struct position *pos, const struct problem_wish *wish,
                                    struct problem *problem, struct error *err);

// Whether two problems of the same variant are so similar that one of them is superfluous: hardly any piece stands elsewhere.
bool problem_resembles(const struct problem *one, const struct problem *other);

#endif
