// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the text of one action.
#include "notation/san_form.h"

#include "base/text.h"
#include "position/game.h"

#include <stdio.h>
#include <string.h>

// The current place in the text.
struct cursor {
    const char *text; // the whole turn
    const char *c;
    const struct variant *variant;
    struct error *err;
};

static bool fail(const struct cursor *cursor, const char *expected)
{
    char at[32];
    snprintf(at, sizeof at, "move[%zu]", (size_t)(cursor->c - cursor->text));
    unsigned char c = (unsigned char)*cursor->c;
    if (!c)
        return error_set(cursor->err, ERROR_MOVE_SYNTAX, at, "the move ends where %s is expected", expected);
    if (c < ' ' || c >= 127)
        return error_set(cursor->err, ERROR_MOVE_SYNTAX, at, "%s is expected, not byte %u", expected, c);
    return error_set(cursor->err, ERROR_MOVE_SYNTAX, at, "%s is expected, not '%c'", expected, c);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool read_square(struct cursor *cursor, square *s)
{
    return square_read(&cursor->c, cursor->variant->board.width, cursor->variant->board.height, s);
}

// Reads the file and rank of origin, either of them, or neither; always succeeds.
static void read_origin(struct cursor *cursor, int *file, int *rank)
{
    unsigned number;
    *file = *rank = -1;
    if (*cursor->c >= 'a' && *cursor->c < 'a' + cursor->variant->board.width)
        *file = *cursor->c++ - 'a';
    const char *digits = cursor->c;
    if (text_read_number(&cursor->c, cursor->variant->board.height, &number)) {
        if (number)
            *rank = (int)number - 1;
        else
            cursor->c = digits;
    }
}

static char read_separator(struct cursor *cursor)
{
    switch (*cursor->c) {
    case '-':
        cursor->c++;
        return '-';
    case 'x':
    case 'X':
    case ':':
        cursor->c++;
        return 'x';
    default:
        return 0;
    }
}

// Reads O-O-O, 0-0 and the like; the cursor stays where it is if there is no castling.
static bool read_castling(struct cursor *cursor, struct form *form)
{
    char o = *cursor->c;
    if ((o != 'O' && o != '0' && o != 'o') || cursor->c[1] != '-' || cursor->c[2] != o)
        return false;
    bool queen = cursor->c[3] == '-' && cursor->c[4] == o;
    form->kind = FORM_CASTLE;
    form->wing = queen ? WING_QUEEN : WING_KING;
    cursor->c += queen ? 5 : 3;
    return true;
}

// The letter of the chess figurine at the cursor, of either colour, and the place after it; 0 if there is none.
static char read_figure(struct cursor *cursor)
{
    static const char letters[] = "KQRBNP"; // U+2654 to U+2659, and again to U+265F
    const unsigned char *c = (const unsigned char *)cursor->c;
    if (c[0] != 0xe2 || c[1] != 0x99 || c[2] < 0x94 || c[2] > 0x9f)
        return 0;
    cursor->c += 3;
    // A variation selector after it says how it is drawn.
    if (c[3] == 0xef && c[4] == 0xb8 && (c[5] == 0x8e || c[5] == 0x8f))
        cursor->c += 3;
    return letters[(c[2] - 0x94) % 6];
}

// Reads an upper-case letter, or the figurine for it, as the upper-case letter; the cursor stays where it is if there
// is neither.
static char read_letter(struct cursor *cursor)
{
    return is_upper(*cursor->c) ? *cursor->c++ : read_figure(cursor);
}

static bool read_type(struct cursor *cursor, bool plus, char upper, piece_type *type)
{
    const char text[] = {'+', upper};
    *type = variant_type_of_text(cursor->variant, text + !plus, 1U + plus);
    if (*type)
        return true;
    char expected[64];
    snprintf(expected, sizeof expected, "a letter of a piece of %s", cursor->variant->game->title);
    return fail(cursor, expected);
}

// =Q, (Q), /Q or Q after a target square.
static bool read_promotion(struct cursor *cursor, struct form *form)
{
    char opening = *cursor->c;
    bool marked = opening == '=' || opening == '(' || opening == '/';
    struct cursor here = *cursor;
    if (opening == '/' && cursor->variant->gates)
        return true;
    if (!marked && !is_upper(opening) && (opening < 'a' || opening > 'z') && !read_figure(&here))
        return true;
    if (strncmp(cursor->c, "ep", 2) == 0 || strncmp(cursor->c, "e.p", 3) == 0)
        return true;
    if (marked)
        cursor->c++;
    struct cursor before = *cursor;
    bool plus = marked && *cursor->c == '+';
    cursor->c += plus;
    char letter = *cursor->c;
    if (letter >= 'a' && letter <= 'z') {
        letter = (char)(letter - 'a' + 'A');
        cursor->c++;
    } else {
        letter = read_letter(cursor);
    }
    if (!letter)
        return fail(cursor, "the letter of the new piece");
    if (!read_type(&before, plus, letter, &form->promotion))
        return false;
    if (opening == '(' && *cursor->c++ != ')') {
        cursor->c--;
        return fail(cursor, "')'");
    }
    return true;
}

// /H after a move, and /He1 after castling, as other programs write it that a man comes in.
static bool read_entry(struct cursor *cursor, struct form *form)
{
    if (*cursor->c != '/' || !cursor->variant->gates)
        return true;
    cursor->c++;
    struct cursor before = *cursor;
    char letter = read_letter(cursor);
    if (!letter)
        return fail(cursor, "the letter of the piece that comes in");
    if (!read_type(&before, false, letter, &form->entry))
        return false;
    read_square(cursor, &form->entry_at);
    return true;
}

static bool read_piece_move(struct cursor *cursor, struct form *form)
{
    form->kind = FORM_PIECE;
    struct cursor before = *cursor;
    bool plus = *cursor->c == '+';
    cursor->c += plus;
    char letter = read_letter(cursor);
    if (plus && !letter)
        return fail(cursor, "the letter of a promoted piece");
    if (letter) {
        if (!read_type(&before, plus, letter, &form->type))
            return false;
        if (*cursor->c == '@') {
            cursor->c++;
            form->kind = FORM_DROP;
            return read_square(cursor, &form->to) || fail(cursor, "a square");
        }
    }
    const char *begin = cursor->c;
    read_origin(cursor, &form->from_file, &form->from_rank);
    const char *behind = cursor->c;
    form->separator = read_separator(cursor);
    if (!read_square(cursor, &form->to)) {
        // What looked like the origin is the target.
        if (form->separator || form->from_file < 0 || form->from_rank < 0) {
            if (!form->separator && cursor->c == begin && form->type == TYPE_NONE)
                return fail(cursor, "a move");
            return fail(cursor, "a square");
        }
        form->to = square_at(form->from_file, form->from_rank);
        form->from_file = form->from_rank = -1;
        cursor->c = behind;
    }
    if (!read_promotion(cursor, form))
        return false;
    form->plus =
        form_has_origin(form) && !form->type && !form->separator && !form->promotion && *cursor->c == '+';
    return true;
}

static bool read_square_action(struct cursor *cursor, struct form *form)
{
    cursor->c++;
    form->kind = *cursor->c == '@' ? FORM_ADD : FORM_SHIFT;
    square from;
    if (form->kind == FORM_ADD)
        cursor->c++;
    else {
        if (!read_square(cursor, &from))
            return fail(cursor, "a square");
        form->from_file = square_file(from);
        form->from_rank = square_rank(from);
        if (*cursor->c == '-')
            cursor->c++;
    }
    return read_square(cursor, &form->to) || fail(cursor, "a square");
}

static bool read_wall(struct cursor *cursor, struct form *form)
{
    cursor->c++;
    form->kind = FORM_WALL;
    return read_square(cursor, &form->to) || fail(cursor, "a square");
}

static bool read_pass(struct cursor *cursor, struct form *form)
{
    cursor->c += 2;
    form->kind = FORM_PASS;
    return true;
}

// Skips what may follow an action and means nothing to the rules: + # ! ? {48} e.p. and spaces.
static bool skip_suffixes(struct cursor *cursor, struct form *form)
{
    for (;;) {
        size_t skipped = strspn(cursor->c, "+#!? \t");
        if (strncmp(cursor->c + skipped, "e.p.", 4) == 0)
            form->en_passant = true, skipped += 4;
        else if (strncmp(cursor->c + skipped, "ep", 2) == 0)
            form->en_passant = true, skipped += 2;
        else if (cursor->c[skipped] == '{') {
            const char *closing = strchr(cursor->c + skipped, '}');
            if (!closing) {
                cursor->c += strlen(cursor->c);
                return fail(cursor, "'}'");
            }
            skipped = (size_t)(closing - cursor->c) + 1;
        }
        if (!skipped)
            return true;
        cursor->c += skipped;
    }
}

bool form_read(struct form *form, const struct variant *variant, const char *text, const char **c,
               struct error *err)
{
    struct cursor cursor = {text, *c, variant, err};
    *form = (struct form){.from_file = -1, .from_rank = -1, .entry_at = SQUARE_NONE};
    bool read;
    if (**c == '*')
        read = read_wall(&cursor, form);
    else if (!strncmp(*c, "--", 2))
        read = read_pass(&cursor, form);
    else if (**c == '@')
        read = read_square_action(&cursor, form);
    else
        read = read_castling(&cursor, form) || read_piece_move(&cursor, form);
    if (!read || !read_entry(&cursor, form) || !skip_suffixes(&cursor, form))
        return false;
    *c = cursor.c;
    return **c == ',' || !**c || fail(&cursor, "the end of the move");
}
