// SPDX-License-Identifier: GPL-3.0-or-later
// Puts movements into words, atom by atom.
#include "pieces/describe.h"

#include "pieces/words.h"

#include <string.h>

enum mode { MODE_BOTH, MODE_QUIET, MODE_CAPTURE, MODES };

// All rides of one atom that have one kind, mode and range.
struct term {
    unsigned kind; // without RIDE_INITIAL
    bool initial;
    uint8_t first, count; // directions of the atom
    unsigned chosen;      // bits of those that are meant
    uint8_t range;
};

enum { TERMS_MAX = 64 };

struct terms {
    struct term list[TERMS_MAX];
    unsigned count;
};

// K (as W and F together) comes from merging.
enum { ATOM_W = 0, ATOM_F = 4, ATOM_N = 8 };

static const struct {
    uint8_t first, count;
    const char *leap; // NULL for single steps
    const char *longer, *shorter;
} atom_words[] = {
    {ATOM_W, 4, NULL, "", ""},
    {ATOM_F, 4, NULL, "", ""},
    {ATOM_N, 8, "a knight's leap", "two", "one"},
    {16, 4, "a leap of two", "", ""},
    {20, 4, "a leap of two", "", ""},
    {24, 4, "a leap of three", "", ""},
    {28, 8, "a leap of three and one to the side", "three", "one"},
    {36, 8, "a leap of three and two to the side", "three", "two"},
    {44, 4, "a leap of three", "", ""},
};

enum { ATOMS = sizeof atom_words / sizeof *atom_words };

static bool is_whole(const struct term *term)
{
    return term->chosen == (1U << term->count) - 1;
}

// ---- Collecting ----

static unsigned directions_with(const struct ranges *ranges, size_t atom, enum mode mode, unsigned range)
{
    unsigned chosen = 0;
    for (unsigned i = 0; i < atom_words[atom].count; i++) {
        unsigned quiet = ranges->quiet[atom_words[atom].first + i],
                 capture = ranges->capture[atom_words[atom].first + i];
        unsigned wanted = mode == MODE_CAPTURE ? capture : quiet;
        if (wanted == range && (mode == MODE_BOTH) == (quiet == capture))
            chosen |= 1U << i;
    }
    return chosen;
}

// W and F that are whole and otherwise alike are one term.
static bool merges(struct terms *terms, const struct term *diagonal)
{
    for (unsigned i = 0; diagonal->first == ATOM_F && i < terms->count; i++) {
        struct term *term = &terms->list[i];
        if (term->first == ATOM_W && is_whole(term) && is_whole(diagonal) && term->kind == diagonal->kind &&
            term->initial == diagonal->initial && term->range == diagonal->range) {
            term->count = 8;
            term->chosen = 255;
            return true;
        }
    }
    return false;
}

static void collect(const struct movement *movement, enum mode mode, struct terms *terms)
{
    terms->count = 0;
    for (unsigned kind = 0; kind < RIDE_KINDS; kind++)
        for (size_t atom = 0; atom < ATOMS; atom++)
            for (unsigned range = RANGE_UNLIMITED; range; range--) {
                struct term term = {.kind = kind % RIDE_INITIAL,
                                    .initial = kind >= RIDE_INITIAL,
                                    .first = atom_words[atom].first,
                                    .count = atom_words[atom].count,
                                    .chosen = directions_with(&movement->kinds[kind], atom, mode, range),
                                    .range = (uint8_t)range};
                if (term.chosen && terms->count < TERMS_MAX && !merges(terms, &term))
                    terms->list[terms->count++] = term;
            }
}

// ---- Directions ----

static void add_list(struct buffer *out, const char *const *items, unsigned count, const char *last)
{
    for (unsigned i = 0; i < count; i++)
        buffer_addf(out, "%s%s", !i ? "" : i + 1 == count ? last : ", ", items[i]);
}

static void add_orthogonal(unsigned chosen, struct buffer *out)
{
    const char *items[4];
    unsigned count = 0;
    if (chosen & 1)
        items[count++] = "forward";
    if ((chosen & 10) == 10)
        items[count++] = "sideways";
    else if (chosen & 10)
        items[count++] = chosen & 2 ? "to the right" : "to the left";
    if (chosen & 4)
        items[count++] = "backward";
    add_list(out, items, count, " or ");
}

// In the order of the directions: forward right, backward right, backward left, forward left.
static void add_diagonal(unsigned chosen, struct buffer *out)
{
    static const char *const singles[] = {"forward to the right", "backward to the right",
                                          "backward to the left", "forward to the left"};
    const char *items[4];
    unsigned count = 0;
    buffer_add(out, "diagonally ");
    if ((chosen & 9) == 9) {
        items[count++] = "forward";
        chosen &= ~9U;
    }
    if ((chosen & 6) == 6) {
        items[count++] = "backward";
        chosen &= ~6U;
    }
    for (unsigned i = 0; i < 4; i++)
        if (chosen >> i & 1)
            items[count++] = singles[i];
    add_list(out, items, count, " or ");
}

// "two squares forward and one to the side"; directions are clockwise from straight ahead.
static void add_oblique(const struct term *term, size_t atom, struct buffer *out)
{
    static const char *const toward[] = {"forward", "to the right", "backward", "to the left"};
    static const uint8_t pairs[4][2] = {{0, 7}, {1, 2}, {3, 4}, {5, 6}};
    bool first = true;
    for (unsigned i = 0; i < 4; i++) {
        bool one = term->chosen >> pairs[i][0] & 1, other = term->chosen >> pairs[i][1] & 1;
        if (!one && !other)
            continue;
        const struct step *step = &direction_step[term->first + pairs[i][one ? 0 : 1]];
        const char *side = one && other   ? "to the side"
                           : i % 2        ? step->dy > 0 ? "forward" : "backward"
                           : step->dx > 0 ? "to the right"
                                          : "to the left";
        buffer_addf(out, "%s%s squares %s and %s %s", first ? "" : " or ", atom_words[atom].longer, toward[i],
                    atom_words[atom].shorter, side);
        first = false;
    }
}

static size_t index_of_atom(const struct term *term)
{
    size_t atom = 0;
    while (atom_words[atom].first != term->first)
        atom++;
    return atom;
}

static void add_directions(const struct term *term, struct buffer *out)
{
    if (term->first == ATOM_W && term->count == 8)
        buffer_add(out, "in any direction");
    else if (!direction_step[term->first].dx)
        is_whole(term) ? buffer_add(out, "orthogonally") : add_orthogonal(term->chosen, out);
    else
        is_whole(term) ? buffer_add(out, "diagonally") : add_diagonal(term->chosen, out);
}

// ---- Terms ----

// The piece of chess that moves so, or NULL.
static const char *namesake(const struct term *term)
{
    if (!is_whole(term) || term->initial)
        return NULL;
    bool rides = term->range >= RANGE_UNLIMITED;
    if (term->first == ATOM_W && term->count == 8)
        return rides ? "a queen" : term->range == 1 ? "a king" : NULL;
    if (term->first == ATOM_W && rides)
        return "a rook";
    if (term->first == ATOM_F && rides)
        return "a bishop";
    return term->first == ATOM_N && term->range == 1 ? "a knight" : NULL;
}

static void add_length(const struct term *term, struct buffer *out)
{
    static const char *const numbers[RANGE_UNLIMITED] = {
        "",      "one",  "two", "three",  "four",   "five",     "six",      "seven",
        "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"};
    size_t atom = index_of_atom(term);
    const char *leap = atom_words[atom].leap;
    bool oblique = atom_words[atom].count == 8;
    if (!leap && term->range == 1)
        buffer_add(out, "one step ");
    else if (!leap && term->range >= RANGE_UNLIMITED)
        buffer_add(out, "any distance ");
    else if (!leap)
        buffer_addf(out, "up to %s steps ", numbers[term->range]);
    else if (!oblique || is_whole(term))
        buffer_addf(out, "by %s%s", leap, oblique ? "" : " ");
    else
        buffer_add(out, "by a leap of ");
    if (!oblique)
        add_directions(term, out);
    else if (!is_whole(term))
        add_oblique(term, atom, out);
    if (leap && term->range >= RANGE_UNLIMITED)
        buffer_add(out, ", any number of times in one line");
    else if (leap && term->range > 1)
        buffer_addf(out, ", up to %s times in one line", numbers[term->range]);
}

static void add_term(const struct term *term, bool named, struct buffer *out)
{
    static const char *const manner[] = {
        [RIDE_PLAIN] = "",
        [RIDE_LAME] = ", unless a square in between is occupied",
        [RIDE_CANNON] = ", jumping over exactly one piece",
        [RIDE_GRASSHOPPER] = ", but only to the square right behind the first piece in the way",
    };
    if (named)
        buffer_add(out, namesake(term));
    else
        add_length(term, out);
    buffer_add(out, manner[term->kind]);
    if (term->initial)
        buffer_add(out, ", only from where pawns start");
}

static void add_terms(const struct terms *terms, bool named, struct buffer *out)
{
    for (unsigned i = 0; i < terms->count; i++) {
        bool last = i && i + 1 == terms->count;
        buffer_add(out, !i ? "" : !last ? ", " : named ? " or " : ", or ");
        add_term(&terms->list[i], named, out);
    }
}

static bool all_named(const struct terms *terms)
{
    for (unsigned i = 0; i < terms->count; i++)
        if (!namesake(&terms->list[i]))
            return false;
    return true;
}

// ---- The sentence ----

void movement_describe(const struct movement *movement, struct buffer *out)
{
    struct terms terms[MODES];
    bool named = true;
    for (unsigned mode = 0; mode < MODES; mode++) {
        collect(movement, (enum mode)mode, &terms[mode]);
        named = named && all_named(&terms[mode]);
    }
    const char *as = named ? "as " : "";
    bool both = terms[MODE_BOTH].count, quiet = terms[MODE_QUIET].count, capture = terms[MODE_CAPTURE].count;
    if (!both && !quiet && !capture) {
        buffer_add(out, "Does not move.");
        return;
    }
    if (both || quiet) {
        buffer_addf(out, "Moves %s", as);
        add_terms(&terms[both ? MODE_BOTH : MODE_QUIET], named, out);
    }
    if (both && quiet) {
        buffer_addf(out, "; without capturing also %s", as);
        add_terms(&terms[MODE_QUIET], named, out);
    }
    if (capture) {
        buffer_addf(out, "%s %s%s",
                    both || quiet ? "; captures" : "Moves only to capture:", both ? "also " : "", as);
        add_terms(&terms[MODE_CAPTURE], named, out);
    } else if (!both) {
        buffer_add(out, "; cannot capture");
    }
    buffer_add_char(out, '.');
}

void piece_describe(const char *name, const char *betza, const struct movement *movement, struct buffer *out)
{
    const char *words = piece_words(name, betza);
    if (words)
        buffer_add(out, words);
    else
        movement_describe(movement, out);
}
