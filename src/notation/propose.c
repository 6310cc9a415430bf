// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the tree of all legal turns, with a row of Levenshtein's table for each text so far; a branch whose text
// differs too much already is cut off.
#include "notation/propose.h"

#include "notation/coordinate_write.h"
#include "notation/san.h"

#include <string.h>

enum { STYLE_SAN, STYLE_LONG, STYLE_COORDINATE, STYLES };

// The texts of a turn so far.
struct trail {
    struct turn turn;
    bool lost[STYLES]; // differs more from the wanted text than the best turn found
    char text[STYLES][2 * PROPOSE_TEXT_MAX];
    uint8_t row[STYLES][PROPOSE_TEXT_MAX + 1]; // of the text so far, against each beginning of the wanted one
};

struct walk {
    char wanted[PROPOSE_TEXT_MAX + 1];
    size_t length;
    char capture; // the capture sign that the wanted text would have
    unsigned limit, effort;
    struct proposals *found;
    struct buffer word; // for the text of one action
};

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// Appends to the trail's text in one style and updates its row.
static void add_text(const struct walk *walk, struct trail *trail, int style, const char *text)
{
    size_t length = strlen(trail->text[style]), added = strlen(text);
    if (length + added >= sizeof trail->text[style]) {
        trail->lost[style] = true;
        return;
    }
    memcpy(trail->text[style] + length, text, added + 1);
    uint8_t *row = trail->row[style];
    unsigned smallest = UINT8_MAX;
    for (; *text; text++) {
        unsigned diagonal = row[0];
        smallest = ++row[0];
        for (size_t i = 1; i <= walk->length; i++) {
            unsigned change = diagonal + (walk->wanted[i - 1] != *text);
            diagonal = row[i];
            row[i] = (uint8_t)least(change, least(row[i], row[i - 1]) + 1);
            smallest = least(smallest, row[i]);
        }
    }
    trail->lost[style] |= smallest > walk->limit;
}

// Ng1-f3, d6:e5, b7-b8=Q
static void write_long(const struct position *pos, move m, char capture, struct buffer *out)
{
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    piece_type type = piece_type_of(pos->pieces[move_from(m)]);
    square_name(move_from(m), from);
    square_name(move_to(m), to);
    if (type != pos->variant->pawn)
        buffer_add(out, variant_type_name(pos->variant, type));
    buffer_addf(out, "%s%c%s", from, position_captured(pos, m) == EMPTY ? '-' : capture, to);
    if (move_kind(m) == MOVE_PROMOTION)
        buffer_addf(out, "=%s", variant_type_name(pos->variant, piece_type_of(move_what(m))));
}

// Extends the trail by an action. False if all its texts differ too much.
static bool add_action(struct walk *walk, struct trail *trail, const struct position *pos, move m,
                       const struct move_list *legal)
{
    bool going = false;
    for (int style = 0; style < STYLES; style++) {
        if (trail->lost[style])
            continue;
        buffer_reset(&walk->word);
        if (trail->turn.count)
            buffer_add_char(&walk->word, ',');
        if (style == STYLE_COORDINATE)
            coordinate_write(pos, m, &walk->word);
        else if (style == STYLE_LONG && move_kind(m) < MOVE_CASTLE)
            write_long(pos, m, walk->capture, &walk->word);
        else
            san_write_action(pos, m, legal, SAN_BARE, &walk->word);
        add_text(walk, trail, style, buffer_text(&walk->word));
        going |= !trail->lost[style];
    }
    trail->turn.actions[trail->turn.count++] = m;
    return going;
}

static void offer(struct walk *walk, const struct trail *trail)
{
    struct proposals *found = walk->found;
    unsigned distance = UINT8_MAX;
    int nearest = 0;
    for (int style = 0; style < STYLES; style++) {
        if (trail->lost[style] || trail->row[style][walk->length] >= distance)
            continue;
        distance = trail->row[style][walk->length];
        nearest = style;
    }
    if (distance > walk->limit)
        return;
    if (!found->count || distance < found->distance)
        *found = (struct proposals){.distance = distance};
    walk->limit = distance;
    if (found->count == PROPOSALS_MAX) {
        found->more = true;
        return;
    }
    struct proposal *proposal = &found->list[found->count++];
    proposal->turn = trail->turn;
    memcpy(proposal->text, trail->text[nearest], sizeof proposal->text);
}

static void visit(struct walk *walk, const struct trail *trail, struct position *pos)
{
    struct move_list legal;
    position_actions(pos, &legal);
    for (unsigned i = 0; i < legal.count && walk->effort; i++) {
        struct trail next = *trail;
        struct undo undo;
        move m = legal.moves[i];
        walk->effort--;
        if (move_kind(m) != MOVE_END_TURN && !add_action(walk, &next, pos, m, &legal))
            continue;
        position_apply(pos, m, &undo);
        if (pos->state.actions)
            visit(walk, &next, pos);
        else
            offer(walk, &next);
        position_undo(pos, &undo);
    }
}

// The text without annotations after the move, which mean nothing to the rules.
static size_t stem_length(const char *text)
{
    size_t length = strlen(text);
    while (length && strchr("+#!?", text[length - 1]))
        length--;
    return length;
}

void propose_turns(const struct position *pos, const char *text, struct proposals *proposals)
{
    struct walk walk = {.length = stem_length(text), .effort = PROPOSE_EFFORT, .found = proposals};
    *proposals = (struct proposals){.count = 0};
    if (!walk.length || walk.length > PROPOSE_TEXT_MAX)
        return;
    memcpy(walk.wanted, text, walk.length);
    walk.capture = strchr(walk.wanted, ':') ? ':' : 'x';
    walk.limit = walk.length < 6 ? 1 : (unsigned)walk.length / 3;
    buffer_init(&walk.word);
    struct trail trail = {.lost = {false}};
    for (int style = 0; style < STYLES; style++)
        for (size_t i = 0; i <= walk.length; i++)
            trail.row[style][i] = (uint8_t)i;
    struct position copy = *pos;
    visit(&walk, &trail, &copy);
    buffer_clear(&walk.word);
}
