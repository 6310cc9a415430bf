// SPDX-License-Identifier: GPL-3.0-or-later
// Generation on boards that no finished game has: sixteen files, walls, riders of every step, fuel.
//
// Legal moves are compared with the pseudo-legal ones that leave the king safe when they are tried out.

#include "base/memory.h"
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/integrity.h"
#include "position/moves/generate.h"
#include "position/position.h"
#include "position/rules/promotion.h"
#include "position/setup.h"
#include "position/variant.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct piece_description menagerie[] = {
    {'Q', "queen", "Q"},
    {'R', "short rook", "R5"},
    {'B', "bede", "BD"},
    {'N', "knight", "N"},
    {'A', "fad", "FAD"},
    {'C', "wide leaper", "CZG"},
    {'H', "half-duck", "HFD"},
    {'V', "vertical pawn", "mWcF"},
    {'I', "unequal rook", "mR4cR"},
    {'J', "unequal", "cB3mBmH"},
    {'E', "colonel", "fhNfsRK"},
    {'Z', "zebra rider", "ZZ"},
    {'Y', "far rider", "DDAA"},
    {'X', "night rook", "NNR"},
    {'T', "tower", "WDD"},
};

static bool prepare(struct variant *variant, struct error *err)
{
    variant_add_piece(variant, &king_description);
    variant_add_pawn(variant, &pawn_description);
    for (size_t i = 0; i < sizeof menagerie / sizeof *menagerie; i++)
        variant_add_piece(variant, &menagerie[i]);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        variant_add_promotion(variant, (enum color)color, type_of_letter('Q'));
        variant_add_promotion(variant, (enum color)color, type_of_letter('N'));
    }
    variant->start = memory_copy_text("");
    (void)err;
    return true;
}

static bool prepare_metered(struct variant *variant, struct error *err)
{
    prepare(variant, err);
    variant->metered = true;
    variant->fuel = 50;
    return true;
}

// Two walls inside the board: h8 and i9.
static bool prepare_walled(struct variant *variant, struct error *err)
{
    set_remove(&variant->board.locations, square_at(7, 7));
    set_remove(&variant->board.locations, square_at(8, 8));
    prepare(variant, err);
    return true;
}

static bool prepare_unroyal(struct variant *variant, struct error *err)
{
    prepare(variant, err);
    variant->royal = false;
    return true;
}

static bool is_free(const struct setup *setup, square s)
{
    return setup->pieces[s] == EMPTY;
}

static square random_free(const struct setup *setup, const struct variant *variant, struct random *random)
{
    for (;;) {
        square s = square_at((int)random_below(random, variant->board.width),
                             (int)random_below(random, variant->board.height));
        if (is_free(setup, s))
            return s;
    }
}

// Two kings and up to a quarter of the board filled with anything.
static bool random_position(struct position *pos, const struct variant *variant, struct random *random)
{
    static const char letters[] = "PQRBNACHVIJEZYXT";
    struct setup setup;
    setup_init(&setup, variant);
    setup.pieces[random_free(&setup, variant, random)] = piece_of(TYPE_KING, WHITE);
    setup.pieces[random_free(&setup, variant, random)] = piece_of(TYPE_KING, BLACK);
    uint32_t count = 2 + random_below(random, (uint32_t)(variant->board.width * variant->board.height / 4));
    for (uint32_t i = 0; i < count; i++) {
        square s = random_free(&setup, variant, random);
        char letter = letters[random_below(random, sizeof letters - 1)];
        if (letter != 'P' || (square_rank(s) > 0 && square_rank(s) < variant->board.height - 1))
            setup.pieces[s] = piece_of(type_of_letter(letter), (enum color)random_below(random, 2));
    }
    for (square s = 0; variant->metered && s < GRID_SQUARES; s++)
        if (is_piece(setup.pieces[s]))
            setup.fuel[s] = (uint16_t)random_below(random, 20);
    setup.side = (enum color)random_below(random, 2);
    return position_from_setup(pos, variant, &setup, NULL);
}

static void check_generation(const struct position *pos)
{
    struct move_list legal, pseudo;
    legal.count = pseudo.count = 0;
    generate_legal(pos, &legal);
    generate_pseudo(pos, &pseudo);
    unsigned safe = 0;
    for (unsigned i = 0; i < pseudo.count; i++) {
        bool expected = generate_is_safe(pos, pseudo.moves[i]);
        safe += expected;
        assert_int_equal(move_list_has(&legal, pseudo.moves[i]), expected);
    }
    assert_int_equal(legal.count, safe); // and so none is listed twice
}

static void play_random_games(int width, int height, bool (*prepare_hook)(struct variant *, struct error *),
                              int games)
{
    struct game game = {.name = "menagerie",
                        .title = "Menagerie",
                        .width = (uint8_t)width,
                        .height = (uint8_t)height,
                        .prepare = prepare_hook};
    struct variant *variant = variant_new(&game, NULL, NULL);
    struct random random = {(uint64_t)width};
    assert_non_null(variant);
    for (int i = 0; i < games; i++) {
        struct position pos;
        while (!random_position(&pos, variant, &random))
            continue;
        for (int ply = 0; ply < 20; ply++) {
            struct move_list list;
            check_generation(&pos);
            position_actions(&pos, &list);
            if (!list.count)
                break;
            struct position before = pos;
            struct undo undo;
            move m = list.moves[random_below(&random, list.count)];
            position_apply(&pos, m, &undo);
            position_undo(&pos, &undo);
            assert_true(position_equal(&pos, &before) && position_ok(&pos));
            position_apply(&pos, m, &undo);
            assert_true(position_ok(&pos));
        }
    }
    variant_free(variant);
}

static void test_boards_of_all_sizes(void **state)
{
    (void)state;
    play_random_games(16, 16, prepare, 8);
    play_random_games(16, 16, prepare_metered, 8);
    play_random_games(16, 16, prepare_walled, 8);
    play_random_games(16, 4, prepare, 20);
    play_random_games(3, 16, prepare, 20);
    play_random_games(8, 8, prepare_metered, 30);
}

static struct variant *variant_of(struct game *game, bool (*prepare_hook)(struct variant *, struct error *))
{
    *game = (struct game){
        .name = "menagerie", .title = "Menagerie", .width = 16, .height = 16, .prepare = prepare_hook};
    struct variant *variant = variant_new(game, NULL, NULL);
    assert_non_null(variant);
    return variant;
}

// A rook on a4 and a rider of (0,2) on a5 both aim at the king through a3: the shield cannot take the rook.
static void test_a_piece_pinned_twice_is_pinned_by_both(void **state)
{
    (void)state;
    struct game game;
    struct variant *variant = variant_of(&game, prepare);
    struct position pos;
    struct error err = {0};
    const char *fen = "15k/16/16/16/16/16/16/16/16/16/16/y15/r15/Q15/16/K15 w - - 0 1";
    if (!fen_read(&pos, variant, fen, &err))
        fail_msg("%s: %s", err.at, err.message);
    struct move_list list;
    position_actions(&pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        assert_int_not_equal(move_from(list.moves[i]), square_at(0, 2));
    check_generation(&pos);
    variant_free(variant);
}

static void test_nothing_stands_on_a_wall(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w - - 0 1",    // no walls
        "15k/16/16/16/16/16/16/8*7/7Q8/16/16/16/16/16/16/K15 w - - 0 1",  // a queen on h8
        "15k/16/16/16/16/16/16/8*7/7*8/16/16/16/16/16/*15/K15 w - - 0 1", // one too many
    };
    static const char *const places[] = {"h8", "h8", "a2"};
    struct game game;
    struct variant *variant = variant_of(&game, prepare_walled);
    struct position pos;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error err = {0};
        assert_false(fen_read(&pos, variant, wrong[i], &err));
        assert_string_equal(err.at, places[i]);
    }
    const char *right = "15k/16/16/16/16/16/16/8*7/7*8/16/16/16/16/16/16/K15 w - - 0 1";
    assert_true(fen_read(&pos, variant, right, NULL));
    struct buffer fen;
    buffer_init(&fen);
    fen_write(&pos, &fen);
    assert_string_equal(buffer_text(&fen), right);
    buffer_clear(&fen);
    variant_free(variant);
}

// Where kings may be captured, a position is equal to what is read from its own string.
static void test_a_captured_king_leaves_no_trace(void **state)
{
    (void)state;
    struct game game;
    struct variant *variant = variant_of(&game, prepare_unroyal);
    struct position pos, read;
    struct undo undo;
    struct buffer fen;
    buffer_init(&fen);
    assert_true(
        fen_read(&pos, variant, "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14Q w - - 0 1", NULL));
    position_apply(&pos, move_make(MOVE_NORMAL, square_at(15, 0), square_at(15, 15), 0), &undo);
    fen_write(&pos, &fen);
    assert_true(fen_read(&read, variant, buffer_text(&fen), NULL));
    assert_true(position_equal(&pos, &read));
    buffer_clear(&fen);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards_of_all_sizes),
        cmocka_unit_test(test_a_piece_pinned_twice_is_pinned_by_both),
        cmocka_unit_test(test_nothing_stands_on_a_wall),
        cmocka_unit_test(test_a_captured_king_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
