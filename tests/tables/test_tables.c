// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of endings: known figures of chess, proofs from the rules, agreement with a slow solver, damaged files.
#include "position/fen.h"
#include "position/setup.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/thought.h"
#include "tables/folder.h"
#include "variants/games.h"

#include <stdio.h>
#include <stdlib.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Where checks make everything slower, only some of the positions are proved.
enum { EVERY = 2 * EFFORT_DIVISOR - 1 };

static void start(struct folder *folder, const char *parameters)
{
    folder_init(folder, scene_variant("chess", parameters));
}

// ---- Values ----

static void expect_longest(const struct folder *folder, const char *ending, unsigned longest)
{
    const struct table *table = folder_table(folder, ending);
    assert_int_equal(table->header.sums[WHITE].longest_win / 2, longest);
    assert_int_equal(table->header.sums[BLACK].longest_loss / 2, longest);
}

static void test_known_figures(void **state)
{
    (void)state;
    struct folder folder;
    start(&folder, "");
    folder_build(&folder, "KPK");
    folder_build(&folder, "kkr"); // the order does not matter
    expect_longest(&folder, "KQK", 10);
    expect_longest(&folder, "KRK", 16);
    expect_longest(&folder, "KPK", 28);
    expect_longest(&folder, "KBK", 0);
    expect_longest(&folder, "KNK", 0);
    // With files mirrored, bitbases of engines for this ending have 111,282 won positions for the two sides to move together.
    const struct table_sums *sums = folder_table(&folder, "KPK")->header.sums;
    assert_int_equal(sums[WHITE].wins, 62480);
    assert_int_equal(sums[WHITE].wins + sums[BLACK].losses, 111282);
    folder_clear(&folder);
}

static void test_every_value_follows(void **state)
{
    (void)state;
    static const char *const endings[][2] = {
        {"", "KPK"},
        {"", "KRK"},
        {"white=clobberers", "KAK"},
        {"white=nutters", "KGK"},
        {"white=nutters", "KIK"},
        {"white=rookies black=nutters", "KFK"},
        {"white=clobberers black=nutters", "KPK"},
    };
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct folder folder;
        start(&folder, endings[i][0]);
        folder_build(&folder, endings[i][1]);
        folder_verify(&folder, endings[i][1], EVERY);
        folder_clear(&folder);
    }
}

static void test_both_colours_have_the_pieces(void **state)
{
    (void)state;
    struct folder folder;
    start(&folder, "black=nutters");
    folder_build(&folder, "KOK");
    // The colonel gives mate in one along the rank; turned over with the colours exchanged, and seen in a mirror, the same.
    unsigned value = folder_value(&folder, "7k/8/6K1/8/8/8/8/O7 w - - 0 1");
    assert_true(table_wins(value));
    assert_int_equal(folder_value(&folder, "o7/8/8/8/8/6k1/8/7K b - - 0 1"), value);
    assert_int_equal(folder_value(&folder, "7o/8/8/8/8/1k6/8/K7 b - - 0 1"), value);
    assert_int_equal(folder_value(&folder, "k7/8/1K6/8/8/8/8/7O w - - 0 1"), value);
    folder_clear(&folder);
}

// The values agree with an exhaustive search that knows nothing of tables.
static void test_solver_agrees(void **state)
{
    (void)state;
    struct folder folder;
    struct random random = {5};
    unsigned won = 0;
    start(&folder, "white=clobberers black=rookies");
    folder_build(&folder, "KEK");
    for (unsigned i = 0; i < 4000 / EFFORT_DIVISOR; i++) {
        struct setup setup;
        struct position pos;
        unsigned value;
        setup_init(&setup, folder.variant);
        setup.side = random_below(&random, 2) ? BLACK : WHITE;
        // The black king near a corner, so that there are short mates.
        setup.pieces[square_at((int)random_below(&random, 3), (int)random_below(&random, 2))] =
            piece_of(TYPE_KING, BLACK);
        setup.pieces[square_at((int)random_below(&random, 5), (int)random_below(&random, 5))] =
            piece_of(TYPE_KING, WHITE);
        setup.pieces[square_at((int)random_below(&random, 8), (int)random_below(&random, 8))] =
            piece_of(type_of_letter('E'), WHITE);
        if (!position_from_setup(&pos, folder.variant, &setup, NULL) || set_count(&pos.sets[SET_WHITE]) != 2)
            continue;
        assert_int_equal(reader_position(folder.reader, &pos, &value, NULL), READ_VALUE);
        unsigned wins = (unsigned)solve_win(&pos, 2);
        won += wins > 0;
        assert_int_equal(table_wins(value) && value / 2 <= 2 ? value / 2 : 0, wins);
    }
    assert_true(won > 3);
    folder_clear(&folder);
}

static void test_what_has_no_table(void **state)
{
    (void)state;
    struct folder folder;
    struct position pos;
    unsigned value;
    start(&folder, "");
    folder_build(&folder, "KQK");
    static const char *const fens[] = {
        "8/8/8/8/4k3/8/8/K6R w - - 0 1",      // another ending
        "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1",     // castling rights
        "8/8/8/3k4/8/8/1P6/KQBNR3 w - - 0 1", // too many men
    };
    for (unsigned i = 0; i < sizeof fens / sizeof *fens; i++) {
        assert_true(fen_read(&pos, folder.variant, fens[i], NULL));
        assert_int_equal(reader_position(folder.reader, &pos, &value, NULL), READ_ABSENT);
    }
    // Two kings alone need none.
    assert_int_equal(folder_value(&folder, "8/8/8/4k3/8/8/8/4K3 w - - 0 1"), TABLE_DRAW);
    folder_clear(&folder);
}

static void test_which_games(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        bool suits;
    } games[] = {{"chess", true},     {"fuel", false},       {"hans38", false},        {"hnefa", false},
                 {"giveaway", false}, {"3check", false},     {"kingofthehill", false}, {"crazyhouse", false},
                 {"atomic", false},   {"knightmate", false}, {"coregal", false},       {"gardner", false},
                 {"nocastle", true},  {"amazon", true}};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        const struct game *game = game_find(games[i].game, NULL);
        assert_non_null(game);
        struct variant *variant = variant_new(game, NULL, NULL);
        const char *why;
        assert_int_equal(men_suits(variant, &why), games[i].suits);
        assert_int_equal(why == NULL, games[i].suits);
        variant_free(variant);
    }
}

static void test_names(void **state)
{
    (void)state;
    struct variant *variant = scene_variant("chess", "black=nutters");
    struct men men;
    struct error err;
    char name[MEN_NAME_SIZE];
    static const char *const names[][2] = {{"KBNK", "KBNK"},        {"knbk", "KBNK"}, {"KRKQ", "KQKR"},
                                           {"KKP", "KPK-QORGHBNI"}, {"KOKQ", "KQKO"}, {"KKNN", "KNNK"}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(men_read(variant, names[i][0], &men, NULL));
        men_name(variant, &men, name);
        assert_string_equal(name, names[i][1]);
    }
    static const char *const bad[] = {"",     "K",   "KK",  "QKK",  "KQRBK", "KQ",
                                      "KQRN", "KWK", "K-K", "KQK1", "KKK"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(men_read(variant, bad[i], &men, &err));
        assert_int_equal(err.code, ERROR_PARAMETER);
    }
    variant_free(variant);
}

// ---- Files ----

// Changes one byte of the file.
static void damage(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    int c = getc(file);
    assert_true(c != EOF);
    assert_int_equal(fseek(file, at, at < 0 ? SEEK_END : SEEK_SET), 0);
    putc(c ^ 0x10, file);
    assert_int_equal(fclose(file), 0);
}

// Whether all values of the file can be read again.
static bool is_whole(const char *path)
{
    struct error err = {0};
    struct table *table = table_open(path, &err);
    bool whole = table != NULL;
    for (uint64_t number = 0; whole && number < table->header.size; number += TABLE_BLOCK) {
        unsigned value;
        whole = table_value(table, WHITE, number, &value, &err) &&
                table_value(table, BLACK, number, &value, &err);
        if (!whole) // and it stays so
            assert_false(table_value(table, BLACK, number, &value, &err) &&
                         table_value(table, WHITE, number, &value, &err));
    }
    assert_int_equal(err.code == ERROR_REQUEST, !whole);
    table_close(table);
    return whole;
}

static void test_damage_is_noticed(void **state)
{
    (void)state;
    struct folder folder;
    start(&folder, "");
    folder_build(&folder, "KQK");
    const char *path = folder_table(&folder, "KQK")->path;
    assert_true(is_whole(path));
    // Magic, name, hash, sums, width, check, list of blocks, first and last block.
    static const long places[] = {0, 9, 58, 80, 136, 141, 150, 300, -1};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        damage(path, places[i]);
        assert_false(is_whole(path));
        damage(path, places[i]);
        assert_true(is_whole(path));
    }
    folder_clear(&folder);
}

static void test_cut_files(void **state)
{
    (void)state;
    struct folder folder;
    start(&folder, "");
    folder_build(&folder, "KQK");
    const char *path = folder_table(&folder, "KQK")->path;
    static char bytes[100000];
    FILE *file = fopen(path, "rb");
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t kept = 0; kept < length; kept += 97) {
        file = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, kept, file), kept);
        fclose(file);
        assert_false(is_whole(path));
    }
    folder_clear(&folder);
}

static void test_shelves(void **state)
{
    (void)state;
    struct folder folder;
    struct error err;
    char folders[80];
    start(&folder, "");
    folder_build(&folder, "KQK");
    folder_build(&folder, "KRK");
    struct shelf *shelf = shelf_new();
    unsigned passed;
    damage(folder_table(&folder, "KRK")->path, 0);
    snprintf(folders, sizeof folders, "%s:%s", folder.path, folder.path);
    assert_true(shelf_add_folders(shelf, folders, &passed, &err));
    assert_int_equal(shelf_count(shelf), 1);
    assert_int_equal(passed, 2);
    assert_false(shelf_add_folders(shelf, "/nowhere/at/all", &passed, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    // A game with other pieces of the same letters has no use for it.
    struct reader *reader = reader_new(shelf, folder.variant);
    assert_true(reader_has_any(reader));
    reader_free(reader);
    struct variant *clobberers = scene_variant("chess", "white=clobberers black=clobberers");
    reader = reader_new(shelf, clobberers);
    assert_false(reader_has_any(reader));
    reader_free(reader);
    variant_free(clobberers);
    shelf_free(shelf);
    folder_clear(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_figures),
        cmocka_unit_test(test_every_value_follows),
        cmocka_unit_test(test_both_colours_have_the_pieces),
        cmocka_unit_test(test_solver_agrees),
        cmocka_unit_test(test_what_has_no_table),
        cmocka_unit_test(test_which_games),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_damage_is_noticed),
        cmocka_unit_test(test_cut_files),
        cmocka_unit_test(test_shelves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
