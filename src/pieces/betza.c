// SPDX-License-Identifier: GPL-3.0-or-later
// A parser of Betza notation; the dialect is described in the header.
#include "pieces/betza.h"

#include "base/text.h"
#include "pieces/betza_direction.h"

#include <stdio.h>
#include <string.h>

struct atom {
    char letter;
    direction first; // its directions are first … first+count-1
    uint8_t count;
    bool slides;
};

// K is expanded to W and F, Q to R and B.
static const struct atom atoms[] = {
    {'W', 0, 4, false},  {'F', 4, 4, false},  {'K', 0, 8, false},  {'N', 8, 8, false},  {'D', 16, 4, false},
    {'A', 20, 4, false}, {'H', 24, 4, false}, {'C', 28, 8, false}, {'Z', 36, 8, false}, {'G', 44, 4, false},
    {'L', 28, 8, false}, {'J', 36, 8, false}, {'R', 0, 4, true},   {'B', 4, 4, true},   {'Q', 0, 8, true},
};

struct parser {
    const char *text, *cursor;
    struct movement movement;
    struct error *err;
};

// What precedes an atom. The places are pointers into the text, NULL if the letter is not there.
struct prefix {
    const char *directions[16]; // first letters of runs of directions, which other modifiers separate
    int count;
    const char *move, *capture, *lame, *initial, *hop; // m, c, n, i, and p or g
};

static bool refuse(struct parser *parser, const char *where, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "betza[%td]", where - parser->text);
    if (!*where)
        return error_set(parser->err, ERROR_BETZA, at, "%s, but the text ends here", what);
    return error_set(parser->err, ERROR_BETZA, at, "%s, not '%c'", what, *where);
}

static bool forbid(struct parser *parser, const char *where, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "betza[%td]", where - parser->text);
    return error_set(parser->err, ERROR_BETZA, at, "%s", what);
}

static const struct atom *atom_of(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

// ---- Modifiers ----

// What the letters of XBetza mean that are not read here.
static const struct {
    char letter;
    const char *meaning;
} foreign[] = {
    {'a', "moves of several legs (a)"},
    {'d', "capturing one's own pieces (d)"},
    {'j', "leaps that must jump (j)"},
    {'k', "captures of the king alone (k)"},
    {'o', "cylindrical boards (o)"},
    {'q', "circular rides (q)"},
    {'t', "captures that need cover (t)"},
    {'u', "leaving pieces behind (u)"},
    {'x', "relays (x)"},
    {'y', "riders that gain range (y)"},
    {'z', "crooked rides (z)"},
    {'O', "castling (O), which has keys of its own,"},
    {'(', "grouped moves (brackets)"},
    {'[', "moves of several legs (brackets)"},
    {'U', "moves to any square (U)"},
};

static bool refuse_unknown(struct parser *parser, const char *what)
{
    char letter = *parser->cursor, sentence[96];
    for (size_t i = 0; letter && i < sizeof foreign / sizeof *foreign; i++)
        if (foreign[i].letter == letter) {
            snprintf(sentence, sizeof sentence, "%s of XBetza are not supported", foreign[i].meaning);
            return forbid(parser, parser->cursor, sentence);
        }
    return refuse(parser, parser->cursor, what);
}

static const char **modifier_of(struct prefix *prefix, char letter)
{
    switch (letter) {
    case 'm':
        return &prefix->move;
    case 'c':
        return &prefix->capture;
    case 'n':
        return &prefix->lame;
    case 'i':
        return &prefix->initial;
    case 'p':
    case 'g':
        return &prefix->hop;
    default:
        return NULL;
    }
}

static bool read_prefix(struct parser *parser, struct prefix *prefix)
{
    *prefix = (struct prefix){.count = 0};
    for (; *parser->cursor >= 'a' && *parser->cursor <= 'z'; parser->cursor++) {
        const char *here = parser->cursor;
        const char **modifier = modifier_of(prefix, *here);
        if (modifier && *modifier)
            return refuse(parser, here, "each of m, c, n and i may be given once, and p or g");
        if (modifier) {
            *modifier = here;
            continue;
        }
        if (*here == 'e' && prefix->capture)
            continue;
        if (!side_has_letter(*here))
            return refuse_unknown(parser, "one of the modifiers f b l r v s h m c n i p g is expected");
        if (prefix->count == (int)(sizeof prefix->directions / sizeof *prefix->directions))
            return refuse(parser, here, "at most sixteen directions stand before an atom");
        prefix->directions[prefix->count++] = here;
    }
    if (prefix->lame && prefix->hop)
        return forbid(parser, prefix->lame, "n, which must not jump, does not go with p and g, which must");
    if (prefix->initial && prefix->capture)
        return forbid(parser, prefix->initial, "an initial move (i) cannot capture");
    return true;
}

static bool choose(struct parser *parser, const struct prefix *prefix, const struct atom *atom,
                   bool chosen[DIRECTIONS])
{
    bool orthogonal =
        atom->count == 4 && (!direction_step[atom->first].dx || !direction_step[atom->first].dy);
    for (direction d = atom->first; d < atom->first + atom->count; d++)
        chosen[d] = !prefix->count;
    for (int i = 0; i < prefix->count;) {
        const char *letters = prefix->directions[i];
        // Only letters that are next to each other can be a pair.
        bool adjacent = i + 1 < prefix->count && prefix->directions[i + 1] == letters + 1;
        struct side side;
        int used = side_read((char[]){letters[0], adjacent ? letters[1] : '\0', '\0'}, orthogonal, &side);
        if (!used)
            return refuse(parser, letters, "this atom does not take this direction");
        for (direction d = atom->first; d < atom->first + atom->count; d++)
            chosen[d] |= side_chooses(side, d);
        i += used;
    }
    return true;
}

// ---- Atoms ----

static bool read_range(struct parser *parser, const struct atom *atom, const struct prefix *prefix,
                       uint8_t *range)
{
    const char *start = parser->cursor;
    *range = atom->slides || prefix->hop ? RANGE_UNLIMITED : 1;
    if (*start == atom->letter && !atom->slides) {
        *range = RANGE_UNLIMITED;
        parser->cursor++;
        return true;
    }
    if (*start < '0' || *start > '9')
        return true;
    unsigned number;
    if (!text_read_number(&parser->cursor, RANGE_UNLIMITED - 1, &number))
        return refuse(parser, start, "a range is a number from 0 to 15");
    if (number == 1 && prefix->hop)
        return refuse(parser, start, "a piece that jumps over another needs a range of 2 or more");
    *range = number ? (uint8_t)number : RANGE_UNLIMITED;
    return true;
}

static void widen(uint8_t *range, uint8_t wanted)
{
    if (*range < wanted)
        *range = wanted;
}

// A step to a neighbouring square passes over none.
static unsigned kind_of(const struct prefix *prefix, direction d)
{
    unsigned kind = prefix->hop ? *prefix->hop == 'g' ? RIDE_GRASSHOPPER : RIDE_CANNON
                    : prefix->lame && direction_step[d].distance > 1 ? RIDE_LAME
                                                                     : RIDE_PLAIN;
    return prefix->initial ? kind | RIDE_INITIAL : kind;
}

static unsigned count_special(const struct movement *movement)
{
    unsigned count = 0;
    for (unsigned kind = RIDE_PLAIN + 1; kind < RIDE_KINDS; kind++)
        for (direction d = 0; d < DIRECTIONS; d++)
            count += movement->kinds[kind].quiet[d] || movement->kinds[kind].capture[d];
    return count;
}

static bool read_term(struct parser *parser)
{
    const char *start = parser->cursor;
    struct prefix prefix;
    if (!read_prefix(parser, &prefix))
        return false;
    const struct atom *atom = atom_of(*parser->cursor);
    if (!atom)
        return refuse_unknown(parser, "one of the atoms W F D N A H C Z G K R B Q is expected");
    parser->cursor++;
    bool chosen[DIRECTIONS] = {false};
    uint8_t range;
    if (!choose(parser, &prefix, atom, chosen) || !read_range(parser, atom, &prefix, &range))
        return false;
    for (direction d = 0; d < DIRECTIONS; d++) {
        if (!chosen[d])
            continue;
        struct ranges *ranges = &parser->movement.kinds[kind_of(&prefix, d)];
        if (prefix.move || !prefix.capture)
            widen(&ranges->quiet[d], range);
        if (prefix.capture || !(prefix.move || prefix.initial))
            widen(&ranges->capture[d], range);
    }
    if (count_special(&parser->movement) > SPECIAL_RIDES_MAX)
        return forbid(parser, start, "the piece has more than 96 rides by n, p, g and i");
    return true;
}

bool betza_parse(const char *text, struct movement *movement, struct error *err)
{
    struct parser parser = {.text = text, .cursor = text, .err = err};
    do {
        if (!read_term(&parser))
            return false;
    } while (*parser.cursor);
    *movement = parser.movement;
    return true;
}

void movement_turn(const struct movement *movement, struct movement *turned)
{
    for (unsigned kind = 0; kind < RIDE_KINDS; kind++)
        for (direction d = 0; d < DIRECTIONS; d++) {
            direction opposite = direction_step[d].opposite;
            turned->kinds[kind].quiet[opposite] = movement->kinds[kind].quiet[d];
            turned->kinds[kind].capture[opposite] = movement->kinds[kind].capture[d];
        }
}
