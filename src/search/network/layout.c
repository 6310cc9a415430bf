// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers features.
#include "search/network/layout.h"

#include "position/fen.h"
#include "position/game.h"

#include <string.h>

enum { WEIGHT_MOST = INT8_MAX, SUM_MOST = INT16_MAX };

// Black's view of a file and of a rank.
static int black_file(const struct board *board, enum network_facing facing, int file)
{
    return facing == NETWORK_MIRRORED ? file : board->width - 1 - file;
}

static int black_rank(const struct board *board, enum network_facing facing, int rank)
{
    return facing == NETWORK_SIDEWAYS ? rank : board->height - 1 - rank;
}

// Whether Black has at the start what White has, if the board is looked at in that way.
static bool is_alike(const struct position *start, enum network_facing facing)
{
    const struct board *board = &start->variant->board;
    for (int rank = 0; rank < board->height; rank++)
        for (int file = 0; file < board->width; file++) {
            square s = square_at(file, rank),
                   seen = square_at(black_file(board, facing, file), black_rank(board, facing, rank));
            piece own = start->pieces[s], other = start->pieces[seen];
            if (is_piece(own) ? other != (own ^ 1) : is_piece(other))
                return false;
            if (start->variant->holes && (own == HOLE) != (other == HOLE))
                return false;
            if (set_has(&start->owned[WHITE], s) != set_has(&start->owned[BLACK], seen))
                return false;
        }
    return true;
}

static void look_at_start(struct network_layout *layout, const struct variant *variant)
{
    struct position start;
    struct error err;
    if (!fen_read(&start, variant, "startpos", &err))
        return;
    layout->facing = is_alike(&start, NETWORK_MIRRORED)   ? NETWORK_MIRRORED
                     : is_alike(&start, NETWORK_TURNED)   ? NETWORK_TURNED
                     : is_alike(&start, NETWORK_SIDEWAYS) ? NETWORK_SIDEWAYS
                                                          : NETWORK_MIRRORED;
    layout->men = (unsigned)(set_count(&start.sets[WHITE]) + set_count(&start.sets[BLACK]));
    // With as many in hand as on the board, a game begins by placing them.
    unsigned in_hand = position_hand_count(&start, WHITE) + position_hand_count(&start, BLACK);
    if (in_hand >= layout->men)
        layout->men += in_hand;
}

// The zone of a king on that rank, from its own side, and that file, of the left half.
static unsigned zone_of(const struct board *board, int rank, int file)
{
    return rank == 0 ? file >= board->width / 4 : rank == 1 ? 2 : 3;
}

static void place_squares(struct network_layout *layout, const struct board *board)
{
    for (int rank = 0; rank < board->height; rank++)
        for (int file = 0; file < board->width; file++) {
            square s = square_at(file, rank);
            for (int viewer = WHITE; viewer <= BLACK; viewer++) {
                int own_rank = viewer == WHITE ? rank : black_rank(board, layout->facing, rank);
                int own_file = viewer == WHITE ? file : black_file(board, layout->facing, file);
                int other_file = board->width - 1 - own_file;
                bool right = own_file > other_file;
                layout->where[viewer][false][s] = (uint16_t)(own_rank * board->width + own_file);
                layout->where[viewer][true][s] = (uint16_t)(own_rank * board->width + other_file);
                unsigned zone = zone_of(board, own_rank, right ? other_file : own_file);
                layout->view[viewer][s] = (uint8_t)(2 * zone + right);
            }
        }
}

// Whether squares are placed from a reserve that may run out.
static bool has_reserves(const struct variant *variant)
{
    return variant->reserves && variant->most_reserve != RESERVE_INFINITE;
}

// How many pieces of a kind in a hand can be told apart, so that no sum overflows whatever is on the board and in the hands.
static bool count_held(struct network_layout *layout, const struct variant *variant, struct error *err)
{
    enum { FEATURES_MOST = (SUM_MOST - NETWORK_BIAS_MOST) / WEIGHT_MOST };
    int others = (variant->metered ? 2 : 1) * set_count(&variant->board.locations), kinds = 0;
    others += has_reserves(variant) ? 2 * NETWORK_HELD : 0;
    for (piece_type type = 1; variant->hands && type < LETTER_TYPES; type++)
        kinds += variant->pieces[type].name ? 1 : 0;
    int room = FEATURES_MOST - others, held = kinds ? room / (2 * kinds) : 0;
    layout->told = (unsigned)(held < NETWORK_HELD ? held : NETWORK_HELD);
    return (room >= 0 && (!kinds || held > 0)) ||
           error_set(err, ERROR_PARAMETER, variant->game->name,
                     variant->hands
                         ? "the board is too large, or hands have too many kinds of pieces, for a network"
                         : "the board is too large for a network");
}

// Numbers the planes of squares, from the first of them on; returns how many planes there are in all.
static unsigned number_squares(struct network_layout *layout, unsigned planes, unsigned area)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
        unsigned first = planes + layout->holes;
        layout->plane[viewer][HOLE] = (uint16_t)(layout->holes ? planes * area : 0);
        for (unsigned enemy = 0; enemy < 2; enemy++)
            layout->owned[viewer][viewer ^ enemy] = (uint16_t)((first + enemy) * area);
    }
    return planes + layout->holes + (layout->owners ? 2 : 0);
}

static void number_reserves(struct network_layout *layout, unsigned first)
{
    for (unsigned viewer = WHITE; viewer <= BLACK; viewer++)
        for (unsigned enemy = 0; enemy < 2; enemy++)
            layout->reserve[viewer][viewer ^ enemy] = (uint16_t)(first + enemy * NETWORK_HELD);
}

bool network_lay_out(struct network_layout *layout, const struct variant *variant, bool large,
                     struct error *err)
{
    memset(layout, 0, sizeof *layout);
    if (!count_held(layout, variant, err))
        return false;
    layout->metered = variant->metered;
    layout->hands = variant->hands;
    layout->holes = variant->holes;
    layout->owners = variant->owners;
    layout->reserves = has_reserves(variant);
    unsigned area = (unsigned)variant->board.width * variant->board.height, pieces = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned enemy = 0; variant->pieces[type].name && enemy < 2; enemy++, pieces++)
            for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
                piece p = piece_of(type, (enum color)(viewer ^ enemy));
                layout->plane[viewer][p] = (uint16_t)(pieces * area);
                layout->tanks[viewer][p] = (uint16_t)(pieces * NETWORK_TANKS);
                layout->held[viewer][p] = (uint16_t)(pieces * layout->told);
            }
    layout->planes = number_squares(layout, pieces, area);
    unsigned tanks = variant->metered ? pieces * NETWORK_TANKS : 0;
    for (unsigned p = 2; p < PIECE_CODES; p++)
        for (unsigned viewer = WHITE; viewer <= BLACK; viewer++) {
            layout->tanks[viewer][p] = (uint16_t)(layout->tanks[viewer][p] + layout->planes * area);
            layout->held[viewer][p] = (uint16_t)(layout->held[viewer][p] + layout->planes * area + tanks);
        }
    unsigned places = layout->planes * area + tanks + pieces * layout->told;
    number_reserves(layout, places);
    layout->bank = places + (layout->reserves ? 2 * NETWORK_HELD : 0);
    layout->width = variant->board.width;
    layout->height = variant->board.height;
    layout->from_king = large && variant->royal;
    layout->banks = layout->from_king ? NETWORK_ZONES : 1;
    layout->features = layout->bank * layout->banks;
    look_at_start(layout, variant);
    place_squares(layout, &variant->board);
    return layout->features <= UINT16_MAX ||
           error_set(err, ERROR_PARAMETER, variant->game->name, "the game has too many pieces for a network");
}

// The features of squares that come and go; returns how many there are.
static unsigned list_squares(const struct network_layout *layout, const struct position *pos, unsigned viewer,
                             unsigned view, uint16_t *features)
{
    unsigned count = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[SET_HOLE]); layout->holes && set_next(&walk, &s);)
        features[count++] = (uint16_t)feature_of_place(layout, viewer, view, HOLE, s);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        if (layout->owners)
            for (struct set_walk walk = set_walk(&pos->owned[color]); set_next(&walk, &s);)
                features[count++] = (uint16_t)feature_of_owner(layout, viewer, view, color, s);
        for (unsigned k = 0; layout->reserves && k < features_held(NETWORK_HELD, pos->state.reserve[color]);
             k++)
            features[count++] = (uint16_t)feature_of_reserve(layout, viewer, view, color, k);
    }
    return count;
}

unsigned network_features(const struct network_layout *layout, const struct position *pos, enum color viewer,
                          uint16_t features[NETWORK_FEATURES_MAX])
{
    unsigned count = 0, view = network_view(layout, pos, viewer);
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
            features[count++] = (uint16_t)feature_of_place(layout, viewer, view, pos->pieces[s], s);
            if (layout->metered)
                features[count++] =
                    (uint16_t)feature_of_fuel(layout, viewer, view, pos->pieces[s], pos->fuel[s]);
        }
    for (unsigned color = WHITE; layout->hands && color <= BLACK; color++)
        for (piece_type type = 1; type < LETTER_TYPES; type++)
            for (unsigned k = 0; k < features_held(layout->told, pos->hand[color][type]); k++)
                features[count++] =
                    (uint16_t)feature_of_hand(layout, viewer, view, piece_of(type, (enum color)color), k);
    return count + list_squares(layout, pos, viewer, view, features + count);
}
