// SPDX-License-Identifier: GPL-3.0-or-later
// Writes XBoard's Betza notation from the ranges by direction, one atom after the other.
#include "protocols/xboard/xboard_betza.h"

#include <stdio.h>
#include <string.h>

// The atoms and their directions; `rider` is the letter for a ride without limit, 0 if the range 0 means that.
static const struct atom {
    char letter, rider;
    direction first, count;
} atoms[] = {
    {'W', 'R', 0, 4}, {'F', 'B', 4, 4}, {'N', 0, 8, 8},  {'D', 0, 16, 4}, {'A', 0, 20, 4},
    {'H', 0, 24, 4},  {'C', 0, 28, 8},  {'Z', 0, 36, 8}, {'G', 0, 44, 4},
};

enum { ATOMS = sizeof atoms / sizeof *atoms };

// ---- Directions ----

static char upright(const struct step *step)
{
    return step->dy > 0 ? 'f' : 'b';
}

static char sideways(const struct step *step)
{
    return step->dx > 0 ? 'r' : 'l';
}

// One direction alone. On oblique atoms the second letter is the axis along which the leap is longer.
static void add_direction(direction d, struct buffer *out)
{
    const struct step *step = &direction_step[d];
    if (step->dx == 0 || step->dy == 0)
        buffer_add_char(out, step->dx ? sideways(step) : upright(step));
    else if (step->dx * step->dx < step->dy * step->dy)
        buffer_addf(out, "%c%c", sideways(step), upright(step));
    else
        buffer_addf(out, "%c%c", upright(step), sideways(step));
}

// The directions of an atom whose bits, counted from its first, are set.
static void add_directions(const struct atom *atom, unsigned bits, struct buffer *out)
{
    if (bits == (1U << atom->count) - 1)
        return;
    for (unsigned i = 0; i < atom->count; i++)
        if (bits >> i & 1)
            add_direction((direction)(atom->first + i), out);
}

// ---- Atoms ----

static void add_range(const struct atom *atom, unsigned range, struct buffer *out)
{
    bool unlimited = range >= RANGE_UNLIMITED;
    buffer_add_char(out, unlimited && atom->rider ? atom->rider : atom->letter);
    if (unlimited && !atom->rider)
        buffer_add_char(out, '0');
    else if (!unlimited && range > 1)
        buffer_addf(out, "%u", range);
}

// The letters for a kind of ride.
static const char *const kind_letters[RIDE_KINDS] = {
    [RIDE_PLAIN] = "",
    [RIDE_LAME] = "n",
    [RIDE_CANNON] = "p",
    [RIDE_GRASSHOPPER] = "g",
    [RIDE_INITIAL | RIDE_PLAIN] = "i",
    [RIDE_INITIAL | RIDE_LAME] = "in",
    [RIDE_INITIAL | RIDE_CANNON] = "ip",
    [RIDE_INITIAL | RIDE_GRASSHOPPER] = "ig",
};

// The moves of an atom in one mode (modifiers, with "m" or "c" if they are quiet moves or captures only): one word for
// each range.
static void add_mode(const struct atom *atom, const uint8_t *ranges, const char *mode, bool tame,
                     struct buffer *out)
{
    bool captures = !strchr(mode, 'm');
    for (unsigned range = RANGE_UNLIMITED; range > 0; range--) {
        unsigned bits = 0;
        for (unsigned i = 0; i < atom->count; i++)
            if (ranges[i] == range)
                bits |= 1U << i;
        if (!bits)
            continue;
        add_directions(atom, bits, out);
        buffer_addf(out, "%s%s", mode, captures && tame ? "t" : "");
        add_range(atom, range, out);
    }
}

static void add_atom(const struct atom *atom, const struct movement *movement, unsigned kind, bool tame,
                     struct buffer *out)
{
    uint8_t both[8] = {0}, quiet[8] = {0}, capture[8] = {0};
    const struct ranges *ranges = &movement->kinds[kind];
    char mode[4];
    for (unsigned i = 0; i < atom->count; i++) {
        uint8_t q = ranges->quiet[atom->first + i], c = ranges->capture[atom->first + i];
        if (q == c) {
            both[i] = q;
        } else {
            quiet[i] = q;
            capture[i] = c;
        }
    }
    snprintf(mode, sizeof mode, "%s", kind_letters[kind]);
    add_mode(atom, both, mode, tame, out);
    snprintf(mode, sizeof mode, "m%s", kind_letters[kind]);
    add_mode(atom, quiet, mode, tame, out);
    snprintf(mode, sizeof mode, "c%s", kind_letters[kind]);
    add_mode(atom, capture, mode, tame, out);
}

// ---- What is not a ride ----

// Castling: XBoard's O is with the piece that stood in the corner at the start.
static void add_castlings(const struct variant *variant, enum color color, struct buffer *out)
{
    for (int wing = 0; wing < 2; wing++) {
        const struct castling *castling = &variant->castlings[castling_index(color, (enum wing)wing)];
        if (!castling->exists)
            continue;
        bool right = castling->king_to > castling->king_from;
        buffer_addf(out, "i%cO%d", right == (color == WHITE) ? 'r' : 'l',
                    square_distance(castling->king_from, castling->king_to));
    }
}

void xboard_betza_write(const struct variant *variant, piece_type type, enum color color, bool tame,
                        struct buffer *out)
{
    const struct piece_rules *rules = &variant->pieces[type];
    struct movement movement = rules->movement[WHITE];
    if (rules->is_pawn) {
        buffer_addf(out, "fmWfce%sF", tame ? "t" : "");
        if (!set_empty(&rules->double_step[color]))
            buffer_add(out, "ifmnD");
        return;
    }
    for (unsigned kind = RIDE_PLAIN; kind < RIDE_KINDS; kind++)
        for (unsigned i = 0; i < ATOMS; i++)
            add_atom(&atoms[i], &movement, kind, tame, out);
    if (type == piece_type_of(variant->castlings[castling_index(color, WING_KING)].king))
        add_castlings(variant, color, out);
}
