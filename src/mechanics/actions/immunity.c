// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of immunity, as of the kings of Atomar.
#include "mechanics/actions/immunity.h"

#include "position/position.h"
#include "position/words/wording.h"

static piece_type type_at(const struct position *pos, square s)
{
    return pos->variant->counted[pos->pieces[s]];
}

static bool is_forbidden(const struct part *part, const struct position *pos, move m)
{
    const struct immunity_settings *settings = part->settings;
    if (move_kind(m) > MOVE_PROMOTION || !is_piece(pos->pieces[move_to(m)]))
        return false;
    piece_type type = type_at(pos, move_from(m));
    return settings->types >> type & 1 && type_at(pos, move_to(m)) == type;
}

static void restrict_turns(const struct part *part, const struct position *pos, struct move_list *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (!is_forbidden(part, pos, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
}

static void explain_restriction(const struct part *part, const struct position *pos, move m,
                                struct buffer *why)
{
    if (is_forbidden(part, pos, m))
        buffer_addf(why, "a %s does not capture its own kind",
                    pos->variant->pieces[piece_type_of(pos->pieces[move_from(m)])].name);
}

static const struct key keys[] = {
    {"mutuallyImmuneTypes", VALUE_PIECES, KEY_AT(struct immunity_settings, types), .preset = "-",
     .help = "pieces that do not capture their own kind", .example = "k"},
    {0},
};

static bool wanted(const void *settings)
{
    return ((const struct immunity_settings *)settings)->types != 0;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct immunity_settings *settings = part->settings;
    uint64_t types = settings->types & wording->occurring;
    if (types)
        wording_say(wording, WORDING_CHECK, "%s do not capture their own kind.",
                    wording_types(wording, types, FORM_MANY, "and"));
}

const struct mechanism immunity_mechanism = {
    .name = "immunity",
    .keys = keys,
    .settings_size = sizeof(struct immunity_settings),
    .wanted = wanted,
    .restrict_turns = restrict_turns,
    .explain_restriction = explain_restriction,
    .words = words,
};
