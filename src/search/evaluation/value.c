// SPDX-License-Identifier: GPL-3.0-or-later
// Derives values and piece-square tables from the moves of the pieces.
#include "search/evaluation/value.h"

#include "position/game.h"
#include "search/evaluation/tuned.h"

#include <string.h>

// Values by movement. Those of FIDE pieces are common knowledge; those of the
// other armies are the values that ChessV (G. Strong) has arrived at by experience.
struct known_value {
    const char *betza;
    struct pair worth;
};

static const struct known_value known_values[] = {
    {"N", {325, 315}},       {"B", {335, 330}},     {"R", {480, 530}},   {"Q", {970, 980}},
    {"BN", {875, 875}},      {"BD", {450, 500}},    {"WA", {315, 315}},  {"FAD", {475, 475}},
    {"fhNfsRK", {950, 950}}, {"fsRbK", {495, 530}}, {"FvN", {325, 325}}, {"fhNsWbK", {365, 365}},
    {"mWcF", {120, 140}},    {"WF", {240, 260}},    {"RN", {950, 950}},  {"R4", {400, 425}},
    {"WD", {325, 325}},      {"HFD", {500, 500}},
};

static const struct pair pawn_worth = {90, 115};

// Mobility is counted in units of 1/256 of a square, probabilities in units of
// 1/4096: integers, so that every machine builds the same tables.
enum { SQUARE_UNIT = 256, CHANCE_ONE = 4096 };

// Centipawns per square that a piece reaches on average (fitted to the known values).
enum { VALUE_OF_SQUARE = 62 };

// The probability that a square is empty: R. Betza's "magic number" (0.69) for a crowded board, and one for a sparse board.
enum { CROWDED = 2826, SPARSE = 3482 };

static int scale(int chance, int factor)
{
    return chance * factor / CHANCE_ONE;
}

// How many squares lie between the ends of a lame leap.
static int squares_between(direction dir)
{
    return direction_step[dir].distance - 1;
}

// The chance that what lies before the k-th step of a special ride lets it through.
static int special_chance(const struct ride *ride, int k, int empty)
{
    int chance = CHANCE_ONE;
    switch (ride->kind) {
    case RIDE_LAME:
        for (int i = 0; i < k * (squares_between(ride->dir) + 1) - 1; i++)
            chance = scale(chance, empty);
        return chance;
    case RIDE_CANNON:
    case RIDE_GRASSHOPPER:
        if (k < 2)
            return 0;
        for (int i = 0; i < k - 2; i++)
            chance = scale(chance, empty);
        chance = scale(chance, CHANCE_ONE - empty);
        return ride->kind == RIDE_CANNON ? chance * (k - 1) : chance;
    default:
        return 0; // initial: possible once in a game
    }
}

static int special_mobility(const struct variant *variant, const struct piece_rules *rules, enum color color,
                            square s, int empty)
{
    int sum = 0;
    for (unsigned i = 0; i < rules->special_count[color]; i++) {
        const struct ride *ride = &rules->special[color][i];
        for (int k = 1; k <= variant->board.reach[s][ride->dir]; k++)
            sum += special_chance(ride, k, empty) * (6 * (ride->quiet >= k) + 4 * (ride->capture >= k)) / 10;
    }
    return sum;
}

// The expected number of squares that a piece reaches from `s`, if a square is empty with probability `empty`.
static int expected_mobility(const struct variant *variant, piece_type type, enum color color, square s,
                             int empty)
{
    const struct piece_rules *rules = &variant->pieces[type];
    int sum = 0;
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        int reach = variant->board.reach[s][ride->dir], chance = CHANCE_ONE;
        for (int k = 1; k <= reach; k++, chance = chance * empty / CHANCE_ONE)
            sum += chance * (6 * (ride->quiet >= k) + 4 * (ride->capture >= k)) / 10;
    }
    sum += special_mobility(variant, rules, color, s, empty);
    return sum / (CHANCE_ONE / SQUARE_UNIT);
}

static int average_mobility(const struct variant *variant, piece_type type, int empty)
{
    int sum = 0;
    square s;
    for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
        sum += expected_mobility(variant, type, WHITE, s, empty);
    return sum / set_count(&variant->board.locations);
}

static struct pair worth_of(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    if (rules->is_pawn)
        return pawn_worth;
    for (unsigned i = 0; i < sizeof known_values / sizeof *known_values; i++)
        if (!strcmp(rules->betza, known_values[i].betza))
            return known_values[i].worth;
    int value = VALUE_OF_SQUARE * average_mobility(variant, type, CROWDED) / SQUARE_UNIT;
    int16_t capped = (int16_t)(value < 2000 ? value : 2000);
    return (struct pair){capped, capped};
}

static bool changes_color(const struct ride *ride)
{
    return (direction_step[ride->dir].dx + direction_step[ride->dir].dy) % 2 != 0;
}

static bool is_color_bound(const struct piece_rules *rules)
{
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++)
        if (changes_color(&rules->rides[WHITE][i]))
            return false;
    for (unsigned i = 0; i < rules->special_count[WHITE]; i++)
        if (changes_color(&rules->special[WHITE][i]))
            return false;
    return rules->ride_count[WHITE] + rules->special_count[WHITE] > 0;
}

// ---- Piece-square tables ----

// 0 on the middle files, increasing towards the edge.
static int file_from_center(const struct board *board, square s)
{
    int twice = 2 * square_file(s) - (board->width - 1);
    return (twice < 0 ? -twice : twice) / 2;
}

static int rank_from_center(const struct board *board, square s)
{
    int twice = 2 * square_rank(s) - (board->height - 1);
    return (twice < 0 ? -twice : twice) / 2;
}

// How many ranks a FIDE pawn still has to advance; negative where it cannot stand.
static int ranks_to_goal(const struct valuation *valuation, enum color color, square s)
{
    int ranks = valuation->pawn_goal[color] - square_rank(s);
    return color == WHITE ? ranks : -ranks;
}

// Ranks from the owner's edge of the board.
static int advance_of(const struct board *board, enum color color, square s)
{
    return color == WHITE ? square_rank(s) : board->height - 1 - square_rank(s);
}

static struct pair pawn_place(const struct valuation *valuation, enum color color, square s)
{
    static const int8_t by_advance[8] = {0, 0, 2, 7, 14, 24, 40, 0};
    const struct board *board = &valuation->variant->board;
    int advance = 7 - ranks_to_goal(valuation, color, s), off = file_from_center(board, s);
    int step = advance < 0 ? 0 : advance < 8 ? advance : 7;
    int mg = by_advance[step] / 2 + (off <= 0 && advance >= 2 && advance <= 4 ? 9 * (advance - 1) : 0) +
             (off == 1 && advance >= 2 && advance <= 4 ? 4 : 0) - (off == 0 && advance == 1 ? 12 : 0);
    return (struct pair){(int16_t)mg, (int16_t)by_advance[step]};
}

// The fewest quiet steps on an empty board that take a pawn of another kind to its promotion squares, for each square.
static void count_steps(const struct variant *variant, const struct piece_rules *rules, enum color color,
                        uint8_t steps[GRID_SQUARES])
{
    bool changed = true;
    square s;
    for (s = 0; s < GRID_SQUARES; s++)
        steps[s] = set_has(&rules->promotion[color], s) ? 0 : UINT8_MAX;
    while (changed) {
        changed = false;
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);)
            for (unsigned i = 0; i < rules->ride_count[color]; i++) {
                const struct ride *ride = &rules->rides[color][i];
                if (!ride->quiet || !variant->board.reach[s][ride->dir])
                    continue;
                unsigned there = steps[s + direction_step[ride->dir].delta];
                if (there + 1 < steps[s]) {
                    steps[s] = (uint8_t)(there + 1);
                    changed = true;
                }
            }
    }
}

static struct pair fairy_pawn_place(unsigned steps)
{
    static const int8_t by_steps[] = {0, 90, 55, 36, 24, 16, 10, 6, 3};
    int16_t bonus = steps < sizeof by_steps ? by_steps[steps] : 0;
    return (struct pair){bonus, bonus};
}

static struct pair king_place(const struct board *board, enum color color, square s)
{
    static const int8_t by_file[4] = {-22, -12, 14, 8};
    int advance = advance_of(board, color, s);
    int off = file_from_center(board, s);
    int mg = advance == 0 ? by_file[off < 3 ? off : 3] : -18 - 14 * (advance < 4 ? advance : 4);
    int eg = 24 - 9 * (file_from_center(board, s) + rank_from_center(board, s));
    return (struct pair){(int16_t)mg, (int16_t)eg};
}

static struct pair piece_place(const struct valuation *valuation, piece_type type, enum color color, square s,
                               const int mean[2])
{
    const struct variant *variant = valuation->variant;
    const struct board *board = &variant->board;
    int mg = expected_mobility(variant, type, color, s, CROWDED) - mean[0];
    int eg = expected_mobility(variant, type, color, s, SPARSE) - mean[1];
    int center = 3 - file_from_center(board, s) - rank_from_center(board, s);
    int advance = advance_of(board, color, s);
    int at_home = advance == 0 && valuation->value[type] < 450 ? -12 : 0;
    int forward = advance < 6 ? 2 * advance : 6;
    return (struct pair){
        (int16_t)(valuation->mobility[type].mg * mg / (SQUARE_UNIT * MOBILITY_UNIT) + 2 * center + at_home +
                  forward),
        (int16_t)(valuation->mobility[type].eg * eg / (SQUARE_UNIT * MOBILITY_UNIT) + 2 * center),
    };
}

static void fill_places(struct valuation *valuation, const struct weights *weights, piece_type type,
                        struct pair worth)
{
    const struct variant *variant = valuation->variant;
    const struct board *board = &variant->board;
    const int mean[2] = {average_mobility(variant, type, CROWDED), average_mobility(variant, type, SPARSE)};
    const struct piece_rules *rules = &variant->pieces[type];
    uint8_t steps[GRID_SQUARES];
    square s;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        count_steps(variant, rules, (enum color)color, steps);
        for (struct set_walk walk = set_walk(&board->locations); set_next(&walk, &s);) {
            struct pair place = {0, 0};
            if (rules->is_pawn)
                place = pawn_place(valuation, (enum color)color, s);
            else if (rules->promotes)
                place = fairy_pawn_place(steps[s]);
            else if (type != variant->king || !variant->royal)
                place = piece_place(valuation, type, (enum color)color, s, mean);
            else if (!variant_mate_loses(variant))
                place = king_place(board, (enum color)color, s);
            struct pair more = tuned_place(weights, variant, rules, (enum color)color, s);
            valuation->placed[piece_of(type, (enum color)color)][s] = (struct pair){
                (int16_t)(worth.mg + place.mg + more.mg), (int16_t)(worth.eg + place.eg + more.eg)};
        }
    }
}

// ---- Fuel ----

// The fuel that a typical move costs, in units of 1/256.
static int typical_cost(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    int cost = 0, weight = 0;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++) {
        const struct ride *ride = &rules->rides[WHITE][i];
        int range = ride->quiet > ride->capture ? ride->quiet : ride->capture;
        int chance = CHANCE_ONE;
        for (int k = 1; k <= range && k < variant->board.width; k++, chance = chance * CROWDED / CHANCE_ONE) {
            cost += chance * k * direction_step[ride->dir].distance;
            weight += chance;
        }
    }
    return weight ? (int)((int64_t)cost * SQUARE_UNIT / weight) : SQUARE_UNIT;
}

// A piece with enough fuel for the rest of the game has its full value; one
// without fuel is only an obstacle.
static void fill_shares(struct valuation *valuation, piece_type type, bool by_fuel)
{
    enum { OBSTACLE = SHARE_ONE / 25, TYPICAL_MOVES = 5 };
    const struct variant *variant = valuation->variant;
    bool is_royal = type == variant->king && variant->royal;
    // With this much fuel, in units of 1/256, a piece has about half its value.
    int half = TYPICAL_MOVES * typical_cost(variant, type) / 2;
    for (int fuel = 0; fuel <= TANK_MAX; fuel++) {
        int tank = fuel * SQUARE_UNIT, full = TANK_MAX * SQUARE_UNIT;
        int64_t share =
            (int64_t)(SHARE_ONE - OBSTACLE) * tank * (full + half) / ((int64_t)(tank + half) * full);
        valuation->share[type][fuel] = (int16_t)(by_fuel && !is_royal ? OBSTACLE + share : SHARE_ONE);
    }
}

static int cheapest_move(const struct piece_rules *rules)
{
    int cheapest = 3;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++) {
        int distance = direction_step[rules->rides[WHITE][i].dir].distance;
        cheapest = distance < cheapest ? distance : cheapest;
    }
    return cheapest;
}

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

// Where the game is to lose one's pieces, they cost what they would be worth elsewhere, but less: it is their number that counts.
static struct pair turn_round(struct pair worth)
{
    enum { EACH = 150 };
    return (struct pair){(int16_t)(-EACH - worth.mg / 4), (int16_t)(-EACH - worth.eg / 4)};
}

// What the rules add to the value of a type of which a side must not run out, shared by those that it has.
static int vital_value(const struct aims *aims, piece_type type)
{
    enum { LIFE = 1200 };
    int most = 0;
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (aims->vital[color] >> type & 1) {
            int share = LIFE / aims->count[color][type];
            most = share > most ? share : most;
        }
    return most;
}

// Whether it rides on files, and whether on diagonals.
static void find_rides(struct valuation *valuation, piece_type type)
{
    const struct piece_rules *rules = &valuation->variant->pieces[type];
    bool files = false, diagonals = false;
    for (unsigned i = 0; i < rules->ride_count[WHITE]; i++) {
        const struct step *step = &direction_step[rules->rides[WHITE][i].dir];
        bool far = rules->rides[WHITE][i].capture > 2;
        valuation->rides[type] |= far;
        files |= far && step->dx == 0;
        diagonals |= far && step->dx != 0 && step->dy != 0;
    }
    valuation->rides_files[type] = files && !diagonals;
}

static void fill_type(struct valuation *valuation, const struct weights *weights, piece_type type,
                      bool by_fuel)
{
    enum { ROOK = 440 };
    const struct variant *variant = valuation->variant;
    const struct piece_rules *rules = &variant->pieces[type];
    bool is_royal = type == variant->king && variant->royal;
    struct pair derived = is_royal ? (struct pair){0, 0} : worth_of(variant, type);
    struct pair value = is_royal ? derived : tuned(weights, rules, "value", derived);
    int size = (derived.mg + derived.eg) / 2;
    valuation->size[type] = (int16_t)size;
    if (valuation->aims.losing && !is_royal)
        value = turn_round(value);
    int mean = (average_mobility(variant, type, CROWDED) + SQUARE_UNIT / 2) / SQUARE_UNIT;
    // The more squares a piece has, the less one more is worth.
    int16_t weight = MOBILITY_UNIT * (mean < 5 ? 6 : mean < 7 ? 5 : mean < 9 ? 4 : mean < 13 ? 3 : 2);
    valuation->value[type] =
        is_royal ? 1000 : (value.mg + value.eg) / 2 + vital_value(&valuation->aims, rules->counts_as);
    bool counts = !is_royal && !rules->promotes && !valuation->aims.losing;
    valuation->material[type] = (uint8_t)(!counts ? 0 : clamp(derived.mg / 10, 0, 250));
    valuation->mean[type] = (int16_t)mean;
    if (counts)
        valuation->mobility[type] = tuned(weights, rules, "mobility", (struct pair){weight, weight});
    valuation->assault[type] = (int8_t)(!counts ? 0 : clamp(size / 120, 1, 8));
    valuation->color_bound[type] = is_color_bound(rules);
    valuation->minor[type] = counts && size < ROOK;
    find_rides(valuation, type);
    valuation->cheapest[type] = (uint8_t)cheapest_move(rules);
    fill_places(valuation, weights, type, value);
    fill_shares(valuation, type, by_fuel);
}

static void find_pawn_goals(struct valuation *valuation)
{
    square s;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; valuation->variant->pieces[type].is_pawn && color <= BLACK; color++)
            for (struct set_walk walk = set_walk(&valuation->variant->pieces[type].promotion[color]);
                 set_next(&walk, &s);)
                valuation->pawn_goal[color] = square_rank(s);
}

// Whether there are weights of all kinds of pieces, but royal ones, that stand on the board at the start.
static bool all_are_tuned(const struct valuation *valuation, const struct weights *weights)
{
    static const struct pair none = {INT16_MIN, INT16_MIN};
    const struct variant *variant = valuation->variant;
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        bool stands = valuation->aims.count[WHITE][type] || valuation->aims.count[BLACK][type];
        bool is_royal = type == variant->king && variant->royal;
        if (stands && !is_royal && tuned(weights, &variant->pieces[type], "value", none).mg == none.mg)
            return false;
    }
    return true;
}

void valuation_init(struct valuation *valuation, const struct variant *variant, bool by_fuel)
{
    struct weights weights;
    weights_of_game(&weights, variant->game->name);
    valuation_init_with(valuation, variant, by_fuel, &weights);
}

void valuation_init_with(struct valuation *valuation, const struct variant *variant, bool by_fuel,
                         const struct weights *weights)
{
    static const struct weights none = {.count = TERMS};
    memset(valuation, 0, sizeof *valuation);
    valuation->variant = variant;
    aims_find(&valuation->aims, variant);
    find_pawn_goals(valuation);
    // Tuned weights of some pieces beside derived ones of others would be measured on different scales.
    if (!all_are_tuned(valuation, weights))
        weights = &none;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (variant->pieces[type].name)
            fill_type(valuation, weights, type, by_fuel);
}

void valuation_list(const struct valuation *valuation, struct weights *weights)
{
    const struct variant *variant = valuation->variant;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (valuation->aims.count[WHITE][type] || valuation->aims.count[BLACK][type])
            (void)tuned_list(weights, variant, &variant->pieces[type], worth_of(variant, type),
                             valuation->mobility[type]);
}

int valuation_of_hands(const struct valuation *valuation, const struct position *pos)
{
    int sum = 0;
    for (piece_type type = 1; type < LETTER_TYPES; type++)
        sum += (pos->hand[WHITE][type] - pos->hand[BLACK][type]) * valuation->value[type];
    return sum;
}

// ---- Running sums ----

// What stands on a square.
struct cell {
    square at;
    piece code;
    unsigned fuel;
};

// Adds the cell to the sums (`sign` is 1) or subtracts it (-1).
static inline void add_cell(struct balance *balance, const struct valuation *valuation, struct cell cell,
                            int sign)
{
    if (!is_piece(cell.code))
        return;
    piece_type type = piece_type_of(cell.code);
    struct pair worth = valuation->placed[cell.code][cell.at];
    int mg = worth.mg, eg = worth.eg;
    enum color color = piece_color(cell.code);
    if (valuation->variant->metered) {
        int share = valuation_share(valuation, type, cell.fuel);
        mg = mg * share / SHARE_ONE;
        eg = eg * share / SHARE_ONE;
        balance->fuel[color] += sign * (int)cell.fuel;
    }
    int side = color == WHITE ? sign : -sign;
    balance->mg += side * mg;
    balance->eg += side * eg;
    balance->material[color] += sign * valuation->material[type];
    uint64_t *key =
        valuation->variant->pieces[type].is_pawn ? &balance->pawn_key : &balance->pieces_key[color];
    *key ^= valuation->variant->keys[cell.code][cell.at];
}

void balance_init(struct balance *balance, const struct valuation *valuation, const struct position *pos)
{
    *balance = (struct balance){0};
    for (square s = 0; s < GRID_SQUARES; s++)
        add_cell(balance, valuation, (struct cell){s, pos->pieces[s], pos->fuel[s]}, +1);
    if (valuation->network.usable)
        hidden_init(&balance->hidden, &valuation->network, pos);
}

void balance_update(struct balance *balance, const struct balance *before, const struct valuation *valuation,
                    const struct position *pos, const struct undo *undo)
{
    memcpy(balance, before, offsetof(struct balance, hidden));
    for (unsigned i = 0; i < undo->count; i++) {
        square s = undo->cells[i].at;
        bool first = true;
        for (unsigned k = 0; k < i; k++)
            first = first && undo->cells[k].at != s;
        // Of a location that changed twice, the first entry says what stood there before.
        if (!first)
            continue;
        add_cell(balance, valuation, (struct cell){s, undo->cells[i].was, undo->cells[i].fuel}, -1);
        add_cell(balance, valuation, (struct cell){s, pos->pieces[s], pos->fuel[s]}, +1);
    }
}

void balance_update_hidden(struct balance *balance, const struct balance *before,
                           const struct valuation *valuation, const struct position *pos,
                           const struct undo *undo)
{
    if (valuation->network.usable)
        hidden_update(&balance->hidden, &before->hidden, &valuation->network, pos, undo);
}
