// SPDX-License-Identifier: GPL-3.0-or-later
// Draws boards: one cell for each square, as wide as its fuel needs.
//
//     ascii   8  r50  n50 [b48] …      a mark is a pair of brackets
//     colour  8  ♜50  ♞50  ♝48  …      a mark is a colour of the square
//
// Where squares have owners, an empty one shows its owner; one that may not be moved now is in angle brackets.
//
//     ascii   5   +   =  [.] <=>       White's; Black's; nobody's, marked; Black's, frozen
#include "protocols/diagram.h"

#include "position/turn.h"

#include <stdio.h>
#include <string.h>

// Fuel is low from a quarter of the tank down.
enum { LOW_PART = 4 };

void diagram_mark(struct set *mark, const struct turn *turn)
{
    for (unsigned i = 0; i < turn->count; i++) {
        move m = turn->actions[i];
        enum move_kind kind = move_kind(m);
        if (kind == MOVE_ANNOUNCE || kind == MOVE_END_TURN)
            continue;
        set_add(mark, move_to(m));
        if (kind != MOVE_DROP && kind != MOVE_ADD_SQUARE)
            set_add(mark, move_from(m));
    }
}

// The figure of a piece: a filled one for both sides where colours distinguish them.
static const char *figure(piece p, bool filled)
{
    static const char letters[] = "KQRBNP";
    static const char *const figures[2][6] = {
        {"\u2654", "\u2655", "\u2656", "\u2657", "\u2658", "\u2659"},
        {"\u265a", "\u265b", "\u265c", "\u265d", "\u265e", "\u265f"},
    };
    piece_type type = piece_type_of(p);
    const char *letter = type < LETTER_TYPES ? strchr(letters, type_letter(type)) : NULL;
    return letter ? figures[filled || piece_color(p) == BLACK][letter - letters] : NULL;
}

// Promoted pieces have a sign besides their letter, for which all cells then have room.
static int sign_width(const struct variant *variant)
{
    return variant->pieces[LETTER_TYPES].name ? PIECE_TEXT_SIZE - 2 : 0;
}

static void add_piece(const struct variant *variant, const struct diagram_style *style, piece p,
                      struct buffer *out)
{
    const char *drawn = style->unicode ? figure(p, style->color) : NULL;
    int sign = sign_width(variant);
    if (drawn)
        buffer_addf(out, "%s%*s", drawn, sign, "");
    else
        buffer_addf(out, "%-*s", 1 + sign, variant_piece_text(variant, p));
}

// Digits of the fullest tank on the board; 0 in games without fuel.
static int fuel_width(const struct position *pos)
{
    if (!pos->variant->metered)
        return 0;
    unsigned most = 0;
    for (square s = 0; s < GRID_SQUARES; s++)
        if (pos->fuel[s] > most)
            most = pos->fuel[s];
    return most > 99 ? 3 : most > 9 ? 2 : 1;
}

static void add_fuel(const struct position *pos, const struct diagram_style *style, square s, int width,
                     struct buffer *out)
{
    unsigned fuel = pos->fuel[s];
    bool low = style->color && fuel * LOW_PART <= pos->variant->fuel;
    if (low)
        buffer_add(out, fuel ? "\x1b[38;5;16;48;5;220m" : "\x1b[38;5;231;48;5;160m");
    buffer_addf(out, "%-*u", width, fuel);
}

static bool is_frozen(const struct position *pos, square s)
{
    return pos->variant->reserves && pos->pieces[s] != HOLE && position_is_frozen(pos, s);
}

// What an empty square shows.
static const char *empty_sign(const struct position *pos, const struct diagram_style *style, square s)
{
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (pos->variant->owners && set_has(&pos->owned[color], s))
            return style->unicode ? (color == WHITE ? "\u25cb" : "\u25cf") : color == WHITE ? "+" : "=";
    if (style->color && !pos->variant->owners)
        return " ";
    return style->unicode ? "\u00b7" : ".";
}

static void add_square_color(const struct diagram_style *style, square s, struct buffer *out)
{
    bool light = square_shade(s);
    int background = set_has(&style->mark, s) ? 136 : light ? 66 : 60;
    buffer_addf(out, "\x1b[0;48;5;%dm", background);
}

static void add_wall(const struct diagram_style *style, int width, struct buffer *out)
{
    buffer_add(out, style->color ? "\x1b[0;90m" : "");
    for (int i = 0; i < width + 3; i++)
        buffer_add(out, style->unicode ? "\u2592" : "#");
    buffer_add(out, style->color ? "\x1b[0m" : "");
}

static void add_cell(const struct position *pos, const struct diagram_style *style, square s, int width,
                     struct buffer *out)
{
    piece p = pos->pieces[s];
    bool marked = !style->color && set_has(&style->mark, s), frozen = is_frozen(pos, s);
    if (position_is_wall(pos, s)) {
        add_wall(style, width, out);
        return;
    }
    if (p == HOLE) {
        buffer_addf(out, "%s%*s", style->color ? "\x1b[0m" : "", width + 3, "");
        return;
    }
    if (style->color)
        add_square_color(style, s, out);
    buffer_add_char(out, frozen ? '<' : marked ? '[' : ' ');
    if (is_piece(p)) {
        if (style->color)
            buffer_add(out, piece_color(p) == WHITE ? "\x1b[1;38;5;231m" : "\x1b[1;38;5;16m");
        add_piece(pos->variant, style, p, out);
        if (pos->variant->metered)
            add_fuel(pos, style, s, width - sign_width(pos->variant), out);
        if (style->color)
            add_square_color(style, s, out);
    } else {
        buffer_addf(out, "%s%*s", empty_sign(pos, style, s), width, "");
    }
    buffer_add_char(out, frozen ? '>' : marked ? ']' : ' ');
}

static void add_reserve(const struct position *pos, enum color color, struct buffer *out)
{
    unsigned reserve = pos->state.reserve[color];
    if (reserve == RESERVE_INFINITE)
        buffer_addf(out, "%s has unlimited squares", color_name(color));
    else
        buffer_addf(out, "%s has %u square%s", color_name(color), reserve, reserve == 1 ? "" : "s");
}

// What is in reserve, and what the signs on this board mean.
static void add_squares(const struct position *pos, const struct diagram_style *style, struct buffer *out)
{
    buffer_add(out, "In reserve: ");
    add_reserve(pos, WHITE, out);
    buffer_add(out, ", ");
    add_reserve(pos, BLACK, out);
    buffer_add(out, ".\n");
    if (pos->variant->owners)
        buffer_add(out, style->unicode ? "Empty squares: \u25cb White's, \u25cf Black's. Blank is water.\n"
                                       : "Empty squares: + White's, = Black's. Blank is water.\n");
    for (square s = 0; s < GRID_SQUARES; s++)
        if (is_frozen(pos, s)) {
            buffer_add(out, "< > may not be moved now: the opponent has just placed or moved it.\n");
            break;
        }
}

static void add_hand(const struct position *pos, enum color color, struct buffer *out)
{
    bool any = false;
    for (unsigned type = 1; type < LETTER_TYPES; type++)
        for (unsigned i = 0; i < pos->hand[color][type]; i++) {
            if (!any)
                buffer_addf(out, "%s in hand: ", color_name(color));
            buffer_add(out, variant_piece_text(pos->variant, piece_of((piece_type)type, color)));
            any = true;
        }
    if (any)
        buffer_add_char(out, '\n');
}

void diagram_write(const struct position *pos, const struct diagram_style *style, struct buffer *out)
{
    int columns = pos->variant->board.width, rows = pos->variant->board.height,
        width = fuel_width(pos) + sign_width(pos->variant);
    for (int row = 0; row < rows; row++) {
        int rank = style->flipped ? row : rows - 1 - row;
        buffer_addf(out, "%3d ", rank + 1);
        for (int column = 0; column < columns; column++) {
            int file = style->flipped ? columns - 1 - column : column;
            add_cell(pos, style, square_at(file, rank), width, out);
        }
        buffer_add(out, style->color ? "\x1b[0m\n" : "\n");
    }
    buffer_add(out, "    ");
    for (int column = 0; column < columns; column++)
        buffer_addf(out, " %c%*s", 'a' + (style->flipped ? columns - 1 - column : column), width + 1, "");
    buffer_add_char(out, '\n');
    add_hand(pos, WHITE, out);
    add_hand(pos, BLACK, out);
    if (pos->variant->reserves)
        add_squares(pos, style, out);
}
