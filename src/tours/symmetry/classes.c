// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the tours of every group of symmetries and their classes.
#include "tours/symmetry/classes.h"

#include <assert.h>
#include <string.h>

// Smaller groups first, so that what is contained comes before what contains it.
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

static void list_rows(const struct tour_graph *graph, bool open, struct tour_classes *classes)
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
        mpz_inits(row->shifted, row->reversed, row->exact, row->classes, NULL);
        // A quarter turn exchanges the two mirrors along the sides, and the two along the diagonals.
        bool second = group == GROUP_TOP_BOTTOM || group == GROUP_ANTIDIAGONAL;
        if (second && graph->symmetries >> SYMMETRY_TURN_LEFT & 1)
            row->like = classes->rows_count - 2;
        if (group != GROUP_TRIVIAL && !row->trivial)
            row->excluded = class_excluded(graph, group, open, &row->reason);
    }
}

// Whether an earlier row says that a smaller group leaves no tour as it is.
static const struct class_row *contained_in_nothing(const struct tour_classes *classes,
                                                    const struct class_row *row)
{
    for (const struct class_row *smaller = classes->rows + 1; smaller < row; smaller++)
        if (!(smaller->group & ~row->group) && mpz_sgn(smaller->shifted) == 0 &&
            mpz_sgn(smaller->reversed) == 0)
            return smaller;
    return NULL;
}

static void note_work(struct circuit_result *all, const struct circuit_result *one)
{
    all->states += one->states;
    all->most = one->most > all->most ? one->most : all->most;
    all->memory = one->memory > all->memory ? one->memory : all->memory;
}

static bool count_row(const struct classes_request *request, struct tour_classes *classes,
                      struct class_row *row, struct error *err)
{
    if (row->trivial) {
        mpz_set(row->shifted, classes->tours);
    } else if (row->like >= 0) {
        const struct class_row *like = &classes->rows[row->like];
        mpz_set(row->shifted, like->shifted);
        mpz_set(row->reversed, like->reversed);
        row->counted = like->counted;
        return true;
    } else {
        const struct class_row *smaller = contained_in_nothing(classes, row);
        if (smaller && !row->excluded) {
            buffer_addf(&row->reason, "none has the smaller group %s", class_group_name(smaller->group));
            row->excluded = true;
        }
        struct circuit_result work = {0};
        struct symmetric_request one = {request->graph,  row->group,        request->open,
                                        request->memory, request->progress, request->context};
        if (request->quick && row->excluded)
            return true;
        if (!symmetric_count(&one, row->shifted, row->reversed, &work, err))
            return false;
        note_work(&classes->work, &work);
        assert(!row->excluded || (mpz_sgn(row->shifted) == 0 && mpz_sgn(row->reversed) == 0));
    }
    row->counted = true;
    return true;
}

// Tours with exactly the symmetries of a row: those invariant, less those that have more.
static void find_exact(struct tour_classes *classes)
{
    for (struct class_row *row = classes->rows + classes->rows_count - 1; row >= classes->rows; row--) {
        mpz_add(row->exact, row->shifted, row->reversed);
        for (struct class_row *more = row + 1; more < classes->rows + classes->rows_count; more++)
            if (!(row->group & ~more->group))
                mpz_sub(row->exact, row->exact, more->exact);
    }
}

// A tour with k symmetries has order / k images.
static void find_classes(struct tour_classes *classes)
{
    for (int i = 0; i < classes->rows_count; i++) {
        struct class_row *row = &classes->rows[i];
        struct class_row *first = row->like >= 0 ? &classes->rows[row->like] : row;
        // Both rows that are alike together make up whole classes.
        mpz_addmul_ui(first->classes, row->exact, (unsigned long)group_order(row->group));
        if (row->group != GROUP_TRIVIAL)
            mpz_add(classes->symmetric, classes->symmetric, row->exact);
    }
    for (int i = 0; i < classes->rows_count; i++) {
        struct class_row *row = &classes->rows[i];
        assert(mpz_divisible_ui_p(row->classes, (unsigned long)classes->order));
        mpz_divexact_ui(row->classes, row->classes, (unsigned long)classes->order);
        if (row->group != GROUP_TRIVIAL)
            mpz_add(classes->symmetric_classes, classes->symmetric_classes, row->classes);
    }
}

// The row of the group that one symmetry generates.
static const struct class_row *row_of(const struct tour_classes *classes, int symmetry)
{
    const struct class_row *row = classes->rows;
    while (!(row->group >> symmetry & 1))
        row++;
    return row;
}

// The mean of the invariant tours. A tour with a direction stays as it is only when it is shifted; every
// circuit has two directions, and so has every path of more than one cell.
static void apply_the_lemma(const struct classes_request *request, struct tour_classes *classes)
{
    unsigned long directions = request->graph->vertices > 1 ? 2 : 1;
    for (int s = 0; s < SYMMETRIES; s++) {
        if (!(request->graph->symmetries >> s & 1))
            continue;
        const struct class_row *row = row_of(classes, s);
        mpz_add(classes->classes, classes->classes, row->shifted);
        mpz_add(classes->classes, classes->classes, row->reversed);
        mpz_addmul_ui(classes->directed_classes, row->shifted, directions);
    }
    unsigned long order = (unsigned long)classes->order;
    assert(mpz_divisible_ui_p(classes->classes, order) &&
           mpz_divisible_ui_p(classes->directed_classes, order));
    mpz_divexact_ui(classes->classes, classes->classes, order);
    mpz_divexact_ui(classes->directed_classes, classes->directed_classes, order);
}

bool tour_classes_count(const struct classes_request *request, const mpz_t tours,
                        struct tour_classes *classes, struct error *err)
{
    memset(classes, 0, sizeof *classes);
    mpz_inits(classes->tours, classes->classes, classes->directed_classes, classes->symmetric,
              classes->symmetric_classes, NULL);
    mpz_set(classes->tours, tours);
    list_rows(request->graph, request->open, classes);
    for (int i = 0; i < classes->rows_count; i++)
        if (!count_row(request, classes, &classes->rows[i], err))
            return false;
    find_exact(classes);
    find_classes(classes);
    apply_the_lemma(request, classes);
    mpz_t sum;
    mpz_init(sum);
    for (int i = 0; i < classes->rows_count; i++)
        mpz_add(sum, sum, classes->rows[i].classes);
    assert(mpz_cmp(sum, classes->classes) == 0);
    mpz_clear(sum);
    return true;
}

void tour_classes_clear(struct tour_classes *classes)
{
    for (int i = 0; i < classes->rows_count; i++) {
        buffer_clear(&classes->rows[i].reason);
        mpz_clears(classes->rows[i].shifted, classes->rows[i].reversed, classes->rows[i].exact,
                   classes->rows[i].classes, NULL);
    }
    mpz_clears(classes->tours, classes->classes, classes->directed_classes, classes->symmetric,
               classes->symmetric_classes, NULL);
}
