// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the tours of every group of symmetries and their classes.
#include "tours/symmetry/classes.h"

#include <assert.h>
#include <string.h>

// Smaller groups first, so that each group comes after its subgroups.
static const struct {
    uint8_t group;
    const char *name;
} all_groups[CLASS_GROUPS_MAX] = {
    {GROUP_TRIVIAL, "none"},
    {GROUP_HALF_TURN, "half-turn"},
    {GROUP_LEFT_RIGHT, "left-right"},
    {GROUP_TOP_BOTTOM, "top-bottom"},
    {GROUP_DIAGONAL, "diagonal"},
    {GROUP_ANTIDIAGONAL, "antidiagonal"},
    {GROUP_QUARTER_TURNS, "quarter-turns"},
    {GROUP_BOTH_AXES, "both-axes"},
    {GROUP_BOTH_DIAGONALS, "both-diagonals"},
    {GROUP_WHOLE, "all"},
};

const char *class_group_name(uint8_t group)
{
    int i = 0;
    while (all_groups[i].group != group)
        i++;
    return all_groups[i].name;
}

bool class_group_find(const char *name, uint8_t *group)
{
    for (int i = 0; i < CLASS_GROUPS_MAX; i++)
        if (!strcmp(all_groups[i].name, name)) {
            *group = all_groups[i].group;
            return true;
        }
    return false;
}

static int group_order(uint8_t group)
{
    return __builtin_popcount(group);
}

static bool list_rows(const struct tour_graph *graph, bool open, struct tour_classes *classes)
{
    classes->order = group_order(graph->symmetries);
    for (int i = 0; i < CLASS_GROUPS_MAX; i++) {
        uint8_t group = all_groups[i].group;
        if (group & ~graph->symmetries)
            continue;
        struct class_row *row = &classes->rows[classes->rows_count++];
        row->group = group;
        buffer_init(&row->reason);
        row->like = -1;
        row->trivial = symmetric_is_trivial(graph, group);
        // A quarter turn exchanges the two mirrors along the sides, and the two along the diagonals.
        bool second = group == GROUP_TOP_BOTTOM || group == GROUP_ANTIDIAGONAL;
        if (second && graph->symmetries >> SYMMETRY_TURN_LEFT & 1)
            row->like = classes->rows_count - 2;
        if (group != GROUP_TRIVIAL && !row->trivial)
            row->excluded = class_excluded(graph, group, open, &row->reason);
        if (row->reason.failed)
            return false;
    }
    return true;
}

// The first row of a smaller group under which no tour is invariant, or NULL.
static const struct class_row *subgroup_without_tours(const struct tour_classes *classes,
                                                      const struct class_row *row)
{
    for (const struct class_row *smaller = classes->rows + 1; smaller < row; smaller++)
        if (!(smaller->group & ~row->group) && natural_is_zero(&smaller->shifted) &&
            natural_is_zero(&smaller->reversed))
            return smaller;
    return NULL;
}

static bool count_row(const struct classes_request *request, struct tour_classes *classes,
                      struct class_row *row, struct error *err)
{
    if (row->trivial) {
        natural_copy(&row->shifted, &classes->tours);
    } else if (row->like >= 0) {
        const struct class_row *like = &classes->rows[row->like];
        natural_copy(&row->shifted, &like->shifted);
        natural_copy(&row->reversed, &like->reversed);
        row->counted = like->counted;
        return true;
    } else {
        const struct class_row *smaller = subgroup_without_tours(classes, row);
        if (smaller && !row->excluded) {
            buffer_addf(&row->reason, "no tour has the smaller group %s", class_group_name(smaller->group));
            row->excluded = true;
        }
        struct circuit_result work = {0};
        struct symmetric_request one = {request->graph,  row->group,        request->open,
                                        request->memory, request->progress, request->context};
        if (request->quick && row->excluded)
            return true;
        if (!symmetric_count(&one, &row->shifted, &row->reversed, &work, err))
            return false;
        circuit_result_add(&classes->work, &work);
        assert(!row->excluded || (natural_is_zero(&row->shifted) && natural_is_zero(&row->reversed)));
    }
    row->counted = true;
    return true;
}

// Finds the tours with exactly the symmetries of a row: the invariant ones, less those with more symmetries.
static void find_exact(struct tour_classes *classes)
{
    for (struct class_row *row = classes->rows + classes->rows_count - 1; row >= classes->rows; row--) {
        natural_copy(&row->exact, &row->shifted);
        natural_add(&row->exact, &row->reversed);
        for (struct class_row *more = row + 1; more < classes->rows + classes->rows_count; more++)
            if (!(row->group & ~more->group))
                natural_subtract(&row->exact, &more->exact);
    }
}

static void add_times(struct natural *sum, const struct natural *number, int times)
{
    for (int i = 0; i < times; i++)
        natural_add(sum, number);
}

static void divide_evenly(struct natural *number, int divisor)
{
    uint64_t rest = natural_divide_by(number, (uint64_t)divisor);
    assert(rest == 0);
    (void)rest;
}

// A tour with k symmetries has order / k images.
static void find_classes(struct tour_classes *classes)
{
    for (int i = 0; i < classes->rows_count; i++) {
        struct class_row *row = &classes->rows[i];
        struct class_row *first = row->like >= 0 ? &classes->rows[row->like] : row;
        // The tours of two conjugate groups together make up whole classes.
        add_times(&first->classes, &row->exact, group_order(row->group));
        if (row->group != GROUP_TRIVIAL)
            natural_add(&classes->symmetric, &row->exact);
    }
    for (int i = 0; i < classes->rows_count; i++) {
        struct class_row *row = &classes->rows[i];
        divide_evenly(&row->classes, classes->order);
        if (row->group != GROUP_TRIVIAL)
            natural_add(&classes->symmetric_classes, &row->classes);
    }
}

// The row of the group generated by one symmetry.
static const struct class_row *row_of(const struct tour_classes *classes, int symmetry)
{
    const struct class_row *row = classes->rows;
    while (!(row->group >> symmetry & 1))
        row++;
    return row;
}

// Computes the mean number of invariant tours. A tour with a direction is invariant only under symmetries
// that shift it; every closed tour has two directions, and so has every open tour of more than one cell.
static void apply_the_lemma(const struct classes_request *request, struct tour_classes *classes)
{
    for (int s = 0; s < SYMMETRIES; s++) {
        if (!(request->graph->symmetries >> s & 1))
            continue;
        const struct class_row *row = row_of(classes, s);
        natural_add(&classes->classes, &row->shifted);
        natural_add(&classes->classes, &row->reversed);
        add_times(&classes->directed_classes, &row->shifted, request->graph->vertices > 1 ? 2 : 1);
    }
    divide_evenly(&classes->classes, classes->order);
    divide_evenly(&classes->directed_classes, classes->order);
}

// Whether all numbers are known. If they are, both ways to count the classes must agree.
static bool is_complete(const struct tour_classes *classes)
{
    struct natural sum = {0};
    bool good = !classes->directed_classes.failed && !classes->symmetric.failed;
    for (int i = 0; i < classes->rows_count; i++) {
        natural_add(&sum, &classes->rows[i].classes);
        good = good && !classes->rows[i].exact.failed && !classes->rows[i].reason.failed;
    }
    good = good && !sum.failed && !classes->symmetric_classes.failed && !classes->classes.failed;
    assert(!good || natural_compare(&sum, &classes->classes) == 0);
    natural_clear(&sum);
    return good;
}

bool tour_classes_count(const struct classes_request *request, const struct natural *tours,
                        struct tour_classes *classes, struct error *err)
{
    memset(classes, 0, sizeof *classes);
    natural_copy(&classes->tours, tours);
    if (!list_rows(request->graph, request->open, classes))
        return error_no_memory(err);
    for (int i = 0; i < classes->rows_count; i++)
        if (!count_row(request, classes, &classes->rows[i], err))
            return false;
    find_exact(classes);
    find_classes(classes);
    apply_the_lemma(request, classes);
    return is_complete(classes) || error_no_memory(err);
}

void tour_classes_clear(struct tour_classes *classes)
{
    for (int i = 0; i < classes->rows_count; i++) {
        struct class_row *row = &classes->rows[i];
        buffer_clear(&row->reason);
        natural_clear(&row->shifted);
        natural_clear(&row->reversed);
        natural_clear(&row->exact);
        natural_clear(&row->classes);
    }
    natural_clear(&classes->tours);
    natural_clear(&classes->classes);
    natural_clear(&classes->directed_classes);
    natural_clear(&classes->symmetric);
    natural_clear(&classes->symmetric_classes);
}
