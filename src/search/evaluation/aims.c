// SPDX-License-Identifier: GPL-3.0-or-later
// Tries what a variant's endings and captures do.
#include "search/evaluation/aims.h"

#include "base/random.h"
#include "position/edit.h"
#include "position/fen.h"
#include "position/moves/outcome.h"

#include <string.h>

// ---- Boards from which pieces have been taken ----

enum { EVERY_TYPE = 0 };

// Who wins once the side has lost all its pieces of a type (EVERY_TYPE: of all), except a king that is royal.
static enum result result_without(const struct position *start, enum color color, piece_type type)
{
    struct position pos = *start;
    const struct variant *variant = pos.variant;
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    square s;
    for (struct set_walk walk = set_walk(&start->sets[color]); set_next(&walk, &s);) {
        piece_type own = piece_type_of(start->pieces[s]);
        bool is_king = variant->royal && own == variant->king;
        if (!is_king && (type == EVERY_TYPE || variant->pieces[own].counts_as == type))
            position_put(&pos, s, EMPTY, 0, NULL);
    }
    for (piece_type held = 1; variant->hands && held < LETTER_TYPES; held++)
        if (type == EVERY_TYPE || held == type)
            pos.hand[color][held] = 0;
    return position_ended(&pos, &outcome) ? outcome.result : RESULT_ONGOING;
}

static void find_losses(struct aims *aims, const struct position *start)
{
    const struct variant *variant = start->variant;
    struct outcome outcome;
    unsigned winners = 0;
    // Without kings, a side that has no piece left has no move either.
    aims->losing = !variant->royal && !variant->royal_types && variant->stalemate == VALUE_WIN;
    // Where the game ends in its start position, trying tells nothing.
    if (!variant->hooks.ended.count || position_ended(start, &outcome))
        return;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        enum result won = result_of_winner((enum color)color),
                    lost = result_of_winner(other_color((enum color)color));
        winners += result_without(start, (enum color)color, EVERY_TYPE) == won;
        for (piece_type type = 1; type < PIECE_TYPES; type++)
            if (aims->count[color][type] && result_without(start, (enum color)color, type) == lost)
                aims->vital[color] |= UINT64_C(1) << type;
    }
    // If only one side strives for that, as the three musketeers do, the other's pieces are worth what they can do.
    aims->losing |= winners == 2;
}

static void count_pieces(struct aims *aims, const struct position *start)
{
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&start->sets[color]); set_next(&walk, &s);)
            aims->count[color][start->variant->counted[start->pieces[s]]]++;
}

// ---- Random games ----

// What they have shown.
struct evidence {
    unsigned choices; // positions with several turns, one of them a capture
    bool free;        // in one of them, another turn need not capture
    bool takes_oddly; // a capture has done something else as well
};

static void look_at_choices(struct evidence *evidence, const struct position *pos,
                            const struct move_list *list)
{
    unsigned captures = 0;
    for (unsigned i = 0; i < list->count; i++)
        captures += is_piece(position_captured(pos, list->moves[i]));
    evidence->choices += captures && list->count > 1;
    evidence->free |= captures && captures < list->count;
}

static void look_at_capture(struct evidence *evidence, const struct position *before,
                            const struct position *after, move m)
{
    enum color side = position_side(before), enemy = other_color(side);
    if (move_kind(m) != MOVE_NORMAL || !is_piece(position_captured(before, m)))
        return;
    evidence->takes_oddly |= set_count(&after->sets[side]) != set_count(&before->sets[side]) ||
                             set_count(&after->sets[enemy]) + 1 != set_count(&before->sets[enemy]) ||
                             !is_piece_of(after->pieces[move_to(m)], side);
}

// One game, in which captures are preferred, since they are what is to be learnt about.
static void play_game(struct evidence *evidence, const struct position *start, struct random *random)
{
    enum { TURNS = 60 };
    struct position pos = *start;
    for (int i = 0; i < TURNS; i++) {
        struct move_list list;
        struct outcome outcome;
        position_actions(&pos, &list);
        if (!list.count || (!pos.state.actions && position_ended(&pos, &outcome)))
            return;
        if (!pos.state.actions)
            look_at_choices(evidence, &pos, &list);
        move m = list.moves[random_below(random, list.count)];
        for (int tries = 0; tries < 8 && !is_piece(position_captured(&pos, m)); tries++)
            m = list.moves[random_below(random, list.count)];
        struct position before = pos;
        struct undo undo;
        position_apply(&pos, m, &undo);
        look_at_capture(evidence, &before, &pos, m);
    }
}

static void find_shortcuts(struct aims *aims, const struct position *start)
{
    enum { GAMES = 8, CHOICES_MIN = 5 };
    const struct hooks *hooks = &start->variant->hooks;
    struct evidence evidence = {0};
    struct random random = {15};
    // A mechanism that begins turns in its own way is known to follow up its actions without harm to pieces.
    bool odd = hooks->after.count > (hooks->begin != NULL), restricted = hooks->restrict_turns.count;
    for (int i = 0; i < GAMES && ((odd && !evidence.takes_oddly) || (restricted && !evidence.free)); i++)
        play_game(&evidence, start, &random);
    aims->plain_takes = !odd || !evidence.takes_oddly;
    aims->compelled = restricted && !evidence.free && evidence.choices >= CHOICES_MIN;
}

// ---- Pieces that cannot but capture ----

static bool only_captures(const struct piece_rules *rules)
{
    bool quiet = rules->is_pawn;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++)
        quiet |= rules->rides[WHITE][i].quiet > 0;
    for (unsigned i = 0; i < rules->special_count[WHITE]; i++)
        quiet |= rules->special[WHITE][i].quiet > 0;
    return !quiet;
}

static bool is_fight(const struct aims *aims, const struct variant *variant)
{
    bool fight = !variant->drops && !variant->royal && !variant->composed;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (aims->count[WHITE][type] || aims->count[BLACK][type])
            fight = fight && only_captures(&variant->pieces[type]);
    return fight;
}

void aims_find(struct aims *aims, const struct variant *variant)
{
    struct position start;
    *aims = (struct aims){.plain_takes = true,
                          .waiting = variant->stalemate == VALUE_WIN || variant->stalemate_by_count,
                          .to_be_mated =
                              variant->royal && variant_mate_loses(variant) && !variant->hooks.ended.count};
    if (!fen_read(&start, variant, "startpos", NULL))
        return;
    count_pieces(aims, &start);
    find_losses(aims, &start);
    find_shortcuts(aims, &start);
    aims->fights = is_fight(aims, variant);
}
