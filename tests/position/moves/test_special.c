// SPDX-License-Identifier: GPL-3.0-or-later
// Cannons, grasshoppers, lame leapers, initial moves and several ways to one square: by hand, and against an interpreter
// that asks of every pair of squares what stands between them.

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/moves/generate.h"
#include "position/setup.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// ---- Variants ----

enum { OFFICERS = 5 };

// What the next variant is made from.
static struct {
    char betza[OFFICERS][64]; // of the pieces A, B, C …
    const char *king;
    bool metered;
} plan;

static bool prepare(struct variant *variant, struct error *err)
{
    (void)err;
    static const char *const names[OFFICERS] = {"first", "second", "third", "fourth", "fifth"};
    struct piece_description king = king_description;
    king.betza = plan.king ? plan.king : king.betza;
    variant_add_piece(variant, &king);
    variant_add_pawn(variant, &pawn_description);
    for (int i = 0; i < OFFICERS; i++) {
        piece_type type = type_of_letter((char)('A' + i));
        if (!plan.betza[i][0])
            continue;
        variant_add_piece(variant, &(struct piece_description){(char)('A' + i), names[i], plan.betza[i]});
        for (int file = 0; file < variant->board.width; file++) {
            set_add(&variant->pieces[type].double_step[WHITE], square_at(file, 1));
            set_add(&variant->pieces[type].double_step[BLACK], square_at(file, variant->board.height - 2));
        }
    }
    variant->metered = plan.metered;
    variant->start = memory_copy_text("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    return true;
}

static const struct game small_game = {
    .name = "special", .title = "Special Chess", .width = 8, .height = 8, .prepare = prepare};
static const struct game large_game = {
    .name = "special", .title = "Special Chess", .width = 10, .height = 8, .prepare = prepare};

static struct variant *make(const struct game *game)
{
    struct error err;
    struct variant *variant = variant_new(game, NULL, &err);
    if (!variant)
        fail_msg("%s: %s", err.at, err.message);
    return variant;
}

// ---- By hand ----

// The squares to which the piece on a square moves, in their order on the board: "c3 d4 …".
static void write_targets(const struct position *pos, const char *from, char *text)
{
    const char *start = text;
    square s = SQUARE_NONE;
    struct set targets = {{0}};
    struct move_list list;
    assert_true(square_read(&from, pos->variant->board.width, pos->variant->board.height, &s));
    position_actions(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == s) {
            assert_false(set_has(&targets, move_to(list.moves[i])));
            set_add(&targets, move_to(list.moves[i]));
        }
    square to;
    *text = '\0';
    for (struct set_walk walk = set_walk(&targets); set_next(&walk, &to);) {
        char name[SQUARE_NAME_SIZE];
        square_name(to, name);
        text += sprintf(text, *start == '\0' ? "%s" : " %s", name);
    }
}

// `fen` without its last fields; the piece A moves as `betza`.
static void assert_goes(const char *betza, const char *fen, const char *from, const char *targets)
{
    memset(&plan, 0, sizeof plan);
    snprintf(plan.betza[0], sizeof plan.betza[0], "%s", betza);
    snprintf(plan.betza[1], sizeof plan.betza[1], "R");
    struct variant *variant = make(&small_game);
    static struct position pos;
    struct error err;
    char text[128], found[512];
    snprintf(text, sizeof text, "%s w - - 0 1", fen);
    if (!fen_read(&pos, variant, text, &err))
        fail_msg("%s: %s: %s", text, err.at, err.message);
    write_targets(&pos, from, found);
    if (strcmp(found, targets) != 0)
        fail_msg("%s in %s goes to %s, not %s", betza, fen, found, targets);
    variant_free(variant);
}

static void test_cannons(void **state)
{
    (void)state;
    // Over the pawn on d5: the empty square behind it, and the pawn of the enemy there; nothing on the other lines.
    assert_goes("pR", "7k/3p4/8/3P4/8/3A4/8/7K", "d3", "d6 d7");
    assert_goes("cpR", "7k/3p4/8/3P4/8/3A4/8/7K", "d3", "d7");
    assert_goes("mpR", "7k/3p4/8/3P4/8/3A4/8/7K", "d3", "d6");
    // Not over two, nor onto its own.
    assert_goes("pR", "7k/3p4/3p4/3P4/8/3A4/8/7K", "d3", "d6");
    assert_goes("pR", "7k/3p4/3P4/3P4/8/3A4/8/7K", "d3", "");
    // The piece jumped over may stand next to it; the range counts from the start.
    assert_goes("pR4", "7k/8/8/8/3P4/3A4/8/7K", "d3", "d5 d6 d7");
    assert_goes("mRcpR", "7k/3p4/8/3P4/8/3A1b1p/8/7K", "d3", "d1 d2 a3 b3 c3 e3 h3 d4 d7");
    assert_goes("pB", "7k/8/8/6p1/5p2/8/3A4/7K", "d2", "g5");
    assert_goes("pN", "7k/8/4p3/8/3P4/8/2A5/7K", "c2", "e6");
}

static void test_grasshoppers(void **state)
{
    (void)state;
    assert_goes("gQ", "7k/3p4/8/3P4/8/3A4/8/7K", "d3", "d6");
    assert_goes("gQ", "7k/3p4/3p4/3P4/8/3A4/8/7K", "d3", "d6");
    assert_goes("gQ", "7k/8/3P4/3P4/8/3A4/8/7K", "d3", "");
    assert_goes("gQ", "7k/8/8/1p6/2P5/3A1P2/2p5/7K", "d3", "b1 g3 b5");
    assert_goes("mgR", "7k/8/3p4/3P4/8/3A1P2/8/7K", "d3", "g3");
    assert_goes("gR2", "7k/8/8/3P4/8/3AP3/8/7K", "d3", "f3");
}

static void test_lame_leapers(void **state)
{
    (void)state;
    assert_goes("nN", "7k/8/8/3P4/3A4/8/8/7K", "d4", "c2 e2 b3 f3 b5 f5");
    assert_goes("nN", "7k/8/8/2P1P3/3A4/8/8/7K", "d4", "c2 e2 b3 f3 b5 f5 c6 e6");
    assert_goes("nA", "7k/8/8/4p3/3A4/8/8/7K", "d4", "b2 f2 b6");
    assert_goes("nD", "7k/8/8/3P4/3A4/8/8/7K", "d4", "d2 b4 f4");
    // Blocked next to it, and diagonally behind that.
    assert_goes("fnZ", "7k/8/8/3P4/3A4/8/8/7K", "d4", "");
    assert_goes("ffnZ", "7k/8/2P5/8/3A4/8/8/7K", "d4", "f7");
}

static void test_initial_moves(void **state)
{
    (void)state;
    assert_goes("mfWcfFimfnD", "7k/8/8/8/8/8/A7/7K", "a2", "a3 a4");
    assert_goes("mfWcfFimfnD", "7k/8/8/8/8/A7/8/7K", "a3", "a4");
    assert_goes("mfWcfFimfnD", "7k/8/8/8/8/P7/A7/7K", "a2", "");
    assert_goes("iR", "7k/8/8/8/p7/8/A7/7K", "a2", "a1 b2 c2 d2 e2 f2 g2 h2 a3");
    assert_goes("WimR3", "7k/8/8/8/8/8/A7/7K", "a2", "a1 b2 c2 d2 a3 a4 a5");
}

static void test_several_ways(void **state)
{
    (void)state;
    assert_goes("RD", "7k/8/8/8/8/8/1P6/A6K", "a1", "b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 a8");
    assert_goes("RD", "7k/8/8/8/8/8/P7/A5BK", "a1", "b1 c1 d1 e1 f1 a3");
    assert_goes("WDHR3", "7k/8/8/8/8/P7/8/AB5K", "a1", "c1 d1 a2 a4");
    assert_goes("pRD", "7k/8/p7/8/8/8/P7/A5BK", "a1", "c1 a3 a4 a5 a6");
}

// A side in check by pieces that are not plain, and pieces that cannot move because of them.
static void test_checks_and_pins(void **state)
{
    (void)state;
    // Check over the pawn, which stays in between; a second piece there ends it.
    assert_goes("pR", "4a2k/8/8/8/8/8/3PP3/3BK3", "e2", "");
    assert_goes("pR", "4a2k/8/8/8/2B5/8/4P3/4K3", "c4", "e4");
    // Taking what the cannon jumps over would put the rook in its place.
    assert_goes("pR", "4a2k/4p3/8/8/8/8/4B3/4K3", "e2", "e3 e4 e5 e6");
    // The grasshopper attacks over the king's own pawn, which moves away.
    assert_goes("gQ", "4a2k/8/8/8/8/8/4P3/4K3", "e2", "e3 e4");
    assert_goes("gQ", "4a2k/8/8/8/8/8/3PP3/4K3", "d2", "");
    // The horse is blocked by the rook, which may only take it.
    assert_goes("nN", "7k/8/8/8/8/3a4/3B4/4K3", "d2", "d3");
    // A piece with two ways to give check gives one, and may be taken.
    assert_goes("RD", "7k/8/8/8/8/4a3/8/B3K3", "a1", "");
    assert_goes("RD", "7k/8/8/8/8/B3a3/8/4K3", "a3", "e3");
}

// ---- The interpreter ----

// Rank and file of the squares that a lame leap to the upper right passes, the steep one of each pair.
static const struct {
    int dx, dy, count, over[2][2];
} lame[] = {
    {0, 1, 0, {{0}}},
    {1, 1, 0, {{0}}},
    {0, 2, 1, {{0, 1}}},
    {1, 2, 1, {{0, 1}}},
    {2, 2, 1, {{1, 1}}},
    {0, 3, 2, {{0, 1}, {0, 2}}},
    {1, 3, 2, {{0, 1}, {0, 2}}},
    {2, 3, 2, {{0, 1}, {1, 2}}},
    {3, 3, 2, {{1, 1}, {2, 2}}},
};

static bool empty_at(const struct position *pos, int file, int rank)
{
    return pos->pieces[square_at(file, rank)] == EMPTY;
}

static bool slow_lame(const struct position *pos, int file, int rank, int dx, int dy)
{
    int ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1;
    for (size_t i = 0; i < sizeof lame / sizeof *lame; i++)
        for (int k = 0; k < lame[i].count; k++) {
            int along = lame[i].over[k][1], across = lame[i].over[k][0];
            if (lame[i].dx == ax && lame[i].dy == ay && !empty_at(pos, file + sx * across, rank + sy * along))
                return false;
            if (ax != ay && lame[i].dx == ay && lame[i].dy == ax &&
                !empty_at(pos, file + sx * along, rank + sy * across))
                return false;
        }
    return true;
}

// Whether the ride of `steps` steps of that kind leads from the square to its end over what stands there.
static bool slow_ride(const struct position *pos, square from, direction d, int steps, unsigned kind)
{
    int dx = direction_step[d].dx, dy = direction_step[d].dy, pieces = 0, last = 0;
    for (int i = 0; i < steps; i++) {
        int file = square_file(from) + i * dx, rank = square_rank(from) + i * dy;
        if (i && !empty_at(pos, file, rank)) {
            pieces++;
            last = i;
        }
        if (kind == RIDE_LAME && !slow_lame(pos, file, rank, dx, dy))
            return false;
    }
    return kind == RIDE_CANNON        ? pieces == 1
           : kind == RIDE_GRASSHOPPER ? pieces == 1 && last == steps - 1
                                      : pieces == 0;
}

// Whether the piece on `from` goes to `to`, quietly or by capture.
static bool slow_goes(const struct position *pos, square from, square to, bool capture)
{
    piece p = pos->pieces[from];
    const struct piece_rules *rules = &pos->variant->pieces[piece_type_of(p)];
    const struct movement *movement = &rules->movement[piece_color(p)];
    if (pos->variant->metered && pos->fuel[from] < square_distance(from, to))
        return false;
    for (unsigned kind = 0; kind < RIDE_KINDS; kind++) {
        if (kind >= RIDE_INITIAL && !set_has(&rules->double_step[piece_color(p)], from))
            continue;
        for (direction d = 0; d < DIRECTIONS; d++) {
            int range = capture ? movement->kinds[kind].capture[d] : movement->kinds[kind].quiet[d];
            for (int steps = 1; steps <= range && steps < GRID_SIDE; steps++)
                if (square_file(from) + steps * direction_step[d].dx == square_file(to) &&
                    square_rank(from) + steps * direction_step[d].dy == square_rank(to) &&
                    slow_ride(pos, from, d, steps, kind & 3))
                    return true;
        }
    }
    return false;
}

static bool slow_attacked(const struct position *pos, square target, enum color by)
{
    square from;
    for (struct set_walk walk = set_walk(&pos->sets[by]); set_next(&walk, &from);)
        if (slow_goes(pos, from, target, true))
            return true;
    return false;
}

// Without pawns: what they do besides is the business of other tests.
static void check_against_interpreter(const struct position *pos)
{
    static struct move_list list;
    static struct position after;
    enum color side = position_side(pos);
    unsigned slow = 0;
    square from, to;
    position_actions(pos, &list);
    for (struct set_walk walk = set_walk(&pos->variant->board.locations); set_next(&walk, &to);)
        for (unsigned by = WHITE; by <= BLACK; by++)
            assert_int_equal(position_attacked(pos, to, (enum color)by),
                             slow_attacked(pos, to, (enum color)by));
    for (struct set_walk walk = set_walk(&pos->sets[side]); set_next(&walk, &from);)
        for (struct set_walk inner = set_walk(&pos->variant->board.locations); set_next(&inner, &to);) {
            bool capture = is_piece(pos->pieces[to]);
            if (is_piece_of(pos->pieces[to], side) || from == to || !slow_goes(pos, from, to, capture))
                continue;
            struct undo undo;
            move m = move_make(MOVE_NORMAL, from, to, 0);
            after = *pos;
            position_apply(&after, m, &undo);
            if (slow_attacked(&after, after.state.king[side], other_color(side)))
                continue;
            slow++;
            if (!move_list_has(&list, m) && !move_list_has(&list, move_make(MOVE_DOUBLE_STEP, from, to, 0)))
                fail_msg("%d to %d is missing", from, to);
        }
    assert_int_equal(list.count, slow);
}

// ---- Random pieces ----

static const char *pick(struct random *random, const char *const *list, unsigned count)
{
    return list[random_below(random, count)];
}

// A piece of one to four terms, each of which parses.
static void invent(struct random *random, char *betza, size_t size)
{
    static const char *const atoms[] = {"W", "F", "K", "N",  "D",  "A",  "H",  "C",  "Z",  "G",
                                        "R", "B", "Q", "NN", "W3", "DD", "AA", "ZZ", "B2", "L"},
                             *const kinds[] = {"", "", "n", "p", "g", "im", "imn", "ip"},
                             *const modes[] = {"", "", "m", "c"}, *const sides[] = {"",   "",   "",  "f",
                                                                                    "b",  "s",  "v", "fs",
                                                                                    "rf", "lb", "fr"};
    struct movement movement;
    size_t length = 0;
    unsigned terms = 1 + (unsigned)random_below(random, 4);
    *betza = '\0';
    while (terms) {
        char more[64];
        const char *mode = pick(random, modes, 4), *kind = pick(random, kinds, 8);
        snprintf(more, sizeof more, "%s%s%s%s%s", betza, pick(random, sides, 11), *kind == 'i' ? "" : mode,
                 kind, pick(random, atoms, 20));
        if (strlen(more) >= size || !betza_parse(more, &movement, NULL))
            continue;
        length = strlen(more);
        memcpy(betza, more, length + 1);
        terms--;
    }
}

static bool place_at_random(struct random *random, struct position *pos, const struct variant *variant)
{
    struct setup setup;
    struct error err;
    int width = variant->board.width, height = variant->board.height;
    setup_init(&setup, variant);
    for (int i = 0; i < OFFICERS * 2 * (int)(1 + random_below(random, 3)); i++) {
        square s = square_at((int)random_below(random, (unsigned)width),
                             (int)random_below(random, (unsigned)height));
        setup.pieces[s] = piece_of(type_of_letter((char)('A' + random_below(random, OFFICERS))),
                                   random_below(random, 2) ? WHITE : BLACK);
    }
    setup.pieces[square_at((int)random_below(random, (unsigned)width), 0)] = piece_of(TYPE_KING, WHITE);
    setup.pieces[square_at((int)random_below(random, (unsigned)width), height - 1)] =
        piece_of(TYPE_KING, BLACK);
    for (square s = 0; plan.metered && s < GRID_SQUARES; s++)
        setup.fuel[s] = is_piece(setup.pieces[s]) ? (uint16_t)random_below(random, 6) : 0;
    return position_from_setup(pos, variant, &setup, &err);
}

static void play(struct random *random, struct position *pos, int turns, bool properties)
{
    static struct move_list list;
    for (int i = 0; i < turns; i++) {
        struct undo undo;
        check_against_interpreter(pos);
        if (properties && i % 4 == 0)
            scene_check_properties(pos);
        position_actions(pos, &list);
        if (!list.count)
            return;
        position_apply(pos, list.moves[random_below(random, list.count)], &undo);
    }
}

static void test_random_armies(void **state)
{
    (void)state;
    static struct position pos;
    struct random random = {15};
    for (int round = 0; round < 60 / EFFORT_DIVISOR; round++) {
        static char king[64];
        memset(&plan, 0, sizeof plan);
        for (int i = 0; i < OFFICERS; i++)
            invent(&random, plan.betza[i], sizeof plan.betza[i]);
        plan.metered = round % 5 == 4;
        if (round % 3 == 2) {
            invent(&random, king, sizeof king);
            plan.king = king;
        }
        struct variant *variant = make(round % 2 ? &small_game : &large_game);
        for (int game = 0; game < 4; game++)
            if (place_at_random(&random, &pos, variant))
                play(&random, &pos, 12, game == 0 && !plan.metered);
        variant_free(variant);
    }
}

// ---- Limits ----

static const struct game vast_game = {
    .name = "vast", .title = "Vast Chess", .width = 16, .height = 16, .prepare = prepare};

// Lists of moves have room for every direction on the largest board, but not for every kind of ride in each.
static void test_too_many_moves(void **state)
{
    (void)state;
    struct error err;
    memset(&plan, 0, sizeof plan);
    snprintf(plan.betza[0], sizeof plan.betza[0], "QNNDAHCCZZG");
    struct variant *variant = make(&vast_game);
    assert_true(variant_most_moves(variant) > 7000);
    variant_free(variant);
    snprintf(plan.betza[1], sizeof plan.betza[1], "pQpNpDpApHpCpZpG");
    snprintf(plan.betza[2], sizeof plan.betza[2], "gQgNgDgAgHgCgZgG");
    assert_null(variant_new(&vast_game, NULL, &err));
    assert_int_equal(err.code, ERROR_VARIANT);
}

static void test_full_boards_stay_below_the_bound(void **state)
{
    (void)state;
    static struct position pos;
    static struct move_list list;
    struct random random = {8};
    for (int round = 0; round < 20; round++) {
        memset(&plan, 0, sizeof plan);
        for (int i = 0; i < OFFICERS; i++)
            invent(&random, plan.betza[i], sizeof plan.betza[i]);
        struct variant *variant = make(&small_game);
        unsigned most = variant_most_moves(variant);
        for (int i = 0; i < 50; i++)
            if (place_at_random(&random, &pos, variant)) {
                list.count = 0;
                generate_pseudo(&pos, &list);
                assert_true(list.count <= most);
            }
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cannons),
        cmocka_unit_test(test_grasshoppers),
        cmocka_unit_test(test_lame_leapers),
        cmocka_unit_test(test_initial_moves),
        cmocka_unit_test(test_several_ways),
        cmocka_unit_test(test_checks_and_pins),
        cmocka_unit_test(test_random_armies),
        cmocka_unit_test(test_too_many_moves),
        cmocka_unit_test(test_full_boards_stay_below_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
