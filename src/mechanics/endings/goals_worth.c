// SPDX-License-Identifier: GPL-3.0-or-later
// The search's evaluation of goals: how far each king must run to one, or other pieces must go.
//
// A wave spreads from the king over the board, around the walls, one king's step at a time. Some squares delay it:
// those that the enemy attacks cannot be entered yet, and occupied ones must be vacated first. Sets are rows of bits,
// so that a step of the wave takes a few shifts.
#include "mechanics/endings/goals.h"
#include "position/position.h"
#include "position/variant.h"

// Estimated turns that a king needs for one step to a square of that kind.
enum { COST_FREE = 1, COST_OWN = 2, COST_HARD = 4 };

// Longer runs count as no run at all.
enum { RUN_MAX = 28 };

#define FILE_A UINT64_C(0x0001000100010001)
#define FILE_P UINT64_C(0x8000800080008000)

// ---- Shifting sets ----

static inline struct set either(struct set a, const struct set *b)
{
    for (int i = 0; i < 4; i++)
        a.word[i] |= b->word[i];
    return a;
}

static inline struct set sideways(const struct set *set)
{
    struct set moved;
    for (int i = 0; i < 4; i++)
        moved.word[i] = (set->word[i] & ~FILE_P) << 1 | (set->word[i] & ~FILE_A) >> 1;
    return moved;
}

static inline struct set upwards(const struct set *set)
{
    struct set moved;
    for (int i = 3; i >= 0; i--)
        moved.word[i] = set->word[i] << 16 | (i > 0 ? set->word[i - 1] >> 48 : 0);
    return moved;
}

static inline struct set downwards(const struct set *set)
{
    struct set moved;
    for (int i = 0; i < 4; i++)
        moved.word[i] = set->word[i] >> 16 | (i < 3 ? set->word[i + 1] << 48 : 0);
    return moved;
}

static inline struct set vertically(const struct set *set)
{
    struct set up = upwards(set), down = downwards(set);
    return either(up, &down);
}

// The squares diagonally adjacent to those of the set.
static inline struct set diagonals(const struct set *set)
{
    struct set beside = sideways(set);
    return vertically(&beside);
}

// All squares that a king reaches from the set in one step.
static inline struct set king_steps(const struct set *set)
{
    struct set beside = sideways(set), row = either(beside, set), away = vertically(&row);
    return either(away, &beside);
}

// ---- Attacks ----

static void add_leaps(const struct position *pos, square s, struct set *attacks)
{
    const struct variant *variant = pos->variant;
    struct leap_span span = variant->leap_spans[pos->pieces[s]][s];
    for (unsigned i = 0; i < span.count; i++) {
        leap l = variant->leaps[span.first + i];
        if (l >> LEAP_MODE_SHIFT & LEAP_CAPTURE)
            set_add(attacks, move_to(l));
    }
}

static void add_slides(const struct position *pos, square s, enum color color, struct set *attacks)
{
    const struct variant *variant = pos->variant;
    const struct piece_rules *rules = &variant->pieces[piece_type_of(pos->pieces[s])];
    for (unsigned i = 0; i < rules->slide_count[color]; i++) {
        direction dir = rules->slides[color][i].dir;
        square to = s;
        int reach = variant->board.reach[s][dir], range = rules->slides[color][i].capture;
        for (int left = range < reach ? range : reach; left > 0; left--) {
            to = (square)(to + direction_step[dir].delta);
            set_add(attacks, to);
            if (pos->pieces[to] != EMPTY)
                break;
        }
    }
}

// What a side attacks, and where its orthogonal steppers are.
struct force {
    struct set attacks, feet;
};

static void muster(const struct goals_settings *settings, const struct position *pos, enum color color,
                   struct force *force)
{
    struct set attacks = {{0}}, feet = {{0}}, steppers = {{0}};
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        switch (settings->gait[piece_type_of(pos->pieces[s])]) {
        case GAIT_FEET:
            set_add(&feet, s);
            break;
        case GAIT_STEPPER:
            set_add(&steppers, s);
            break;
        default:
            add_leaps(pos, s, &attacks);
            add_slides(pos, s, color, &attacks);
        }
    }
    struct set by_feet = diagonals(&feet), by_steppers = king_steps(&steppers);
    attacks = either(attacks, &by_feet);
    force->attacks = either(attacks, &by_steppers);
    force->feet = feet;
}

// ---- The run ----

// The squares of the board by what they cost the wave; walls are in none of the sets.
struct terrain {
    struct set free, own, hard;
};

// Friends without a free square next to them cannot make way before others do.
static struct set hemmed_in(const struct position *pos, enum color color, const struct set *feet)
{
    const struct set *empty = &pos->sets[SET_EMPTY];
    struct set beside = sideways(empty), straight = vertically(empty), around = king_steps(empty), stuck;
    for (int i = 0; i < 4; i++) {
        uint64_t room = (beside.word[i] | straight.word[i]) & feet->word[i];
        room |= around.word[i] & ~feet->word[i];
        stuck.word[i] = pos->sets[color].word[i] & ~room;
    }
    return stuck;
}

static void survey(const struct position *pos, enum color color, const struct force forces[2],
                   struct terrain *terrain)
{
    const struct set *own = &pos->sets[color], *enemy = &pos->sets[other_color(color)];
    const struct set *aimed_at = &forces[other_color(color)].attacks;
    struct set stuck = hemmed_in(pos, color, &forces[color].feet);
    for (int i = 0; i < 4; i++) {
        uint64_t open = pos->sets[SET_EMPTY].word[i] | enemy->word[i];
        uint64_t aimed = open & aimed_at->word[i];
        terrain->own.word[i] = own->word[i] & ~stuck.word[i];
        terrain->free.word[i] = open & ~aimed;
        terrain->hard.word[i] = aimed | stuck.word[i];
    }
}

static inline bool meets(const struct set *a, const struct set *b)
{
    return (a->word[0] & b->word[0]) | (a->word[1] & b->word[1]) | (a->word[2] & b->word[2]) |
           (a->word[3] & b->word[3]);
}

// What has been reached, and which of the steps the terrain lets through.
static inline struct set gain(struct set reached, const struct set *steps, const struct set *terrain)
{
    for (int i = 0; i < 4; i++)
        reached.word[i] |= steps->word[i] & terrain->word[i];
    return reached;
}

// Turns from the king's square to the nearest goal; RUN_MAX if it is that far or there is no way.
static int run_of(square king, const struct set *goals, const struct terrain *terrain)
{
    struct set reached = {{0}}, steps[COST_HARD]; // a ring buffer of the last turns' steps
    set_add(&reached, king);
    for (int turn = 0; turn < RUN_MAX; turn++) {
        if (meets(&reached, goals))
            return turn;
        steps[turn % COST_HARD] = king_steps(&reached);
        reached = gain(reached, &steps[turn % COST_HARD], &terrain->free);
        if (turn + COST_FREE >= COST_OWN)
            reached = gain(reached, &steps[(turn + COST_FREE - COST_OWN) % COST_HARD], &terrain->own);
        if (turn + COST_FREE >= COST_HARD)
            reached = gain(reached, &steps[(turn + COST_FREE - COST_HARD) % COST_HARD], &terrain->hard);
    }
    return RUN_MAX;
}

// ---- The hook ----

// The value of being that many turns from a goal. The race decides the game, so one turn counts more than two pawns
// (docs/engine.md).
static int worth_of_run(int run)
{
    enum { TURN = 240, NEAR = 12 };
    static const int16_t near[NEAR] = {600, 520, 330, 250, 205, 172, 146, 124, 105, 88, 73, 60};
    return TURN * (RUN_MAX - run) + (run < NEAR ? near[run] : 4 * (RUN_MAX - run));
}

// Other pieces, and kings that are far from running for corners: what counts is the few that are nearest.
static int worth_of_nearness(const struct goals_settings *settings, const struct position *pos,
                             enum color color)
{
    enum { NEAR = 8 };
    static const int16_t near[NEAR] = {200, 160, 90, 50, 26, 14, 6, 2};
    int worth = 0;
    square s;
    for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
        piece_type type = pos->variant->counted[pos->pieces[s]];
        int distance = settings->distance[color][s];
        if ((settings->piece[color] == ANY_TYPE || settings->piece[color] == type) && distance < NEAR)
            worth += near[distance];
    }
    return worth;
}

int goals_assess(const struct part *part, const struct position *pos)
{
    const struct goals_settings *settings = part->settings;
    enum { WON = 8000, MOST = 9000 };
    int score = 0;
    if (!settings->corners && !(settings->extra_move && settings->royal[WHITE] && settings->royal[BLACK])) {
        score = worth_of_nearness(settings, pos, WHITE) - worth_of_nearness(settings, pos, BLACK);
        return score > MOST ? MOST : score < -MOST ? -MOST : score;
    }
    struct force forces[2];
    muster(settings, pos, WHITE, &forces[WHITE]);
    muster(settings, pos, BLACK, &forces[BLACK]);
    for (unsigned c = WHITE; c <= BLACK; c++) {
        enum color color = (enum color)c;
        struct terrain terrain;
        survey(pos, color, forces, &terrain);
        int run = run_of(pos->state.king[color], &settings->goals[color], &terrain);
        // One free step away and to move: nothing can stop the king.
        int worth = run == 1 && position_side(pos) == color ? WON : worth_of_run(run);
        score += color == WHITE ? worth : -worth;
    }
    return score;
}
