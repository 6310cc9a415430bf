// SPDX-License-Identifier: GPL-3.0-or-later
// Pawns on both sides, where en passant matters: proved from the rules of the game, in a variant whose pawns promote to queens only, so
// that few endings have to be built first.
#include "support/effort.h"
#include "support/scene.h"
#include "tables/folder.h"
#include "variants/games.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// Where checks make everything slower, only some of the positions are proved.
enum { EVERY = 2 * EFFORT_DIVISOR - 1 };

static void test_pawn_against_pawn(void **state)
{
    (void)state;
    static const char text[] = "[queens-only:chess]\npromotionPieceTypes = q\n";
    struct games_input input = {.name = "test", .text = text, .length = sizeof text - 1, .whole = true};
    struct games_loaded loaded;
    struct error err = {0};
    if (!games_load(&input, &loaded, &err))
        fail_msg("%s: %s", err.at, err.message);
    games_loaded_clear(&loaded);
    struct folder folder;
    folder_init(&folder, scene_variant("queens-only", ""));
    folder_build(&folder, "KPKP");
    folder_verify(&folder, "KPKP", 7 * EVERY);
    folder_verify(&folder, "KQKP", 31 * EVERY);
    // With en passant the pawn is won; without, it runs.
    unsigned with = folder_value(&folder, "7k/8/8/8/1pP5/8/8/K7 b - c3 0 1");
    unsigned without = folder_value(&folder, "7k/8/8/8/1pP5/8/8/K7 b - - 0 1");
    assert_true(with != without);
    folder_clear(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pawn_against_pawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
