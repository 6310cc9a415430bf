// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of games with a limited supply of squares: tempi, and a bound on how soon a stalemate is possible.
#include "mechanics/squares.h"
#include "position/position.h"
#include "position/variant.h"

// How many locations a queen reaches on an empty 8×8 board, by the distance of her location from the edge.
static int lines_through(int from_edge)
{
    return 21 + 2 * (from_edge < 3 ? from_edge : 3);
}

static int from_edge(const struct board *board, square s)
{
    int file = square_file(s), rank = square_rank(s);
    int across = file < board->width - 1 - file ? file : board->width - 1 - file;
    int along = rank < board->height - 1 - rank ? rank : board->height - 1 - rank;
    return across < along ? across : along;
}

// Whether nothing is attacked over a greater distance but along a queen's lines on an 8×8 board.
static bool slides_like_queens(const struct variant *variant)
{
    enum { QUEEN_DIRECTIONS = 8, SIDE = 8 };
    if (!variant->royal || variant->board.width != SIDE || variant->board.height != SIDE)
        return false;
    for (unsigned by = WHITE; by <= BLACK; by++) {
        if (variant->special_threat_count[by])
            return false;
        for (unsigned i = 0; i < variant->threat_count[by]; i++)
            if (variant->threats[by][i].longest > 1 && variant->threats[by][i].dir >= QUEEN_DIRECTIONS)
                return false;
    }
    return true;
}

// A side can place a square from its reserve wherever that opens no line to its king. So it cannot be stalemated before
// it has placed them all, one per turn, as long as there is such a location. There is one if more locations lack a
// square than a queen would reach from the king's, if no piece slides in another direction.
int squares_least_to_stalemate(const struct part *part, const struct position *pos, enum color loser,
                               int half_turns)
{
    const struct squares_settings *settings = squares_settings(part);
    if (settings->turn != TURN_ONE_ACTION || squares_reserve(settings) == RESERVE_INFINITE ||
        !slides_like_queens(pos->variant) || !position_has_king(pos, loser))
        return 0;
    int king = from_edge(&pos->variant->board, pos->state.king[loser]) + half_turns / 2;
    int placed = pos->state.reserve[WHITE] + pos->state.reserve[BLACK];
    placed = placed < half_turns ? placed : half_turns;
    if (set_count(&pos->sets[SET_HOLE]) - placed <= lines_through(king))
        return 0;
    return pos->state.reserve[loser];
}

// ---- Tempi ----

// In how many directions the pieces of a side can move. The king's are not counted, because it can rarely use them.
static int steps_of(const struct position *pos, enum color color)
{
    const struct variant *variant = pos->variant;
    struct set_walk walk = set_walk(&pos->sets[color]);
    int count = 0;
    if (position_has_king(pos, color))
        set_remove(&walk.left, pos->state.king[color]);
    for (square s; set_next(&walk, &s);) {
        const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[s])];
        for (unsigned i = 0; i < rules->ride_count[color]; i++) {
            const struct ride *ride = &rules->rides[color][i];
            if (!variant->board.reach[s][ride->dir])
                continue;
            piece there = pos->pieces[s + direction_step[ride->dir].delta];
            count += there == EMPTY ? ride->quiet > 0
                                    : is_piece_of(there, other_color(color)) && ride->capture > 0;
        }
    }
    return count;
}

// The value of the turns that a side can still make: with none it loses, and with few it may soon have none. If a turn
// can place or move a square instead of a piece, that counts, too; a square in reserve can also answer a check.
static int tempi_of(const struct part *part, const struct position *pos, enum color color)
{
    static const int16_t by_tempi[] = {-420, -240, -150, -100, -70, -48, -32, -20, -11, -5};
    enum { PLENTY = sizeof by_tempi / sizeof *by_tempi, IN_RESERVE = 24, OWNED = 7 };
    const struct squares_settings *settings = squares_settings(part);
    int steps = steps_of(pos, color), own = set_count(&pos->owned[color]), score = 0;
    if (squares_reserve(settings) != RESERVE_INFINITE)
        score += IN_RESERVE * pos->state.reserve[color] + OWNED * own;
    if (settings->turn == TURN_ONE_ACTION)
        steps +=
            2 * pos->state.reserve[color] + (settings->owned ? 2 * own : set_count(&pos->sets[SET_EMPTY]));
    return steps < PLENTY ? score + by_tempi[steps] : score;
}

// If both sides can move all empty squares, neither runs out of turns. The king must be mated, so pieces are drawn
// towards it.
static int pressure_of(const struct position *pos, enum color color)
{
    enum { PAWN_STEP = 14, PIECE_STEP = 10 };
    square king = pos->state.king[other_color(color)], s;
    int score = 0;
    if (!position_has_king(pos, other_color(color)))
        return 0;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        int rank = color == WHITE ? square_rank(s) : pos->variant->board.height - 1 - square_rank(s);
        if (piece_type_of(pos->pieces[s]) == TYPE_PAWN)
            score += PAWN_STEP * rank;
        else if (!squares_is_royal(pos, color, s))
            score -= PIECE_STEP * square_distance(s, king);
    }
    return score;
}

int squares_assess(const struct part *part, const struct position *pos)
{
    const struct squares_settings *settings = squares_settings(part);
    int score = tempi_of(part, pos, WHITE) - tempi_of(part, pos, BLACK);
    if (settings->turn == TURN_ONE_ACTION && !settings->owned)
        score += pressure_of(pos, WHITE) - pressure_of(pos, BLACK);
    return score;
}
