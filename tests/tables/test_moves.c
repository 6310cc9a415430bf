// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of few men are those of the game itself, forwards and backwards, and numbers of placements are unique.
#include "position/setup.h"
#include "support/effort.h"
#include "support/scene.h"
#include "tables/layout.h"
#include "tables/moves.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static const char *const pairings[] = {"",
                                       "black=clobberers",
                                       "white=nutters",
                                       "white=rookies",
                                       "white=clobberers black=nutters",
                                       "white=nutters black=rookies"};

enum { PAIRINGS = sizeof pairings / sizeof *pairings };

// A legal position of three or four random men with a random side to move, without castling rights and en passant.
static void random_position(const struct variant *variant, struct random *random, struct position *pos)
{
    struct setup setup;
    do {
        setup_init(&setup, variant);
        setup.side = random_below(random, 2) ? BLACK : WHITE;
        unsigned count = 3 + random_below(random, 2);
        for (unsigned i = 0; i < count; i++) {
            piece_type type = variant->declared[random_below(random, variant->declared_count)];
            enum color color = i ? BLACK : WHITE;
            piece man = i < 2 ? piece_of(variant->king, color)
                              : piece_of(type, random_below(random, 2) ? BLACK : WHITE);
            setup.pieces[cell_square((cell)random_below(random, CELLS))] = man;
        }
    } while (!position_from_setup(pos, variant, &setup, NULL));
}

// Men in the order of their squares, to compare them.
static void sort(struct men *men)
{
    for (unsigned i = 1; i < men->count; i++)
        for (unsigned j = i; j && men->at[j] < men->at[j - 1]; j--) {
            piece man = men->man[j];
            cell at = men->at[j];
            men->man[j] = men->man[j - 1];
            men->at[j] = men->at[j - 1];
            men->man[j - 1] = man;
            men->at[j - 1] = at;
        }
}

static bool same(struct men one, struct men other)
{
    sort(&one);
    sort(&other);
    return one.count == other.count && one.side == other.side && memcmp(one.man, other.man, one.count) == 0 &&
           memcmp(one.at, other.at, one.count) == 0;
}

// The men in the order that moves expect.
static struct men men_in_order(const struct position *pos)
{
    struct men men;
    assert_true(men_of_position(pos, &men));
    men_settle(&men);
    return men;
}

static void compare_forwards(const struct paces *paces, const struct position *pos)
{
    struct men men = men_in_order(pos), turned;
    struct move_list list;
    struct pace played[PACES_MAX];
    assert_true(men_of_position(pos, &turned));
    bool exchanged = !same(men, turned); // settled the other way round
    unsigned legal = 0, count = paces_list(paces, &men, played);
    position_actions(pos, &list);
    for (unsigned i = 0; i < count; i++) {
        struct men after;
        if (!paces_play(paces, &men, &played[i], &after))
            continue;
        legal++;
        bool found = false;
        for (unsigned j = 0; j < list.count && !found; j++) {
            struct position next = *pos;
            struct undo undo;
            struct men expected;
            position_apply(&next, list.moves[j], &undo);
            assert_true(men_of_position(&next, &expected));
            for (unsigned k = 0; exchanged && k < expected.count; k++) {
                expected.man[k] =
                    piece_of(piece_type_of(expected.man[k]), other_color(piece_color(expected.man[k])));
                expected.at[k] = cell_image(expected.at[k], IMAGE_TURNED);
            }
            expected.side ^= exchanged;
            found = same(after, expected);
        }
        assert_true(found);
    }
    assert_int_equal(legal, list.count);
    if (!list.count)
        assert_int_equal(paces_checked(paces, &men, (enum color)men.side), position_in_check(pos));
}

static void test_moves_are_those_of_the_game(void **state)
{
    (void)state;
    struct random random = {1};
    for (unsigned i = 0; i < PAIRINGS; i++) {
        struct variant *variant = scene_variant("chess", pairings[i]);
        struct paces *paces = paces_new(variant);
        assert_non_null(paces);
        for (unsigned round = 0; round < 4000 / EFFORT_DIVISOR; round++) {
            struct position pos;
            random_position(variant, &random, &pos);
            compare_forwards(paces, &pos);
        }
        free(paces);
        variant_free(variant);
    }
}

// Whether one of the moves back from `after` leads to `before`, and how many there are.
static bool leads_back(const struct paces *paces, const struct men *before, const struct men *after)
{
    struct pace list[PACES_MAX];
    unsigned count = paces_back(paces, after, list), found = 0;
    for (unsigned i = 0; i < count; i++) {
        struct men men = *after;
        men.at[list[i].man] = list[i].to;
        men.side ^= 1;
        found += same(men, *before);
    }
    assert_true(found <= 1);
    return found;
}

static bool has_forwards(const struct paces *paces, const struct men *before, const struct men *after)
{
    struct pace list[PACES_MAX];
    unsigned count = paces_list(paces, before, list);
    for (unsigned i = 0; i < count; i++) {
        struct men men;
        paces_play(paces, before, &list[i], &men);
        if (same(men, *after))
            return true;
    }
    return false;
}

static void test_backwards_is_the_reverse(void **state)
{
    (void)state;
    struct random random = {2};
    for (unsigned i = 0; i < PAIRINGS; i++) {
        struct variant *variant = scene_variant("chess", pairings[i]);
        struct paces *paces = paces_new(variant);
        assert_non_null(paces);
        for (unsigned round = 0; round < 2000 / EFFORT_DIVISOR; round++) {
            struct position pos;
            struct pace list[PACES_MAX];
            struct men after;
            random_position(variant, &random, &pos);
            struct men men = men_in_order(&pos);
            unsigned count = paces_list(paces, &men, list);
            for (unsigned j = 0; j < count; j++)
                if (list[j].taken == NO_MAN && !list[j].becomes && paces_play(paces, &men, &list[j], &after))
                    assert_true(leads_back(paces, &men, &after));
            count = paces_back(paces, &men, list);
            for (unsigned j = 0; j < count; j++) {
                struct men before = men;
                before.side ^= 1;
                before.at[list[j].man] = list[j].to;
                assert_true(has_forwards(paces, &before, &men));
            }
        }
        free(paces);
        variant_free(variant);
    }
}

// ---- Numbers ----

static void check_layout(const char *parameters, const char *ending, unsigned images, unsigned pairs)
{
    struct variant *variant = scene_variant("chess", parameters);
    struct men men;
    static struct king_pairs kings;
    struct layout layout;
    struct random random = {3};
    uint64_t meaningful = 0;
    assert_true(men_read(variant, ending, &men, NULL));
    assert_int_equal(__builtin_popcount(layout_images(variant, &men)), images);
    king_pairs_init(&kings, layout_images(variant, &men));
    layout_init(&layout, &kings, variant, &men);
    assert_int_equal(kings.count, pairs);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t number = (uint64_t)random_next(&random) % layout.size;
        cell at[MEN_MAX], moved[MEN_MAX];
        if (!layout_place(&layout, number, at))
            continue;
        meaningful++;
        assert_int_equal(layout_number(&layout, at), number);
        for (unsigned image = 0; image < IMAGES; image++) {
            if (!(kings.images >> image & 1))
                continue;
            for (unsigned j = 0; j < layout.count; j++)
                moved[j] = cell_image(at[j], image);
            assert_int_equal(layout_number(&layout, moved), number);
        }
        if (layout.count == 4 && layout.man[2] == layout.man[3]) {
            cell swapped[MEN_MAX] = {at[0], at[1], at[3], at[2]};
            assert_int_equal(layout_number(&layout, swapped), number);
        }
    }
    assert_true(meaningful > 5000);
    variant_free(variant);
}

static void test_numbers(void **state)
{
    (void)state;
    check_layout("", "KQKR", 8, 462);
    check_layout("", "KBBK", 8, 462);
    check_layout("", "KPK", 2, 1806);
    check_layout("", "KPKP", 2, 1806);
    check_layout("white=clobberers", "KDWK", 8, 462);
    check_layout("white=rookies", "KSFK", 8, 462);
    check_layout("white=nutters", "KIK", 4, 903);   // narrow leaps: not along the diagonals
    check_layout("white=nutters", "KHGK", 2, 1806); // forwards is not backwards
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_those_of_the_game),
        cmocka_unit_test(test_backwards_is_the_reverse),
        cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
