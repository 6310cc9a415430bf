// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers the orders of a side's pieces (Lehmer, 1960), to pack announcements into moves.
#include "position/protection/announcement.h"

enum { WHAT_BLACK = 1, WHAT_NAMED = 2, WHAT_CIRCUIT = 4, WHAT_ALL = 7 };

// The squares of the side's pieces, in the order a1, b1 …; 0 if there are more than can be announced.
static unsigned list_pieces(const struct position *pos, enum color color, square squares[PROTECTION_MAX])
{
    unsigned count = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        if (count == PROTECTION_MAX)
            return 0;
        squares[count++] = s;
    }
    return count;
}

static void take_out(square squares[PROTECTION_MAX], unsigned count, unsigned index)
{
    for (; index + 1 < count; index++)
        squares[index] = squares[index + 1];
}

static bool number_of_order(const struct announcement *announcement, square left[PROTECTION_MAX],
                            unsigned count, unsigned *number)
{
    *number = 0;
    for (unsigned i = 0; i < announcement->count; i++, count--) {
        unsigned index = 0;
        while (index < count && left[index] != announcement->squares[i])
            index++;
        if (index == count)
            return false;
        *number = *number * count + index;
        take_out(left, count, index);
    }
    return true;
}

move announcement_pack(const struct position *pos, const struct announcement *announcement)
{
    unsigned what = announcement->by == BLACK ? WHAT_BLACK : 0U, number = 0;
    if (announcement->named) {
        square left[PROTECTION_MAX];
        unsigned count = list_pieces(pos, announcement->by, left);
        if (!count || count != announcement->count || !number_of_order(announcement, left, count, &number))
            return MOVE_NONE;
        what |= WHAT_NAMED | (announcement->circuit ? WHAT_CIRCUIT : 0U);
    }
    return move_make(MOVE_ANNOUNCE, number & 255, (square)(number >> 8), what);
}

// The digits of the Lehmer code, last first; each is an index into the pieces that are left.
static bool order_of_number(unsigned number, square left[PROTECTION_MAX], unsigned count,
                            struct announcement *announcement)
{
    unsigned index[PROTECTION_MAX];
    for (unsigned radix = 1; radix <= count; radix++) {
        index[count - radix] = number % radix;
        number /= radix;
    }
    for (unsigned i = 0; i < count; i++) {
        announcement->squares[i] = left[index[i]];
        take_out(left, count - i, index[i]);
    }
    announcement->count = (uint8_t)count;
    return number == 0;
}

bool announcement_unpack(const struct position *pos, move m, struct announcement *announcement)
{
    unsigned what = m >> 20, number = move_from(m) | (unsigned)move_to(m) << 8;
    if (move_kind(m) != MOVE_ANNOUNCE || what > WHAT_ALL)
        return false;
    *announcement = (struct announcement){
        .by = what & WHAT_BLACK ? BLACK : WHITE, .named = what & WHAT_NAMED, .circuit = what & WHAT_CIRCUIT};
    if (!announcement->named)
        return !number && !announcement->circuit;
    square left[PROTECTION_MAX];
    unsigned count = list_pieces(pos, announcement->by, left);
    return count && order_of_number(number, left, count, announcement);
}

bool position_announceable(const struct position *pos, const struct announcement *announcement,
                           struct buffer *why)
{
    const struct part *part = pos->variant->hooks.announce;
    return part->mechanism->announceable(part, pos, announcement, why);
}

void position_claim(const struct position *pos, enum color color, struct claim *claim)
{
    const struct part *part = pos->variant->hooks.announce;
    part->mechanism->claim(part, pos, color, claim);
}

unsigned position_points(const struct position *pos, const struct outcome *outcome)
{
    const struct part *part = pos->variant->hooks.points;
    return part ? part->mechanism->points(part, pos, outcome) : 0;
}
