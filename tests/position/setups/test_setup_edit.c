// SPDX-License-Identifier: GPL-3.0-or-later
// Editing positions by hand: what is written is what is read, in every game; faults are those of strict reading, the first one first;
// and what an edit makes impossible goes with it.
#include "position/setups/setup_edit.h"

#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/variant.h"
#include "support/scene.h"
#include "support/texted.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// ---- Every game ----

static void write(const struct variant *variant, const struct setup *setup, struct buffer *out)
{
    struct position pos;
    position_of_setup(&pos, variant, setup);
    buffer_reset(out);
    fen_write(&pos, out);
    assert_false(out->failed);
}

static void read(struct setup *setup, const struct variant *variant, const char *fen)
{
    struct error rights = {0}, err = {0};
    if (!fen_read_setup(setup, variant, fen, &rights, &err) || rights.code != ERROR_NONE)
        fail_msg("%s: %s: %s%s", variant->game->name, fen, err.message, rights.message);
}

// Written and read again, the setup is the same, and its faults are what strict reading says.
static void check_setup(const struct variant *variant, const struct setup *setup)
{
    struct buffer once, twice;
    struct setup again;
    struct setup_faults faults = {.count = 0};
    struct position pos;
    struct error err = {0};
    buffer_init(&once);
    buffer_init(&twice);
    write(variant, setup, &once);
    read(&again, variant, buffer_text(&once));
    write(variant, &again, &twice);
    assert_string_equal(buffer_text(&twice), buffer_text(&once));
    setup_judge(variant, setup, &faults);
    bool legal = fen_read(&pos, variant, buffer_text(&once), &err);
    if (legal != !faults.count)
        fail_msg("%s: %s: %d faults, but: %s", variant->game->name, buffer_text(&once), faults.count,
                 err.message);
    if (!legal) {
        assert_string_equal(faults.items[0].error.message, err.message);
        assert_string_equal(faults.items[0].error.at, err.at);
    }
    buffer_clear(&once);
    buffer_clear(&twice);
}

static square any_location(const struct variant *variant, struct random *random)
{
    square s;
    do
        s = square_at((int)random_below(random, variant->board.width),
                      (int)random_below(random, variant->board.height));
    while (!set_has(&variant->board.locations, s));
    return s;
}

static piece any_piece(const struct variant *variant, struct random *random)
{
    piece_type type;
    do
        type = (piece_type)(1 + random_below(random, PIECE_TYPES - 1));
    while (!variant->pieces[type].name);
    return piece_of(type, random_below(random, 2) ? WHITE : BLACK);
}

static void edit_at_random(struct setup *setup, const struct variant *variant, struct random *random)
{
    struct right rights[RIGHTS_MAX];
    int count = setup_rights(setup, variant, rights);
    square s = any_location(variant, random), to = any_location(variant, random);
    switch (random_below(random, 8)) {
    case 0:
    case 1:
    case 2:
        setup_put(setup, variant, s, any_piece(variant, random));
        break;
    case 3:
        setup_put(setup, variant, s, variant->holes && random_below(random, 2) ? HOLE : EMPTY);
        break;
    case 4:
        if (is_piece(setup->pieces[s]) && setup->pieces[to] != HOLE)
            setup_move(setup, variant, s, to);
        break;
    case 5:
        setup->side = other_color(setup->side);
        break;
    case 6:
        if (count) {
            const struct right *right = &rights[random_below(random, (unsigned)count)];
            assert_true(setup_set_right(setup, variant, right->letter, !right->has));
        }
        break;
    default:
        if (random_below(random, 3))
            setup_exchange(setup, variant);
        else if (random_below(random, 3))
            setup_mirror(setup, variant);
        else
            setup_clear(setup, variant);
    }
}

static void edit_from(const struct position *pos, struct random *random)
{
    enum { EDITS = 12 };
    struct buffer fen;
    struct setup setup;
    buffer_init(&fen);
    fen_write(pos, &fen);
    read(&setup, pos->variant, buffer_text(&fen));
    struct setup_faults faults = {.count = 0};
    setup_judge(pos->variant, &setup, &faults);
    assert_int_equal(faults.count, 0);
    check_setup(pos->variant, &setup);
    for (int i = 0; i < EDITS; i++) {
        struct setup before = setup;
        edit_at_random(&setup, pos->variant, random);
        assert_true(setup_forget(&setup, pos->variant, &before));
        check_setup(pos->variant, &setup);
    }
    buffer_clear(&fen);
}

static void play_and_edit(const struct variant *variant, struct random *random)
{
    enum { TURNS = 12 };
    struct position pos;
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    edit_from(&pos, random);
    for (int turns = 0; turns < TURNS;) {
        struct move_list list;
        struct undo undo;
        position_actions(&pos, &list);
        if (!list.count || (!pos.state.actions && position_outcome(&pos, NULL).result != RESULT_ONGOING))
            return;
        position_apply(&pos, list.moves[random_below(random, list.count)], &undo);
        if (pos.state.actions)
            continue;
        turns++;
        if (position_outcome(&pos, NULL).reason != REASON_ANNOUNCEMENT)
            edit_from(&pos, random);
    }
}

static void test_every_game(void **state)
{
    (void)state;
    struct random random = {16};
    for (const struct game *const *game = games_all(); *game; game++) {
        struct variant *variant = variant_new(*game, NULL, NULL);
        assert_non_null(variant);
        play_and_edit(variant, &random);
        variant_free(variant);
    }
}

// ---- Faults ----

struct faulty {
    const char *game, *fen;
    const char *faults; // "AT: SQUARES; …"
};

static void list_faults(const struct setup_faults *faults, struct buffer *out)
{
    for (int i = 0; i < faults->count; i++) {
        buffer_addf(out, "%s%s:", i ? "; " : "", faults->items[i].error.at);
        square s;
        for (struct set_walk walk = set_walk(&faults->items[i].squares); set_next(&walk, &s);) {
            char name[SQUARE_NAME_SIZE];
            square_name(s, name);
            buffer_addf(out, " %s", name);
        }
    }
}

static void test_all_faults_are_found(void **state)
{
    (void)state;
    static const struct faulty cases[] = {
        {"chess", "8/8/8/8/8/8/8/8 w - - 0 1", "placement:; placement:"},
        {"chess", "P3k2p/8/8/8/8/8/8/p3K2P w - - 0 1", "a1: a1; h1: h1; a8: a8; h8: h8"},
        {"chess", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "placement: a1 e1"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
         "castling: e1 h1; castling: a1 e1; castling: e8 h8; castling: a8 e8"},
        {"chess", "4k3/8/8/8/4R3/8/8/4K3 w K e6 0 1", "castling: e1 h1; en passant: e6; side: e8"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "en passant: e4"},
        {"chess", "****k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8: a8; b8: b8; c8: c8; d8: d8"},
        {"fuel", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 5,4,5", "side: e8"},
        {"fuel", "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1 5,3,5", ""},
        {"hamiltonian", "8/8/8/8/8/8/8/8[] w - - 0 1", "placement:"},
        {"hamiltonian", "4k3/8/8/8/8/8/8/R2RRK2[] w - - 0 1", "placement:"},
        {"hnefa", "k******k/8/8/8/8/8/8/K7 w - - 0 1", NULL},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "placement: e1"},
        {"duck", "*3k3/*7/8/8/8/8/8/4K3 w - - 0 1", "placement:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct variant *variant = scene_variant(cases[i].game, "");
        struct setup setup;
        struct setup_faults faults = {.count = 0};
        struct error rights = {0}, err = {0};
        struct buffer found;
        buffer_init(&found);
        buffer_add(&found, "");
        if (cases[i].faults) {
            if (!fen_read_setup(&setup, variant, cases[i].fen, &rights, &err))
                fail_msg("%s: %s", cases[i].fen, err.message);
            setup_judge(variant, &setup, &faults);
            list_faults(&faults, &found);
            if (strcmp(buffer_text(&found), cases[i].faults) != 0)
                fail_msg("%s: %s instead of %s", cases[i].fen, buffer_text(&found), cases[i].faults);
        } else {
            assert_false(fen_read_setup(&setup, variant, cases[i].fen, &rights, &err));
        }
        buffer_clear(&found);
        variant_free(variant);
    }
}

// There is room for a certain number of faults, and the rest is left out.
static void test_faults_are_bounded(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct setup setup;
    struct setup_faults faults = {.count = 0};
    read(&setup, variant,
         "********/********/********/********/********/********/********/******** w - - 0 1");
    setup_judge(variant, &setup, &faults);
    assert_int_equal(faults.count, SETUP_FAULTS_MAX);
    setup_judge(variant, &setup, &faults);
    assert_int_equal(faults.count, SETUP_FAULTS_MAX);
    variant_free(variant);
}

// ---- What an edit takes with it ----

static square at(const char *name)
{
    square s = SQUARE_NONE;
    assert_true(square_read(&name, GRID_SIDE, GRID_SIDE, &s));
    return s;
}

static void check_written(const struct variant *variant, const struct setup *setup, const char *fen)
{
    struct buffer text;
    buffer_init(&text);
    write(variant, setup, &text);
    assert_string_equal(buffer_text(&text), fen);
    buffer_clear(&text);
}

static void test_rights_go_with_their_rook(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct setup setup, before;
    read(&setup, variant, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    before = setup;
    setup_put(&setup, variant, at("h1"), EMPTY);
    assert_true(setup_forget(&setup, variant, &before));
    check_written(variant, &setup, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
    // One that had no rook before is a fault that stays to be seen.
    assert_true(setup_set_right(&setup, variant, 'K', true));
    before = setup;
    setup_put(&setup, variant, at("d4"), piece_of(TYPE_PAWN, WHITE));
    assert_true(setup_forget(&setup, variant, &before));
    check_written(variant, &setup, "r3k2r/8/8/8/3P4/8/8/R3K3 w KQkq - 0 1");
    assert_false(setup_set_right(&setup, variant, 'A', true));
    assert_false(setup_set_right(&setup, variant, 'z', true));
    variant_free(variant);
}

// King and rooks may stand anywhere: a right is the letter of the rook's file, one for each wing.
static void test_rights_by_files(void **state)
{
    (void)state;
    struct variant *variant = texted_new("mine", "[mine:chess]\nchess960 = true\n");
    struct setup setup;
    struct right rights[RIGHTS_MAX];
    read(&setup, variant, "4k3/8/8/8/8/8/8/RR2K2R w - - 0 1");
    assert_int_equal(setup_rights(&setup, variant, rights), 3);
    assert_true(setup_set_right(&setup, variant, 'A', true));
    assert_true(setup_set_right(&setup, variant, 'H', true));
    check_written(variant, &setup, "4k3/8/8/8/8/8/8/RR2K2R w HA - 0 1");
    assert_true(setup_set_right(&setup, variant, 'B', true));
    check_written(variant, &setup, "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1");
    assert_true(setup_set_right(&setup, variant, 'B', false));
    check_written(variant, &setup, "4k3/8/8/8/8/8/8/RR2K2R w H - 0 1");
    struct error rights_err = {0}, err = {0};
    assert_true(fen_read_setup(&setup, variant, "4k3/8/8/8/8/8/8/4K3 w H - 0 1", &rights_err, &err));
    assert_int_equal(rights_err.code, ERROR_FEN);
    variant_free(variant);
}

static void test_target_goes_with_its_pawn(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "");
    struct setup setup, before;
    read(&setup, variant, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    before = setup;
    setup_move(&setup, variant, at("d4"), at("d5"));
    assert_true(setup_forget(&setup, variant, &before));
    check_written(variant, &setup, "4k3/8/8/3P4/4p3/8/8/4K3 b - - 0 1");
    variant_free(variant);
}

static void test_owners_and_fuel(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("hans38-postal", "");
    struct setup setup;
    read(&setup, variant,
         "****k***/********/********/********/********/****1***/****P***/****K*** w - - 0 5 1/0 -/e3 -");
    setup_put(&setup, variant, at("e2"), EMPTY);
    check_written(
        variant, &setup,
        "****k***/********/********/********/********/****1***/****1***/****K*** w - - 0 5 1/0 e2/e3 -");
    setup_put(&setup, variant, at("e3"), HOLE);
    setup_set_owner(&setup, at("e2"), BLACK);
    check_written(
        variant, &setup,
        "****k***/********/********/********/********/********/****1***/****K*** w - - 0 5 1/0 -/e2 -");
    variant_free(variant);
    variant = scene_variant("fuel", "");
    read(&setup, variant, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 3");
    setup_move(&setup, variant, at("e2"), at("e4"));
    setup_put(&setup, variant, at("a1"), piece_of(type_of_letter('R'), WHITE));
    check_written(variant, &setup, "4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1 3x2,50,3");
    variant_free(variant);
}

static void test_whole_boards(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("crazyhouse", "");
    struct setup setup;
    read(&setup, variant, "r3k3/8/8/8/8/8/8/4K2R[Qp] w Kq - 3 7");
    setup_exchange(&setup, variant);
    check_written(variant, &setup, "4k2r/8/8/8/8/8/8/R3K3[Pq] b Qk - 3 7");
    setup_mirror(&setup, variant);
    check_written(variant, &setup, "r2k4/8/8/8/8/8/8/3K3R[Pq] b - - 3 7");
    setup_clear(&setup, variant);
    check_written(variant, &setup, "8/8/8/8/8/8/8/8[] w - - 0 1");
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game),         cmocka_unit_test(test_all_faults_are_found),
        cmocka_unit_test(test_faults_are_bounded), cmocka_unit_test(test_rights_go_with_their_rook),
        cmocka_unit_test(test_rights_by_files),    cmocka_unit_test(test_target_goes_with_its_pawn),
        cmocka_unit_test(test_owners_and_fuel),    cmocka_unit_test(test_whole_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
