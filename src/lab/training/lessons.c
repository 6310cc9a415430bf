// SPDX-License-Identifier: GPL-3.0-or-later
// Makes lessons of samples.
#include "lab/training/training.h"

#include "base/memory.h"
#include "search/evaluation/evaluate.h"
#include "search/evaluation/features.h"

#include <string.h>

enum { KEPT_APART = 10 };

struct teacher {
    bool large, added;
    struct evaluator evaluator;
    struct pawn_structure slots[PAWN_SLOTS];
};

struct teacher *teacher_new(const struct variant *variant, bool large, bool added)
{
    struct teacher *teacher = memory_try_zeroed(1, sizeof *teacher);
    if (teacher) {
        teacher->large = large;
        teacher->added = added;
        evaluator_init(&teacher->evaluator, variant, FEATURES_ALL & ~(unsigned)FEATURE_NETWORK);
    }
    return teacher;
}

void teacher_free(struct teacher *teacher)
{
    free(teacher);
}

static int evaluation_of(struct teacher *teacher, const struct position *pos)
{
    struct balance balance;
    balance_init(&balance, &teacher->evaluator.valuation, pos);
    if (!teacher->added)
        return evaluate_beside_network(&teacher->evaluator, teacher->slots, pos, &balance);
    return evaluate(&teacher->evaluator, teacher->slots, pos, &balance,
                    (struct window){-SCORE_INFINITE, SCORE_INFINITE})
        .score;
}

bool lessons_add(struct lessons *lessons, struct teacher *teacher, const struct sample *sample)
{
    const struct position *pos = &sample->position;
    enum color side = position_side(pos);
    size_t first = lessons->features.count;
    if (!vector_reserve(&lessons->features, first + 2 * (size_t)NETWORK_FEATURES_MAX))
        return false;
    unsigned own = network_features(&lessons->layout, pos, side, lessons->features.items + first);
    unsigned all = own + network_features(&lessons->layout, pos, other_color(side),
                                          lessons->features.items + first + own);
    lessons->features.count += all;
    struct lesson lesson = {
        .first = first,
        .count = (uint16_t)own,
        .stage = (uint8_t)network_stage(&lessons->layout, pos, teacher->large),
        .validates = sample->game % KEPT_APART == 0,
        .white = side == WHITE,
        .begins = !lessons->list.count || sample->game != lessons->game,
        .known = (float)evaluation_of(teacher, pos),
        .score = (float)(side == WHITE ? sample->score : -sample->score),
        .outcome = (float)(side == WHITE ? sample->outcome : 1 - sample->outcome),
    };
    lessons->game = sample->game;
    return vector_push(&lessons->list, lesson);
}

void lessons_look_ahead(struct lessons *lessons, double share)
{
    struct lesson *list = lessons->list.items;
    for (size_t i = lessons->list.count; i-- > 1;) {
        struct lesson *next = &list[i], *lesson = next - 1;
        if (next->begins)
            continue;
        double later = (double)next->score * (next->white == lesson->white ? 1 : -1);
        lesson->score = (float)((1 - share) * (double)lesson->score + share * later);
    }
}

void lessons_clear(struct lessons *lessons)
{
    vector_clear(&lessons->list);
    vector_clear(&lessons->features);
}
