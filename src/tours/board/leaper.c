// SPDX-License-Identifier: GPL-3.0-or-later
// Reads leapers from pairs of numbers and from Betza notation.
#include "tours/board/leaper.h"

#include "base/text.h"
#include "pieces/betza.h"
#include "tours/board/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Names that problemists and variant players use. A piece that combines several leapers has one term for each.
static const struct {
    const char *name, *terms;
} names[] = {
    {"wazir", "0,1"},
    {"ferz", "1,1"},
    {"fers", "1,1"},
    {"dabbaba", "0,2"},
    {"dabbabah", "0,2"},
    {"knight", "1,2"},
    {"alfil", "2,2"},
    {"threeleaper", "0,3"},
    {"camel", "1,3"},
    {"zebra", "2,3"},
    {"tripper", "3,3"},
    {"fourleaper", "0,4"},
    {"giraffe", "1,4"},
    {"stag", "2,4"},
    {"antelope", "3,4"},
    {"ibis", "1,5"},
    {"flamingo", "1,6"},
    {"king", "0,1+1,1"},
    {"man", "0,1+1,1"},
    {"gnu", "1,2+1,3"},
    {"wildebeest", "1,2+1,3"},
    {"bison", "1,3+2,3"},
    {"squirrel", "0,2+1,2+2,2"},
    {"alibaba", "0,2+2,2"},
    {"fiveleaper", "0,5+3,4"},
};

static bool refuse(struct error *err, size_t offset, const char *what)
{
    char at[40];
    snprintf(at, sizeof at, "leaper[%zu]", offset);
    return error_set(err, ERROR_BETZA, at, "%s", what);
}

bool leaper_has(const struct leaper *leaper, int dx, int dy)
{
    for (int i = 0; i < leaper->count; i++)
        if (leaper->leaps[i].dx == dx && leaper->leaps[i].dy == dy)
            return true;
    return false;
}

static bool add_leap(struct leaper *leaper, int dx, int dy)
{
    if (leaper_has(leaper, dx, dy))
        return true;
    if (leaper->count == LEAPS_MAX)
        return false;
    leaper->leaps[leaper->count++] = (struct tour_leap){dx, dy};
    return true;
}

// "r,s"
static bool read_pair(struct leaper *leaper, const char *term, size_t offset, struct error *err)
{
    const char *cursor = term;
    unsigned r, s;
    bool good = text_read_number(&cursor, TOUR_SIDE_MAX - 1, &r) && *cursor == ',';
    if (good)
        cursor++;
    if (!good || !text_read_number(&cursor, TOUR_SIDE_MAX - 1, &s) || *cursor)
        return refuse(err, offset + (size_t)(cursor - term),
                      "a leaper is two numbers up to 999 with a comma between them, as in 1,2");
    if (!r && !s)
        return refuse(err, offset, "a 0,0-leaper cannot move");
    for (int i = 0; i < 8; i++) {
        int dx = (int)(i & 4 ? s : r), dy = (int)(i & 4 ? r : s);
        if (!add_leap(leaper, i & 1 ? -dx : dx, i & 2 ? -dy : dy))
            return refuse(err, offset, "a leaper has at most 128 leaps");
    }
    return true;
}

static bool read_betza(struct leaper *leaper, const char *term, size_t offset, struct error *err)
{
    struct movement movement;
    struct error reason;
    if (!betza_parse(term, &movement, &reason)) {
        unsigned inner = 0;
        const char *digits = strchr(reason.at, '[');
        if (digits) {
            digits++;
            text_read_number(&digits, 1000, &inner);
        }
        return refuse(err, offset + inner, reason.message);
    }
    const struct ranges *plain = &movement.kinds[RIDE_PLAIN];
    for (unsigned kind = RIDE_PLAIN + 1; kind < RIDE_KINDS; kind++)
        for (int d = 0; d < DIRECTIONS; d++)
            if (movement.kinds[kind].quiet[d] || movement.kinds[kind].capture[d])
                return refuse(err, offset,
                              "this piece depends on others (n, p, g, i), but a tour has one piece");
    for (int d = 0; d < DIRECTIONS; d++) {
        if (plain->quiet[d] > 1 || plain->capture[d] > 1)
            return refuse(err, offset, "this piece is a rider, but tours consist of single leaps");
        if ((plain->quiet[d] || plain->capture[d]) &&
            !add_leap(leaper, direction_step[d].dx, direction_step[d].dy))
            return refuse(err, offset, "a leaper has at most 128 leaps");
    }
    return true;
}

// The terms that a name stands for; NULL when there is no such name.
static const char *terms_of_name(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(name, names[i].name))
            return names[i].terms;
    return NULL;
}

static bool read_named(struct leaper *leaper, const char *terms, size_t offset, struct error *err)
{
    for (const char *cursor = terms; *cursor; cursor += *cursor == '+') {
        char term[8];
        size_t length = strcspn(cursor, "+");
        memcpy(term, cursor, length);
        term[length] = '\0';
        if (!read_pair(leaper, term, offset, err))
            return false;
        cursor += length;
    }
    return true;
}

static bool read_term(struct leaper *leaper, const char *term, size_t offset, struct error *err)
{
    const char *terms = terms_of_name(term);
    if (terms)
        return read_named(leaper, terms, offset, err);
    return (strchr(term, ',') ? read_pair : read_betza)(leaper, term, offset, err);
}

static int compare_leaps(const void *a, const void *b)
{
    const struct tour_leap *first = a, *second = b;
    return first->dy != second->dy ? first->dy - second->dy : first->dx - second->dx;
}

// Whether every leap can be reversed.
static bool is_symmetric(const struct leaper *leaper)
{
    for (int i = 0; i < leaper->count; i++)
        if (!leaper_has(leaper, -leaper->leaps[i].dx, -leaper->leaps[i].dy))
            return false;
    return true;
}

bool leaper_read(struct leaper *leaper, const char *text, struct error *err)
{
    leaper->count = 0;
    for (const char *cursor = text;;) {
        char term[64];
        size_t length = strcspn(cursor, "+"), offset = (size_t)(cursor - text);
        if (!length)
            return refuse(err, offset, "a leaper is missing here; examples are knight, N and 1,2");
        if (length >= sizeof term)
            return refuse(err, offset, "this is too long for a leaper");
        memcpy(term, cursor, length);
        term[length] = '\0';
        if (!read_term(leaper, term, offset, err))
            return false;
        if (!cursor[length])
            break;
        cursor += length + 1;
    }
    if (!leaper->count)
        return refuse(err, 0, "this piece has no leaps");
    if (!is_symmetric(leaper))
        return refuse(err, 0, "this piece cannot reverse each of its leaps, but tours have no direction");
    qsort(leaper->leaps, (size_t)leaper->count, sizeof *leaper->leaps, compare_leaps);
    return true;
}
