// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the moves that would mate, those that would after another, the men of both sides, and the way of the kings.
#include "search/lures/snare.h"

#include "position/edit.h"
#include "position/moves/outcome.h"

int snare_end(const struct position *pos, enum color hopeful)
{
    struct outcome outcome = position_outcome_of(pos, false, NULL);
    if (outcome.result == RESULT_DRAW)
        return SNARE_DRAWN;
    return outcome.result == result_of_winner(hopeful) ? SNARE_WON : SNARE_LOST;
}

// ---- Men ----

// The hopeful side needs men that hem its king in and that keep it from being stalemated, and the enemy men that mate. The first of
// them count most.
static int worth_of_men(const struct valuation *valuation, const struct position *pos)
{
    enum {
        OWN = 1000,
        OWN_HALF = 1000,
        ENEMY = 400,
        ENEMY_HALF = 500
    }; // with men of …_HALF there is half the worth
    int sum[2] = {0, 0};
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (s != pos->state.king[color])
                sum[color] += valuation->value[piece_type_of(pos->pieces[s])];
    enum color side = position_side(pos), enemy = other_color(side);
    return OWN * sum[side] / (sum[side] + OWN_HALF) + ENEMY * sum[enemy] / (sum[enemy] + ENEMY_HALF);
}

// A king is mated at the edge, and by the other king's help.
static int worth_of_kings(const struct position *pos)
{
    enum { EDGE = 12, DISTANCE = 20 };
    const struct board *board = &pos->variant->board;
    square king = pos->state.king[position_side(pos)];
    int files = 2 * square_file(king) - (board->width - 1),
        ranks = 2 * square_rank(king) - (board->height - 1);
    return EDGE * ((files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks)) -
           DISTANCE * square_distance(pos->state.king[WHITE], pos->state.king[BLACK]);
}

// ---- Mates ----

// What the enemy's moves would be worth on average if it were the enemy's turn, as far as they end the game. Whether they stalemate
// is looked at only if `stalemates`. Stores how many moves there are.
static int worth_of_ends(const struct position *pos, bool stalemates, unsigned *count)
{
    struct position passed = *pos;
    struct undo undo;
    struct move_list list, answers;
    int sum = 0;
    position_pass(&passed, &undo);
    position_actions(&passed, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct position after = passed;
        position_apply(&after, list.moves[i], &undo);
        if (!stalemates && !position_in_check(&after))
            continue;
        position_actions(&after, &answers);
        sum += answers.count ? 0 : snare_end(&after, position_side(pos));
    }
    *count = list.count;
    return list.count ? sum / (int)list.count : 0;
}

// The squares on which the piece would mate if it came there from `from`; those that leave one answer count as a quarter, and so on.
static int count_mates(struct position *pos, square from)
{
    enum { PERCENT = 100, EACH_ANSWER = 3 };
    enum color side = position_side(pos), enemy = other_color(side);
    square king = pos->state.king[side], to;
    piece p = pos->pieces[from];
    unsigned fuel = pos->fuel[from];
    const struct set empty = pos->sets[SET_EMPTY];
    int sum = 0;
    position_put(pos, from, EMPTY, 0, NULL);
    bool discovered = position_attacked(pos, king, enemy);
    for (struct set_walk walk = set_walk(&empty); !discovered && set_next(&walk, &to);) {
        struct move_list answers;
        position_put(pos, to, p, fuel, NULL);
        if (position_attacked(pos, king, enemy)) {
            position_actions(pos, &answers);
            sum += PERCENT / (1 + EACH_ANSWER * (int)answers.count);
        }
        position_put(pos, to, EMPTY, 0, NULL);
    }
    position_put(pos, from, p, fuel, NULL);
    return sum;
}

// What the enemy's pieces might do later: the squares from which they would mate, whether or not they can go there at once. With more
// `moves` to choose from, it takes longer until they do.
static int worth_of_nets(const struct position *pos, unsigned moves)
{
    enum { EACH = 5, FEW = 3 };
    struct position work = *pos;
    enum color enemy = other_color(position_side(pos));
    int sum = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[enemy]); set_next(&walk, &s);)
        if (s != pos->state.king[enemy] && !pos->variant->pieces[piece_type_of(pos->pieces[s])].is_pawn)
            sum += count_mates(&work, s);
    return EACH * sum / (int)(moves + FEW);
}

int snare_worth(const struct valuation *valuation, const struct position *pos)
{
    enum { FEW = 10, HELPLESS = -1000 }; // what it is worth that the enemy has no move
    struct move_list own;
    position_actions(pos, &own);
    if (!own.count)
        return snare_end(pos, position_side(pos));
    int worth = worth_of_men(valuation, pos) + worth_of_kings(pos);
    if (position_in_check(pos))
        return worth;
    unsigned moves;
    worth += worth_of_ends(pos, own.count < FEW, &moves);
    return moves ? worth + worth_of_nets(pos, moves) : HELPLESS;
}
