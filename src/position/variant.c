// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tables of a variant from its game and parameters.
#include "position/variant.h"

#include "position/game.h"
#include "position/keys.h"

#include <stdlib.h>
#include <string.h>

static void list_rides(struct piece_rules *rules, enum color color)
{
    const struct movement *movement = &rules->movement[color];
    for (direction d = 0; d < DIRECTIONS; d++)
        if (movement->quiet[d] || movement->capture[d])
            rules->rides[color][rules->ride_count[color]++] =
                (struct ride){d, movement->quiet[d], movement->capture[d]};
}

static bool reach_same_square(direction a, int longest_a, direction b, int longest_b)
{
    const struct step *step_a = &direction_step[a], *step_b = &direction_step[b];
    for (int i = 1; i <= longest_a; i++)
        for (int j = 1; j <= longest_b; j++)
            if (i * step_a->dx == j * step_b->dx && i * step_a->dy == j * step_b->dy)
                return true;
    return false;
}

static int longest_of(const struct ride *ride)
{
    return ride->quiet > ride->capture ? ride->quiet : ride->capture;
}

// Whether two rides lead to one square, as those of "RD" do: such moves would be listed twice.
static bool has_two_ways(const struct piece_rules *rules)
{
    const struct ride *rides = rules->rides[WHITE];
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++)
        for (unsigned j = 0; j < i; j++)
            if (reach_same_square(rides[i].dir, longest_of(&rides[i]), rides[j].dir, longest_of(&rides[j])))
                return true;
    return false;
}

void variant_add_piece(struct variant *variant, const struct piece_description *description)
{
    struct piece_rules *rules = &variant->pieces[type_of_letter(description->letter)];
    assert(!rules->name);
    rules->name = description->name;
    rules->betza = description->betza;
    bool parsed = betza_parse(description->betza, &rules->movement[WHITE], NULL);
    assert(parsed);
    (void)parsed;
    movement_reflect(&rules->movement[WHITE], &rules->movement[BLACK]);
    list_rides(rules, WHITE);
    list_rides(rules, BLACK);
    bool two_ways = has_two_ways(rules);
    assert(!two_ways);
    (void)two_ways;
}

void variant_add_pawn(struct variant *variant, const struct piece_description *description)
{
    variant_add_piece(variant, description);
    struct piece_rules *rules = &variant->pieces[type_of_letter(description->letter)];
    rules->is_pawn = rules->one_way = rules->promotes = rules->resets_clock = true;
    int last = variant->board.height - 1;
    for (int file = 0; file < variant->board.width; file++) {
        set_add(&rules->double_step[WHITE], square_at(file, 1));
        set_add(&rules->double_step[BLACK], square_at(file, last - 1));
        set_add(&rules->promotion[WHITE], square_at(file, last));
        set_add(&rules->promotion[BLACK], square_at(file, 0));
    }
}

// Adds the squares of a rank from file a to file b, in either order, to a set.
static void add_span(struct set *set, int a, int b, int rank)
{
    for (int file = a < b ? a : b; file <= (a < b ? b : a); file++)
        set_add(set, square_at(file, rank));
}

static void add_castling(struct variant *variant, enum color color, enum wing wing, piece rook,
                         bool castles_b)
{
    enum { KING_HOME = 4 };
    int king_file = wing == WING_KING ? 6 : castles_b ? 1 : 2;
    int rook_file = wing == WING_KING ? king_file - 1 : king_file + 1;
    struct castling *castling = &variant->castlings[castling_index(color, wing)];
    int rank = color == WHITE ? 0 : variant->board.height - 1;
    int corner = wing == WING_KING ? 7 : 0;
    *castling = (struct castling){
        .exists = true,
        .king_from = square_at(KING_HOME, rank),
        .king_to = square_at(king_file, rank),
        .rook_from = square_at(corner, rank),
        .rook_to = square_at(rook_file, rank),
        .rook = rook,
    };
    // All squares between king and rook must be empty, and all that the king touches must be safe.
    add_span(&castling->empty, KING_HOME, corner, rank);
    set_remove(&castling->empty, castling->king_from);
    set_remove(&castling->empty, castling->rook_from);
    int toward = king_file < KING_HOME ? -1 : 1;
    for (int file = KING_HOME; file != king_file + toward; file += toward)
        castling->safe[castling->safe_count++] = square_at(file, rank);
    uint8_t right = (uint8_t)(1U << castling_index(color, wing));
    variant->rights_lost[castling->king_from] |= right;
    variant->rights_lost[castling->rook_from] |= right;
}

void variant_add_castlings(struct variant *variant, enum color color, piece rook, bool castles_b)
{
    add_castling(variant, color, WING_KING, rook, castles_b);
    add_castling(variant, color, WING_QUEEN, rook, castles_b);
}

// Inverts the movements: for each direction away from a square, which pieces found there attack it.
static void list_threats(struct variant *variant, enum color by)
{
    for (direction away = 0; away < DIRECTIONS; away++) {
        struct threat threat = {.dir = away};
        for (piece_type type = 1; type < PIECE_TYPES; type++) {
            const struct piece_rules *rules = &variant->pieces[type];
            uint8_t range = rules->name ? rules->movement[by].capture[direction_step[away].opposite] : 0;
            threat.range[piece_of(type, by)] = range;
            threat.longest = range > threat.longest ? range : threat.longest;
        }
        if (threat.longest)
            variant->threats[by][variant->threat_count[by]++] = threat;
    }
}

static unsigned leap_modes(const struct ride *ride)
{
    return (ride->quiet ? LEAP_QUIET : 0U) | (ride->capture ? LEAP_CAPTURE : 0U);
}

static bool is_slide(const struct ride *ride)
{
    return ride->quiet > 1 || ride->capture > 1;
}

// Whether the square's moves need no look at promotion or at unequal ranges.
static bool is_plain(const struct variant *variant, const struct piece_rules *rules, enum color color,
                     square s)
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (is_slide(ride) && (ride->quiet != ride->capture || rules->promotes))
            return false;
        square to = (square)(s + direction_step[ride->dir].delta);
        if (variant->board.reach[s][ride->dir] && rules->promotes && set_has(&rules->promotion[color], to))
            return false;
    }
    return true;
}

// Lists the piece's leaps from the square at the end of the pool.
static void list_leaps(struct variant *variant, const struct piece_rules *rules, piece p, square s,
                       unsigned *pooled)
{
    enum color color = piece_color(p);
    struct leap_span *span = &variant->leap_spans[p][s];
    assert(*pooled <= UINT16_MAX);
    span->first = (uint16_t)*pooled;
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (is_slide(ride) || !variant->board.reach[s][ride->dir])
            continue;
        square to = (square)(s + direction_step[ride->dir].delta);
        variant->leaps[(*pooled)++] = move_make(MOVE_NORMAL, s, to, 0) | leap_modes(ride) << LEAP_MODE_SHIFT;
    }
    span->count = (uint16_t)(*pooled - span->first);
}

static unsigned count_leaps(const struct variant *variant)
{
    unsigned count = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; color <= BLACK; color++)
            count += variant->pieces[type].ride_count[color];
    return count * (unsigned)set_count(&variant->board.locations);
}

static void list_slides(struct piece_rules *rules, enum color color)
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++)
        if (is_slide(&rules->rides[color][i]))
            rules->slides[color][rules->slide_count[color]++] = rules->rides[color][i];
}

// Prepares what the quick part of the generator runs on. False: no memory.
static bool prepare_generation(struct variant *variant)
{
    unsigned pooled = 0;
    variant->leaps = calloc(count_leaps(variant), sizeof *variant->leaps);
    if (!variant->leaps)
        return false;
    for (unsigned p = 2; p < 2 * PIECE_TYPES; p++) {
        struct piece_rules *rules = &variant->pieces[piece_type_of((piece)p)];
        enum color color = piece_color((piece)p);
        if (!rules->name)
            continue;
        list_slides(rules, color);
        square s;
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
            list_leaps(variant, rules, (piece)p, s, &pooled);
            if (is_plain(variant, rules, color, s))
                set_add(&rules->plain[color], s);
        }
    }
    for (unsigned side = WHITE; side <= BLACK; side++) {
        variant->landing[side][EMPTY] = LEAP_QUIET;
        for (piece_type type = 1; type < PIECE_TYPES; type++)
            variant->landing[side][piece_of(type, other_color((enum color)side))] = LEAP_CAPTURE;
    }
    int width = variant->board.width, height = variant->board.height;
    variant->farthest = (uint16_t)((width > height ? width : height) - 1);
    return true;
}

static void fill_keys(struct variant *variant)
{
    for (unsigned p = HOLE; p < PIECE_CODES; p++)
        for (unsigned s = 0; s < GRID_SQUARES; s++)
            variant->keys[p][s] = key_of(KEY_PIECE, p, s);
}

static bool check_parameters(const struct game *game, const struct parameters *parameters, struct error *err)
{
    for (unsigned i = 0; i < game->parameter_count; i++) {
        const struct parameter *parameter = &game->parameters[i];
        int value = parameters->value[i];
        if (value < parameter->minimum || value > parameter->maximum)
            return error_set(err, ERROR_PARAMETER, parameter->name, "%s must be %d to %d, not %d",
                             parameter->name, parameter->minimum, parameter->maximum, value);
    }
    return true;
}

static void no_memory(const struct game *game, struct error *err)
{
    error_set(err, ERROR_SYSTEM, "", "no memory for the tables of %s", game->title);
}

struct variant *variant_new(const struct game *game, const struct parameters *parameters, struct error *err)
{
    struct parameters chosen = {{0}};
    for (unsigned i = 0; i < game->parameter_count; i++)
        chosen.value[i] = parameters ? parameters->value[i] : game->parameters[i].initial;
    if (!check_parameters(game, &chosen, err))
        return NULL;
    struct variant *variant = calloc(1, sizeof *variant);
    if (!variant) {
        no_memory(game, err);
        return NULL;
    }
    variant->game = game;
    variant->parameters = chosen;
    variant->royal = variant->draws = true;
    board_init(&variant->board, game->width, game->height);
    game->prepare(variant);
    if (!variant->start) {
        variant_free(variant);
        no_memory(game, err);
        return NULL;
    }
    list_threats(variant, WHITE);
    list_threats(variant, BLACK);
    fill_keys(variant);
    if (!prepare_generation(variant)) {
        variant_free(variant);
        no_memory(game, err);
        return NULL;
    }
    return variant;
}

void variant_free(struct variant *variant)
{
    if (!variant)
        return;
    free(variant->leaps);
    free(variant->start);
    free(variant);
}
