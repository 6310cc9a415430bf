// SPDX-License-Identifier: GPL-3.0-or-later
// What a drawn position looks like.
#include "protocols/diagram.h"

#include "position/fen.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void draw(const char *game, const char *fen, const struct diagram_style *style, struct buffer *out)
{
    struct error err;
    struct position pos;
    struct variant *variant = variant_new(game_find(game, NULL), NULL, &err);
    assert_non_null(variant);
    assert_true(fen_read(&pos, variant, fen, &err));
    buffer_init(out);
    diagram_write(&pos, style, out);
    variant_free(variant);
}

static void expect(const char *game, const char *fen, const struct diagram_style *style, const char *expected)
{
    struct buffer out;
    draw(game, fen, style, &out);
    assert_string_equal(buffer_text(&out), expected);
    buffer_clear(&out);
}

static const char fen[] = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1 7,50x2,0";

static void test_letters(void **state)
{
    struct diagram_style style = {.unicode = false};
    (void)state;
    set_add(&style.mark, square_at(4, 1));
    set_add(&style.mark, square_at(4, 3));
    expect("chess", "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", &style,
           "  8  .  .  .  .  k  .  .  . \n"
           "  7  .  .  .  .  .  .  .  . \n"
           "  6  .  .  .  .  .  .  .  . \n"
           "  5  .  .  .  .  .  .  .  . \n"
           "  4  .  .  .  . [.] .  .  . \n"
           "  3  .  .  .  .  .  .  .  . \n"
           "  2  .  .  .  . [P] .  .  . \n"
           "  1  R  .  .  .  K  .  .  . \n"
           "     a  b  c  d  e  f  g  h \n");
}

static void test_walls(void **state)
{
    struct diagram_style style = {.unicode = false};
    struct buffer out;
    (void)state;
    draw("hnefa", "startpos", &style, &out);
    assert_non_null(strstr(buffer_text(&out),
                           "\n 13  .  .  . ############ .  . ############ .  .  . \n 12  .  h  h ###"));
    buffer_clear(&out);
    style.unicode = true;
    draw("hnefa", "startpos", &style, &out);
    assert_non_null(strstr(buffer_text(&out), "\u2592\u2592\u2592 \u265c "));
    buffer_clear(&out);
}

// Squares without pieces: White's, Black's, one that is frozen, and water.
static void test_squares(void **state)
{
    struct diagram_style style = {.unicode = false};
    struct buffer out;
    (void)state;
    set_add(&style.mark, square_at(3, 1));
    set_add(&style.mark, square_at(4, 2));
    expect("hans38",
           "****k***/********/********/********/********/***2***/***1P***/****K*** w - - 0 1 2/1 d3e3/d2 d2",
           &style,
           "  8              k          \n"
           "  7                         \n"
           "  6                         \n"
           "  5                         \n"
           "  4                         \n"
           "  3           + [+]         \n"
           "  2          <=> P          \n"
           "  1              K          \n"
           "     a  b  c  d  e  f  g  h \n"
           "In reserve: White has 2 squares, Black has 1 square.\n"
           "Empty squares: + White's, = Black's. Blank is water.\n"
           "< > may not be moved now: the opponent has just placed or moved it.\n");
    // Where nobody owns squares there is nothing to tell apart.
    draw("infinite-reserves", "startpos", &style, &out);
    assert_non_null(strstr(buffer_text(&out),
                           "\nIn reserve: White has unlimited squares, Black has unlimited squares.\n"));
    assert_null(strstr(buffer_text(&out), "Empty squares"));
    buffer_clear(&out);
    style = (struct diagram_style){.unicode = true, .color = true};
    draw("hans38",
         "****k***/********/********/********/********/***2***/***1P***/****K*** w - - 0 1 2/1 d3e3/d2 d2",
         &style, &out);
    assert_non_null(strstr(buffer_text(&out), "<\u25cf>"));
    assert_non_null(strstr(buffer_text(&out), " \u25cb "));
    buffer_clear(&out);
}

static void test_fuel_and_flip(void **state)
{
    struct diagram_style style = {.flipped = true};
    (void)state;
    expect("fuel", fen, &style,
           "  1  .    .    .    K0   .    .    .    R50 \n"
           "  2  .    .    .    P50  .    .    .    .   \n"
           "  3  .    .    .    .    .    .    .    .   \n"
           "  4  .    .    .    .    .    .    .    .   \n"
           "  5  .    .    .    .    .    .    .    .   \n"
           "  6  .    .    .    .    .    .    .    .   \n"
           "  7  .    .    .    .    .    .    .    .   \n"
           "  8  .    .    .    k7   .    .    .    .   \n"
           "     h    g    f    e    d    c    b    a   \n");
}

static void test_figures(void **state)
{
    struct diagram_style style = {.unicode = true};
    struct buffer out;
    (void)state;
    draw("chess", "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", &style, &out);
    assert_non_null(strstr(out.text, "\u265a"));
    assert_non_null(strstr(out.text, "\u2654"));
    assert_non_null(strstr(out.text, "\u00b7"));
    assert_null(strchr(out.text, '\x1b'));
    buffer_clear(&out);
}

// Colours are switched off at the end of each line; low and empty tanks have their own.
static void test_colors(void **state)
{
    struct diagram_style style = {.unicode = true, .color = true};
    struct buffer out;
    (void)state;
    draw("fuel", fen, &style, &out);
    unsigned lines = 0;
    for (const char *end = out.text; (end = strstr(end, "\x1b[0m\n")); end++)
        lines++;
    assert_int_equal(lines, 8);
    assert_non_null(strstr(out.text, "48;5;220m7 "));
    assert_non_null(strstr(out.text, "48;5;160m0 "));
    assert_null(strstr(out.text, "48;5;220m50"));
    buffer_clear(&out);
}

// A duck is a wall, and there are no squares in reserve.
static void test_reserves(void **state)
{
    struct diagram_style style = {0};
    struct buffer out;
    (void)state;
    draw("hans38", "startpos", &style, &out);
    assert_non_null(strstr(out.text, "In reserve: White has 3 squares"));
    buffer_clear(&out);
    draw("duck", "startpos", &style, &out);
    assert_null(strstr(out.text, "In reserve"));
    buffer_clear(&out);
    draw("duck", "4k3/8/8/8/3*4/8/8/4K3 w - - 0 1", &style, &out);
    assert_non_null(strstr(out.text, "  4  .  .  . ### .  .  .  . \n"));
    buffer_clear(&out);
}

static void test_marks(void **state)
{
    struct set mark = {{0}};
    struct turn turn = {1, {move_make(MOVE_NORMAL, square_at(6, 0), square_at(5, 2), 0)}};
    struct turn placing = {1, {move_make(MOVE_DROP, 0, square_at(3, 3), 2)}};
    (void)state;
    diagram_mark(&mark, &turn);
    assert_int_equal(set_count(&mark), 2);
    assert_true(set_has(&mark, square_at(6, 0)) && set_has(&mark, square_at(5, 2)));
    diagram_mark(&mark, &placing);
    assert_int_equal(set_count(&mark), 3);
    assert_true(set_has(&mark, square_at(3, 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_letters),       cmocka_unit_test(test_walls),   cmocka_unit_test(test_squares),
        cmocka_unit_test(test_fuel_and_flip), cmocka_unit_test(test_figures), cmocka_unit_test(test_colors),
        cmocka_unit_test(test_reserves),      cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests_name("diagram", tests, NULL, NULL);
}
