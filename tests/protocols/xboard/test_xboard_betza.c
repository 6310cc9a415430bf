// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces in XBoard's notation: what is written means the same move, and nothing that XBoard reads otherwise is written.
#include "pieces/betza.h"
#include "position/parameter.h"
#include "position/variant.h"
#include "protocols/xboard/xboard_betza.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Takes the castlings, which end a piece's text and which Betza's own notation does not have, off the text.
static void cut_castlings(char *text)
{
    char *o;
    while ((o = strrchr(text, 'O')) && o - text >= 2)
        o[-2] = '\0'; // before "irO2"
}

// The two dialects agree on all that is written, except for castlings; K is not. A pawn's double step is no part of its movement.
static void check_piece(const struct variant *variant, piece_type type, enum color color)
{
    const struct piece_rules *rules = &variant->pieces[type];
    struct buffer text;
    struct movement read;
    struct error err;
    buffer_init(&text);
    xboard_betza_write(variant, type, color, false, &text);
    assert_null(strchr(buffer_text(&text), 'K'));
    char *rides = buffer_take(&text);
    cut_castlings(rides);
    if (!*rides) // a man of Reversi does not move
        memset(&read, 0, sizeof read);
    else if (!betza_parse(rides, &read, &err))
        fail_msg("%s, %s: %s: %s", variant->game->name, rules->name, rides, err.message);
    if (rules->is_pawn)
        memset(&read.kinds[RIDE_PLAIN + 1], 0, sizeof read - sizeof read.kinds[RIDE_PLAIN]);
    if (memcmp(&read, &rules->movement[WHITE], sizeof read) != 0)
        fail_msg("%s, %s: %s is another movement", variant->game->name, rules->name, rides);
    free(rides);
}

static void test_every_piece_of_every_game(void **state)
{
    (void)state;
    unsigned count = 0;
    for (int g = 0; games_all()[g]; g++)
        for (int army = 0; army < ARMIES; army++) {
            struct parameters parameters;
            struct error err;
            game_defaults(games_all()[g], &parameters);
            int index = game_parameter(games_all()[g], "WhiteArmy");
            if (index >= 0)
                parameters.value[index] = army;
            struct variant *variant = variant_new(games_all()[g], &parameters, &err);
            assert_non_null(variant);
            for (unsigned type = 1; type < PIECE_TYPES; type++)
                if (variant->pieces[type].name) {
                    check_piece(variant, (piece_type)type, WHITE);
                    check_piece(variant, (piece_type)type, BLACK);
                    count++;
                }
            variant_free(variant);
        }
    assert_true(count > 100);
}

static void expect(const struct variant *variant, char letter, enum color color, bool tame,
                   const char *expected)
{
    struct buffer text;
    buffer_init(&text);
    xboard_betza_write(variant, type_of_letter(letter), color, tame, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_clear(&text);
}

static void test_words(void **state)
{
    (void)state;
    struct parameters parameters;
    struct error err;
    game_defaults(games_all()[0], &parameters);
    parameters.value[0] = 2; // nutters
    parameters.value[1] = 1; // clobberers
    struct variant *variant = variant_new(games_all()[0], &parameters, &err);
    assert_non_null(variant);
    expect(variant, 'G', WHITE, false, "frlRbWbrblF");
    expect(variant, 'D', BLACK, false, "BD");
    expect(variant, 'D', BLACK, true, "tBtD");
    expect(variant, 'P', WHITE, false, "fmWfceFifmnD");
    expect(variant, 'P', BLACK, true, "fmWfcetFifmnD");
    // Strides of two, and of three for a clobberer's long castling; XBoard turns Black's left to the right.
    expect(variant, 'K', WHITE, false, "WFirO2ilO2");
    expect(variant, 'K', BLACK, false, "WFilO2irO3");
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_piece_of_every_game),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
