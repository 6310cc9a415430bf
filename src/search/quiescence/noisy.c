// SPDX-License-Identifier: GPL-3.0-or-later
// Generates what the quiescence search looks at; see noisy.h.
#include "search/quiescence/noisy.h"

#include "position/key.h"
#include "position/protection/announcement.h"
#include "position/variant.h"
#include "search/evaluation/fuel.h"

// Whether moves may be generated on bitboards, without testing first whether
// the king is left in check. Near the end of a side's fuel all actions are
// generated, because having none ends the game.
static bool may_generate_pseudo_legal(const struct worker *w, const struct frame *f)
{
    const struct variant *variant = w->pos.variant;
    const struct rays *rays = &w->shared->evaluator.rays;
    return rays->usable && rays->even && variant->lands_plainly && !variant->royal_types &&
           !variant->composed && !variant->hooks.after.count && !f->check && !w->shared->evaluator.odd &&
           (!variant->metered || f->balance.fuel[position_side(&w->pos)] >= FUEL_LOW);
}

// How the side to move may win at once without a capture.
static struct finish find_finish(const struct position *pos)
{
    struct finish finish = {.piece = TYPE_NONE};
    for_each_part (part, &pos->variant->hooks.finish)
        part->mechanism->finish(part, pos, &finish);
    return finish;
}

static bool may_arrive(const struct finish *finish, const struct position *pos, piece p)
{
    return finish->piece == ANY_TYPE || (finish->piece && pos->variant->counted[p] == finish->piece);
}

// Generates the quiet moves by which the side to move may win at once, except castling, discovered checks, and moves of pawns. They are few, so it is asked
// of each whether it is legal: some pieces reach squares only to capture, or are promoted there.
static unsigned generate_finish(const struct worker *w, struct scored_move *moves)
{
    const struct position *pos = &w->pos;
    const struct rays *rays = &w->shared->evaluator.rays;
    enum color side = position_side(pos), enemy = other_color(side);
    struct finish finish = find_finish(pos);
    bool check = finish.check && position_has_king(pos, enemy);
    if (!check && !finish.piece)
        return 0;
    uint64_t empty = rays_pack(&pos->sets[SET_EMPTY]), goals = rays_pack(&finish.squares);
    unsigned king = check ? rays_index(pos->state.king[enemy]) : 0, count = 0;
    uint64_t seen = check ? rays_seen(rays, king, ~empty) : 0;
    square from;
    for (struct set_walk walk = set_walk(&pos->sets[side]); set_next(&walk, &from);) {
        piece p = pos->pieces[from];
        const struct rays_piece mover = {p, rays_index(from), pos->fuel[from]};
        if (pos->variant->pieces[piece_type_of(p)].is_pawn)
            continue;
        uint64_t targets =
            (check ? rays_sources(rays, p, king, seen) : 0) | (may_arrive(&finish, pos, p) ? goals : 0);
        if (targets)
            targets &= rays_reach(rays, &mover, ~empty) & empty;
        for (; targets; targets &= targets - 1) {
            move m = move_make(MOVE_NORMAL, from, rays_square((unsigned)__builtin_ctzll(targets)), 0);
            if (position_is_legal(pos, m))
                moves[count++].move = m;
        }
    }
    return count;
}

// Moves the evasions that bring a piece to where it wins to the end.
static unsigned sort_finishes(const struct position *pos, struct scored_move *moves, unsigned count)
{
    struct finish finish = find_finish(pos);
    unsigned kept = count;
    for (unsigned i = count; finish.piece && i-- > 0;) {
        move m = moves[i].move;
        if (move_kind(m) != MOVE_NORMAL || !order_is_quiet(pos, m) || !set_has(&finish.squares, move_to(m)) ||
            !may_arrive(&finish, pos, pos->pieces[move_from(m)]))
            continue;
        struct scored_move last = moves[--kept];
        moves[kept] = moves[i];
        moves[i] = last;
    }
    return count - kept;
}

void noisy_prefer_forcing(const struct noisy *noisy)
{
    enum { BEFORE_CAPTURES = 2 * SCORE_GOOD_CAPTURE };
    for (unsigned i = noisy->count - noisy->forcing; i < noisy->count; i++)
        noisy->moves[i].score = BEFORE_CAPTURES;
}

// Generates captures except en passant, and promotions to the strongest piece.
static unsigned generate_pseudo_legal(const struct worker *w, struct scored_move *moves)
{
    const struct position *pos = &w->pos;
    const struct rays *rays = &w->shared->evaluator.rays;
    enum color side = position_side(pos);
    uint64_t enemies = rays_pack(&pos->sets[other_color(side)]), empty = rays_pack(&pos->sets[SET_EMPTY]);
    unsigned count = 0;
    square from;
    for (struct set_walk walk = set_walk(&pos->sets[side]); set_next(&walk, &from);) {
        piece p = pos->pieces[from];
        const struct rays_piece mover = {p, rays_index(from), pos->fuel[from]};
        uint64_t targets = rays_bite(rays, &mover, ~empty) & enemies;
        const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(p)];
        if (rules->promotes)
            targets |= rays_reach(rays, &mover, ~empty) & ~rays->bites[p][mover.from] & empty &
                       rays_pack(&rules->promotion[side]);
        for (; targets; targets &= targets - 1) {
            square to = rays_square((unsigned)__builtin_ctzll(targets));
            moves[count++].move =
                rules->promotes && set_has(&rules->promotion[side], to)
                    ? move_make(MOVE_PROMOTION, from, to, piece_of(pos->variant->promotions[side][0], side))
                    : move_make(MOVE_NORMAL, from, to, 0);
        }
    }
    return count;
}

// Generates the claim of the side to move, if it has one: no other action wins anything at once.
static unsigned generate_claim(const struct position *pos, struct scored_move *moves)
{
    struct announcement own = {.by = position_side(pos)};
    if (!position_announceable(pos, &own, NULL))
        return 0;
    moves[0].move = announcement_pack(pos, &own);
    return 1;
}

// Whether all actions are captures, so that the side to move cannot decline them.
static bool is_compelled(const struct position *pos, const struct noisy *noisy)
{
    for (unsigned i = 0; i < noisy->count; i++)
        if (order_is_quiet(pos, noisy->moves[i].move))
            return false;
    return true;
}

bool noisy_generate(struct worker *w, struct node *node, struct noisy *noisy)
{
    enum { CAPTURES_MAX = 1024 }; // 64 pieces cannot make more
    const struct frame *f = node->frame;
    bool room = w->moves_used + CAPTURES_MAX <= WORKER_MOVES;
    *noisy = (struct noisy){.moves = w->moves + w->moves_used};
    if (w->pos.variant->linked && !f->check && room) {
        noisy->count = generate_claim(&w->pos, noisy->moves);
        w->moves_used += noisy->count;
    } else if (room && may_generate_pseudo_legal(w, f)) {
        noisy->pseudo_legal = true;
        noisy->count = generate_pseudo_legal(w, noisy->moves);
        if (w->pos.variant->hooks.finish.count) {
            noisy->forcing = generate_finish(w, noisy->moves + noisy->count);
            noisy->count += noisy->forcing;
        }
        w->moves_used += noisy->count;
    } else if (!descent_generate(w, &noisy->count)) {
        node->best = f->check ? node->window.alpha : node->best;
        return false;
    } else if (!noisy->count) {
        node->best = descent_stuck(w, node->frame);
        return false;
    } else if (w->shared->evaluator.odd && !f->check) {
        noisy->count = 0; // captures are what quiet moves are elsewhere
    } else if (w->shared->evaluator.valuation.aims.compelled && is_compelled(&w->pos, noisy)) {
        noisy->complete = true;
        node->best = -SCORE_INFINITE;
        node->window.alpha = node->alpha;
    } else if (!f->check) {
        noisy->count = order_drop_quiets(&w->pos, noisy->moves, 0, noisy->count);
    } else if (w->pos.variant->hooks.finish.count) {
        noisy->forcing = sort_finishes(&w->pos, noisy->moves, noisy->count);
    }
    return true;
}
