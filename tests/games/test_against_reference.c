// SPDX-License-Identifier: GPL-3.0-or-later
// Random games on the real board and on the reference's at once, compared after every turn.

#include "base/random.h"
#include "reference/parts.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const army[] = {"fide", "clobberers", "nutters", "rookies"};

static bool is_castling(const char *turn)
{
    return !strncmp(turn, "e1g1", 4) || !strncmp(turn, "e1c1", 4) || !strncmp(turn, "e1b1", 4) ||
           !strncmp(turn, "e8g8", 4) || !strncmp(turn, "e8c8", 4) || !strncmp(turn, "e8b8", 4);
}

// Rare kinds of turn are preferred now and then, so that random games see many of them; and now and
// then a piece goes back to where it came from, so that positions are repeated.
static const char *choose(const struct scene *scene, struct random *random, const char *last)
{
    const struct ref_list *turns = &scene->turns;
    size_t first = random_below(random, (uint32_t)turns->count);
    uint32_t mood = random_below(random, 8);
    char back[8];
    snprintf(back, sizeof back, "%.2s%.2s", last + 2, last);
    for (size_t i = 0; i < turns->count && mood < 3; i++) {
        const char *turn = turns->turn[(first + i) % turns->count];
        if (mood == 0 && (strlen(turn) == 5 || is_castling(turn)))
            return turn;
        if (mood == 1 && strcmp(turn, back) == 0)
            return turn;
    }
    return turns->turn[first];
}

static void compare_attacks(const struct scene *scene)
{
    for (square s = 0; s < GRID_SQUARES; s++) {
        int file = square_file(s), rank = square_rank(s);
        if (!ref_on_board(&scene->reference.now, file, rank))
            continue;
        for (int by = 0; by < 2; by++)
            if (position_attacked(&scene->position, s, (enum color)by) !=
                ref_attacked(&scene->reference.now, file, rank, by))
                fail_msg("%s: whether side %d attacks %c%d", scene->reference.key[scene->reference.keys - 1],
                         by, 'a' + file, rank + 1);
    }
}

// Goes on after draws by repetition and the 50-move rule; ends when nothing can be played.
static void play_game(const char *game, const char *parameters, const char *fen, int length, uint64_t seed)
{
    struct scene scene;
    struct random random = {seed};
    char turn[REF_TURN_SIZE], last[2][REF_TURN_SIZE] = {"a1a1", "a1a1"};
    scene_init(&scene, game, parameters, fen);
    for (int ply = 0; ply < length && scene.turns.count > 0; ply++) {
        snprintf(turn, sizeof turn, "%s", choose(&scene, &random, last[ply % 2]));
        snprintf(last[ply % 2], sizeof last[0], "%s", turn);
        scene_play(&scene, turn);
        if (ply % 10 == 0)
            compare_attacks(&scene);
    }
    scene_clear(&scene);
}

static void play_games(const char *game, const char *parameters, const char *fen, int games, int length)
{
    for (int i = 0; i < (games + EFFORT_DIVISOR - 1) / EFFORT_DIVISOR; i++)
        play_game(game, parameters, fen, length, (uint64_t)i * 1000 + (uint64_t)length);
}

static void test_chess(void **state)
{
    (void)state;
    play_games("chess", "", NULL, 12, 200);
    play_games("chess", "", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 12, 100);
    play_games("chess", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 8, 250);
    play_games("chess", "", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 12, 150);
}

static void test_armies(void **state)
{
    (void)state;
    char parameters[64];
    for (int white = 0; white < 4; white++) {
        for (int black = 0; black < 4; black++) {
            snprintf(parameters, sizeof parameters, "white=%s black=%s", army[white], army[black]);
            play_games("chess", parameters, NULL, 8, 160);
        }
    }
}

// Corner pieces, kings and pawns one step from promotion: castling and promotion in every game.
static void test_armies_in_the_open(void **state)
{
    (void)state;
    char parameters[64], fen[128];
    for (int white = 0; white < 4; white++) {
        for (int black = 0; black < 4; black++) {
            char rook = ref_army_setup(army[white])[0];
            char enemy = (char)(ref_army_setup(army[black])[0] + ('a' - 'A'));
            snprintf(parameters, sizeof parameters, "white=%s black=%s", army[white], army[black]);
            snprintf(fen, sizeof fen, "%c3k2%c/pP5p/8/2p2P2/2P2p2/8/Pp5P/%c3K2%c %c KQkq - 0 1", enemy, enemy,
                     rook, rook, "wb"[white % 2]);
            play_games("chess", parameters, fen, 6, 60);
        }
    }
}

static void test_fuel(void **state)
{
    (void)state;
    static const int fuel[] = {1, 2, 3, 4, 5, 6, 7, 8, 50, 999};
    char parameters[64];
    for (size_t i = 0; i < sizeof fuel / sizeof *fuel; i++) {
        snprintf(parameters, sizeof parameters, "fuel=%d", fuel[i]);
        play_games("fuel", parameters, NULL, 10, 150);
        play_games("fuel", parameters, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                   8, 80);
    }
}

// Few pieces with little fuel: kings run dry, meet, and games end for want of fuel.
static void test_fuel_endings(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",     "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1 3",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 2,2,2",      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 3",
        "2k5/8/8/3q4/8/8/8/2K1R3 w - - 0 1 0,9,5,3", "8/1P4k1/8/8/8/8/1p4K1/8 w - - 0 1 3,4,2,4",
        "7k/R7/1R6/8/8/8/8/K7 w - - 0 1 1,9,9,0",
    };
    char parameters[64];
    for (int fuel = 1; fuel <= 8; fuel++) {
        snprintf(parameters, sizeof parameters, "fuel=%d", fuel);
        for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
            play_games("fuel", parameters, fens[i], 8, 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess),
        cmocka_unit_test(test_armies),
        cmocka_unit_test(test_armies_in_the_open),
        cmocka_unit_test(test_fuel),
        cmocka_unit_test(test_fuel_endings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
