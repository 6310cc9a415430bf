// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of regions that pieces never leave, such as the palace of a king. What a piece may not enter it does not attack.
#include "mechanics/basics/basics.h"

#include "position/variant.h"
#include "position/words/wording.h"

struct settings {
    struct set regions[2][LETTER_TYPES]; // by colour and type; empty: the whole board
};

static const struct key keys[] = {
    {"mobilityRegionWhite*", VALUE_SQUARES, KEY_AT(struct settings, regions[WHITE]),
     .help = "where White's pieces of that name may go, attack and be dropped", .example = "d1-f3"},
    {"mobilityRegionBlack*", VALUE_SQUARES, KEY_AT(struct settings, regions[BLACK]),
     .help = "where Black's pieces of that name may go, attack and be dropped", .example = "d8-f10"},
    {0},
};

static bool wanted(const void *given)
{
    const struct settings *settings = given;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            if (!set_empty(&settings->regions[color][type]))
                return true;
    return false;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct settings *settings = part->settings;
    (void)err;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (piece_type type = 1; type < LETTER_TYPES; type++) {
            const struct set *region = &settings->regions[color][type];
            struct piece_rules *rules = &variant->pieces[type];
            if (!rules->name || set_empty(region))
                continue;
            rules->confined = true;
            for (unsigned w = 0; w < 4; w++)
                rules->barred[color].word[w] = variant->board.locations.word[w] & ~region->word[w];
        }
    return true;
}

static const struct exclusion excludes[] = {
    {"links", "it is not said whether pieces protect others where they cannot go"},
    {"squares", "a square could carry a piece out of its region"},
    {NULL, NULL},
};

static void words(const struct part *part, struct wording *wording)
{
    const struct settings *settings = part->settings;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            if (wording->variant->pieces[type].name && wording->occurring >> type & 1 &&
                !set_empty(&settings->regions[color][type]))
                wording_say(wording, WORDING_PIECES, "%s's %s move and attack only within %s.",
                            color_name((enum color)color), wording_type(wording, type, FORM_MANY),
                            wording_squares(wording, &settings->regions[color][type]));
}

const struct mechanism mobility_mechanism = {
    .name = "mobility regions",
    .keys = keys,
    .settings_size = sizeof(struct settings),
    .wanted = wanted,
    .excludes = excludes,
    .prepare = prepare,
    .words = words,
};
