// SPDX-License-Identifier: GPL-3.0-or-later
// The table of known numbers.
#include "tours/known.h"

#include "tours/theorem.h"

// Sequences of the On-Line Encyclopedia of Integer Sequences, https://oeis.org. Those of open tours count both directions,
// but A079137; A383660 and A383661 are D. E. Knuth's, 2025.
#define THREE   "OEIS A383660"
#define FIVE    "OEIS A383661"
#define SIX     "OEIS A175881"
#define FOUR    "OEIS A079137"
#define SQUARES "OEIS A165134, directed"

static const struct known_count table[] = {
    {3, 10, false, "16", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {3, 12, false, "176", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {3, 14, false, "1536", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {3, 16, false, "15424", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {3, 18, false, "147728", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {3, 20, false, "1448416", THREE, KNOWN_MEET | KNOWN_PLAIN},
    {5, 6, false, "8", FIVE, KNOWN_MEET | KNOWN_PLAIN},
    {5, 8, false, "44202", FIVE, KNOWN_MEET | KNOWN_PLAIN},
    {5, 10, false, "13311268", FIVE, KNOWN_MEET | KNOWN_PLAIN},
    {5, 12, false, "4557702762", FIVE, KNOWN_MEET | KNOWN_PLAIN},
    {5, 14, false, "1495135512514", FIVE, KNOWN_MEET | KNOWN_PLAIN},
    {6, 6, false, "9862", "OEIS A001230", KNOWN_MEET | KNOWN_PLAIN},
    {6, 7, false, "1067638", SIX, KNOWN_MEET | KNOWN_PLAIN},
    {6, 8, false, "55488142", SIX, KNOWN_MEET},
    {6, 9, false, "3374967940", SIX, KNOWN_MEET},
    {6, 10, false, "239187240144", SIX, KNOWN_MEET},
    {6, 11, false, "15360134570696", SIX, KNOWN_MEET},
    {6, 12, false, "964730606632516", SIX, KNOWN_MEET},
    {6, 13, false, "61989683445413228", SIX, KNOWN_MEET},
    {6, 14, false, "4005716717182224826", SIX, KNOWN_MEET},
    {7, 8, false, "34524432316", NULL, KNOWN_MEET},
    {7, 10, false, "1250063279938854", NULL, KNOWN_MEET},
    {8, 8, false, "13267364410532", "B. D. McKay 1997, OEIS A001230", KNOWN_MEET | KNOWN_MCKAY},
    {8, 10, false, "4235482818156697040", NULL, KNOWN_MEET},
    {4, 5, true, "82", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {4, 6, true, "744", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {4, 7, true, "6378", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {4, 8, true, "31088", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {4, 9, true, "189688", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {4, 10, true, "1213112", FOUR, KNOWN_MEET | KNOWN_PLAIN},
    {5, 5, true, "864", SQUARES, KNOWN_MEET | KNOWN_PLAIN},
    {5, 6, true, "18784", NULL, KNOWN_MEET | KNOWN_PLAIN},
    {5, 7, true, "622868", NULL, KNOWN_MEET | KNOWN_PLAIN},
    {5, 8, true, "18061054", NULL, KNOWN_MEET | KNOWN_PLAIN},
    {5, 9, true, "264895640", NULL, KNOWN_MEET},
    {5, 10, true, "7886117822", NULL, KNOWN_MEET},
    {6, 6, true, "3318960", SQUARES, KNOWN_MEET},
    {7, 9, true, "2903212163753000", NULL, KNOWN_MEET},
};

const struct known_count *known_counts(size_t *count)
{
    *count = sizeof table / sizeof *table;
    return table;
}

const struct known_count *known_find(const struct tour_board *board, const struct leaper *leaper, bool open)
{
    if (!theorem_is_knights_rectangle(board, leaper))
        return NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct known_count *row = &table[i];
        bool upright = row->width == board->width && row->height == board->height;
        bool turned = row->width == board->height && row->height == board->width;
        if ((upright || turned) && row->open == open)
            return row;
    }
    return NULL;
}

void known_write_source(const struct known_count *row, struct buffer *out)
{
    static const char *const names[] = {"two halves that meet", "edge by edge", "McKay's half-tours"};
    static const char *const commands[] = {"count --method meet", "count --method plain", "mckay"};
    if (row->published)
        buffer_addf(out, "%s; counted again by this program, ", row->published);
    else
        buffer_add(out, "counted by this program, ");
    const char *between = "";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(row->methods >> i & 1))
            continue;
        buffer_addf(out, "%s%s ('leaper tours %s %dx%d%s')", between, names[i], commands[i], row->width,
                    row->height, row->open ? " --open" : "");
        between = " and ";
    }
}
