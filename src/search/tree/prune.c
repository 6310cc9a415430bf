// SPDX-License-Identifier: GPL-3.0-or-later
// Prunes moves; see prune.h.
#include "search/tree/prune.h"

#include "search/evaluation/exchange.h"
#include "search/evaluation/features.h"

enum {
    QUIETS_DEPTH = 8,
    FUTILITY_DEPTH = 6,
    FUTILITY_MARGIN = 90,
    // Of single moves, by the depth that is left to them.
    FUTILE_QUIET_DEPTH = 7,
    FUTILE_QUIET_MARGIN = 90,
    FUTILE_QUIET_MARGIN_OF_ONE = 80,
    FUTILE_CAPTURE_DEPTH = 6,
    FUTILE_CAPTURE_MARGIN = 150,
    FUTILE_CAPTURE_MARGIN_OF_ONE = 120,
    HISTORY_DEPTH = 6,
    HISTORY_MARGIN = 3000,
    EXCHANGE_DEPTH = 6,
    EXCHANGE_MARGIN = 90,
    QUIET_EXCHANGE_DEPTH = 8,
    QUIET_EXCHANGE_MARGIN = 20,
};

// Whether moves near the leaves may be skipped: not in games where any move may complete a winning pattern.
static bool may_skip(const struct worker *w, unsigned feature)
{
    return w->shared->evaluator.features & feature && !w->pos.variant->linked;
}

bool prune_quiets(const struct worker *w, const struct node *node, unsigned tried)
{
    int depth = node->depth;
    if (!may_skip(w, FEATURE_FUTILITY) || depth > QUIETS_DEPTH || window_is_open(node->window))
        return false;
    unsigned enough = (3U + (unsigned)(depth * depth)) / (node->improving ? 1 : 2);
    // Any drop may mate.
    return tried >= enough << (w->pos.variant->drops ? 4 : 0) ||
           (depth <= FUTILITY_DEPTH &&
            node->frame->eval + FUTILITY_MARGIN * (depth + 1) <= node->window.alpha);
}

// The enemy king's square by rays_index(), or RAYS_SQUARES where it is not cheap to tell whether a move attacks it.
static unsigned enemy_king(const struct worker *w, move m)
{
    const struct rays *rays = &w->shared->evaluator.rays;
    enum color enemy = other_color(position_side(&w->pos));
    if (!rays->usable || !rays->even || move_kind(m) != MOVE_NORMAL || !position_has_king(&w->pos, enemy))
        return RAYS_SQUARES;
    return rays_index(w->pos.state.king[enemy]);
}

bool prune_gives_direct_check(const struct worker *w, move m)
{
    const struct position *pos = &w->pos;
    const struct rays *rays = &w->shared->evaluator.rays;
    unsigned king = enemy_king(w, m);
    square from = move_from(m);
    const struct rays_piece mover = {pos->pieces[from], rays_index(move_to(m)), pos->fuel[from]};
    // Most moves lead to where the piece would not give check on an empty board either.
    if (king == RAYS_SQUARES || !(rays_sources(rays, mover.code, king, UINT64_MAX) >> mover.from & 1))
        return false;
    uint64_t empty = rays_pack(&pos->sets[SET_EMPTY]) | UINT64_C(1) << rays_index(from);
    return rays_bite(rays, &mover, ~empty) >> king & 1;
}

// Whether another piece attacks the enemy king once the mover no longer stands between them.
static bool gives_discovered_check(const struct worker *w, move m)
{
    const struct position *pos = &w->pos;
    const struct rays *rays = &w->shared->evaluator.rays;
    unsigned king = enemy_king(w, m);
    if (king == RAYS_SQUARES)
        return false;
    unsigned from = rays_index(move_from(m)), to = rays_index(move_to(m));
    uint64_t occupied = ~rays_pack(&pos->sets[SET_EMPTY]), seen = rays_seen(rays, king, occupied);
    if (!(seen >> from & 1))
        return false;
    uint64_t now = rays_seen(rays, king, (occupied & ~(UINT64_C(1) << from)) | UINT64_C(1) << to);
    uint64_t fresh = now & ~seen & rays_pack(&pos->sets[position_side(pos)]);
    for (; fresh; fresh &= fresh - 1) {
        unsigned index = (unsigned)__builtin_ctzll(fresh);
        square s = rays_square(index);
        if (rays_aims(rays, &(struct rays_piece){pos->pieces[s], index, pos->fuel[s]}, king, true))
            return true;
    }
    return false;
}

bool prune_gives_check(const struct worker *w, move m)
{
    return prune_gives_direct_check(w, m) || gives_discovered_check(w, m);
}

unsigned prune_drop_quiets(const struct worker *w, struct scored_move *moves, unsigned from, unsigned count)
{
    unsigned kept = from;
    for (unsigned i = from; i < count; i++)
        if (!order_is_quiet(&w->pos, moves[i].move) || prune_gives_check(w, moves[i].move))
            moves[kept++] = moves[i];
    return kept;
}

static bool loses_more_than(const struct worker *w, move m, int loss)
{
    return !exchange_wins(&w->shared->evaluator, &w->pos, m, -loss);
}

// Whether a quiet move may change much at once: by a drop, by what follows in the same turn, or by bringing a piece to where it wins.
static bool is_eventful(const struct variant *variant)
{
    return variant->drops || variant->composed || variant->hooks.finish.count;
}

// Whether the evaluation, even with what the move takes, is too far below alpha.
static bool is_futile(const struct worker *w, const struct node *node, move m, bool quiet, int left)
{
    const struct evaluator *evaluator = &w->shared->evaluator;
    const struct valuation *valuation = &evaluator->valuation;
    const struct variant *variant = w->pos.variant;
    if (!may_skip(w, FEATURE_FUTILITY) || window_is_open(node->window))
        return false;
    int margin = FUTILE_QUIET_MARGIN + FUTILE_QUIET_MARGIN_OF_ONE * left;
    if (quiet) {
        if (left > FUTILE_QUIET_DEPTH || is_eventful(variant))
            return false;
    } else {
        piece victim = position_captured(&w->pos, m);
        if (left > FUTILE_CAPTURE_DEPTH || !evaluator->trades || move_kind(m) != MOVE_NORMAL ||
            valuation_is_vital(valuation, victim))
            return false;
        int gain = is_piece(victim) ? valuation->value[piece_type_of(victim)] : 0;
        // What can be dropped is lost to the one side and won by the other.
        margin =
            FUTILE_CAPTURE_MARGIN + FUTILE_CAPTURE_MARGIN_OF_ONE * left + gain * (variant->drops ? 2 : 1);
    }
    return node->frame->eval + margin <= node->window.alpha && !prune_gives_check(w, m);
}

bool prune_move(const struct worker *w, const struct node *node, const struct scored_move *candidate,
                bool quiet, int reduction)
{
    int depth = node->depth, left = depth > reduction ? depth - reduction : 1;
    move m = candidate->move;
    if (is_futile(w, node, m, quiet, left))
        return true;
    if (!quiet)
        return may_skip(w, FEATURE_EXCHANGE) && depth <= EXCHANGE_DEPTH && candidate->score < 0 &&
               loses_more_than(w, m, EXCHANGE_MARGIN * depth);
    if (may_skip(w, FEATURE_FUTILITY) && depth <= HISTORY_DEPTH &&
        candidate->score < -HISTORY_MARGIN * depth && !prune_gives_check(w, m))
        return true;
    // A dropped piece may block or mate although it is taken, and where turns have several actions, the next one may prevent that.
    return may_skip(w, FEATURE_EXCHANGE) && left <= QUIET_EXCHANGE_DEPTH && !w->pos.variant->drops &&
           !w->pos.variant->composed && loses_more_than(w, m, QUIET_EXCHANGE_MARGIN * left * left);
}
