// SPDX-License-Identifier: GPL-3.0-or-later
// A side that has run out of certain pieces loses or wins; or the last of them are royal.
#include "mechanics/endings/extinction.h"

#include "position/moves/outcome.h"
#include "position/words/wording.h"

// Pieces of each type, in hand or not. Promoted pieces count as what they have become.
struct tally {
    unsigned all, of[PIECE_TYPES];
};

static void count_pieces(const struct position *pos, enum color color, struct tally *tally)
{
    *tally = (struct tally){.all = (unsigned)set_count(&pos->sets[color])};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
        tally->of[pos->variant->counted[pos->pieces[s]]]++;
    for (piece_type type = 1; pos->variant->hands && type < LETTER_TYPES; type++) {
        tally->of[type] += pos->hand[color][type];
        tally->all += pos->hand[color][type];
    }
}

// Whether the side has more than `at_most` pieces of each type on the board, as it does in most positions of most variants. Then
// nothing else need be counted.
static bool has_each(const struct position *pos, enum color color, uint64_t types, unsigned at_most)
{
    uint8_t count[PIECE_TYPES] = {0};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); types && set_next(&walk, &s);) {
        piece_type type = pos->variant->counted[pos->pieces[s]];
        if (++count[type] > at_most)
            types &= ~(UINT64_C(1) << type);
    }
    return !types;
}

static bool is_extinct(const struct extinction_settings *settings, const struct position *pos,
                       enum color color)
{
    bool all = settings->types & 1;
    uint64_t types = settings->types;
    unsigned at_most = (unsigned)settings->at_most;
    if (!types ||
        (all ? (unsigned)set_count(&pos->sets[color]) > at_most : has_each(pos, color, types, at_most)))
        return false;
    unsigned others =
        (unsigned)settings->opponent_at_least + (settings->claim && color == position_side(pos));
    struct tally own, theirs;
    count_pieces(pos, color, &own);
    count_pieces(pos, other_color(color), &theirs);
    if (all)
        return own.all <= at_most && theirs.all >= others;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (types >> type & 1 && own.of[type] <= at_most && theirs.of[type] >= others)
            return true;
    return false;
}

static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct extinction_settings *settings = part->settings;
    enum color side = position_side(pos), colors[2] = {other_color(side), side};
    // Royal pieces cannot be captured, only be destroyed with others.
    if (settings->value == VALUE_NONE || (settings->pseudo_royal && !pos->variant->blasts))
        return false;
    for (int i = 0; i < 2; i++)
        if (is_extinct(settings, pos, colors[i])) {
            *outcome = (struct outcome){result_of_value(settings->value, colors[i]), REASON_EXTINCTION};
            return true;
        }
    return false;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct extinction_settings *settings = part->settings;
    if (settings->pseudo_royal && variant->changes_sides)
        return error_set(err, ERROR_VARIANT, "extinctionPseudoRoyal", "a royal piece cannot change sides");
    if (settings->pseudo_royal && variant->places)
        return error_set(err, ERROR_VARIANT, "extinctionPseudoRoyal",
                         "a royal piece could be placed where it is in check at once");
    if (settings->pseudo_royal) {
        variant->royal_types = settings->types & ~UINT64_C(1);
        variant->royal_at_most = (uint8_t)(settings->at_most + 1);
        variant->royal_together = settings->duple_check;
    }
    return true;
}

#define AT(member) KEY_AT(struct extinction_settings, member)

static const struct key keys[] = {
    {"extinctionValue", VALUE_RESULT, AT(value), .preset = "none",
     .help = "the result for a side that has run out of pieces of one of the types", .example = "loss"},
    {"extinctionPieceTypes", VALUE_PIECES, AT(types),
     .help = "the types of which a side must not run out; * means all pieces together", .example = "kq"},
    {"extinctionPieceCount", VALUE_NUMBER, AT(at_most), .maximum = 64, .preset = "0",
     .help = "a side has run out when it has no more than so many", .example = "1"},
    {"extinctionOpponentPieceCount", VALUE_NUMBER, AT(opponent_at_least), .maximum = 64, .preset = "0",
     .help = "how many the other side must have for that to count", .example = "2"},
    {"extinctionClaim", VALUE_FLAG, AT(claim), .preset = "false",
     .help =
         "a side to move that has run out loses only if the other side has one more than it needs otherwise",
     .example = "true"},
    {"extinctionPseudoRoyal", VALUE_FLAG, AT(pseudo_royal), .preset = "false",
     .help = "the last pieces of these types are royal", .example = "true"},
    {"dupleCheck", VALUE_FLAG, AT(duple_check), .preset = "false",
     .help =
         "with extinctionPseudoRoyal, it is check also when all pieces of these types are attacked at once",
     .example = "true"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct extinction_settings *own = settings;
    return own->types && (own->value != VALUE_NONE || own->pseudo_royal);
}

// As many pieces as this no side has: as a limit it means all of them.
enum { MANY = 64 };

static void say_royal(const struct extinction_settings *settings, struct wording *wording)
{
    const char *names = wording_types(wording, settings->types, FORM_MANY, "or");
    if (settings->at_most >= MANY)
        wording_say(wording, WORDING_CHECK, "%s are royal: no turn may leave one attacked.",
                    wording_types(wording, settings->types, FORM_MANY, "and"));
    else if (settings->at_most)
        wording_say(wording, WORDING_CHECK,
                    "While a side has no more than %s %s, they are royal: no turn may leave one attacked.",
                    wording_number(wording, settings->at_most + 1), names);
    else
        wording_say(wording, WORDING_CHECK, "A side's last %s is royal: no turn may leave it attacked.",
                    wording_types(wording, settings->types, FORM_NAME, "or"));
    if (settings->duple_check)
        wording_say(wording, WORDING_CHECK, "It is check, too, when all %s of a side are attacked at once.",
                    names);
}

static void say_extinct(const struct extinction_settings *settings, struct wording *wording)
{
    const char *verb = wording_result(settings->value), *which;
    if (settings->types & 1)
        which = settings->at_most == 0   ? "piece left"
                : settings->at_most == 1 ? "piece in all"
                                         : "pieces in all";
    else
        which = wording_types(wording, settings->types, settings->at_most > 1 ? FORM_MANY : FORM_NAME, "or");
    struct buffer condition;
    buffer_init(&condition);
    if (settings->opponent_at_least)
        buffer_addf(&condition, " if the other side has at least %s",
                    wording_number(wording, settings->opponent_at_least));
    if (settings->claim)
        buffer_addf(&condition, "; if it is itself to move, only if the other side has at least %s",
                    wording_number(wording, settings->opponent_at_least + 1));
    const char *tail = wording_keep(wording, &condition);
    if (settings->at_most)
        wording_say(wording, WORDING_END, "A side that has no more than %s %s %s%s.",
                    wording_number(wording, settings->at_most), which, verb, tail);
    else
        wording_say(wording, WORDING_END, "A side that has no %s %s at once%s.", which, verb, tail);
}

static void words(const struct part *part, struct wording *wording)
{
    const struct extinction_settings *settings = part->settings;
    if (settings->pseudo_royal)
        say_royal(settings, wording);
    if (settings->value != VALUE_NONE && (!settings->pseudo_royal || wording->variant->blasts))
        say_extinct(settings, wording);
}

const struct mechanism extinction_mechanism = {
    .name = "extinction",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct extinction_settings),
    .prepare = prepare,
    .ended = ended,
    .words = words,
};
