// SPDX-License-Identifier: GPL-3.0-or-later
// Drawn games and full boards are decided by counting pieces.
#include "mechanics/endings/material.h"

#include "position/key.h"
#include "position/moves/outcome.h"
#include "position/words/wording.h"

static enum result count(const struct material_settings *settings, const struct position *pos)
{
    int lead = set_count(&pos->sets[WHITE]) - set_count(&pos->sets[BLACK]);
    switch (settings->counting) {
    case COUNTING_UNWEIGHTED:
        return lead ? result_of_winner(lead > 0 ? WHITE : BLACK) : RESULT_DRAW;
    case COUNTING_WHITE:
        return RESULT_WHITE;
    case COUNTING_BLACK:
        return RESULT_BLACK;
    default:
        return RESULT_DRAW;
    }
}

static void drawn(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct material_settings *settings = part->settings;
    if (settings->counting != COUNTING_NONE)
        *outcome = (struct outcome){count(settings, pos), REASON_MATERIAL};
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct material_settings *settings = part->settings;
    if (!settings->full_board || !set_empty(&pos->sets[SET_EMPTY]))
        return false;
    *outcome = (struct outcome){RESULT_DRAW, REASON_FULL_BOARD};
    return true;
}

static const char *const ways[] = {"none", "unweighted", "whitedrawodds", "blackdrawodds"};

static const struct key keys[] = {
    {"materialCounting", VALUE_CHOICE, KEY_AT(struct material_settings, counting), .maximum = COUNTING_BLACK,
     .choices = ways, .preset = "none",
     .help = "whether drawn games are won by the side with more pieces, by White or by Black",
     .example = "unweighted"},
    {"adjudicateFullBoard", VALUE_FLAG, KEY_AT(struct material_settings, full_board), .preset = "false",
     .help = "a full board ends the game, which is drawn or decided by counting", .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct material_settings *own = settings;
    return own->counting != COUNTING_NONE || own->full_board;
}

static void words(const struct part *part, struct wording *wording)
{
    static const char *const winners[] = {
        [COUNTING_UNWEIGHTED] = "is won by the side with more pieces, if there is one",
        [COUNTING_WHITE] = "is won by White",
        [COUNTING_BLACK] = "is won by Black",
    };
    const struct material_settings *settings = part->settings;
    if (settings->full_board)
        wording_say(wording, WORDING_END, "When no square of the board is empty, the game is drawn.");
    if (settings->counting != COUNTING_NONE)
        wording_say(wording, WORDING_END, "A game that would be drawn %s.", winners[settings->counting]);
}

const struct mechanism material_mechanism = {
    .name = "material",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct material_settings),
    .ended = ended,
    .drawn = drawn,
    .words = words,
};
