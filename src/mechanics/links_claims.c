// SPDX-License-Identifier: GPL-3.0-or-later
// Checks announcements of paths and circuits, and says what is wrong with them.
#include "mechanics/links.h"

static const char *square_text(square s, char name[SQUARE_NAME_SIZE])
{
    square_name(s, name);
    return name;
}

// Appends "a1, b2 and c3" for the squares of a set of pieces.
static void add_squares(const struct protection_graph *graph, unsigned pieces, struct buffer *why)
{
    char name[SQUARE_NAME_SIZE];
    const char *before = "";
    for (; pieces; pieces &= pieces - 1) {
        buffer_addf(why, "%s%s", before, square_text(graph->squares[__builtin_ctz(pieces)], name));
        before = (pieces & (pieces - 1)) & ((pieces & (pieces - 1)) - 1) ? ", " : " and ";
    }
}

static unsigned pieces_without(const uint8_t links[PROTECTION_MAX], unsigned count)
{
    unsigned without = 0;
    for (unsigned i = 0; i < count; i++)
        without |= links[i] ? 0 : 1U << i;
    return without;
}

static bool is_several(unsigned pieces)
{
    return pieces & (pieces - 1);
}

// Appends an order with the fewest missing links, and names those: "e2-d1-b3 lacks only the link from e2 to d1".
static void add_nearest(const struct protection_graph *graph, struct buffer *why)
{
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    uint8_t order[PROTECTION_MAX];
    unsigned missing = protection_nearest(graph, order);
    for (unsigned i = 0; i < graph->count; i++)
        buffer_addf(why, "%s%s", i ? "-" : "", square_text(graph->squares[order[i]], to));
    buffer_addf(why, " lacks only the link%s", missing == 1 ? "" : "s");
    for (unsigned i = 1, named = 0; i < graph->count; i++) {
        if (graph->to[order[i - 1]] >> order[i] & 1)
            continue;
        buffer_addf(why, "%s from %s to %s", named++ ? " and" : "",
                    square_text(graph->squares[order[i - 1]], from),
                    square_text(graph->squares[order[i]], to));
    }
}

// Appends the reason why the side has no path at all.
static void explain_no_path(const struct protection_graph *graph, enum color by, struct buffer *why)
{
    unsigned no_entry = pieces_without(graph->from, graph->count);
    unsigned no_exit = pieces_without(graph->to, graph->count);
    buffer_addf(why, "%s has neither path nor circuit: ", color_name(by));
    if (is_several(no_entry)) {
        buffer_add(why, "no link leads to ");
        add_squares(graph, no_entry, why);
        buffer_add(why, ", and only the first piece of a path needs none");
    } else if (is_several(no_exit)) {
        buffer_add(why, "no link leads on from ");
        add_squares(graph, no_exit, why);
        buffer_add(why, ", and only the last piece of a path needs none");
    } else {
        buffer_addf(why, "in whatever order the %u pieces are visited, a link is missing; ",
                    (unsigned)graph->count);
        add_nearest(graph, why);
    }
}

static int index_of(const struct protection_graph *graph, square s)
{
    for (int i = 0; i < graph->count; i++)
        if (graph->squares[i] == s)
            return i;
    return -1;
}

// Whether the named squares are the pieces of the side, each once.
static bool names_all(const struct protection_graph *graph, const struct announcement *announcement,
                      struct buffer *why)
{
    unsigned seen = 0;
    char name[SQUARE_NAME_SIZE];
    for (unsigned i = 0; i < announcement->count; i++) {
        int index = index_of(graph, announcement->squares[i]);
        bool again = index >= 0 && seen >> index & 1;
        if (index < 0 || again) {
            if (why && again)
                buffer_addf(why, "%s is visited twice", square_text(announcement->squares[i], name));
            else if (why)
                buffer_addf(why, "no piece of %s stands on %s", color_name(announcement->by),
                            square_text(announcement->squares[i], name));
            return false;
        }
        seen |= 1U << index;
    }
    unsigned missed = ((1U << graph->count) - 1) & ~seen;
    if (missed && why) {
        add_squares(graph, missed, why);
        buffer_addf(why, "%s not visited", is_several(missed) ? " are" : " is");
    }
    return !missed;
}

static bool is_linked(const struct protection_graph *graph, const struct announcement *announcement,
                      struct buffer *why)
{
    const square *squares = announcement->squares;
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    unsigned gap = protection_first_gap(graph, squares, announcement->count, announcement->circuit);
    if (gap && why)
        buffer_addf(why, "there is no link from %s to %s", square_text(squares[gap - 1], from),
                    square_text(squares[gap % announcement->count], to));
    return !gap;
}

static bool refuse(struct buffer *why, const char *reason)
{
    if (why)
        buffer_add(why, reason);
    return false;
}

bool links_announceable(const struct part *part, const struct position *pos,
                        const struct announcement *announcement, struct buffer *why)
{
    if (links_announced(part, pos) != MOVE_NONE)
        return refuse(why, "the game is over");
    if (position_is_placing(pos))
        return refuse(why, "nothing can be announced while pieces are still to be placed");
    if (pos->state.actions && announcement->by != position_side(pos))
        return refuse(why, "the other side's turn must be complete first");
    struct protection_graph graph;
    protection_find(pos, announcement->by, &graph);
    if (announcement->named)
        return names_all(&graph, announcement, why) && is_linked(&graph, announcement, why);
    if (protection_has_path(&graph))
        return true;
    if (why)
        explain_no_path(&graph, announcement->by, why);
    return false;
}

void links_explain(const struct part *part, const struct position *pos, move m, struct buffer *why)
{
    struct announcement announcement;
    if (announcement_unpack(pos, m, &announcement))
        links_announceable(part, pos, &announcement, why);
}
