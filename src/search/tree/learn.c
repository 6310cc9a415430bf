// SPDX-License-Identifier: GPL-3.0-or-later
// Learns from results; see learn.h.
#include "search/tree/learn.h"

#include "search/evaluation/features.h"

static int within(int value, int most)
{
    return value > most ? most : value < -most ? -most : value;
}

// ---- Actions ----

static int bonus_of(int depth)
{
    enum { MOST = 1600 };
    int bonus = 16 * depth * depth + 32 * depth;
    return bonus < MOST ? bonus : MOST;
}

static void learn_quiet(struct worker *w, const struct frame *f, move m, int bonus)
{
    const uint16_t contexts[CONTEXTS] = {f[-1].context, f[-2].context};
    order_learn(&w->histories, contexts, order_piece(&w->pos, m), m, bonus);
}

void learn_tried(struct tried *tried, move m, bool quiet)
{
    tried->count++;
    if (quiet && tried->quiet_count < TRIED_MAX)
        tried->quiets[tried->quiet_count++] = m;
    if (!quiet && tried->capture_count < TRIED_MAX)
        tried->captures[tried->capture_count++] = m;
}

void learn_cutoff(struct worker *w, const struct node *node, move m, const struct tried *tried)
{
    struct frame *f = node->frame;
    int bonus = bonus_of(node->depth);
    if (order_is_quiet(&w->pos, m)) {
        if (f->killers[0] != m) {
            f->killers[1] = f->killers[0];
            f->killers[0] = m;
        }
        if (f[-1].moved)
            w->histories.countermoves[f[-1].moved][move_to(f[-1].current)] = m;
        learn_quiet(w, f, m, bonus);
        for (unsigned i = 0; i < tried->quiet_count; i++)
            learn_quiet(w, f, tried->quiets[i], -bonus);
    } else {
        order_learn_capture(&w->histories, &w->pos, m, bonus);
    }
    for (unsigned i = 0; i < tried->capture_count; i++)
        order_learn_capture(&w->histories, &w->pos, tried->captures[i], -bonus);
}

void learn_change(struct worker *w, const struct frame *f)
{
    enum { CHANGE_MOST = 100, BONUS_OF_ONE = 8 };
    const struct frame *above = f - 1;
    // In the middle of a turn, and after captures or checks, evaluations do not compare.
    if (!frame_ply(w, f) || !f->begins || !above->begins || !above->quiet || above->eval == -SCORE_INFINITE)
        return;
    int gained = within(-(f->eval + above->eval), CHANGE_MOST);
    order_learn_anywhere(&w->histories, above->moved, above->current, gained * BONUS_OF_ONE);
}

// ---- Evaluation ----

// A correction is kept in such parts of a centipawn, and is this at most.
enum { PARTS = 256, CORRECTION_MOST = 64 };

static unsigned correction_index(const struct frame *f, unsigned kind)
{
    const struct balance *balance = &f->balance;
    uint64_t key = kind == BY_PAWNS    ? balance->pawn_key
                   : kind < BY_ACTIONS ? balance->pieces_key[kind - BY_PIECES]
                                       : f[-1].context ^ f[-2].context * UINT64_C(0x9e37);
    return (unsigned)(key % CORRECTIONS);
}

// The sum of all corrections, in parts.
static int correction_of(const struct worker *w, const struct frame *f)
{
    int sum = 0;
    for (unsigned kind = 0; kind < CORRECTION_KINDS; kind++)
        sum += w->histories.corrections[position_side(&w->pos)][kind][correction_index(f, kind)];
    return sum;
}

int learn_corrected(const struct worker *w, const struct frame *f, int eval)
{
    if (!(w->shared->evaluator.features & FEATURE_CORRECTION))
        return eval;
    return eval + correction_of(w, f) / PARTS;
}

void learn_error(struct worker *w, const struct node *node)
{
    enum { ERROR_MOST = 128, DEPTH_MOST = 15, STEP_ONE = 128 };
    const struct frame *f = node->frame;
    // A capture changes the evaluation without its having been wrong, and a bound tells nothing about errors on its other side.
    if (f->check || score_is_decided(node->best) ||
        (node->best_move != MOVE_NONE && !order_is_quiet(&w->pos, node->best_move)) ||
        (node->best >= node->window.beta && node->best <= f->eval) ||
        (node->best <= node->alpha && node->best >= f->eval))
        return;
    // What is left of the error after all corrections. Each takes over a part of it.
    int error = within((node->best - f->raw) * PARTS - correction_of(w, f), ERROR_MOST * PARTS);
    int step = error * (node->depth < DEPTH_MOST ? node->depth + 1 : DEPTH_MOST + 1) / STEP_ONE;
    for (unsigned kind = 0; kind < CORRECTION_KINDS; kind++) {
        int16_t *correction =
            &w->histories.corrections[position_side(&w->pos)][kind][correction_index(f, kind)];
        *correction = (int16_t)within(*correction + step, CORRECTION_MOST * PARTS);
    }
}
