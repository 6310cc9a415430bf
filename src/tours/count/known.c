// SPDX-License-Identifier: GPL-3.0-or-later
// The table of known numbers.
#include "tours/count/known.h"

#include "tours/search/theorem.h"

// Sequences of the On-Line Encyclopedia of Integer Sequences, https://oeis.org. Those of open tours count both directions,
// except A079137. A383660 and A383661 are by D. E. Knuth, 2025.
#define THREE   "OEIS A383660"
#define FIVE    "OEIS A383661"
#define SIX     "OEIS A175881"
#define FOUR    "OEIS A079137"
#define SQUARES "OEIS A165134, directed"

static const struct known_count table[] = {
    {3, 10, KNOWN_MITM | KNOWN_FRONTIER, false, "16", THREE},
    {3, 12, KNOWN_MITM | KNOWN_FRONTIER, false, "176", THREE},
    {3, 14, KNOWN_MITM | KNOWN_FRONTIER, false, "1536", THREE},
    {3, 16, KNOWN_MITM | KNOWN_FRONTIER, false, "15424", THREE},
    {3, 18, KNOWN_MITM | KNOWN_FRONTIER, false, "147728", THREE},
    {3, 20, KNOWN_MITM | KNOWN_FRONTIER, false, "1448416", THREE},
    {5, 6, KNOWN_MITM | KNOWN_FRONTIER | KNOWN_MCKAY, false, "8", FIVE},
    {5, 8, KNOWN_MITM | KNOWN_FRONTIER | KNOWN_MCKAY, false, "44202", FIVE},
    {5, 10, KNOWN_MITM | KNOWN_FRONTIER | KNOWN_MCKAY, false, "13311268", FIVE},
    {5, 12, KNOWN_MITM | KNOWN_FRONTIER | KNOWN_MCKAY, false, "4557702762", FIVE},
    {5, 14, KNOWN_MITM | KNOWN_FRONTIER, false, "1495135512514", FIVE},
    {6, 6, KNOWN_MITM | KNOWN_FRONTIER | KNOWN_MCKAY, false, "9862", "OEIS A001230"},
    {6, 7, KNOWN_MITM | KNOWN_FRONTIER, false, "1067638", SIX},
    {6, 8, KNOWN_MITM | KNOWN_MCKAY, false, "55488142", SIX},
    {6, 9, KNOWN_MITM, false, "3374967940", SIX},
    {6, 10, KNOWN_MITM | KNOWN_MCKAY, false, "239187240144", SIX},
    {6, 11, KNOWN_MITM, false, "15360134570696", SIX},
    {6, 12, KNOWN_MITM | KNOWN_MCKAY, false, "964730606632516", SIX},
    {6, 13, KNOWN_MITM, false, "61989683445413228", SIX},
    {6, 14, KNOWN_MITM, false, "4005716717182224826", SIX},
    {6, 16, KNOWN_MITM, false, "16378998506224697063588", SIX},
    {6, 20, KNOWN_MITM, false, "276453522147273309254029785276", SIX},
    {6, 30, KNOWN_MITM, false, "322863244258188584511076820531771298243292346804", SIX},
    {6, 40, KNOWN_MITM, false, "377031597006006571424070743308269493020186682009428464253448495336", SIX},
    {7, 8, KNOWN_MITM | KNOWN_MCKAY, false, "34524432316", NULL},
    {7, 10, KNOWN_MITM, false, "1250063279938854", NULL},
    {8, 8, KNOWN_MITM | KNOWN_MCKAY, false, "13267364410532", "B. D. McKay 1997, OEIS A001230"},
    {8, 10, KNOWN_MITM, false, "4235482818156697040", NULL},
    {4, 5, KNOWN_MITM | KNOWN_FRONTIER, true, "82", FOUR},
    {4, 6, KNOWN_MITM | KNOWN_FRONTIER, true, "744", FOUR},
    {4, 7, KNOWN_MITM | KNOWN_FRONTIER, true, "6378", FOUR},
    {4, 8, KNOWN_MITM | KNOWN_FRONTIER, true, "31088", FOUR},
    {4, 9, KNOWN_MITM | KNOWN_FRONTIER, true, "189688", FOUR},
    {4, 10, KNOWN_MITM | KNOWN_FRONTIER, true, "1213112", FOUR},
    {5, 5, KNOWN_MITM | KNOWN_FRONTIER, true, "864", SQUARES},
    {5, 6, KNOWN_MITM | KNOWN_FRONTIER, true, "18784", NULL},
    {5, 7, KNOWN_MITM | KNOWN_FRONTIER, true, "622868", NULL},
    {5, 8, KNOWN_MITM | KNOWN_FRONTIER, true, "18061054", NULL},
    {5, 9, KNOWN_MITM, true, "264895640", NULL},
    {5, 10, KNOWN_MITM, true, "7886117822", NULL},
    {6, 6, KNOWN_MITM | KNOWN_FRONTIER, true, "3318960", SQUARES},
    {6, 7, KNOWN_MITM, true, "389969466", NULL},
    {6, 8, KNOWN_MITM, true, "24964893804", NULL},
    {7, 7, KNOWN_MITM, true, "82787609160", SQUARES},
    {7, 8, KNOWN_MITM, true, "20666425060328", NULL},
    {7, 9, KNOWN_MITM, true, "2903212163753000", NULL},
    {8, 8, KNOWN_MITM, true, "9795914085489952", SQUARES},
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
    static const char *const names[] = {"by meet in the middle", "edge by edge", "by McKay's half-tours"};
    static const char *const commands[] = {"count --method meet", "count --method plain", "mckay"};
    if (row->published)
        buffer_addf(out, "%s; counted again by this program: ", row->published);
    else
        buffer_add(out, "counted by this program: ");
    const char *between = "";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (!(row->methods >> i & 1))
            continue;
        buffer_addf(out, "%s%s ('leaper tours %s %dx%d%s')", between, names[i], commands[i], row->width,
                    row->height, row->open ? " --open" : "");
        unsigned rest = (unsigned)row->methods >> (i + 1);
        between = rest & (rest - 1) ? ", " : " and "; // more than one is left
    }
}
