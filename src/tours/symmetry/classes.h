// SPDX-License-Identifier: GPL-3.0-or-later
// Symmetric tours, and the classes of tours under rotation and reflection.
//
// Computes for every group of symmetries of the board: the tours that are invariant under it, those with exactly its symmetries and
// no others (by inclusion-exclusion over the larger groups), and the classes that these form. The number of all classes is the mean
// number of invariant tours over all symmetries (the lemma of Cauchy and Frobenius, also known as Burnside's).
#ifndef LEAPER_TOURS_CLASSES_H
#define LEAPER_TOURS_CLASSES_H

#include "base/buffer.h"
#include "tours/symmetry/symmetric.h"

enum { CLASS_GROUPS_MAX = 10 };

struct class_row {
    uint8_t group;
    int like;      // an earlier row whose group is conjugate to this one in the board's group, or -1
    bool trivial;  // the group moves no cell: every tour is invariant
    bool excluded; // a theorem says that no tour is invariant
    bool counted;  // the numbers were counted (for this row or the one in `like`) or are those of all tours
    struct buffer reason;             // the theorem, or ""
    struct natural shifted, reversed; // invariant tours, as symmetric_count() tells them apart
    struct natural exact;             // tours with these symmetries and no others
    struct natural classes; // formed by these together with those of all rows like this one; 0 in those rows
};

struct tour_classes {
    int rows_count; // the first row is the trivial group: all tours
    struct class_row rows[CLASS_GROUPS_MAX];
    int order;                       // of the board's group
    struct natural tours;            // without direction
    struct natural classes;          // of these tours
    struct natural directed_classes; // of tours with a direction
    struct natural symmetric,
        symmetric_classes;      // tours with a symmetry other than the identity; their classes
    struct circuit_result work; // what all counts took together
};

struct classes_request {
    const struct tour_graph *graph;
    bool open;
    bool quick;      // rely on theorems; if not set, the groups that they exclude are counted as well
    uint64_t memory; // bytes
    bool (*progress)(void *context, double done,
                     uint64_t states); // `done` is that of the group being counted
    void *context;
};

// Counts everything, given the number of all tours. Errors as for circuits_count(). Free the result with
// tour_classes_clear(), also after a failure.
bool tour_classes_count(const struct classes_request *request, const struct natural *tours,
                        struct tour_classes *classes, struct error *err);
void tour_classes_clear(struct tour_classes *classes);

// The name of a group: "none", "half-turn", "left-right", …, "quarter-turns", "both-axes",
// "both-diagonals", "all". Static storage.
const char *class_group_name(uint8_t group);

// The group of that name; false when there is none.
bool class_group_find(const char *name, uint8_t *group);

// Whether a theorem excludes tours invariant under a group that is not trivial; if so, appends the theorem to `reason`, as a clause
// without a final period. The theorems concern fixed cells, reversed leaps, and colours. When memory runs out, returns false, and
// `reason` has failed.
bool class_excluded(const struct tour_graph *graph, uint8_t group, bool open, struct buffer *reason);

#endif
