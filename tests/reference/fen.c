// SPDX-License-Identifier: GPL-3.0-or-later
// The position string, read and written as section 0 of the rules lays it down.

#include "reference/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Takes the text up to the next blank, and the blanks after it; empty at the end of the string.
static void next_field(const char **fen, char *field, size_t size)
{
    size_t length = 0;
    while (**fen && **fen != ' ') {
        if (length + 1 < size)
            field[length++] = **fen;
        (*fen)++;
    }
    field[length] = 0;
    while (**fen == ' ')
        (*fen)++;
}

// What may stand in the placement beside numbers: a letter of the start position, or of what pawns become.
static bool is_letter_of_game(const struct ref_rules *rules, char letter)
{
    char kind = (char)toupper((unsigned char)letter);
    if (letter == '*')
        return ref_is_squares(rules) || rules->ring;
    return isalpha((unsigned char)letter) &&
           (strchr(rules->placement, kind) || strchr(rules->placement, tolower((unsigned char)letter)) ||
            strchr(rules->promotions, kind));
}

static const char *read_placement(struct ref_position *position, const char *text)
{
    int rank = position->ranks - 1;
    int file = 0;
    while (*text && !(*text == '[' && position->rules.places)) {
        if (*text == '/') {
            if (file != position->files)
                return "a rank is too short";
            if (rank == 0)
                return "too many ranks";
            rank--;
            file = 0;
            text++;
        } else if (isdigit((unsigned char)*text)) {
            char *end;
            long run = strtol(text, &end, 10);
            if (run < 1 || run > position->files - file)
                return "a run of empty squares does not fit";
            for (text = end; run > 0; run--)
                position->cell[rank][file++] = '.';
        } else {
            if (!is_letter_of_game(&position->rules, *text))
                return "a letter that neither army has";
            if (file == position->files)
                return "a rank is too long";
            position->cell[rank][file++] = *text++;
        }
    }
    if (rank != 0)
        return "too few ranks";
    if (file != position->files)
        return "a rank is too short";
    return *text ? ref_read_hand(position, text + 1) : NULL;
}

static const char *read_castling(struct ref_position *position, const char *text)
{
    if (!*text)
        return "the castling rights are missing";
    if (strcmp(text, "-") == 0)
        return NULL;
    for (; *text; text++) {
        const char *place = strchr("KQkq", *text);
        if (!place)
            return "not a castling right";
        int index = (int)(place - "KQkq");
        if (position->castle[index / 2][index % 2])
            return "a castling right is given twice";
        position->castle[index / 2][index % 2] = true;
    }
    return NULL;
}

static const char *read_en_passant(struct ref_position *position, const char *text)
{
    if (!*text)
        return "the en-passant target is missing";
    if (strcmp(text, "-") == 0)
        return NULL;
    if (text[0] < 'a' || text[0] >= 'a' + position->files || !isdigit((unsigned char)text[1]))
        return "not a square";
    char *end;
    long rank = strtol(text + 1, &end, 10);
    if (*end || rank < 1 || rank > position->ranks)
        return "not a square";
    position->ep_file = text[0] - 'a';
    position->ep_rank = (int)rank - 1;
    return NULL;
}

static bool read_number(const char *text, int least, int most, int *number)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end;
    long value = strtol(text, &end, 10);
    if (*end || value < least || value > most)
        return false;
    *number = (int)value;
    return true;
}

static void fill_tanks(struct ref_position *position, int fuel)
{
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            position->fuel[rank][file] = ref_is_piece(position->cell[rank][file]) ? fuel : 0;
}

// Gives `fuel` to the first `count` pieces in scan order that have none noted yet (-1).
static bool pour(struct ref_position *position, int fuel, long count)
{
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < position->files && count > 0; file++) {
            if (ref_is_piece(position->cell[rank][file]) && position->fuel[rank][file] < 0) {
                position->fuel[rank][file] = fuel;
                count--;
            }
        }
    }
    return count == 0;
}

// `50`, or a list such as `50x20,48,50x11`.
static const char *read_fuel(struct ref_position *position, const char *text)
{
    int fuel;
    if (!*text) {
        fill_tanks(position, position->rules.fuel);
        return NULL;
    }
    if (read_number(text, 0, 999, &fuel)) {
        fill_tanks(position, fuel);
        return NULL;
    }
    fill_tanks(position, -1);
    for (;;) {
        char *end;
        if (!isdigit((unsigned char)*text))
            return "not an amount of fuel";
        long amount = strtol(text, &end, 10);
        long count = 1;
        if (*end == 'x') {
            if (!isdigit((unsigned char)end[1]))
                return "not a number of pieces";
            count = strtol(end + 1, &end, 10);
        }
        if (amount > 999 || count < 1)
            return "fuel out of range";
        if (!pour(position, (int)amount, count))
            return "fuel for more pieces than there are";
        if (!*end)
            break;
        if (*end != ',')
            return "not a list of fuel";
        text = end + 1;
    }
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (position->fuel[rank][file] < 0)
                return "fuel for fewer pieces than there are";
    return NULL;
}

static int count_of(const struct ref_position *position, char letter)
{
    int count = 0;
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (position->cell[rank][file] == letter)
                count++;
    return count;
}

static bool castling_stands(const struct ref_position *position, int side, int wing)
{
    if (!position->rules.castling)
        return false;
    int home = side == 0 ? 0 : position->ranks - 1;
    const char *setup = ref_army_setup(position->rules.army[side]);
    int corner = wing == 0 ? position->files - 1 : 0;
    return position->cell[home][4] == ref_letter_of('K', side) &&
           position->cell[home][corner] == ref_letter_of(setup[corner], side);
}

// Pawns never stand on the outermost ranks, unless squares can carry them there.
static bool pawns_stand(const struct ref_position *position)
{
    if (ref_is_squares(&position->rules) && ref_squares_carry(&position->rules))
        return true;
    for (int file = 0; file < position->files; file++)
        if (toupper((unsigned char)position->cell[0][file]) == 'P' ||
            toupper((unsigned char)position->cell[position->ranks - 1][file]) == 'P')
            return false;
    return true;
}

// All kings and all other pieces; only where paths are sought are there no more than eight.
static const char *judge_pieces(const struct ref_position *position)
{
    int pieces[2] = {0, 0};
    for (int rank = 0; rank < position->ranks; rank++)
        for (int file = 0; file < position->files; file++)
            if (ref_is_piece(position->cell[rank][file]))
                pieces[ref_side_of(position->cell[rank][file])]++;
    if (position->rules.links && (pieces[0] > 8 || pieces[1] > 8))
        return "more pieces than paths are sought through";
    if (position->rules.royal && (count_of(position, 'K') != 1 || count_of(position, 'k') != 1))
        return "not exactly one king a side";
    return NULL;
}

static const char *judge(const struct ref_position *position)
{
    const char *wrong = ref_hnefa_judge(position);
    if (!wrong && position->rules.places)
        wrong = ref_judge_placing(position);
    if (!wrong)
        wrong = judge_pieces(position);
    if (wrong)
        return wrong;
    if (!pawns_stand(position))
        return "a pawn where none can be";
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++)
            if (position->castle[side][wing] && !castling_stands(position, side, wing))
                return "a castling right without its pieces in place";
    if (position->ep_file >= 0 && !ref_en_passant_stands(position))
        return "an en-passant target that cannot be";
    if (ref_king_attacked(position, 1 - position->side))
        return "the side not to move is in check";
    return NULL;
}

const char *ref_parse(struct ref_position *position, const struct ref_rules *rules, const char *fen)
{
    char field[REF_FEN_SIZE];
    const char *reason;
    memset(position, 0, sizeof *position);
    position->rules = *rules;
    position->files = rules->files;
    position->ranks = rules->ranks;
    position->ep_file = position->ep_rank = -1;

    next_field(&fen, field, sizeof field);
    if ((reason = read_placement(position, field)))
        return reason;
    next_field(&fen, field, sizeof field);
    if (strcmp(field, "w") != 0 && strcmp(field, "b") != 0)
        return "no side to move";
    position->side = field[0] == 'b';
    next_field(&fen, field, sizeof field);
    if ((reason = read_castling(position, field)))
        return reason;
    next_field(&fen, field, sizeof field);
    if ((reason = read_en_passant(position, field)))
        return reason;
    next_field(&fen, field, sizeof field);
    if (!read_number(field, 0, 9999, &position->halfmove))
        return "no half-move clock";
    next_field(&fen, field, sizeof field);
    if (!read_number(field, 1, 9999, &position->fullmove))
        return "no full-move number";
    if (rules->fuel) {
        next_field(&fen, field, sizeof field);
        if ((reason = read_fuel(position, field)))
            return reason;
    }
    if (ref_is_squares(rules)) {
        char owners[REF_FEN_SIZE], frozen[REF_FEN_SIZE];
        next_field(&fen, field, sizeof field);
        next_field(&fen, owners, sizeof owners);
        next_field(&fen, frozen, sizeof frozen);
        if ((reason = ref_squares_read_fields(position, field, owners, frozen)))
            return reason;
    }
    if (*fen)
        return "too many fields";
    return judge(position);
}

void ref_start(const struct ref_rules *rules, char *text)
{
    struct ref_position position;
    snprintf(text, REF_FEN_SIZE, "%s w %s - 0 1", rules->placement, rules->castling ? "KQkq" : "-");
    if (ref_parse(&position, rules, text))
        abort();
    ref_write(&position, text);
}

static char *write_placement(const struct ref_position *position, char *text)
{
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file <= position->files; file++) {
            if (file < position->files && position->cell[rank][file] == '.') {
                empty++;
                continue;
            }
            if (empty)
                text += sprintf(text, "%d", empty);
            empty = 0;
            if (file < position->files)
                *text++ = position->cell[rank][file];
        }
        if (rank)
            *text++ = '/';
    }
    return ref_write_hand(position, text);
}

void ref_write_board(const struct ref_position *position, char *text)
{
    text = write_placement(position, text);
    text += sprintf(text, " %c ", position->side == 0 ? 'w' : 'b');
    char *before = text;
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++)
            if (position->castle[side][wing])
                *text++ = "KQkq"[2 * side + wing];
    if (text == before)
        *text++ = '-';
    if (position->ep_file < 0)
        sprintf(text, " -");
    else
        sprintf(text, " %c%d", 'a' + position->ep_file, position->ep_rank + 1);
}

static void write_run(char **text, const char *separator, int fuel, int count)
{
    *text += sprintf(*text, "%s%d", separator, fuel);
    if (count > 1)
        *text += sprintf(*text, "x%d", count);
}

// Runs as long as possible, with their length where it is more than one.
static void write_fuel(const struct ref_position *position, char *text)
{
    int fuel = 0;
    int run = 0;
    const char *separator = "";
    for (int rank = position->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < position->files; file++) {
            if (!ref_is_piece(position->cell[rank][file]))
                continue;
            if (run > 0 && position->fuel[rank][file] != fuel) {
                write_run(&text, separator, fuel, run);
                separator = ",";
                run = 0;
            }
            fuel = position->fuel[rank][file];
            run++;
        }
    }
    write_run(&text, separator, fuel, run);
}

void ref_write(const struct ref_position *position, char *text)
{
    ref_write_board(position, text);
    text += strlen(text);
    text += sprintf(text, " %d %d", position->halfmove, position->fullmove);
    if (position->rules.fuel) {
        *text++ = ' ';
        write_fuel(position, text);
        text += strlen(text);
    }
    if (ref_is_squares(&position->rules))
        ref_squares_write_fields(position, text);
}
