// SPDX-License-Identifier: GPL-3.0-or-later
// `edit`: the board is set up man by man. Programs use it that do not know yet that we understand `setboard`; XBoard does where a second
// engine joins an analysis, whose features it does not wait for.
#include "protocols/xboard/xboard_state.h"

#include "position/fen.h"
#include "position/position.h"
#include "position/variant.h"

#include <string.h>

void xboard_edit(struct xboard *xboard, const char *rest)
{
    (void)rest;
    xboard->edit.active = true;
    xboard->edit.color = WHITE;
    memcpy(xboard->edit.pieces, xboard->session->position.pieces, sizeof xboard->edit.pieces);
}

// `#`: takes all men off the board; what is no square stays so.
static void clear_board(struct xboard_edit *edit)
{
    for (int s = 0; s < GRID_SQUARES; s++)
        if (is_piece(edit->pieces[s]))
            edit->pieces[s] = EMPTY;
}

// "Pa2", "+Pa2" or, to take a man off, "xa2".
static bool read_man(struct xboard *xboard, const char *text, piece *man, square *s)
{
    const struct variant *variant = xboard->session->variant;
    char inside[COMMAND_WORD_SIZE];
    size_t length = 1 + (*text == '+');
    const char *cursor = inside;
    if (strlen(text) <= length || !xboard_from_outside(xboard, text + length, inside, sizeof inside) ||
        !square_read(&cursor, variant->board.width, variant->board.height, s) || *cursor)
        return false;
    *man = EMPTY;
    if (length == 1 && *text == 'x')
        return true;
    piece_type type = variant_type_of_text(variant, text, length);
    *man = piece_of(type, xboard->edit.color);
    return type != TYPE_NONE;
}

static void add_run(unsigned *run, struct buffer *fen)
{
    if (*run)
        buffer_addf(fen, "%u", *run);
    *run = 0;
}

static void add_board(const struct xboard *xboard, struct buffer *fen)
{
    const struct variant *variant = xboard->session->variant;
    for (int rank = variant->board.height - 1; rank >= 0; rank--) {
        unsigned run = 0;
        for (int file = 0; file < variant->board.width; file++) {
            piece p = xboard->edit.pieces[square_at(file, rank)];
            if (p == EMPTY) {
                run++;
                continue;
            }
            add_run(&run, fen);
            buffer_add(fen, is_piece(p) ? variant->pieces[piece_type_of(p)].text[piece_color(p)] : "*");
        }
        add_run(&run, fen);
        if (rank)
            buffer_add_char(fen, '/');
    }
}

// Rights are not sent: kings and rooks in their places may castle.
static void add_rights(const struct xboard *xboard, struct buffer *fen)
{
    static const char letters[] = CASTLING_LETTERS;
    const struct variant *variant = xboard->session->variant;
    size_t before = fen->length;
    for (unsigned index = 0; index < 4; index++) {
        const struct castling *castling = &variant->castlings[index];
        piece rook = castling->exists ? xboard->edit.pieces[castling->rook_from] : EMPTY;
        if (castling->exists && xboard->edit.pieces[castling->king_from] == castling->king &&
            is_piece_of(rook, piece_color(castling->king)) && castling->rooks >> piece_type_of(rook) & 1)
            buffer_add_char(fen, letters[index]);
    }
    if (fen->length == before)
        buffer_add_char(fen, '-');
}

// `.`: the board is complete. The side to move is who it was.
static void finish(struct xboard *xboard)
{
    struct buffer fen;
    xboard->edit.active = false;
    buffer_init(&fen);
    add_board(xboard, &fen);
    buffer_add(&fen, session_side(xboard->session) == WHITE ? " w " : " b ");
    add_rights(xboard, &fen);
    buffer_add(&fen, " - 0 1");
    xboard_setboard(xboard, buffer_text(&fen));
    buffer_clear(&fen);
}

void xboard_edit_line(struct xboard *xboard, const char *line)
{
    char word[COMMAND_WORD_SIZE];
    const char *rest = line;
    piece man;
    square s;
    if (!command_word(&rest, word))
        return;
    if (!strcmp(word, "."))
        finish(xboard);
    else if (!strcmp(word, "#"))
        clear_board(&xboard->edit);
    else if (!strcmp(word, "c"))
        xboard->edit.color = other_color(xboard->edit.color);
    else if (read_man(xboard, word, &man, &s))
        xboard->edit.pieces[s] = man;
    else
        xboard_error(xboard, "a piece and a square, x and a square, #, c or . is expected in edit", line);
}
