// SPDX-License-Identifier: GPL-3.0-or-later
// Learns from results; see learn.h.
#include "search/tree/learn.h"

#include "search/evaluation/features.h"

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

// ---- Evaluation ----

// An error is kept in such parts of a centipawn, and counts as this at most.
enum { PARTS = 256, ERROR_MOST = 64 };

static unsigned correction_index(const struct frame *f)
{
    return (unsigned)f->balance.pawn_key % CORRECTIONS;
}

int learn_corrected(const struct worker *w, const struct frame *f, int eval)
{
    if (!(w->shared->evaluator.features & FEATURE_CORRECTION))
        return eval;
    return eval + w->histories.correction[position_side(&w->pos)][correction_index(f)] / PARTS;
}

void learn_error(struct worker *w, const struct node *node)
{
    enum { WEIGHT_MOST = 16, WEIGHTS = 256 };
    const struct frame *f = node->frame;
    // A capture changes the evaluation without its having been wrong, and a bound tells nothing about errors on its other side.
    if (f->check || score_is_decided(node->best) ||
        (node->best_move != MOVE_NONE && !order_is_quiet(&w->pos, node->best_move)) ||
        (node->best >= node->window.beta && node->best <= f->eval) ||
        (node->best <= node->alpha && node->best >= f->eval))
        return;
    int16_t *correction = &w->histories.correction[position_side(&w->pos)][correction_index(f)];
    int weight = node->depth + 1 < WEIGHT_MOST ? node->depth + 1 : WEIGHT_MOST;
    int error = node->best - f->raw;
    int value = (*correction * (WEIGHTS - weight) + error * PARTS * weight) / WEIGHTS,
        most = ERROR_MOST * PARTS;
    *correction = (int16_t)(value > most ? most : value < -most ? -most : value);
}
