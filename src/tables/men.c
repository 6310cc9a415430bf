// SPDX-License-Identifier: GPL-3.0-or-later
// Which games and pieces suit, the order of men, and the names of endings.
#include "tables/men.h"

#include "base/random.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// ---- Which variants and pieces ----

// Whether the kings are those of chess: no others keep away from each other as numbers of placements have it.
static bool has_chess_kings(const struct variant *variant)
{
    struct movement king;
    return variant->king == TYPE_KING && betza_parse(king_description.betza, &king, NULL) &&
           memcmp(&king, &variant->pieces[TYPE_KING].movement[WHITE], sizeof king) == 0;
}

// What a variant has that the tables know nothing of, and how to say so.
static const char *obstacle(const struct variant *variant)
{
    const struct board *board = &variant->board;
    if (board->width != 8 || board->height != 8 || set_count(&board->locations) != CELLS)
        return "its board is not one of 64 squares";
    if (!variant->royal || variant->royal_types || variant->kingless[WHITE] || variant->kingless[BLACK] ||
        !has_chess_kings(variant))
        return "it is not about one king of chess a side";
    if (variant->checkmate != VALUE_LOSS || variant->stalemate != VALUE_DRAW || variant->stalemate_by_count ||
        variant->fold_value != VALUE_DRAW || variant->perpetual_check_loses)
        return "it ends otherwise than chess";
    if (variant->composed || variant->hooks.ended.count || variant->hooks.stuck.count ||
        variant->hooks.drawn.count || variant->hooks.restrict_turns.count)
        return "it has rules that chess does not have";
    if (variant->metered || variant->holes || variant->reserves || variant->hands || variant->blasts ||
        variant->petrified || variant->changes_sides || variant->immobility_illegal || variant->linked ||
        variant->pawns_anywhere)
        return "it has rules that chess does not have";
    if (!variant->plain || !variant->lands_plainly || variant->en_passant_by_others ||
        variant->en_passant_anyhow)
        return "its pieces have moves that no piece in chess has";
    if (variant->promotion_count[WHITE] != variant->promotion_count[BLACK] ||
        memcmp(variant->promotions[WHITE], variant->promotions[BLACK], variant->promotion_count[WHITE]) != 0)
        return "its pawns promote to other pieces on one side than on the other";
    return NULL;
}

bool men_suits(const struct variant *variant, const char **why)
{
    const char *reason = obstacle(variant);
    if (why)
        *why = reason;
    return !reason;
}

// A pawn as in chess: its rides and double step, and where it promotes.
static bool is_chess_pawn(const struct piece_rules *rules)
{
    struct movement pawn;
    if (!betza_parse(pawn_description.betza, &pawn, NULL) ||
        memcmp(&pawn, &rules->movement[WHITE], sizeof pawn) != 0)
        return false;
    for (int file = 0; file < 8; file++)
        if (!set_has(&rules->double_step[WHITE], square_at(file, 1)) ||
            !set_has(&rules->promotion[WHITE], square_at(file, 7)))
            return false;
    return rules->steps_plainly && rules->promotes && set_count(&rules->double_step[WHITE]) == 8 &&
           set_count(&rules->promotion[WHITE]) == 8;
}

bool men_has(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    if (type >= LETTER_TYPES || !rules->name || rules->counts_as != type)
        return false;
    if (rules->is_pawn)
        return is_chess_pawn(rules);
    if (rules->promotes || rules->turns_into || rules->special_count[WHITE] || rules->confined ||
        rules->two_ways || rules->resets_clock[WHITE] || rules->slips)
        return false;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++)
        if (rules->rides[WHITE][i].quiet != rules->rides[WHITE][i].capture)
            return false;
    return true;
}

uint64_t men_hash(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    const struct ranges *plain = &rules->movement[WHITE].kinds[RIDE_PLAIN];
    uint64_t hash = random_mix(type);
    for (direction d = 0; d < DIRECTIONS; d++) {
        // No ride is longer on this board.
        unsigned quiet = plain->quiet[d] < 7 ? plain->quiet[d] : 7,
                 capture = plain->capture[d] < 7 ? plain->capture[d] : 7;
        hash = random_mix(hash ^ (quiet << 4 | capture));
    }
    for (unsigned i = 0; rules->is_pawn && i < variant->promotion_count[WHITE]; i++)
        hash += random_mix(men_hash(variant, variant->promotions[WHITE][i])); // in whatever order
    return hash;
}

unsigned men_images(const struct variant *variant, piece_type type)
{
    const struct ranges *plain = &variant->pieces[type].movement[WHITE].kinds[RIDE_PLAIN];
    unsigned images = 0;
    for (unsigned image = 0; image < IMAGES; image++) {
        bool same = !variant->pieces[type].is_pawn || image < 2;
        for (direction d = 0; d < DIRECTIONS && same; d++) {
            int dx = direction_step[d].dx, dy = direction_step[d].dy;
            int x = image & 4 ? dy : dx, y = image & 4 ? dx : dy;
            direction other = direction_of(image & 1 ? -x : x, image & 2 ? -y : y);
            same = plain->quiet[d] == plain->quiet[other] && plain->capture[d] == plain->capture[other];
        }
        images |= (unsigned)same << image;
    }
    return images;
}

// ---- Order and names ----

// The order of letters in names, which is about that of their worth; others follow in that of the alphabet, pawns last.
static unsigned rank_of(piece_type type)
{
    static const char order[] = "KQECORGASDFHMWBNI";
    char letter = type_letter(type);
    const char *found = strchr(order, letter);
    return letter == 'P' ? 100U : found ? (unsigned)(found - order) : 32U + (unsigned)letter - 'A';
}

// Where the man comes among the others: the kings first.
static unsigned place_of(piece man)
{
    unsigned rank = rank_of(piece_type_of(man)), color = piece_color(man);
    return rank ? 2 + color * 128 + rank : color;
}

static void sort(struct men *men)
{
    for (unsigned i = 1; i < men->count; i++)
        for (unsigned j = i; j && place_of(men->man[j]) < place_of(men->man[j - 1]); j--) {
            piece man = men->man[j];
            cell at = men->at[j];
            men->man[j] = men->man[j - 1];
            men->at[j] = men->at[j - 1];
            men->man[j - 1] = man;
            men->at[j - 1] = at;
        }
}

// Whether Black's men, in order, come before White's: more of them, or the better ones.
static bool black_is_first(const struct men *men)
{
    unsigned white = 2;
    while (white < men->count && piece_color(men->man[white]) == WHITE)
        white++;
    unsigned whites = white - 2, blacks = men->count - white;
    if (whites != blacks)
        return blacks > whites;
    for (unsigned i = 0; i < whites; i++) {
        unsigned own = rank_of(piece_type_of(men->man[2 + i])),
                 other = rank_of(piece_type_of(men->man[white + i]));
        if (own != other)
            return other < own;
    }
    return false;
}

bool men_settle(struct men *men)
{
    sort(men);
    if (!black_is_first(men))
        return false;
    for (unsigned i = 0; i < men->count && i < MEN_MAX; i++) {
        men->man[i] = piece_of(piece_type_of(men->man[i]), other_color(piece_color(men->man[i])));
        men->at[i] = cell_image(men->at[i], IMAGE_TURNED);
    }
    men->side ^= 1;
    sort(men);
    return true;
}

bool men_have_pawns(const struct variant *variant, const struct men *men)
{
    for (unsigned i = 2; i < men->count; i++)
        if (variant->pieces[piece_type_of(men->man[i])].is_pawn)
            return true;
    return false;
}

bool men_of_position(const struct position *pos, struct men *men)
{
    const uint64_t *white = pos->sets[SET_WHITE].word, *black = pos->sets[SET_BLACK].word;
    int count = __builtin_popcountll(white[0] | black[0]) + __builtin_popcountll(white[1] | black[1]);
    if (count > MEN_MAX || pos->state.castling)
        return false;
    *men = (struct men){.side = pos->state.side};
    square s;
    for (enum color color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
            if (piece_type_of(pos->pieces[s]) >= LETTER_TYPES)
                return false;
            men->man[men->count] = pos->pieces[s];
            men->at[men->count++] = cell_of(s);
        }
    return true;
}

void men_name(const struct variant *variant, const struct men *men, char name[MEN_NAME_SIZE])
{
    size_t length = 0;
    for (enum color color = WHITE; color <= BLACK; color++)
        for (unsigned i = 0; i < men->count; i++)
            if (piece_color(men->man[i]) == color)
                name[length++] = type_letter(piece_type_of(men->man[i]));
    if (men_have_pawns(variant, men)) {
        piece_type types[PIECE_TYPES];
        unsigned count = variant->promotion_count[WHITE];
        memcpy(types, variant->promotions[WHITE], count);
        for (unsigned i = 1; i < count; i++)
            for (unsigned j = i; j && rank_of(types[j]) < rank_of(types[j - 1]); j--) {
                piece_type type = types[j];
                types[j] = types[j - 1];
                types[j - 1] = type;
            }
        name[length++] = '-';
        for (unsigned i = 0; i < count; i++)
            name[length++] = type_letter(types[i]);
    }
    name[length] = '\0';
}

bool men_read(const struct variant *variant, const char *name, struct men *men, struct error *err)
{
    enum color color = WHITE;
    *men = (struct men){0};
    size_t length = strcspn(name, "-");
    for (size_t i = 0; i < length; i++) {
        char letter = text_upper(name[i]);
        piece_type type = letter >= 'A' && letter <= 'Z' ? type_of_letter(letter) : TYPE_NONE;
        if (i && type == variant->king)
            color = BLACK;
        if (!type || !men_has(variant, type))
            return error_set(err, ERROR_PARAMETER, name, "tables know no piece '%c' in this game", name[i]);
        if (!i && type != variant->king)
            return error_set(err, ERROR_PARAMETER, name, "an ending is named like KBNK, a king first");
        if (men->count == MEN_MAX)
            return error_set(err, ERROR_PARAMETER, name, "tables have at most %d men, kings included",
                             MEN_MAX);
        men->man[men->count++] = piece_of(type, color);
    }
    unsigned kings = 0;
    for (unsigned i = 0; i < men->count; i++)
        kings += piece_type_of(men->man[i]) == variant->king;
    if (kings != 2 || men->count < 3)
        return error_set(err, ERROR_PARAMETER, name,
                         "an ending has two kings and one or two other men, as KBNK");
    men_settle(men);
    return true;
}
