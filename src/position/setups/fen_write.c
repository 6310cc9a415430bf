// SPDX-License-Identifier: GPL-3.0-or-later
// Writes position strings, field by field.
#include "position/fen.h"
#include "position/position.h"
#include "position/variant.h"

static void write_rank(const struct position *pos, int rank, struct buffer *out)
{
    int width = pos->variant->board.width, run = 0;
    for (int file = 0; file < width; file++) {
        piece p = pos->pieces[square_at(file, rank)];
        if (p == EMPTY) {
            run++;
            continue;
        }
        if (run)
            buffer_addf(out, "%d", run);
        run = 0;
        buffer_add(out, p == HOLE ? "*" : variant_piece_text(pos->variant, p));
    }
    if (run)
        buffer_addf(out, "%d", run);
}

static bool add_hand_piece(const struct position *pos, char letter, enum color color, struct buffer *out)
{
    unsigned count = pos->hand[color][type_of_letter(letter)];
    for (unsigned i = 0; i < count; i++)
        buffer_add(out, variant_piece_text(pos->variant, piece_of(type_of_letter(letter), color)));
    return count > 0;
}

static void write_hand(const struct position *pos, struct buffer *out)
{
    size_t before = out->length;
    buffer_add_char(out, '[');
    bool any = false;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (const char *letter = "KQRBNACDEFGHIJLMOPSTUVWXYZ"; *letter; letter++)
            any |= add_hand_piece(pos, *letter, (enum color)color, out);
    buffer_add_char(out, ']');
    if (!any && !(pos->variant->hands && pos->variant->drops) && !pos->variant->gates)
        buffer_truncate(out, before);
}

static char castling_letter(const struct position *pos, unsigned index)
{
    if (!pos->variant->castlings_by_files)
        return CASTLING_LETTERS[index];
    return (char)((index < castling_index(BLACK, WING_KING) ? 'A' : 'a') + pos->castling_files[index][1]);
}

static void write_castling(const struct position *pos, struct buffer *out)
{
    const struct part *others = pos->variant->hooks.rights;
    size_t before = out->length;
    for (unsigned i = 0; i < 4; i++) {
        if (pos->state.castling >> i & 1)
            buffer_add_char(out, castling_letter(pos, i));
        if (others && i % 2)
            others->mechanism->write_rights(others, pos, (enum color)(i / 2), out);
    }
    if (out->length == before)
        buffer_add_char(out, '-');
}

static void add_square(uint16_t s, struct buffer *out)
{
    char name[SQUARE_NAME_SIZE];
    square_name((square)s, name);
    buffer_add(out, name);
}

static void write_en_passant(const struct position *pos, struct buffer *out)
{
    const struct state *state = &pos->state;
    if (state->en_passant == SQUARE_NONE) {
        buffer_add_char(out, '-');
        return;
    }
    add_square(state->en_passant, out);
    if (state->en_passant_far != SQUARE_NONE)
        add_square(state->en_passant_far, out);
    bool straight = square_file((square)state->en_passant_piece) == square_file((square)state->en_passant);
    if (pos->variant->en_passant_anyhow && !straight)
        add_square(state->en_passant_piece, out);
}

static void write_game_field(const struct position *pos, unsigned number, struct buffer *out)
{
    for_each_part (part, &pos->variant->hooks.fields) {
        if (number < part->mechanism->field_count) {
            part->mechanism->write_field(part, pos, (int)number, out);
            return;
        }
        number -= part->mechanism->field_count;
    }
}

void fen_write_part(const struct position *pos, unsigned part, struct buffer *out)
{
    if (part == FEN_RIGHTS)
        write_castling(pos, out);
    else if (part == FEN_TARGET)
        write_en_passant(pos, out);
    else
        write_game_field(pos, part - FEN_GAME_FIELD, out);
}

void fen_write(const struct position *pos, struct buffer *out)
{
    assert(!pos->state.actions);
    for (int rank = pos->variant->board.height - 1; rank >= 0; rank--) {
        write_rank(pos, rank, out);
        if (rank)
            buffer_add_char(out, '/');
    }
    write_hand(pos, out);
    buffer_add(out, position_side(pos) == WHITE ? " w " : " b ");
    write_castling(pos, out);
    buffer_add_char(out, ' ');
    write_en_passant(pos, out);
    const struct hooks *hooks = &pos->variant->hooks;
    if (hooks->early) {
        buffer_add_char(out, ' ');
        hooks->early->mechanism->write_field(hooks->early, pos, 0, out);
    }
    buffer_addf(out, " %u %u", pos->state.halfmove, pos->state.fullmove);
    for_each_part (part, &hooks->fields)
        for (int i = 0; i < part->mechanism->field_count; i++) {
            if (part == hooks->early)
                continue;
            buffer_add_char(out, ' ');
            part->mechanism->write_field(part, pos, i, out);
        }
}
