// SPDX-License-Identifier: GPL-3.0-or-later
// Mop-up and drawish endings.
#include "search/terms/endings.h"

#include "search/terms/king.h"

#include <stdlib.h>

// In tenths of a pawn, as struct balance counts material.
enum { WINNING_LEAD = 44, ONE_ROOK = 55, FEW_PIECES = 200 };

// In centipawns.
enum { LEAD = 350, MAJOR = 440 };

static bool has_pawns(const struct survey *survey, enum color color)
{
    for (int file = 1; file <= survey->pos->variant->board.width; file++)
        if (survey->structure->ranks[color][file])
            return true;
    return false;
}

// ---- Mop-up ----

// What the pieces of a side besides its king are.
struct crew {
    unsigned count, bound[2]; // all; and colour-bound ones by the colour of their squares
    bool major;               // one is strong enough to mate with the king's help alone
    int nearness; // to the enemy king, of those that do not ride: how many steps nearer than they could be
};

// The longest distance on the board.
static int span_of(const struct board *board)
{
    return (board->width > board->height ? board->width : board->height) - 1;
}

static struct crew crew_of(const struct survey *survey, enum color color)
{
    const struct position *pos = survey->pos;
    const struct valuation *valuation = &survey->evaluator->valuation;
    struct crew crew = {0};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = piece_type_of(pos->pieces[s]);
        if (!valuation->material[type])
            continue;
        crew.count++;
        crew.major |= valuation->size[type] >= MAJOR;
        crew.bound[square_shade(s)] += valuation->color_bound[type];
        if (!valuation->rides[type])
            crew.nearness +=
                span_of(&pos->variant->board) - square_distance(s, pos->state.king[other_color(color)]);
    }
    return crew;
}

// How many steps along files and ranks the square is nearer to the nearest corner of a wanted colour than it could be.
static int corner_nearness(const struct board *board, square s, const bool wanted[2])
{
    int longest = board->width + board->height - 2, least = longest;
    for (int corner = 0; corner < 4; corner++) {
        int file = corner & 1 ? board->width - 1 : 0, rank = corner & 2 ? board->height - 1 : 0;
        int distance = abs(square_file(s) - file) + abs(square_rank(s) - rank);
        if (wanted[(file + rank) & 1] && distance < least)
            least = distance;
    }
    return longest - least;
}

// How far the square is from the middle of the board, in half steps along files and ranks.
static int from_middle(const struct board *board, square s)
{
    return abs(2 * square_file(s) - (board->width - 1)) + abs(2 * square_rank(s) - (board->height - 1));
}

// Where the weak side has hardly a piece and the strong one no pawns, mate itself is the aim. Never negative: whoever takes the last pawn
// gains it, and must not lose by it.
static int drive(const struct survey *survey, enum color strong)
{
    enum { EDGE = 6, CORNER = 60, KINGS = 30, HELPERS = 10 };
    const struct board *board = &survey->pos->variant->board;
    square weak = survey->pos->state.king[other_color(strong)];
    struct crew crew = crew_of(survey, strong);
    int push = KINGS * (span_of(board) - square_distance(survey->pos->state.king[strong], weak)) +
               HELPERS * crew.nearness + EDGE * from_middle(board, weak);
    if (crew.major)
        return push;
    // A mate with minor pieces needs a corner; one of colour-bound pieces, a corner that they attack.
    bool any = !crew.bound[0] && !crew.bound[1];
    return push +
           CORNER * corner_nearness(board, weak, (const bool[2]){any || crew.bound[0], any || crew.bound[1]});
}

int endings_mop_up(const struct survey *survey, const struct balance *balance, int eg)
{
    enum { EDGE = 4, KINGS = 6 };
    const struct position *pos = survey->pos;
    // Where pieces are dropped, those on the board are not all that there is.
    if (!king_is_hunted(pos->variant) || !king_has_both(pos) || pos->variant->drops || abs(eg) < LEAD)
        return 0;
    enum color strong = eg > 0 ? WHITE : BLACK, weak = other_color(strong);
    int push = EDGE * from_middle(&pos->variant->board, pos->state.king[weak]) -
               KINGS * square_distance(pos->state.king[WHITE], pos->state.king[BLACK]);
    if (balance->material[weak] <= ONE_ROOK && balance->material[strong] <= FEW_PIECES && !balance->pawn_key)
        push = balance->material[strong] - balance->material[weak] < WINNING_LEAD ? 0 : drive(survey, strong);
    return eg > 0 ? push : -push;
}

// ---- Scaling ----

// Whether each side has one piece, both are colour-bound, and they never meet.
static bool are_opposite(const struct survey *survey, const struct balance *balance)
{
    if (!balance->material[WHITE] || !balance->material[BLACK] || balance->material[WHITE] > ONE_ROOK ||
        balance->material[BLACK] > ONE_ROOK)
        return false;
    struct crew white = crew_of(survey, WHITE), black = crew_of(survey, BLACK);
    return white.count == 1 && black.count == 1 &&
           ((white.bound[0] && black.bound[1]) || (white.bound[1] && black.bound[0]));
}

static bool is_lone_bound_piece(const struct survey *survey, enum color color)
{
    struct crew crew = crew_of(survey, color);
    return crew.count == 1 && crew.bound[0] + crew.bound[1] == 1;
}

int endings_scale(const struct survey *survey, const struct balance *balance, int eg, int score)
{
    const struct variant *variant = survey->pos->variant;
    if (!variant_has_draws(variant) || !king_is_hunted(variant) || variant->drops ||
        variant->hooks.ended.count)
        return score;
    enum color ahead = eg > 0 ? WHITE : BLACK;
    int lead = balance->material[ahead] - balance->material[other_color(ahead)];
    // Without pawns, a lead of less than a rook does not win, and a piece that is bound to squares of one colour mates nobody.
    if (lead < WINNING_LEAD && balance->material[ahead] <= FEW_PIECES && !has_pawns(survey, ahead))
        return is_lone_bound_piece(survey, ahead) ? score / 16 : score / 4;
    return are_opposite(survey, balance) ? score / 2 : score;
}
