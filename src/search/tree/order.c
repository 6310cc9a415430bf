// SPDX-License-Identifier: GPL-3.0-or-later
// Scores actions by hash move, captured piece, killers, countermove and history.
#include "search/tree/order.h"

#include "search/evaluation/exchange.h"

enum {
    SCORE_CLAIM = 1 << 25, // ends the game, and only true claims are generated
    SCORE_HASH_MOVE = 1 << 24,
    SCORE_KILLER = 1 << 19,
    SCORE_COUNTERMOVE = 1 << 18,
    DOUBTFUL = 1, // this bit is set in the score of a capture that may lose material
};

static unsigned continuation_index(uint16_t context, piece p, move m)
{
    return (context ^ (p * 256U + move_to(m)) * 0x85ebU) & 0xffff;
}

// Moves the number towards ±HISTORY_MAX, in smaller steps the nearer it is.
static void approach(int16_t *number, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *number = (int16_t)(*number + bonus - *number * size / HISTORY_MAX);
}

void order_learn_anywhere(struct histories *histories, piece p, move m, int bonus)
{
    approach(&histories->history[p][move_to(m)], bonus);
}

void order_learn(struct histories *histories, const uint16_t contexts[CONTEXTS], piece p, move m, int bonus)
{
    order_learn_anywhere(histories, p, m, bonus);
    for (int i = 0; i < CONTEXTS; i++)
        approach(&histories->continuation[i][continuation_index(contexts[i], p, m)], bonus);
}

static unsigned capture_index(const struct position *pos, move m)
{
    return ((order_piece(pos, m) * 256U + move_to(m)) * 0x9e37U ^ position_captured(pos, m) * 0x85ebU) &
           0xffff;
}

void order_learn_capture(struct histories *histories, const struct position *pos, move m, int bonus)
{
    approach(&histories->captures[capture_index(pos, m)], bonus);
}

// Most valuable victim first, and least valuable attacker among equal victims; history decides between similar ones.
static int score_capture(const struct ordering *ordering, move m)
{
    const struct valuation *valuation = &ordering->evaluator->valuation;
    const struct position *pos = ordering->pos;
    piece victim = position_captured(pos, m), attacker = pos->pieces[move_from(m)];
    int gain = 0;
    if (is_piece(victim))
        gain += valuation_of(valuation, pos, move_captured_at(m));
    if (move_kind(m) == MOVE_PROMOTION)
        gain += valuation->value[piece_type_of(move_what(m))];
    int own = valuation_of(valuation, pos, move_from(m));
    int score = SCORE_GOOD_CAPTURE + gain * 16 - valuation->value[piece_type_of(attacker)] / 8 +
                ordering->histories->captures[capture_index(pos, m)] / 8;
    // Whether a capture by a more valuable piece loses material is computed only when its turn comes.
    return move_kind(m) == MOVE_NORMAL && own > gain && !pos->variant->linked && !pos->variant->blasts &&
                   !valuation_is_vital(valuation, victim)
               ? score | DOUBTFUL
               : score & ~DOUBTFUL;
}

static int score_quiet(const struct ordering *ordering, move m)
{
    if (m == ordering->killers[0])
        return SCORE_KILLER + 1;
    if (m == ordering->killers[1])
        return SCORE_KILLER;
    if (m == ordering->countermove)
        return SCORE_COUNTERMOVE;
    piece p = order_piece(ordering->pos, m);
    int score = ordering->histories->history[p][move_to(m)];
    for (int i = 0; i < CONTEXTS; i++)
        score += ordering->histories->continuation[i][continuation_index(ordering->contexts[i], p, m)];
    return score;
}

void order_score(const struct ordering *ordering, struct scored_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        move m = moves[i].move;
        if (m == ordering->best)
            moves[i].score = SCORE_HASH_MOVE;
        else if (order_is_quiet(ordering->pos, m))
            moves[i].score = score_quiet(ordering, m);
        else if (move_kind(m) == MOVE_ANNOUNCE)
            moves[i].score = SCORE_CLAIM;
        else
            moves[i].score = score_capture(ordering, m);
    }
}

void order_pick(const struct evaluator *evaluator, const struct position *pos, struct scored_move *moves,
                unsigned from, unsigned count)
{
    for (;;) {
        unsigned best = from;
        // Kept here, because WebAssembly would read it from memory again for each move, which is most of the time of long lists.
        int most = moves[from].score;
        for (unsigned i = from + 1; i < count; i++)
            if (moves[i].score > most) {
                most = moves[i].score;
                best = i;
            }
        struct scored_move picked = moves[best];
        bool doubtful = evaluator->trades && picked.score >= SCORE_GOOD_CAPTURE &&
                        picked.score < SCORE_HASH_MOVE && picked.score & DOUBTFUL;
        if (doubtful && !exchange_wins(evaluator, pos, picked.move, 0)) {
            moves[best].score -= 2 * SCORE_GOOD_CAPTURE;
            continue;
        }
        moves[best] = moves[from];
        moves[from] = picked;
        return;
    }
}

unsigned order_drop_quiets(const struct position *pos, struct scored_move *moves, unsigned from,
                           unsigned count)
{
    unsigned kept = from;
    for (unsigned i = from; i < count; i++)
        if (!order_is_quiet(pos, moves[i].move))
            moves[kept++] = moves[i];
    return kept;
}
