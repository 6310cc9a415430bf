// SPDX-License-Identifier: GPL-3.0-or-later
// Promotions that chess does not have: optional, limited, by colour, of any piece and back again, forced by immobility.

#include "base/memory.h"
#include "base/random.h"
#include "notation/coordinate_write.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/rules/promotion.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct piece_description queen = {'Q', "queen", "Q"}, rook = {'R', "rook", "R"},
                                      silver = {'S', "silver", "FfW"}, gold = {'G', "gold", "WfF"},
                                      lance = {'L', "lance", "fR"}, keima = {'N', "keima", "fN"};

static struct set ranks(int first, int last)
{
    struct set set = {{0}};
    for (int rank = first; rank <= last; rank++)
        for (int file = 0; file < 8; file++)
            set_add(&set, square_at(file, rank));
    return set;
}

static struct variant *variant_with(bool (*prepare)(struct variant *variant, struct error *err))
{
    static struct game game;
    game = (struct game){.name = "test", .title = "Test", .width = 8, .height = 8, .prepare = prepare};
    struct variant *variant = variant_new(&game, NULL, NULL);
    assert_non_null(variant);
    return variant;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The moves from the square, by their text and sorted, are exactly these.
static void check_moves(const struct variant *variant, const char *fen, const char *from,
                        const char *expected)
{
    struct position pos;
    struct error err = {0};
    struct move_list list;
    char *texts[256];
    size_t count = 0;
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s %s", fen, err.at, err.message);
    scene_check_properties(&pos);
    position_actions(&pos, &list);
    for (unsigned i = 0; i < list.count; i++) {
        struct buffer text;
        buffer_init(&text);
        coordinate_write(&pos, list.moves[i], &text);
        if (!strncmp(buffer_text(&text), from, strlen(from)))
            texts[count++] = buffer_take(&text);
        buffer_clear(&text);
    }
    qsort(texts, count, sizeof *texts, compare_texts);
    struct buffer all;
    buffer_init(&all);
    for (size_t i = 0; i < count; i++) {
        buffer_addf(&all, "%s%s", i ? " " : "", texts[i]);
        free(texts[i]);
    }
    if (strcmp(buffer_text(&all), expected) != 0)
        fail_msg("%s from %s: %s, not %s", fen, from, buffer_text(&all), expected);
    buffer_clear(&all);
}

// ---- Pawns ----

// White promotes on its last three ranks if it likes, to one queen at most or to any number of rooks; Black must promote
// on its last rank, and only to a rook.
static bool prepare_pawns(struct variant *variant, struct error *err)
{
    (void)err;
    struct set white = ranks(5, 7), black = ranks(0, 0);
    piece_type pawn = type_of_letter('P');
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    variant_add_piece(variant, &queen);
    variant_add_piece(variant, &rook);
    variant_promote_in(variant, pawn, WHITE, &white, true);
    variant_promote_in(variant, pawn, BLACK, &black, false);
    variant_add_promotion(variant, WHITE, type_of_letter('Q'));
    variant_add_promotion(variant, WHITE, type_of_letter('R'));
    variant_add_promotion(variant, WHITE, type_of_letter('R'));
    variant_add_promotion(variant, BLACK, type_of_letter('R'));
    variant->promotion_limit[type_of_letter('Q')] = 1;
    variant->immobility_illegal = true;
    variant->start = memory_copy_text("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    return true;
}

static void test_pawns(void **state)
{
    (void)state;
    struct variant *variant = variant_with(prepare_pawns);
    assert_false(variant->lands_plainly);
    check_moves(variant, "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5", "a5a6 a5a6q a5a6r");
    check_moves(variant, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4", "a4a5");
    // With a queen on the board there is no second one.
    check_moves(variant, "4k3/8/8/P7/8/8/8/Q3K3 w - - 0 1", "a5", "a5a6 a5a6r");
    // On the last rank a pawn could not move on; a capture is no exception.
    check_moves(variant, "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a7a8q a7a8r a7b8q a7b8r");
    // A double step may end in the region, too.
    check_moves(variant, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "a2a3 a2a4");
    check_moves(variant, "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2", "a2a1r");
    check_moves(variant, "4k3/8/8/8/8/p7/8/4K3 b - - 0 1", "a3", "a3a2");
    variant_free(variant);
}

// ---- Turning ----

struct shogi {
    bool leaving, captures_only, mandatory, back;
};

static struct shogi shogi;

static bool prepare_shogi(struct variant *variant, struct error *err)
{
    (void)err;
    struct set zones[2] = {ranks(5, 7), ranks(0, 2)};
    struct turning turning = {.zone = {&zones[WHITE], &zones[BLACK]},
                              .leaving = shogi.leaving,
                              .captures_only = shogi.captures_only,
                              .mandatory = shogi.mandatory};
    const struct piece_description *pieces[] = {&king_description, &silver, &gold, &lance, &keima, &rook};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        variant_add_piece(variant, pieces[i]);
    for (const char *letter = "SLN"; *letter; letter++) {
        piece_type was = type_of_letter(*letter),
                   becomes = variant_add_promoted(variant, was, type_of_letter('G'), PROMOTED_PLUS);
        variant_turn_into(variant, was, becomes, &turning);
        if (shogi.back)
            variant_turn_into(variant, becomes, was, &turning);
    }
    variant->immobility_illegal = true;
    variant->hands = true;
    variant->start = memory_copy_text("lnsgkgsn/8/8/8/8/8/8/LNSGKGSN w - - 0 1");
    return true;
}

static void test_shogi(void **state)
{
    (void)state;
    shogi = (struct shogi){.leaving = true};
    struct variant *variant = variant_with(prepare_shogi);
    // entering, within, and leaving
    check_moves(variant, "4k3/8/8/S7/8/8/8/4K3 w - - 0 1", "a5", "a5a6 a5a6+ a5b4 a5b6 a5b6+");
    check_moves(variant, "4k3/S7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a7a8 a7a8+ a7b6 a7b6+ a7b8 a7b8+");
    check_moves(variant, "4k3/8/S7/8/8/8/8/4K3 w - - 0 1", "a6", "a6a7 a6a7+ a6b5 a6b5+ a6b7 a6b7+");
    check_moves(variant, "4k3/8/8/8/S7/8/8/4K3 w - - 0 1", "a4", "a4a5 a4b3 a4b5");
    check_moves(variant, "4k3/8/8/8/8/8/s7/4K3 b - - 0 1", "a2", "a2a1 a2a1+ a2b1 a2b1+ a2b3 a2b3+");
    // a gold has no other side, and what is promoted stays so
    check_moves(variant, "4k3/8/8/G7/8/8/8/4K3 w - - 0 1", "a5", "a5a4 a5a6 a5b5 a5b6");
    check_moves(variant, "4k3/8/8/+S7/8/8/8/4K3 w - - 0 1", "a5", "a5a4 a5a6 a5b5 a5b6");
    // immobile on the last rank or two, so that they must promote there
    check_moves(variant, "4k3/8/L7/8/8/8/8/4K3 w - - 0 1", "a6", "a6a7 a6a7+ a6a8+");
    check_moves(variant, "4k3/8/8/N7/8/8/8/4K3 w - - 0 1", "a5", "a5b7+");
    check_moves(variant, "4k3/8/8/8/N7/8/8/4K3 w - - 0 1", "a4", "a4b6 a4b6+");
    variant_free(variant);
    shogi = (struct shogi){.mandatory = true};
    variant = variant_with(prepare_shogi);
    check_moves(variant, "4k3/8/8/S7/8/8/8/4K3 w - - 0 1", "a5", "a5a6+ a5b4 a5b6+");
    check_moves(variant, "4k3/8/S7/8/8/8/8/4K3 w - - 0 1", "a6", "a6a7+ a6b5 a6b7+");
    variant_free(variant);
}

static void test_turning_by_captures_and_back(void **state)
{
    (void)state;
    shogi = (struct shogi){.leaving = true, .captures_only = true, .mandatory = true, .back = true};
    struct variant *variant = variant_with(prepare_shogi);
    check_moves(variant, "4k3/8/1r6/S7/8/8/8/4K3 w - - 0 1", "a5", "a5a6 a5b4 a5b6+");
    check_moves(variant, "4k3/8/1r6/+S7/8/8/8/4K3 w - - 0 1", "a5", "a5a4 a5a6 a5b5 a5b6-");
    variant_free(variant);
    shogi = (struct shogi){.leaving = true, .back = true};
    variant = variant_with(prepare_shogi);
    check_moves(variant, "4k3/8/8/+S7/8/8/8/4K3 w - - 0 1", "a5", "a5a4 a5a6 a5a6- a5b5 a5b6 a5b6-");
    // Turning back makes moves reversible, so they do not reset the clock.
    struct position pos;
    struct undo undo;
    assert_true(fen_read(&pos, variant, "4k3/8/8/+S7/8/8/8/4K3 w - - 7 1", NULL));
    position_apply(
        &pos,
        move_make(MOVE_PROMOTION, square_at(0, 4), square_at(0, 5), piece_of(type_of_letter('S'), WHITE)),
        &undo);
    assert_int_equal(pos.state.halfmove, 8);
    assert_int_equal(pos.pieces[square_at(0, 5)], piece_of(type_of_letter('S'), WHITE));
    variant_free(variant);
}

// ---- The clock ----

static bool prepare_clock(struct variant *variant, struct error *err)
{
    (void)err;
    static const struct piece_description walker = {'P', "walker", "mWcF"};
    variant_add_piece(variant, &king_description);
    variant_add_piece(variant, &walker);
    memset(variant->pieces[type_of_letter('P')].resets_by_advance, true, 2);
    variant_add_piece(variant, &silver);
    memset(variant->pieces[type_of_letter('S')].resets_by_advance, true, 2);
    variant->start = memory_copy_text("4k3/8/8/8/8/8/8/PS2K3 w - - 5 1");
    return true;
}

// A piece that may reset the clock does so by moves that it cannot take back.
static void test_clock(void **state)
{
    (void)state;
    struct variant *variant = variant_with(prepare_clock);
    static const struct {
        int from_file, from_rank, to_file, to_rank, clock;
    } cases[] = {{0, 0, 0, 1, 6}, {1, 0, 1, 1, 0}, {1, 0, 2, 1, 6}, {4, 0, 4, 1, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos;
        struct undo undo;
        assert_true(fen_read(&pos, variant, "startpos", NULL));
        position_apply(&pos,
                       move_make(MOVE_NORMAL, square_at(cases[i].from_file, cases[i].from_rank),
                                 square_at(cases[i].to_file, cases[i].to_rank), 0),
                       &undo);
        assert_int_equal(pos.state.halfmove, cases[i].clock);
    }
    variant_free(variant);
}

// ---- Random play ----

static void play_at_random(const struct variant *variant, uint64_t seed)
{
    struct random random = {seed};
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    for (int ply = 0; ply < 120; ply++) {
        struct move_list list;
        struct undo undo;
        scene_check_properties(&pos);
        position_actions(&pos, &list);
        if (!list.count)
            return;
        position_apply(&pos, list.moves[random_below(&random, list.count)], &undo);
    }
}

static void test_random_play(void **state)
{
    (void)state;
    static const struct shogi rules[] = {
        {.leaving = true},
        {.mandatory = true},
        {.leaving = true, .back = true},
        {.leaving = true, .captures_only = true, .mandatory = true, .back = true}};
    for (size_t i = 0; i <= sizeof rules / sizeof *rules; i++) {
        shogi = i ? rules[i - 1] : (struct shogi){false};
        struct variant *variant = variant_with(i ? prepare_shogi : prepare_pawns);
        for (uint64_t seed = 1; seed <= 6; seed++)
            play_at_random(variant, seed);
        variant_free(variant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pawns),
        cmocka_unit_test(test_shogi),
        cmocka_unit_test(test_turning_by_captures_and_back),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_random_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
