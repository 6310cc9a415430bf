// SPDX-License-Identifier: GPL-3.0-or-later
// What the search is told about games with a limited supply of squares: how far off a stalemate is.
#include "games/squares.h"

// King's lines: all locations that a queen would reach on an empty 8×8 board, by the king's distance from the edge.
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

// A side with a square in reserve can place it wherever it opens no line to its
// king, so it is not stalemated before it has placed them all, one a turn. There
// is such a location when more are without a square than lie on the king's lines;
// the pieces of the armies slide along the queen's lines only.
int squares_least_to_stalemate(const struct position *pos, enum color loser, int half_turns)
{
    const struct squares_row *row = squares_row(pos->variant);
    if (row->turn != TURN_ONE_ACTION || row->reserve == RESERVE_INFINITE)
        return 0;
    int king = from_edge(&pos->variant->board, pos->state.king[loser]) + half_turns / 2;
    int placed = pos->state.reserve[WHITE] + pos->state.reserve[BLACK];
    placed = placed < half_turns ? placed : half_turns;
    if (set_count(&pos->sets[SET_HOLE]) - placed <= lines_through(king))
        return 0;
    return pos->state.reserve[loser];
}
