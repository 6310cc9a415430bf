// SPDX-License-Identifier: GPL-3.0-or-later
// Symmetric tours and the classes of tours under rotation and reflection.
//
// For every group of symmetries that the board has: the tours it leaves as they are, those that have
// exactly its symmetries and no more (by inclusion and exclusion over the larger groups), and the classes
// these form. The number of all classes is the mean of the invariant tours over all symmetries (the lemma
// of Cauchy and Frobenius, called Burnside's).
#ifndef LEAPER_TOURS_CLASSES_H
#define LEAPER_TOURS_CLASSES_H

#include "base/buffer.h"
#include "tours/symmetry/symmetric.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CLASS_GROUPS_MAX = 10 };

struct class_row {
    uint8_t group;
    int like;      // an earlier row whose group a symmetry of the board exchanges with this one, or -1
    bool trivial;  // the group moves no cell: every tour is invariant
    bool excluded; // a theorem says that no tour is invariant
    bool counted;  // the numbers come from counting (of this row or the one it is like) or from all tours
    struct buffer reason;    // the theorem, or ""
    mpz_t shifted, reversed; // invariant tours, as symmetric_count() tells them apart
    mpz_t exact;             // tours with these symmetries and no others
    mpz_t classes;           // that they form, together with those of all rows like this one; 0 in those
};

struct tour_classes {
    int rows_count; // the first row is the group of nothing but identity: all tours
    struct class_row rows[CLASS_GROUPS_MAX];
    int order;                          // of the board's group
    mpz_t tours;                        // without direction
    mpz_t classes;                      // of those
    mpz_t directed_classes;             // of tours with a direction
    mpz_t symmetric, symmetric_classes; // tours that have any symmetry but identity; their classes
    struct circuit_result work;         // sums and largest values of all counts
};

struct classes_request {
    const struct tour_graph *graph;
    bool open;
    bool quick;      // believe theorems; otherwise what they exclude is counted as well
    uint64_t memory; // bytes
    bool (*progress)(void *context, double done,
                     uint64_t states); // `done` is that of the group being counted
    void *context;
};

// Counts everything, given the number of all tours. Errors as of circuits_count(). Free the result with
// tour_classes_clear(), also after a failure.
bool tour_classes_count(const struct classes_request *request, const mpz_t tours,
                        struct tour_classes *classes, struct error *err);
void tour_classes_clear(struct tour_classes *classes);

// The name of a group: "none", "half-turn", "left-right", …, "quarter-turns", "both-axes",
// "both-diagonals", "all". Static storage.
const char *class_group_name(uint8_t group);

// The group of that name; false when there is none.
bool class_group_find(const char *name, uint8_t *group);

// Whether a theorem excludes tours invariant under a group that is not trivial; which, a clause without a
// final period, is appended to `reason`. The theorems are about cells kept in place, leaps turned round,
// and colours.
bool class_excluded(const struct tour_graph *graph, uint8_t group, bool open, struct buffer *reason);

#ifdef __cplusplus
}
#endif

#endif
