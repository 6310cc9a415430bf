// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a game is over, in the order given in docs/rules.md, section 0.
#include "position/moves/outcome.h"

const char *result_name(enum result result)
{
    static const char *const names[] = {"ongoing", "white", "black", "draw", "none"};
    return names[result];
}

const char *reason_name(enum reason reason)
{
    static const char *const names[REASONS] = {
        [REASON_NONE] = "",
        [REASON_CHECKMATE] = "checkmate",
        [REASON_STALEMATE] = "stalemate",
        [REASON_NO_FUEL] = "no-fuel",
        [REASON_CORNER] = "corner",
        [REASON_MATE_LOSES] = "mate-loses",
        [REASON_SINGLE_PIECE] = "single-piece",
        [REASON_ANNOUNCEMENT] = "announcement",
        [REASON_REPETITION] = "repetition",
        [REASON_FIFTY] = "fifty",
        [REASON_RESIGNATION] = "resignation",
        [REASON_AGREEMENT] = "agreement",
        [REASON_TIME] = "time",
        [REASON_CANCELLED] = "cancelled",
        [REASON_STALEMATE_WINS] = "stalemate-wins",
        [REASON_REPETITION_RULE] = "repetition-rule",
        [REASON_PERPETUAL_CHECK] = "perpetual-check",
        [REASON_MOVE_RULE] = "move-rule",
        [REASON_GOAL] = "goal",
        [REASON_EXTINCTION] = "extinction",
        [REASON_CHECKS] = "checks",
        [REASON_CONNECTION] = "connection",
        [REASON_CASTLING] = "castling",
        [REASON_MATERIAL] = "material",
        [REASON_FULL_BOARD] = "full-board",
        [REASON_ABORTED] = "aborted",
        [REASON_ABANDONED] = "abandoned",
    };
    return names[reason];
}

const char *reason_words(enum reason reason)
{
    switch (reason) {
    case REASON_NO_FUEL:
        return "out of fuel";
    case REASON_CORNER:
        return "king in a corner";
    case REASON_MATE_LOSES:
        return "whoever gives checkmate loses";
    case REASON_SINGLE_PIECE:
        return "a single piece is left";
    case REASON_REPETITION:
        return "the same position for the third time";
    case REASON_FIFTY:
        return "fifty moves without a capture or pawn move";
    case REASON_STALEMATE_WINS:
        return "whoever has no legal move wins";
    case REASON_REPETITION_RULE:
        return "the same position as often as the rules allow";
    case REASON_PERPETUAL_CHECK:
        return "perpetual check";
    case REASON_MOVE_RULE:
        return "as many moves without progress as the rules allow";
    case REASON_GOAL:
        return "a goal has been reached";
    case REASON_EXTINCTION:
        return "pieces that decide the game have died out";
    case REASON_CHECKS:
        return "the last of the checks has been given";
    case REASON_CONNECTION:
        return "pieces are connected";
    case REASON_CASTLING:
        return "castling decides the game";
    case REASON_MATERIAL:
        return "by counting pieces";
    case REASON_FULL_BOARD:
        return "the board is full";
    default:
        return reason_name(reason);
    }
}

enum result result_of_value(enum value value, enum color side)
{
    return value == VALUE_DRAW ? RESULT_DRAW
                               : result_of_winner(value == VALUE_WIN ? side : other_color(side));
}

// What the mechanisms make of a draw.
static void settle_draw(const struct position *pos, struct outcome *outcome)
{
    if (outcome->result == RESULT_DRAW)
        for_each_part (part, &pos->variant->hooks.drawn)
            part->mechanism->drawn(part, pos, outcome);
}

bool position_ended(const struct position *pos, struct outcome *outcome)
{
    for_each_part (part, &pos->variant->hooks.ended)
        if (part->mechanism->ended(part, pos, outcome)) {
            settle_draw(pos, outcome);
            return true;
        }
    return false;
}

// The value of having no legal turn without being in check.
static enum value value_of_stalemate(const struct position *pos)
{
    const struct variant *variant = pos->variant;
    enum color side = position_side(pos);
    if (!variant->stalemate_by_count)
        return variant->stalemate;
    int lead = set_count(&pos->sets[side]) - set_count(&pos->sets[other_color(side)]);
    if (!lead)
        return VALUE_DRAW;
    return lead < 0 ? variant->stalemate : value_opposite(variant->stalemate);
}

// The outcome when the side to move has no legal turn.
static struct outcome stuck(const struct position *pos)
{
    const struct variant *variant = pos->variant;
    bool in_check = position_in_check(pos);
    enum value value = in_check ? variant->checkmate : value_of_stalemate(pos);
    struct outcome outcome = {result_of_value(value, position_side(pos)), REASON_STALEMATE};
    if (in_check)
        outcome.reason = value == VALUE_WIN ? REASON_MATE_LOSES : REASON_CHECKMATE;
    else if (value == VALUE_WIN)
        outcome.reason = REASON_STALEMATE_WINS;
    settle_draw(pos, &outcome);
    for_each_part (part, &variant->hooks.stuck)
        part->mechanism->stuck(part, pos, &outcome);
    return outcome;
}

struct outcome position_repeated(const struct position *pos, const uint64_t *end, size_t span)
{
    const struct variant *variant = pos->variant;
    enum color side = position_side(pos);
    enum value value = variant->fold_value;
    bool usual = variant->fold == 3 && value == VALUE_DRAW;
    struct outcome outcome = {.reason = usual ? REASON_REPETITION : REASON_REPETITION_RULE};
    outcome.result = result_of_value(value, variant->fold_absolute ? WHITE : side);
    if (variant->perpetual_check_loses) {
        struct perpetual perpetual = perpetual_find(end, span, pos);
        if (perpetual.checked[WHITE] != perpetual.checked[BLACK])
            outcome = (struct outcome){result_of_winner(perpetual.checked[WHITE] ? WHITE : BLACK),
                                       REASON_PERPETUAL_CHECK};
        else if (perpetual.checked[WHITE])
            outcome = (struct outcome){RESULT_DRAW, REASON_PERPETUAL_CHECK};
    }
    settle_draw(pos, &outcome);
    return outcome;
}

// Whether the position has now occurred as often as the variant allows.
static bool ended_by_repetition(const struct position *pos, const struct history *history,
                                struct outcome *outcome)
{
    unsigned fold = pos->variant->fold;
    size_t span = history && fold > 1 ? history_occurrence(history, pos, fold - 1) : 0;
    if (span)
        *outcome = position_repeated(pos, history->items + history->count, span);
    return span > 0;
}

// Nothing but two passes leads back to a position in two turns.
static bool ended_by_passes(const struct position *pos, const struct history *history,
                            struct outcome *outcome)
{
    if (!pos->variant->passes_end || !history || history_occurrence(history, pos, 1) != 2)
        return false;
    *outcome = (struct outcome){RESULT_DRAW, REASON_REPETITION_RULE};
    settle_draw(pos, outcome);
    return true;
}

struct outcome position_outcome_of(const struct position *pos, bool has_action, const struct history *history)
{
    struct outcome outcome = {RESULT_ONGOING, REASON_NONE};
    if (position_ended(pos, &outcome))
        return outcome;
    if (!has_action)
        return stuck(pos);
    if (ended_by_passes(pos, history, &outcome) || ended_by_repetition(pos, history, &outcome))
        return outcome;
    unsigned limit = variant_move_limit(pos->variant);
    if (limit && pos->state.halfmove >= limit) {
        outcome = (struct outcome){RESULT_DRAW, limit == 100 ? REASON_FIFTY : REASON_MOVE_RULE};
        settle_draw(pos, &outcome);
    }
    return outcome;
}

struct outcome position_outcome(const struct position *pos, const struct history *history)
{
    struct move_list list;
    position_actions(pos, &list);
    return position_outcome_of(pos, list.count > 0, history);
}
