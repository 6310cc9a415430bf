// SPDX-License-Identifier: GPL-3.0-or-later
// Reads sets of squares: "d4 e4", "*8" for a rank, "e*" for a file, "c3-f6" for a rectangle.
#include "base/text.h"
#include "variants/value/value.h"

#include <string.h>

// A list of squares being read.
struct list {
    const char *text, *cursor;
    const struct value_context *context;
    struct value_fault *fault;
};

static bool refuse(struct list *list, const char *place, const char *what)
{
    return value_refuse(list->fault, list->text, place, "%s", what);
}

// Notes the first place beyond the board. What is there is left out.
static void note_beyond(const struct list *list, const char *start, int file, int rank)
{
    bool beyond = file >= list->context->width || rank >= list->context->height;
    if (!beyond || list->fault->length)
        return;
    value_refuse(list->fault, list->text, start, "the board ends at %c%d; what is beyond it is ignored",
                 'a' + list->context->width - 1, list->context->height);
}

// Adds the part of a rectangle that is on the board, which may be smaller than that of the parent whose text this is.
static void add_rectangle(const struct list *list, square a, square b, struct set *squares)
{
    int left = square_file(a), right = square_file(b), bottom = square_rank(a), top = square_rank(b);
    for (int rank = bottom < top ? bottom : top; rank <= (bottom < top ? top : bottom); rank++)
        for (int file = left < right ? left : right; file <= (left < right ? right : left); file++)
            if (rank < list->context->height && file < list->context->width)
                set_add(squares, square_at(file, rank));
}

static bool is_end(char c)
{
    return !c || c == ' ' || c == '\t';
}

// "*8"
static bool read_rank(struct list *list, struct set *squares)
{
    const char *start = list->cursor++;
    unsigned rank;
    if (!text_read_number(&list->cursor, GRID_SIDE, &rank) || !rank || !is_end(*list->cursor))
        return refuse(list, start, "a rank from 1 to 16 is expected after *");
    note_beyond(list, start, 0, (int)rank - 1);
    add_rectangle(list, square_at(0, (int)rank - 1), square_at(GRID_SIDE - 1, (int)rank - 1), squares);
    return true;
}

// Files may be capitals, as in Fairy-Stockfish.
static int file_of(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : GRID_SIDE;
}

static bool read_square(struct list *list, square *s)
{
    int file = file_of(*list->cursor);
    unsigned rank;
    if (file >= GRID_SIDE)
        return false;
    list->cursor++;
    if (!text_read_number(&list->cursor, GRID_SIDE, &rank) || !rank)
        return false;
    *s = square_at(file, (int)rank - 1);
    return true;
}

// "e*", "e4" or "c3-f6"
static bool read_area(struct list *list, struct set *squares)
{
    static const char expected[] =
        "a square such as e4, a rank such as *8, a file such as e*, or a rectangle such as c3-f6 is expected";
    const char *start = list->cursor;
    int file = file_of(*start);
    if (file < GRID_SIDE && start[1] == '*' && is_end(start[2])) {
        list->cursor += 2;
        note_beyond(list, start, file, 0);
        add_rectangle(list, square_at(file, 0), square_at(file, GRID_SIDE - 1), squares);
        return true;
    }
    square a, b;
    if (!read_square(list, &a))
        return refuse(list, start, expected);
    b = a;
    if (*list->cursor == '-') {
        list->cursor++;
        if (!read_square(list, &b))
            return refuse(list, start, expected);
    }
    if (!is_end(*list->cursor))
        return refuse(list, start, expected);
    note_beyond(list, start, square_file(a), square_rank(a));
    note_beyond(list, start, square_file(b), square_rank(b));
    add_rectangle(list, a, b, squares);
    return true;
}

static bool read_item(struct list *list, struct set *squares)
{
    return *list->cursor == '*' ? read_rank(list, squares) : read_area(list, squares);
}

bool value_read_squares(const char *text, const struct value_context *context, struct set *squares,
                        struct value_fault *fault)
{
    struct list list = {text, text, context, fault};
    *squares = (struct set){{0}};
    if (!strcmp(text, "-"))
        return true;
    for (value_skip_blanks(&list.cursor); *list.cursor; value_skip_blanks(&list.cursor))
        if (!read_item(&list, squares))
            return false;
    return true;
}

bool value_read_piece_squares(const char *text, const struct value_context *context,
                              struct set squares[LETTER_TYPES], struct value_fault *fault)
{
    struct list list = {text, text, context, fault};
    piece_type type = TYPE_NONE;
    memset(squares, 0, LETTER_TYPES * sizeof *squares);
    if (!strcmp(text, "-"))
        return true;
    for (value_skip_blanks(&list.cursor); *list.cursor; value_skip_blanks(&list.cursor)) {
        if (list.cursor[1] == ':') {
            type = value_read_letter(text, &list.cursor, context, fault);
            if (!type)
                return false;
            list.cursor++;
            value_skip_blanks(&list.cursor);
        }
        if (!type)
            return refuse(&list, list.cursor, "a piece and its squares are expected, such as h:*9");
        struct set skipped = {{0}};
        if (!read_item(&list, type == TYPE_GONE ? &skipped : &squares[type]))
            return false;
    }
    return true;
}
