// SPDX-License-Identifier: GPL-3.0-or-later
// HnefaChess (Florin Lupusoru, 2024): 16×16 squares with a walled centre; kings run for the corners, and giving mate loses.
#include "games/hnefa.h"

#include "base/memory.h"
#include "games/rows.h"
#include "position/moves/outcome.h"
#include "position/position.h"
#include "position/variant.h"

// The only place that says where the walls (*) and the pieces are.
static const char start[] = "16/4VVVVVVVV4/4VVVGGVVV4/3****2****3/"
                            "1hh*rnbkqbnr*HH1/1hh*pppppppp*HH1/1hh*8*HH1/1hg10GH1/"
                            "1hg10GH1/1hh*8*HH1/1hh*PPPPPPPP*HH1/1hh*RNBQKBNR*HH1/"
                            "3****2****3/4vvvggvvv4/4vvvvvvvv4/16 w - - 0 1";

// The central 8×8 is files e to l, ranks 5 to 12; counted from 0.
enum { INNER_LEFT = 4, INNER_RIGHT = 11, INNER_BOTTOM = 4, INNER_TOP = 11 };

// Horizontal pawns promote on these files, vertical ones on these ranks, by colour.
static const int promotion_file[2] = {8, 7}, promotion_rank[2] = {8, 7};

static const struct piece_description pieces[] = {
    {'K', "king", "K"},
    {'Q', "queen", "Q"},
    {'R', "rook", "R"},
    {'B', "bishop", "B"},
    {'N', "knight", "N"},
    {'P', "pawn", "mfWcfF"},
    {'H', "horizontal pawn", "mWcF"},
    {'V', "vertical pawn", "mWcF"},
    {'G', "guard", "WF"},
};

static const struct site sites[] = {
    {"gate", "h4 i4 h13 i13 d8 d9 m8 m9"},
    {"corner", "a1 p1 a16 p16"},
    {0},
};

static const char promotions[] = "QRBN";

// ---- The board ----

// The walls in the start position.
static struct set find_walls(const struct board *board)
{
    struct set walls = {{0}};
    int file = 0, rank = board->height - 1;
    for (const char *c = start; *c != ' '; c++) {
        int run = 0;
        while (*c >= '0' && *c <= '9')
            run = 10 * run + (*c++ - '0');
        file += run;
        if (*c == ' ')
            break;
        if (*c == '/') {
            file = 0;
            rank--;
            continue;
        }
        if (*c == '*')
            set_add(&walls, square_at(file, rank));
        file++;
    }
    return walls;
}

static bool is_wall(const struct set *walls, square s, int dx, int dy)
{
    int file = square_file(s) + dx, rank = square_rank(s) + dy;
    return file >= 0 && file < GRID_SIDE && rank >= 0 && rank < GRID_SIDE &&
           set_has(walls, square_at(file, rank));
}

// A leap of (1,2) passes between two locations, one step along its long side from the start and one step back from
// the target; it is blocked if both are walls.
static void block_knights(struct board *board, const struct set *walls)
{
    square s;
    for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);)
        for (direction d = 0; d < DIRECTIONS; d++) {
            int dx = direction_step[d].dx, dy = direction_step[d].dy;
            if (dx * dx + dy * dy != 5)
                continue;
            int along = dx * dx > dy * dy ? dx / 2 : 0, up = dx * dx > dy * dy ? 0 : dy / 2;
            if (is_wall(walls, s, along, up) && is_wall(walls, s, dx - along, dy - up))
                board->reach[s][d] = 0;
        }
}

static bool is_inside(square s)
{
    return square_file(s) >= INNER_LEFT && square_file(s) <= INNER_RIGHT && square_rank(s) >= INNER_BOTTOM &&
           square_rank(s) <= INNER_TOP;
}

// On files d and m, a gate is a gap in the wall.
static bool is_side_gate(square s)
{
    int file = square_file(s), rank = square_rank(s);
    return (file == INNER_LEFT - 1 || file == INNER_RIGHT + 1) && rank >= INNER_BOTTOM && rank <= INNER_TOP;
}

static bool is_corner(square s)
{
    int file = square_file(s), rank = square_rank(s);
    return (file == 0 || file == GRID_SIDE - 1) && (rank == 0 || rank == GRID_SIDE - 1);
}

// ---- Pawns ----

// The ranks of the inner board on which the regular pawns of a colour start and promote.
static int pawn_home(enum color color)
{
    return color == WHITE ? INNER_BOTTOM + 1 : INNER_TOP - 1;
}

static int pawn_goal(enum color color)
{
    return color == WHITE ? INNER_TOP : INNER_BOTTOM;
}

static void mark_pawns(struct variant *variant, enum color color)
{
    struct piece_rules *pawn = &variant->pieces[TYPE_PAWN];
    struct piece_rules *horizontal = &variant->pieces[type_of_letter('H')];
    struct piece_rules *vertical = &variant->pieces[type_of_letter('V')];
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
        if (is_inside(s) && square_rank(s) == pawn_home(color))
            set_add(&pawn->double_step[color], s);
        if (is_side_gate(s))
            set_add(&pawn->slip[color], s);
        if (square_rank(s) == pawn_goal(color))
            set_add(&pawn->promotion[color], s);
        if (is_inside(s) && square_file(s) == promotion_file[color])
            set_add(&horizontal->promotion[color], s);
        if (is_inside(s) && square_rank(s) == promotion_rank[color])
            set_add(&vertical->promotion[color], s);
    }
}

static void prepare(struct variant *variant)
{
    struct set walls = find_walls(&variant->board);
    board_remove(&variant->board, &walls);
    block_knights(&variant->board, &walls);
    variant->mate_loses = true;
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++)
        variant_add_piece(variant, &pieces[i]);
    for (const char *letter = "PHV"; *letter; letter++) {
        struct piece_rules *rules = &variant->pieces[type_of_letter(*letter)];
        rules->promotes = rules->resets_clock = true;
    }
    // The other two kinds can step back to where they came from.
    variant->pieces[TYPE_PAWN].is_pawn = variant->pieces[TYPE_PAWN].one_way = true;
    variant->pieces[TYPE_PAWN].slips = true;
    mark_pawns(variant, WHITE);
    mark_pawns(variant, BLACK);
    for (const char *letter = promotions; *letter; letter++)
        variant->promotions[variant->promotion_count++] = type_of_letter(*letter);
    variant->start = memory_try_copy_text(start);
}

// ---- The end ----

static bool ended(const struct position *pos, struct outcome *outcome)
{
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (is_corner(pos->state.king[color])) {
            *outcome = (struct outcome){result_of_winner((enum color)color), REASON_CORNER};
            return true;
        }
    return false;
}

// Whoever gives mate loses.
static struct outcome stuck(const struct position *pos, bool in_check)
{
    if (!in_check)
        return (struct outcome){RESULT_DRAW, REASON_STALEMATE};
    return (struct outcome){result_of_winner(position_side(pos)), REASON_MATE_LOSES};
}

// ---- Impossible positions ----

static bool refuse(square s, const char *what, struct error *err)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    return error_set(err, ERROR_FEN, name, what, name);
}

static bool validate(const struct position *pos, struct error *err)
{
    square s;
    for (struct set_walk walk = set_walk(&pos->variant->board.locations); set_next(&walk, &s);) {
        // A pawn never goes back, and on its last rank it would have promoted.
        bool reachable = square_rank(s) >= INNER_BOTTOM + 1 && square_rank(s) <= INNER_TOP - 1;
        if (is_piece(pos->pieces[s]) && piece_type_of(pos->pieces[s]) == TYPE_PAWN && !reachable)
            return refuse(s, "no regular pawn can be on %s, only on ranks 6 to 11", err);
    }
    if (is_corner(pos->state.king[WHITE]) && is_corner(pos->state.king[BLACK]))
        return refuse(pos->state.king[BLACK],
                      "only one king can have reached a corner, but there is one on %s as well", err);
    return true;
}

const struct game game_hnefa = {
    .name = "hnefa",
    .title = "HnefaChess",
    .author = "Florin Lupusoru, 2024",
    .summary =
        "A 16×16 board with a walled centre: a king that reaches a corner wins, and giving mate loses.",
    .width = GRID_SIDE,
    .height = GRID_SIDE,
    .sites = sites,
    .help = hnefa_help,
    .prepare = prepare,
    .ended = ended,
    .stuck = stuck,
    .assess = hnefa_assess,
    .validate = validate,
};
