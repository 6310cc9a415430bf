// SPDX-License-Identifier: GPL-3.0-or-later
// Capturing is compulsory, or dropping pieces is.
#include "mechanics/endings/must.h"

#include "position/key.h"
#include "position/position.h"
#include "position/words/wording.h"

static bool is_capture(const struct position *pos, move m)
{
    return is_piece(position_captured(pos, m));
}

static bool is_drop(const struct position *pos, move m)
{
    (void)pos;
    return move_kind(m) == MOVE_DROP;
}

// Keeps only the actions of a kind if there are any.
static void keep(const struct position *pos, bool (*is_kind)(const struct position *pos, move m),
                 struct move_list *list)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (is_kind(pos, list->moves[i])) {
            // Changes places, so that nothing is lost if none is of the kind.
            move m = list->moves[i];
            list->moves[i] = list->moves[kept];
            list->moves[kept++] = m;
        }
    list->count = kept ? kept : list->count;
}

static bool holds_compulsory_piece(const struct must_settings *settings, const struct position *pos)
{
    enum color side = position_side(pos);
    return settings->drop && pos->variant->hands &&
           (settings->drop_type == ANY_TYPE ? position_hand_count(pos, side) > 0
                                            : pos->hand[side][settings->drop_type] > 0);
}

static bool is_wrong_drop(const struct must_settings *settings, move m)
{
    return move_kind(m) == MOVE_DROP && settings->drop_type != ANY_TYPE &&
           piece_type_of(move_what(m)) != settings->drop_type;
}

static void restrict_turns(const struct part *part, const struct position *pos, struct move_list *list)
{
    const struct must_settings *settings = part->settings;
    if (settings->capture)
        keep(pos, is_capture, list);
    if (!holds_compulsory_piece(settings, pos))
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < list->count; i++)
        if (!is_wrong_drop(settings, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    list->count = kept;
    keep(pos, is_drop, list);
}

static void explain_restriction(const struct part *part, const struct position *pos, move m,
                                struct buffer *why)
{
    const struct must_settings *settings = part->settings;
    struct move_list list;
    position_actions(pos, &list);
    if (settings->capture && list.count && is_capture(pos, list.moves[0]) && !is_capture(pos, m))
        buffer_add(why, "a capture is compulsory here");
    else if (holds_compulsory_piece(settings, pos) && is_wrong_drop(settings, m))
        buffer_add(why, "another piece must be dropped first");
    else if (holds_compulsory_piece(settings, pos) && list.count && is_drop(pos, list.moves[0]) &&
             !is_drop(pos, m))
        buffer_add(why, "a piece must be dropped here");
}

#define AT(member) KEY_AT(struct must_settings, member)

static const struct key keys[] = {
    {"mustCapture", VALUE_FLAG, AT(capture), .preset = "false",
     .help = "whoever can capture must, unless the king would be left in check", .example = "true"},
    {"mustDrop", VALUE_FLAG, AT(drop), .preset = "false",
     .help = "whoever has pieces in hand and can drop one must", .example = "true"},
    {"mustDropType", VALUE_PIECE, AT(drop_type), .preset = "*", .help = "the piece that must be dropped",
     .example = "k"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct must_settings *own = settings;
    return own->capture || own->drop;
}

static void words(const struct part *part, struct wording *wording)
{
    const struct must_settings *settings = part->settings;
    if (settings->capture)
        wording_say(wording, WORDING_CHECK, "Whoever can capture must, with whatever piece he likes.");
    if (settings->drop)
        wording_say(wording, WORDING_CHECK, "Whoever has %s in hand and can drop %s must do so.",
                    wording_type(wording, settings->drop_type, FORM_A),
                    settings->drop_type == ANY_TYPE ? "one" : "it");
}

const struct mechanism must_mechanism = {
    .name = "must",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct must_settings),
    .restrict_turns = restrict_turns,
    .explain_restriction = explain_restriction,
    .words = words,
};
