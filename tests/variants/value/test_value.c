// SPDX-License-Identifier: GPL-3.0-or-later
// Values of keys, read by type; what is refused, and where.

#include "variants/value/value.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *const words[] = {"none", "arrow", "duck"};
static const char *const infinite[] = {"infinite"};
static const struct key number = {"n", VALUE_NUMBER, .minimum = 1, .maximum = 100, .choices = infinite};
static const struct key plain = {"n", VALUE_NUMBER, .minimum = 0, .maximum = 5};
static const struct key choice = {"c", VALUE_CHOICE, .maximum = 2, .choices = words};

static struct value_context context(int width, int height, const char *letters)
{
    struct value_context made = {.width = (uint8_t)width, .height = (uint8_t)height};
    for (; *letters; letters++)
        made.types[*letters - 'A'] = type_of_letter(*letters);
    return made;
}

static bool reads(const struct key *key, const char *text, void *setting)
{
    struct value_context board = context(8, 8, "KQRBNPG");
    struct value_fault fault;
    return value_parse(key, text, &board, setting, &fault);
}

// Checks that the text is refused at that byte with a message that has the word.
static void refuses(const struct key *key, const char *text, size_t at, const char *word)
{
    static _Alignas(16) char setting[8192];
    struct value_context board = context(8, 8, "KQRBNPG");
    struct value_fault fault = {.at = 999};
    if (value_parse(key, text, &board, setting, &fault))
        fail_msg("'%s' is read", text);
    if (fault.at != at || !strstr(fault.message, word))
        fail_msg("'%s': at %zu: %s", text, fault.at, fault.message);
}

static struct key of(enum value_type type)
{
    return (struct key){.name = "key", .type = type, .maximum = 9};
}

static void test_words_and_numbers(void **state)
{
    (void)state;
    struct key flag = of(VALUE_FLAG), result = of(VALUE_RESULT);
    bool set = false;
    assert_true(reads(&flag, "true", &set) && set);
    assert_true(reads(&flag, "false", &set) && !set);
    refuses(&flag, "yes", 0, "true or false");
    refuses(&flag, "True", 0, "did you mean 'true'?");
    refuses(&result, "Win", 0, "did you mean 'win'?");
    int value = 0;
    assert_true(reads(&number, "100", &value) && value == 100);
    assert_true(reads(&number, "infinite", &value) && value == INT_MAX);
    refuses(&number, "0", 0, "1 to 100 or infinite");
    refuses(&number, "101", 0, "1 to 100");
    refuses(&number, "4x", 0, "1 to 100");
    assert_true(reads(&plain, "0", &value) && value == 0);
    refuses(&plain, "infinite", 0, "0 to 5");
    assert_true(reads(&choice, "duck", &value) && value == 2);
    refuses(&choice, "goose", 0, "none, arrow, duck");
    enum value verdict;
    assert_true(reads(&result, "win", &verdict) && verdict == VALUE_WIN);
    assert_true(reads(&result, "loss", &verdict) && verdict == VALUE_LOSS);
    assert_true(reads(&result, "draw", &verdict) && verdict == VALUE_DRAW);
    assert_true(reads(&result, "none", &verdict) && verdict == VALUE_NONE);
    refuses(&result, "lose", 0, "win, loss, draw");
}

static void test_lines_and_rights(void **state)
{
    (void)state;
    struct key file = of(VALUE_FILE), rank = of(VALUE_RANK), rights = of(VALUE_RIGHTS);
    int value = 0;
    assert_true(reads(&file, "a", &value) && value == 0);
    assert_true(reads(&file, "p", &value) && value == 15);
    assert_true(reads(&file, "16", &value) && value == 15);
    refuses(&file, "q", 0, "a to p");
    refuses(&file, "17", 0, "1 to 16");
    assert_true(reads(&rank, "10", &value) && value == 9);
    refuses(&rank, "0", 0, "1 to 16");
    refuses(&rank, "e", 0, "1 to 16");
    uint8_t set = 0;
    assert_true(reads(&rights, "KQkq", &set) && set == 15);
    assert_true(reads(&rights, "Kq", &set) && set == 9);
    assert_true(reads(&rights, "-", &set) && set == 0);
    refuses(&rights, "Kx", 1, "KQkq");
}

static int count(const char *text, int width, int height)
{
    struct value_context board = context(width, height, "");
    struct value_fault fault;
    struct set squares;
    if (!value_read_squares(text, &board, &squares, &fault))
        fail_msg("'%s': %s", text, fault.message);
    return set_count(&squares);
}

static void test_squares(void **state)
{
    (void)state;
    struct key squares = of(VALUE_SQUARES);
    assert_int_equal(count("-", 8, 8), 0);
    assert_int_equal(count("d4 e4  d5\te5 e5", 8, 8), 4);
    assert_int_equal(count("D4", 8, 8), 1);
    assert_int_equal(count("*8", 8, 8), 8);
    assert_int_equal(count("*8", 16, 16), 16);
    assert_int_equal(count("*9", 8, 8), 0);
    assert_int_equal(count("e*", 8, 10), 10);
    assert_int_equal(count("c3-f6", 8, 8), 16);
    assert_int_equal(count("f6-c3", 8, 8), 16);
    assert_int_equal(count("p16 a16 p1", 16, 16), 3);
    struct set set = {{0}};
    assert_true(reads(&squares, "b3", &set) && set_has(&set, square_at(1, 2)));
    refuses(&squares, "d4 e", 3, "a square such as e4");
    refuses(&squares, "d4 e17", 3, "a square such as e4");
    refuses(&squares, "d0", 0, "a square such as e4");
    refuses(&squares, "q4", 0, "a square such as e4");
    refuses(&squares, "d4,e4", 0, "a square such as e4");
    refuses(&squares, "a1-", 0, "a rectangle");
    refuses(&squares, "*17", 0, "1 to 16");
    refuses(&squares, "*", 0, "1 to 16");
}

static void test_piece_squares(void **state)
{
    (void)state;
    struct key key = of(VALUE_PIECE_SQUARES);
    struct set sets[LETTER_TYPES];
    assert_true(reads(&key, "p:*8 g: e5 e6 c1-d2", sets));
    assert_int_equal(set_count(&sets[type_of_letter('P')]), 8);
    assert_int_equal(set_count(&sets[type_of_letter('G')]), 6);
    assert_int_equal(set_count(&sets[type_of_letter('K')]), 0);
    refuses(&key, "e5", 0, "a piece and its squares");
    refuses(&key, "p:e5 x:e6", 5, "letter x");
    refuses(&key, "p:e99", 2, "a square such as e4");
}

static uint64_t bit(char letter)
{
    return UINT64_C(1) << type_of_letter(letter);
}

static void test_pieces(void **state)
{
    (void)state;
    struct key pieces = of(VALUE_PIECES), one = of(VALUE_PIECE), last = of(VALUE_LAST_PIECE);
    uint64_t set = 1;
    assert_true(reads(&pieces, "nb rQ", &set) && set == (bit('N') | bit('B') | bit('R') | bit('Q')));
    assert_true(reads(&pieces, "-", &set) && !set);
    assert_true(reads(&pieces, "*", &set) && __builtin_popcountll(set) == 8);
    refuses(&pieces, "nbx", 2, "letter x");
    refuses(&pieces, "n,b", 1, "letter of a piece");
    piece_type type;
    assert_true(reads(&one, "k", &type) && type == TYPE_KING);
    assert_true(reads(&one, "-", &type) && type == TYPE_NONE);
    assert_true(reads(&one, "*", &type) && type == ANY_TYPE);
    refuses(&one, "kq", 1, "a single piece");
    assert_true(reads(&last, "pq", &type) && type == type_of_letter('Q'));
}

static void test_maps_and_numbers(void **state)
{
    (void)state;
    struct key map = of(VALUE_PIECE_MAP), numbers = of(VALUE_PIECE_NUMBERS);
    piece_type becomes[LETTER_TYPES];
    assert_true(reads(&map, "p:g n : b r:-", becomes));
    assert_int_equal(becomes[TYPE_PAWN], type_of_letter('G'));
    assert_int_equal(becomes[type_of_letter('N')], type_of_letter('B'));
    assert_int_equal(becomes[type_of_letter('R')], TYPE_NONE);
    refuses(&map, "p:g s:g", 4, "letter s");
    refuses(&map, "pg", 0, "a colon");
    int limits[LETTER_TYPES];
    assert_true(reads(&numbers, "q:1 r:2", limits));
    assert_int_equal(limits[type_of_letter('Q')], 1);
    assert_int_equal(limits[type_of_letter('R')], 2);
    refuses(&numbers, "q:10", 2, "0 to 9");
    refuses(&numbers, "q", 0, "a colon");
}

// Letters of presets may mean pieces that the variant has not.
static void test_gone(void **state)
{
    (void)state;
    struct value_context board = context(8, 8, "K");
    board.types['Q' - 'A'] = TYPE_GONE;
    struct value_fault fault;
    uint64_t set;
    piece_type type;
    struct key key = of(VALUE_PIECES);
    assert_true(value_parse(&key, "qk", &board, &set, &fault) && set == bit('K'));
    assert_true(value_parse(&key, "*", &board, &set, &fault) && set == (bit('K') | 1));
    key.type = VALUE_PIECE;
    assert_true(value_parse(&key, "q", &board, &type, &fault) && type == TYPE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_and_numbers),
        cmocka_unit_test(test_lines_and_rights),
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_piece_squares),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_maps_and_numbers),
        cmocka_unit_test(test_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
