// SPDX-License-Identifier: GPL-3.0-or-later
// Reads position strings, field by field.
#include "position/fen.h"

#include "base/text.h"
#include "position/game.h"
#include "position/position.h"
#include "position/setup.h"
#include "position/variant.h"

#include <stdio.h>
#include <string.h>

// The position string of a 16×16 board with all its fields is far shorter.
enum { FEN_LENGTH_MAX = 8192, FIELDS_MAX = 24 };

enum {
    FIELD_PLACEMENT,
    FIELD_SIDE,
    FIELD_CASTLING,
    FIELD_EN_PASSANT,
    FIELD_HALFMOVE,
    FIELD_FULLMOVE,
    FIELD_GAME
};

struct reader {
    const struct variant *variant;
    struct error *err;
    char text[FEN_LENGTH_MAX + 1]; // a copy in which fields end with '\0'
    const char *end;               // of the whole text
    const char *fields[FIELDS_MAX];
    int field_count;
    const char *early; // the field before the clocks, or NULL
    struct error
        *rights; // gets what is wrong with castling rights by files, which is no failure then; or NULL
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
        if (reader->field_count == FIELD_GAME + reader->variant->hooks.field_count)
            return refuse(reader, c, "nothing is expected after the last field");
        reader->fields[reader->field_count++] = c;
        while (*c && !is_blank(*c))
            c++;
    }
}

// A piece of the game at *cursor: "N", or "+P" or "Q~" if it is promoted.
static bool read_piece(const struct reader *reader, const char **cursor, piece *p)
{
    const char *c = *cursor, *letter = c + (*c == '+');
    if (!text_is_letter(*letter))
        return refuse(reader, letter, "a piece letter, a number or * is expected here");
    size_t length = (size_t)(letter - c) + 1 + (letter[1] == '~');
    bool black = *letter >= 'a';
    char text[PIECE_TEXT_SIZE];
    if (length < sizeof text) {
        memcpy(text, c, length);
        text[letter - c] = black ? (char)(*letter - 'a' + 'A') : *letter;
    }
    piece_type type = length < sizeof text ? variant_type_of_text(reader->variant, text, length) : TYPE_NONE;
    if (type == TYPE_NONE)
        return refuse(reader, c,
                      length > 1 ? "no piece of this game is promoted like this"
                                 : "no piece of this game has this letter");
    *p = piece_of(type, black ? BLACK : WHITE);
    *cursor = c + length;
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
        } else if (!read_piece(reader, &c, &p)) {
            return false;
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

// A hand stands in brackets or, as PyChess and others write it, like an extra rank.
static bool read_hand(struct reader *reader, const char *c)
{
    char end = *c++ == '[' ? ']' : '\0';
    // Fairy-Stockfish's texts have an empty hand like this.
    if (*c == '-' && c[1] == end && reader->variant->hands)
        c++;
    while (*c && *c != end) {
        piece p = EMPTY;
        const char *start = c;
        if (!read_piece(reader, &c, &p))
            return false;
        if (!reader->variant->hands)
            return refuse(reader, start, "this game has no pieces in hand");
        if (piece_type_of(p) >= LETTER_TYPES)
            return refuse(reader, start, "a piece in hand is not promoted");
        uint8_t *count = &reader->setup.hand[piece_color(p)][piece_type_of(p)];
        if (*count == UINT8_MAX)
            return refuse(reader, start, "the hand has too many pieces of this kind");
        ++*count;
    }
    if (*c != end)
        return refuse(reader, c, "the hand must end with ]");
    if (*c && c[1])
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
    if (*c == '/' && (!reader->variant->hands || strpbrk(c + 1, "/*0123456789")))
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

// ---- Castling from anywhere, as in Chess960 ----

static bool is_castling_king(const struct reader *reader, enum color color, int rank, int file)
{
    const struct castling *castling = &reader->variant->castlings[castling_index(color, WING_KING)];
    return reader->setup.pieces[square_at(file, rank)] == castling->king;
}

static bool is_castling_rook(const struct reader *reader, enum color color, int rank, int file)
{
    const struct castling *castling = &reader->variant->castlings[castling_index(color, WING_KING)];
    piece p = reader->setup.pieces[square_at(file, rank)];
    return is_piece_of(p, color) && castling->rooks >> piece_type_of(p) & 1;
}

// The file of the outermost rook on the king's wing or the other; -1 if there is none.
static int outer_rook(const struct reader *reader, enum color color, int rank, enum wing wing)
{
    int width = reader->variant->board.width;
    for (int i = 0; i < width; i++) {
        int file = wing == WING_KING ? width - 1 - i : i;
        if (is_castling_rook(reader, color, rank, file))
            return file;
    }
    return -1;
}

static int king_file(const struct reader *reader, enum color color, int rank)
{
    for (int file = 0; file < reader->variant->board.width; file++)
        if (is_castling_king(reader, color, rank, file))
            return file;
    return -1;
}

// Rights are the letters of the rooks' files, or KQkq for the outermost rooks.
static bool read_castling_files(struct reader *reader, const char *c)
{
    for (; *c; c++) {
        enum color color = *c >= 'a' ? BLACK : WHITE;
        char upper = (char)(color == BLACK ? *c - 'a' + 'A' : *c);
        int rank = square_rank(reader->variant->castlings[castling_index(color, WING_KING)].king_from);
        int king = king_file(reader, color, rank), rook = upper - 'A';
        if (upper == 'K' || upper == 'Q')
            rook = outer_rook(reader, color, rank, upper == 'K' ? WING_KING : WING_QUEEN);
        if (king < 0 || rook < 0 || rook >= reader->variant->board.width ||
            !is_castling_rook(reader, color, rank, rook))
            return refuse(
                reader, c,
                "castling rights are KQkq or letters of files, each for a king and a rook on their rank");
        unsigned index = castling_index(color, rook > king ? WING_KING : WING_QUEEN);
        if (reader->setup.castling >> index & 1)
            return refuse(reader, c, "there is one castling right for each side of a king");
        reader->setup.castling = (uint8_t)(reader->setup.castling | 1U << index);
        reader->setup.castling_files[index][0] = (uint8_t)king;
        reader->setup.castling_files[index][1] = (uint8_t)rook;
    }
    return true;
}

// The bit of the right that a letter means: one of KQkq or, as Shredder-FEN has it, the file from which the rook castles.
static unsigned castling_bit(const struct reader *reader, char c)
{
    static const char letters[] = CASTLING_LETTERS;
    const char *right = strchr(letters, c);
    if (right)
        return 1U << (right - letters);
    for (unsigned index = 0; index < 4 && !reader->variant->hooks.rights; index++) {
        const struct castling *castling = &reader->variant->castlings[index];
        int first = index < castling_index(BLACK, WING_KING) ? 'A' : 'a';
        if (castling->exists && c == first + square_file(castling->rook_from))
            return 1U << index;
    }
    return 0;
}

static bool read_castling(struct reader *reader, const char *c)
{
    if (!strcmp(c, "-"))
        return true;
    if (reader->variant->castlings_by_files)
        return read_castling_files(reader, c);
    const struct part *others = reader->variant->hooks.rights;
    for (; *c; c++) {
        unsigned bit = castling_bit(reader, *c);
        bool known = others && others->mechanism->read_right(others, &reader->setup, *c);
        if ((!bit && !known) || reader->setup.castling & bit)
            return refuse(reader, c,
                          others ? "castling rights are some of KQkq and letters of files, or -"
                                 : "castling rights are some of KQkq, each once, or -");
        reader->setup.castling = (uint8_t)(reader->setup.castling | bit);
    }
    return true;
}

// As read_castling(). If only the setup is wanted, letters of files that fit nothing leave it without rights.
static bool read_rights(struct reader *reader)
{
    struct error *err = reader->err;
    bool tolerant = reader->rights && reader->variant->castlings_by_files;
    if (tolerant)
        reader->err = reader->rights;
    bool good = read_castling(reader, reader->fields[FIELD_CASTLING]);
    reader->err = err;
    if (tolerant && !good)
        reader->setup.castling = 0;
    return good || tolerant;
}

// Where the piece stands that has passed the target, if the text does not say it: the nearest one ahead of the target, as
// that piece went.
static uint16_t piece_that_passed(const struct reader *reader, square target)
{
    int delta = reader->setup.side == BLACK ? GRID_SIDE : -GRID_SIDE, s = target + delta;
    while (reader->variant->en_passant_anyhow && s >= 0 && s < GRID_SQUARES &&
           reader->setup.pieces[s] == EMPTY)
        s += delta;
    return s >= 0 && s < GRID_SQUARES ? (uint16_t)s : (uint16_t)SQUARE_NONE;
}

// Up to two targets, and the square of the piece that has passed them, at any place: we write it last, and only where it is not straight
// ahead; Fairy-Stockfish writes all squares in the order of the board.
static bool read_en_passant(struct reader *reader, const char *text)
{
    const char *c = text;
    struct setup *setup = &reader->setup;
    if (!strcmp(text, "-"))
        return true;
    for (int count = 0; *c || !count; count++) {
        square s;
        if (!square_read(&c, reader->variant->board.width, reader->variant->board.height, &s) ||
            (count && !reader->variant->en_passant_anyhow) || count > 2)
            return refuse(reader, text, "the en-passant target is a square of the board, or -");
        if (reader->variant->en_passant_anyhow && is_piece(setup->pieces[s]) &&
            setup->en_passant_piece == SQUARE_NONE)
            setup->en_passant_piece = s;
        else if (setup->en_passant == SQUARE_NONE)
            setup->en_passant = s;
        else if (setup->en_passant_far == SQUARE_NONE)
            setup->en_passant_far = s;
        else
            return refuse(reader, text, "at most two squares are passed");
    }
    if (setup->en_passant == SQUARE_NONE)
        return refuse(reader, text, "the en-passant target is an empty square of the board, or -");
    if (setup->en_passant_piece == SQUARE_NONE)
        setup->en_passant_piece = piece_that_passed(reader, (square)setup->en_passant);
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

// Takes the field before the clocks, which unlike a clock has a plus in it, out of the list of fields.
static void find_early_field(struct reader *reader)
{
    if (!reader->variant->hooks.early || reader->field_count <= FIELD_HALFMOVE ||
        !strchr(reader->fields[FIELD_HALFMOVE], '+'))
        return;
    reader->early = reader->fields[FIELD_HALFMOVE];
    reader->field_count--;
    for (int i = FIELD_HALFMOVE; i < reader->field_count; i++)
        reader->fields[i] = reader->fields[i + 1];
}

// The text of the part's next field behind the full-move number, or NULL; *next moves on behind it.
static const char *take_field(struct reader *reader, const struct part *part, int *next)
{
    const char *text = *next < reader->field_count ? reader->fields[*next] : NULL;
    if (part->mechanism->early_field && (reader->early || !text || *text != '+'))
        return reader->early;
    *next += text != NULL;
    return text;
}

static bool read_game_fields(struct reader *reader)
{
    int next = FIELD_GAME;
    for_each_part (part, &reader->variant->hooks.fields)
        for (int i = 0; i < part->mechanism->field_count; i++) {
            struct game_field field = {.text = take_field(reader, part, &next), .err = reader->err};
            if (field.text)
                field.offset = (size_t)(field.text - reader->text);
            if (!part->mechanism->read_field(part, &reader->setup, i, &field))
                return false;
        }
    if (next < reader->field_count)
        return refuse(reader, reader->fields[next], "nothing is expected after the last field");
    return true;
}

static bool has_castling(const struct variant *variant)
{
    for (unsigned i = 0; i < 4; i++)
        if (variant->castlings[i].exists)
            return true;
    return false;
}

// Without castling, Fairy-Stockfish's position strings go from the side to move to the clocks: "w 0 1".
static void complete(struct reader *reader)
{
    static const char none[] = "-";
    int count = reader->field_count - FIELD_CASTLING;
    if (count < 1 || count > FIELDS_MAX - FIELD_HALFMOVE || has_castling(reader->variant) ||
        reader->variant->hooks.rights)
        return;
    const char *first = reader->fields[FIELD_CASTLING];
    if (first[strspn(first, "0123456789+")])
        return;
    memmove(&reader->fields[FIELD_HALFMOVE], &reader->fields[FIELD_CASTLING],
            (size_t)count * sizeof *reader->fields);
    reader->fields[FIELD_CASTLING] = reader->fields[FIELD_EN_PASSANT] = none;
    reader->field_count += 2;
}

static bool read_fields(struct reader *reader)
{
    complete(reader);
    find_early_field(reader);
    if (reader->field_count <= FIELD_EN_PASSANT)
        return refuse(reader, reader->end,
                      "placement, side to move, castling rights and en-passant target are needed");
    return read_placement(reader) && read_side(reader) && read_rights(reader) &&
           read_en_passant(reader, reader->fields[FIELD_EN_PASSANT]) &&
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

bool fen_read_setup(struct setup *setup, const struct variant *variant, const char *text,
                    struct error *rights, struct error *err)
{
    struct reader reader = {.variant = variant, .err = err, .rights = rights};
    if (!strcmp(text, "startpos"))
        text = variant->start;
    setup_init(&reader.setup, variant);
    bool good = split(&reader, text) && read_fields(&reader);
    *setup = reader.setup;
    return good;
}

// Also the gates, which are castling rights to the eye.
static bool read_rights_alone(struct reader *reader)
{
    const struct part *others = reader->variant->hooks.rights;
    reader->setup.castling = 0;
    if (others)
        memset(reader->setup.memory + others->memory, 0, others->mechanism->memory);
    return read_castling(reader, reader->text);
}

static bool read_target_alone(struct reader *reader)
{
    struct setup *setup = &reader->setup;
    setup->en_passant = setup->en_passant_far = setup->en_passant_piece = SQUARE_NONE;
    return read_en_passant(reader, reader->text);
}

static bool read_field_alone(struct reader *reader, unsigned number)
{
    for_each_part (part, &reader->variant->hooks.fields) {
        struct game_field field = {.text = reader->text, .err = reader->err};
        if (number < part->mechanism->field_count)
            return part->mechanism->read_field(part, &reader->setup, (int)number, &field);
        number -= part->mechanism->field_count;
    }
    return refuse(reader, reader->text, "this game has fewer fields");
}

bool fen_read_part(struct setup *setup, const struct variant *variant, unsigned part, const char *text,
                   struct error *err)
{
    struct reader reader = {.variant = variant, .err = err, .setup = *setup};
    size_t length = strlen(text);
    if (length > FEN_LENGTH_MAX)
        return error_set(err, ERROR_TOO_LARGE, "", "a position string has at most %d characters",
                         FEN_LENGTH_MAX);
    memcpy(reader.text, text, length + 1);
    bool good = part == FEN_RIGHTS   ? read_rights_alone(&reader)
                : part == FEN_TARGET ? read_target_alone(&reader)
                                     : read_field_alone(&reader, part - FEN_GAME_FIELD);
    if (good)
        *setup = reader.setup;
    return good;
}
