// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes position strings, field by field.
#include "notation/fen.h"

#include "base/text.h"
#include "position/game.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <stdio.h>
#include <string.h>

// The position string of a 16×16 board with all its fields is far shorter.
enum { FEN_LENGTH_MAX = 8192, FIELDS_MAX = 16 };

enum {
    FIELD_PLACEMENT,
    FIELD_SIDE,
    FIELD_CASTLING,
    FIELD_EN_PASSANT,
    FIELD_HALFMOVE,
    FIELD_FULLMOVE,
    FIELD_GAME
};

// In the order of castling_index().
static const char castling_letters[] = "KQkq";

struct reader {
    const struct variant *variant;
    struct error *err;
    char text[FEN_LENGTH_MAX + 1]; // a copy in which fields end with '\0'
    const char *end;               // of the whole text
    const char *fields[FIELDS_MAX];
    int field_count;
    struct setup setup;
};

static bool refuse(const struct reader *reader, const char *place, const char *what)
{
    char at[32];
    snprintf(at, sizeof at, "fen[%td]", place - reader->text);
    return error_set(reader->err, ERROR_FEN, at, "%s", what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool split(struct reader *reader, const char *text)
{
    size_t length = strlen(text);
    if (length > FEN_LENGTH_MAX)
        return error_set(reader->err, ERROR_TOO_LARGE, "fen", "a position string has at most %d characters",
                         FEN_LENGTH_MAX);
    memcpy(reader->text, text, length + 1);
    reader->end = reader->text + length;
    char *c = reader->text;
    for (;;) {
        while (is_blank(*c))
            *c++ = '\0';
        if (!*c)
            return true;
        if (reader->field_count == FIELD_GAME + reader->variant->game->field_count)
            return refuse(reader, c, "nothing is expected after the last field");
        reader->fields[reader->field_count++] = c;
        while (*c && !is_blank(*c))
            c++;
    }
}

static piece piece_of_letter(char c)
{
    return c >= 'a' ? piece_of(type_of_letter((char)(c - 'a' + 'A')), BLACK)
                    : piece_of(type_of_letter(c), WHITE);
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// The letter at c as a piece of the game.
static bool read_piece(const struct reader *reader, const char *c, piece *p)
{
    if (!is_letter(*c))
        return refuse(reader, c, "a piece letter, a number or * is expected here");
    *p = piece_of_letter(*c);
    if (!reader->variant->pieces[piece_type_of(*p)].name)
        return refuse(reader, c, "no piece of this game has this letter");
    return true;
}

static bool read_rank(struct reader *reader, const char **cursor, int rank)
{
    const char *c = *cursor;
    int width = reader->variant->board.width, file = 0;
    while (*c && *c != '/' && *c != '[') {
        const char *start = c;
        unsigned run = 1;
        piece p = EMPTY;
        if (*c >= '0' && *c <= '9') {
            if (*c == '0' || !text_read_number(&c, GRID_SIDE, &run))
                return refuse(reader, start,
                              "a run of empty squares is a number from 1 to the width of the board");
        } else if (*c == '*') {
            p = HOLE;
            c++;
        } else {
            if (!read_piece(reader, c, &p))
                return false;
            c++;
        }
        if (file + (int)run > width)
            return refuse(reader, start, "this rank has more files than the board");
        for (; run; run--)
            reader->setup.pieces[square_at(file++, rank)] = p;
    }
    if (file < width)
        return refuse(reader, c, "this rank has fewer files than the board");
    *cursor = c;
    return true;
}

static bool read_hand(struct reader *reader, const char *c)
{
    for (c++; *c && *c != ']'; c++) {
        piece p = EMPTY;
        if (!read_piece(reader, c, &p))
            return false;
        uint8_t *count = &reader->setup.hand[piece_color(p)][piece_type_of(p)];
        if (!reader->variant->hands)
            return refuse(reader, c, "this game has no pieces in hand");
        if (*count == UINT8_MAX)
            return refuse(reader, c, "the hand has too many pieces of this kind");
        ++*count;
    }
    if (*c != ']')
        return refuse(reader, c, "the hand must end with ]");
    if (c[1])
        return refuse(reader, c + 1, "nothing is expected between the hand and the next field");
    return true;
}

static bool read_placement(struct reader *reader)
{
    const char *c = reader->fields[FIELD_PLACEMENT];
    for (int rank = reader->variant->board.height - 1; rank >= 0; rank--) {
        if (!read_rank(reader, &c, rank))
            return false;
        if (rank && *c != '/')
            return refuse(reader, c, "the placement has fewer ranks than the board");
        c += rank ? 1 : 0;
    }
    if (*c == '/')
        return refuse(reader, c, "the placement has more ranks than the board");
    return *c ? read_hand(reader, c) : true;
}

static bool read_side(struct reader *reader)
{
    const char *text = reader->fields[FIELD_SIDE];
    if (strcmp(text, "w") != 0 && strcmp(text, "b") != 0)
        return refuse(reader, text, "the side to move is w or b");
    reader->setup.side = *text == 'w' ? WHITE : BLACK;
    return true;
}

static bool read_castling(struct reader *reader)
{
    const char *c = reader->fields[FIELD_CASTLING];
    if (!strcmp(c, "-"))
        return true;
    for (; *c; c++) {
        const char *right = strchr(castling_letters, *c);
        unsigned bit = right ? 1U << (right - castling_letters) : 0;
        if (!right || reader->setup.castling & bit)
            return refuse(reader, c, "castling rights are some of KQkq, each once, or -");
        reader->setup.castling = (uint8_t)(reader->setup.castling | bit);
    }
    return true;
}

static bool read_en_passant(struct reader *reader)
{
    const char *text = reader->fields[FIELD_EN_PASSANT], *c = text;
    square target;
    if (!strcmp(text, "-"))
        return true;
    if (!square_read(&c, reader->variant->board.width, reader->variant->board.height, &target) || *c)
        return refuse(reader, text, "the en-passant target is a square of the board, or -");
    reader->setup.en_passant = target;
    return true;
}

static bool read_counter(struct reader *reader, int field, unsigned maximum, const char *what,
                         uint16_t *value)
{
    if (field >= reader->field_count)
        return true;
    const char *text = reader->fields[field], *c = text;
    unsigned number;
    if (!text_read_number(&c, maximum, &number) || *c)
        return refuse(reader, text, what);
    *value = (uint16_t)number;
    return true;
}

// Some programs count from 0 or write 0 for a number that they do not know. As in Stockfish and python-chess, that is 1.
static bool read_fullmove(struct reader *reader)
{
    uint16_t *fullmove = &reader->setup.fullmove;
    if (!read_counter(reader, FIELD_FULLMOVE, FULLMOVE_MAX,
                      "the full-move number is a number from 1 to 60000", fullmove))
        return false;
    if (!*fullmove)
        *fullmove = 1;
    return true;
}

static bool read_game_fields(struct reader *reader)
{
    const struct game *game = reader->variant->game;
    for (int i = 0; i < game->field_count; i++) {
        struct game_field field = {.err = reader->err};
        if (FIELD_GAME + i < reader->field_count) {
            field.text = reader->fields[FIELD_GAME + i];
            field.offset = (size_t)(field.text - reader->text);
        }
        if (!game->read_field(&reader->setup, reader->variant, i, &field))
            return false;
    }
    return true;
}

static bool read_fields(struct reader *reader)
{
    if (reader->field_count <= FIELD_EN_PASSANT)
        return refuse(reader, reader->end,
                      "placement, side to move, castling rights and en-passant target are needed");
    return read_placement(reader) && read_side(reader) && read_castling(reader) && read_en_passant(reader) &&
           read_counter(reader, FIELD_HALFMOVE, HALFMOVE_MAX,
                        "the half-move clock is a number from 0 to 9999", &reader->setup.halfmove) &&
           read_fullmove(reader) && read_game_fields(reader);
}

bool fen_read(struct position *pos, const struct variant *variant, const char *text, struct error *err)
{
    struct reader reader = {.variant = variant, .err = err};
    if (!strcmp(text, "startpos"))
        text = variant->start;
    setup_init(&reader.setup, variant);
    return split(&reader, text) && read_fields(&reader) &&
           position_from_setup(pos, variant, &reader.setup, err);
}

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
        buffer_add_char(out, p == HOLE ? '*' : piece_letter(p));
    }
    if (run)
        buffer_addf(out, "%d", run);
}

static bool add_hand_piece(const struct position *pos, char letter, enum color color, struct buffer *out)
{
    unsigned count = pos->hand[color][type_of_letter(letter)];
    for (unsigned i = 0; i < count; i++)
        buffer_add_char(out, piece_letter(piece_of(type_of_letter(letter), color)));
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
    if (!any)
        buffer_truncate(out, before);
}

static void write_castling(const struct position *pos, struct buffer *out)
{
    for (unsigned i = 0; i < 4; i++)
        if (pos->state.castling >> i & 1)
            buffer_add_char(out, castling_letters[i]);
    if (!pos->state.castling)
        buffer_add_char(out, '-');
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
    char target[SQUARE_NAME_SIZE] = "-";
    if (pos->state.en_passant != SQUARE_NONE)
        square_name(pos->state.en_passant, target);
    buffer_addf(out, " %s %u %u", target, pos->state.halfmove, pos->state.fullmove);
    for (int i = 0; i < pos->variant->game->field_count; i++) {
        buffer_add_char(out, ' ');
        pos->variant->game->write_field(pos, i, out);
    }
}
