// SPDX-License-Identifier: GPL-3.0-or-later
// What mate, stalemate, repetition and moves without progress are worth.
//
// Every variant has these rules, so the core judges by them (position/moves/outcome.c); the mechanism only says what they are.
#include "mechanics/endings/ends.h"

#include "position/variant.h"
#include "position/words/wording.h"

static bool refuse_none(enum value value, const char *key, struct error *err)
{
    return value != VALUE_NONE ||
           error_set(err, ERROR_VARIANT, key, "%s must be win, loss or draw, not none", key);
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct ends_settings *settings = part->settings;
    if (!refuse_none(settings->checkmate, "checkmateValue", err) ||
        !refuse_none(settings->stalemate, "stalemateValue", err) ||
        !refuse_none(settings->fold_value, "nFoldValue", err))
        return false;
    variant->checkmate = settings->checkmate;
    variant->stalemate = settings->stalemate;
    variant->stalemate_by_count = settings->stalemate_by_count && settings->stalemate != VALUE_DRAW;
    variant->move_rule = (uint16_t)settings->move_rule;
    variant->fold = (uint8_t)settings->fold;
    variant->fold_value = settings->fold_value;
    variant->fold_absolute = settings->fold_absolute;
    variant->perpetual_check_loses = settings->perpetual_check_illegal && settings->fold;
    return true;
}

#define AT(member) KEY_AT(struct ends_settings, member)

static const struct key keys[] = {
    {"checkmateValue", VALUE_RESULT, AT(checkmate), .preset = "loss",
     .help = "the result for the side that is checkmated", .example = "win"},
    {"stalemateValue", VALUE_RESULT, AT(stalemate), .preset = "draw",
     .help = "the result for the side that has no legal turn and is not in check", .example = "loss"},
    {"stalematePieceCount", VALUE_FLAG, AT(stalemate_by_count), .preset = "false",
     .help =
         "stalemateValue holds for the side with fewer pieces, the opposite for the side with more; equal numbers draw",
     .example = "true"},
    {"nMoveRule", VALUE_NUMBER, AT(move_rule), .maximum = 1000, .preset = "50",
     .help = "the game is drawn after so many moves of each side without progress; 0: never",
     .example = "100"},
    {"nFoldRule", VALUE_NUMBER, AT(fold), .maximum = 100, .preset = "3",
     .help = "a position that occurs for this time ends the game; 0: never", .example = "4"},
    {"nFoldValue", VALUE_RESULT, AT(fold_value), .preset = "draw",
     .help = "the result of such a repetition for the side to move", .example = "loss"},
    {"nFoldValueAbsolute", VALUE_FLAG, AT(fold_absolute), .preset = "false",
     .help = "nFoldValue is the result for White instead", .example = "true"},
    {"perpetualCheckIllegal", VALUE_FLAG, AT(perpetual_check_illegal), .preset = "false",
     .help = "whoever repeats a position by giving check in every turn loses", .example = "true"},
    {0},
};

static const char *consequence(enum value value)
{
    return value == VALUE_WIN ? "it wins" : value == VALUE_LOSS ? "it loses" : "the game is drawn";
}

static void say_stuck(const struct ends_settings *settings, struct wording *wording)
{
    bool royal = wording->variant->royal || wording->variant->royal_types;
    const char *when = royal ? " and is not in check (stalemate)" : "";
    if (royal)
        wording_say(wording, WORDING_END,
                    "If the side to move is in check and has no legal turn (checkmate), %s.",
                    consequence(settings->checkmate));
    if (wording->variant->stalemate_by_count)
        wording_say(
            wording, WORDING_END,
            "If the side to move has no legal turn%s, the side with fewer pieces %s; with equal numbers the game is drawn.",
            when, wording_result(settings->stalemate));
    else
        wording_say(wording, WORDING_END, "If the side to move has no legal turn%s, %s.", when,
                    consequence(settings->stalemate));
}

static void say_repetition(const struct ends_settings *settings, struct wording *wording)
{
    const char *often = wording_number(wording, settings->fold);
    if (!settings->fold)
        wording_say(wording, WORDING_DRAWS, "A position may be repeated any number of times.");
    else if (settings->fold_value == VALUE_DRAW)
        wording_say(wording, WORDING_DRAWS,
                    "When the same position has occurred %s time%s, the game is drawn.", often,
                    settings->fold == 1 ? "" : "s");
    else
        wording_say(wording, WORDING_DRAWS, "When the same position has occurred %s time%s, %s %s.", often,
                    settings->fold == 1 ? "" : "s", settings->fold_absolute ? "White" : "the side to move",
                    wording_result(settings->fold_value));
    if (wording->variant->perpetual_check_loses)
        wording_say(wording, WORDING_DRAWS,
                    "A side that has repeated it by giving check in every turn loses instead.");
}

static void words(const struct part *part, struct wording *wording)
{
    const struct ends_settings *settings = part->settings;
    say_stuck(settings, wording);
    say_repetition(settings, wording);
    if (settings->move_rule)
        wording_say(wording, WORDING_DRAWS,
                    "After %s move%s by each side without progress, the game is drawn.",
                    wording_number(wording, settings->move_rule), settings->move_rule == 1 ? "" : "s");
    else
        wording_say(wording, WORDING_DRAWS, "The game may go on for any number of moves without progress.");
}

const struct mechanism ends_mechanism = {
    .name = "ends",
    .keys = keys,
    .settings_size = sizeof(struct ends_settings),
    .prepare = prepare,
    .words = words,
};
