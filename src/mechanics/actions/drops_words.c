// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of drops and captures to hand in words.
#include "mechanics/actions/drops.h"

#include "position/variant.h"
#include "position/words/wording.h"

#include <string.h>

static void say_hands(const struct drops_settings *settings, struct wording *wording)
{
    if (settings->captures_to_hand)
        wording_say(wording, WORDING_TURNS,
                    "A captured piece goes to the hand of whoever captured it, in his colour.%s",
                    settings->keeps_promotions ? " One that was promoted stays what it is."
                                               : " One that was promoted becomes again what it was.");
    if (!settings->drops)
        wording_say(wording, WORDING_TURNS, "Pieces in hand are not dropped.");
    else if (settings->free)
        wording_say(
            wording, WORDING_TURNS,
            "Instead of moving, a player may drop a new piece of any type, unless it is royal, on an empty square.");
    else
        wording_say(wording, WORDING_TURNS,
                    "Instead of moving, a player may drop a piece from his hand on an empty square.");
}

static void say_regions(const struct drops_settings *settings, struct wording *wording)
{
    const struct variant *variant = wording->variant;
    if (!wording_is_all(wording, &settings->region[WHITE]) ||
        !wording_is_all(wording, &settings->region[BLACK]))
        wording_say(wording, WORDING_TURNS, "Pieces are dropped only on %s.",
                    wording_regions(wording, settings->region));
    if (!wording_pawn(wording))
        return;
    const char *pawns = wording_type(wording, variant->pawn, FORM_MANY);
    if (settings->first_rank && settings->promotion_zone)
        wording_say(wording, WORDING_TURNS, "%s may be dropped on the first rank and where they promote.",
                    pawns);
    else if (settings->first_rank)
        wording_say(wording, WORDING_TURNS,
                    "%s may be dropped on the first rank, but not where they promote.", pawns);
    else if (settings->promotion_zone)
        wording_say(wording, WORDING_TURNS,
                    "%s may be dropped where they promote, but not on the first rank.", pawns);
    else
        wording_say(wording, WORDING_TURNS,
                    "%s are dropped neither on the first rank nor where they promote.", pawns);
}

static void say_limits(const struct drops_settings *settings, struct wording *wording)
{
    if (settings->no_doubled)
        wording_say(wording, WORDING_TURNS, "%s is not dropped on a file where its side already has %s.",
                    wording_type(wording, settings->no_doubled, FORM_A),
                    settings->no_doubled_count == 1
                        ? "one"
                        : wording_count(wording, settings->no_doubled_count, settings->no_doubled));
    if (settings->opposite_bishops)
        wording_say(wording, WORDING_TURNS,
                    "The bishops of a side must come to stand on squares of both colours.");
    if (!settings->gives_check)
        wording_say(wording, WORDING_TURNS, "A drop may not give check.");
    uint64_t pawns = 0;
    for (piece_type type = 1; settings->pawn_mate_is_illegal && type < LETTER_TYPES; type++)
        if (wording->variant->pieces[type].name && drops_is_shogi_pawn(wording->variant, type))
            pawns |= UINT64_C(1) << type;
    if (pawns)
        wording_say(wording, WORDING_TURNS, "The drop of %s may not give mate.",
                    wording_types(wording, pawns, FORM_A, "or"));
    if (settings->promoted)
        wording_say(wording, WORDING_TURNS, "A piece that can promote may be dropped promoted.");
}

void drops_words(const struct part *part, struct wording *wording)
{
    const struct drops_settings *settings = part->settings;
    say_hands(settings, wording);
    if (!settings->drops)
        return;
    say_regions(settings, wording);
    say_limits(settings, wording);
    if (wording->variant->move_rule)
        wording_say(wording, WORDING_DRAWS, "A drop is progress, too.");
}
