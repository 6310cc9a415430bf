// SPDX-License-Identifier: GPL-3.0-or-later
// A parser of Betza notation; the dialect is described in the header.
#include "pieces/betza.h"

#include "base/text.h"

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
    {'R', 0, 4, true},   {'B', 4, 4, true},   {'Q', 0, 8, true},
};

struct parser {
    const char *text, *cursor;
    struct movement movement;
    struct error *err;
};

// What precedes an atom: directions in order, and modality.
struct prefix {
    const char *letters[16]; // pointers into the text
    int count;
    bool move, capture;
};

static bool refuse(struct parser *parser, const char *where, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "betza[%td]", where - parser->text);
    if (!*where)
        return error_set(parser->err, ERROR_BETZA, at, "%s, but the text ends here", what);
    return error_set(parser->err, ERROR_BETZA, at, "%s, not '%c'", what, *where);
}

static const struct atom *atom_of(char letter)
{
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

static bool is_vertical(char letter)
{
    return letter == 'f' || letter == 'b' || letter == 'v';
}

// Whether the direction lies on the side that the letter names.
static bool on_side(direction d, char letter)
{
    const struct step *step = &direction_step[d];
    switch (letter) {
    case 'f':
        return step->dy > 0;
    case 'b':
        return step->dy < 0;
    case 'l':
        return step->dx < 0;
    case 'r':
        return step->dx > 0;
    case 'v':
        return step->dy != 0;
    default:
        return step->dx != 0;
    }
}

static bool is_steep(direction d)
{
    const struct step *step = &direction_step[d];
    return step->dy * step->dy > step->dx * step->dx;
}

// On that side, and nearer to its axis than to the other.
static bool is_narrow(direction d, char letter)
{
    return on_side(d, letter) && is_steep(d) == is_vertical(letter);
}

// Adds to `chosen` the directions of an oblique atom that one or two letters name, and returns how many letters were
// used, 0 if they name none.
static int choose_oblique(const struct atom *atom, const struct prefix *prefix, int i, bool *chosen)
{
    char first = *prefix->letters[i], second = i + 1 < prefix->count ? *prefix->letters[i + 1] : '\0';
    bool half = second == 'h', doubled = second == first && first != 's' && first != 'v';
    bool pair = second && !half && !doubled && first != 'v' && first != 's' &&
                is_vertical(first) != is_vertical(second);
    if (first == 'h' || (half && (first == 'v' || first == 's')))
        return 0;
    for (int k = 0; k < atom->count; k++) {
        direction d = (direction)(atom->first + k);
        if (half ? on_side(d, first) : pair ? on_side(d, first) && is_narrow(d, second) : is_narrow(d, first))
            chosen[k] = true;
    }
    return half || pair || doubled ? 2 : 1;
}

static int choose_diagonal(const struct atom *atom, const struct prefix *prefix, int i, bool *chosen)
{
    char first = *prefix->letters[i], second = i + 1 < prefix->count ? *prefix->letters[i + 1] : '\0';
    if (!strchr("fblr", first) || (second && !strchr("fblr", second)))
        return 0;
    bool pair = second && is_vertical(first) != is_vertical(second);
    for (int k = 0; k < atom->count; k++) {
        direction d = (direction)(atom->first + k);
        if (on_side(d, first) && (!pair || on_side(d, second)))
            chosen[k] = true;
    }
    return pair ? 2 : 1;
}

static int choose_simple(const struct atom *atom, const struct prefix *prefix, int i, const char *allowed,
                         bool *chosen)
{
    char letter = *prefix->letters[i];
    if (!strchr(allowed, letter))
        return 0;
    for (int k = 0; k < atom->count; k++)
        if (on_side((direction)(atom->first + k), letter))
            chosen[k] = true;
    return 1;
}

static int choose(const struct atom *atom, const struct prefix *prefix, int i, bool *chosen)
{
    const struct step *step = &direction_step[atom->first];
    if (strchr("NCZ", atom->letter))
        return choose_oblique(atom, prefix, i, chosen);
    if (step->dx == step->dy)
        return choose_diagonal(atom, prefix, i, chosen);
    if (atom->count == 8) // K and Q: adjacent sides would name the diagonal between them twice
        return prefix->count > 1 ? 0 : choose_simple(atom, prefix, i, "fblr", chosen);
    return choose_simple(atom, prefix, i, "fblrvs", chosen);
}

static bool read_prefix(struct parser *parser, struct prefix *prefix)
{
    *prefix = (struct prefix){0};
    for (; *parser->cursor >= 'a' && *parser->cursor <= 'z'; parser->cursor++) {
        bool *modality = *parser->cursor == 'm'   ? &prefix->move
                         : *parser->cursor == 'c' ? &prefix->capture
                                                  : NULL;
        if (modality && *modality)
            return refuse(parser, parser->cursor, "each of m and c may be given once");
        if (modality) {
            *modality = true;
            continue;
        }
        if (!strchr("fblrvsh", *parser->cursor))
            return refuse(parser, parser->cursor, "one of the modifiers f b l r v s h m c is expected");
        if (prefix->count == (int)(sizeof prefix->letters / sizeof *prefix->letters))
            return refuse(parser, parser->cursor, "at most sixteen directions stand before an atom");
        prefix->letters[prefix->count++] = parser->cursor;
    }
    return true;
}

static bool read_range(struct parser *parser, const struct atom *atom, uint8_t *range)
{
    const char *start = parser->cursor;
    *range = atom->slides ? RANGE_UNLIMITED : 1;
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
    *range = number ? (uint8_t)number : RANGE_UNLIMITED;
    return true;
}

static void widen(uint8_t *range, uint8_t wanted)
{
    if (*range < wanted)
        *range = wanted;
}

static bool read_term(struct parser *parser)
{
    struct prefix prefix;
    if (!read_prefix(parser, &prefix))
        return false;
    const struct atom *atom = atom_of(*parser->cursor);
    if (!atom)
        return refuse(parser, parser->cursor, "one of the atoms W F D N A H C Z G K R B Q is expected");
    parser->cursor++;
    bool chosen[8] = {false};
    for (int i = 0; i < prefix.count;) {
        int used = choose(atom, &prefix, i, chosen);
        if (!used)
            return refuse(parser, prefix.letters[i], "this atom does not take this direction");
        i += used;
    }
    uint8_t range;
    if (!read_range(parser, atom, &range))
        return false;
    for (int k = 0; k < atom->count; k++) {
        if (prefix.count && !chosen[k])
            continue;
        if (prefix.move || !prefix.capture)
            widen(&parser->movement.quiet[atom->first + k], range);
        if (prefix.capture || !prefix.move)
            widen(&parser->movement.capture[atom->first + k], range);
    }
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

void movement_reflect(const struct movement *movement, struct movement *reflected)
{
    for (direction d = 0; d < DIRECTIONS; d++) {
        reflected->quiet[direction_step[d].reflected] = movement->quiet[d];
        reflected->capture[direction_step[d].reflected] = movement->capture[d];
    }
}
