// SPDX-License-Identifier: GPL-3.0-or-later
// Random games of Hamiltonian Chess on the real board and on the reference's at once, compared after every turn.

#include "base/random.h"
#include "reference/links.h"
#include "reference/parts.h"
#include "support/effort.h"
#include "support/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "position/game.h"
#include "position/protection/announcement.h"
#include "position/protection/protection_graph.h"
#include <cmocka.h>

// What either side could announce, and what it would score.
static void compare_claims(const struct scene *scene)
{
    for (int side = 0; side < 2; side++) {
        struct claim claim;
        struct ref_links links;
        struct ref_routes routes;
        char text[REF_FEN_SIZE];
        ref_write(&scene->reference.now, text);
        assert_true(ref_links_read(&links, text, side == 0));
        ref_links_routes(&links, &routes);
        position_claim(&scene->position, (enum color)side, &claim);
        bool placing = strchr(text, '[') != NULL;
        assert_int_equal(claim.path.count, routes.paths && !placing ? links.count : 0);
        assert_int_equal(claim.circuit.count, routes.circuits && !placing ? links.count : 0);
        assert_int_equal(protection_has_path(&claim.graph), routes.paths > 0);
        if (placing)
            continue;
        if (routes.paths)
            assert_int_equal(claim.path.length, routes.path_sum);
        if (routes.circuits)
            assert_int_equal(claim.circuit.length, routes.circuit_sum);
        bool distance = scene->variant->parameters.value[0] == 1;
        assert_int_equal(claim.points, ref_links_score(&links, &routes, distance));
    }
}

// Captures now and then, so that few pieces remain.
static const char *choose(const struct scene *scene, struct random *random)
{
    const struct ref_list *turns = &scene->turns;
    size_t first = random_below(random, (uint32_t)turns->count);
    bool greedy = random_below(random, 3) == 0;
    for (size_t i = 0; i < turns->count && greedy; i++) {
        const char *turn = turns->turn[(first + i) % turns->count];
        if (turn[1] != '@' && ref_is_piece(scene->reference.now.cell[turn[3] - '1'][turn[2] - 'a']))
            return turn;
    }
    return turns->turn[first];
}

// Tries announcements by both sides on copies of the game: both boards must agree on whether they are true and on
// what comes of them.
static void compare_announcements(struct scene *scene, const char *fen, const char *parameters)
{
    static const char *const texts[] = {"!", ",!"};
    for (int i = 0; i < 2; i++) {
        struct scene copy;
        struct ref_position trial = scene->reference.now;
        scene_init(&copy, "hamiltonian", parameters, fen);
        if (ref_play(&trial, texts[i]))
            scene_play(&copy, texts[i]);
        else
            scene_illegal(&copy, texts[i]);
        scene_clear(&copy);
    }
}

static void play_game(uint64_t seed, const char *fen, int plies, bool announce)
{
    struct random random = {seed};
    struct scene scene;
    scene_init(&scene, "hamiltonian", "", fen);
    for (int ply = 0; ply < plies && scene.turns.count > 0; ply++) {
        char turn[REF_TURN_SIZE], text[REF_FEN_SIZE];
        const char *reason;
        compare_claims(&scene);
        if (strcmp(ref_game_result(&scene.reference, &reason), "ongoing") != 0)
            break;
        ref_write(&scene.reference.now, text);
        if (announce && ply % 4 == 0)
            compare_announcements(&scene, text, "");
        snprintf(turn, sizeof turn, "%s", choose(&scene, &random));
        scene_play(&scene, turn);
    }
    scene_clear(&scene);
}

static void test_games(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed += EFFORT_DIVISOR)
        play_game(seed, NULL, 150, true);
}

// A random position with `white` and `black` pieces.
static void scatter(struct random *random, int white, int black, char *fen)
{
    static const char pieces[] = "KQRRBBNNkqrrbbnn";
    char cell[64];
    memset(cell, '.', sizeof cell);
    for (int side = 0; side < 2; side++) {
        bool used[8] = {false};
        for (int n = 0; n < (side ? black : white); n++) {
            uint32_t which, where;
            do
                which = random_below(random, 8);
            while (used[which]);
            do
                where = random_below(random, 64);
            while (cell[where] != '.');
            used[which] = true;
            cell[where] = pieces[side * 8 + (int)which];
        }
    }
    char *end = fen;
    for (int i = 0, run = 0; i < 64; i++) {
        run += cell[i] == '.';
        bool last = i % 8 == 7;
        if (run && (last || cell[i] != '.')) {
            *end++ = (char)('0' + run);
            run = 0;
        }
        if (cell[i] != '.')
            *end++ = cell[i];
        if (last && i < 63)
            *end++ = '/';
    }
    sprintf(end, " %c - - %d 30", "wb"[random_below(random, 2)], (int)random_below(random, 100));
}

static void test_scattered_positions(void **state)
{
    (void)state;
    struct random random = {7};
    char fen[REF_FEN_SIZE];
    for (int i = 0; i < 1500; i += EFFORT_DIVISOR) {
        int white = 1 + (int)random_below(&random, 8), black = 1 + (int)random_below(&random, 8);
        scatter(&random, white, black, fen);
        play_game((uint64_t)i, fen, 4, i % 10 == 0);
    }
}

static void test_distances(void **state)
{
    (void)state;
    struct random random = {11};
    char fen[REF_FEN_SIZE];
    for (int i = 0; i < 400; i += EFFORT_DIVISOR) {
        struct scene scene;
        scatter(&random, 1 + (int)random_below(&random, 6), 2, fen);
        scene_init(&scene, "hamiltonian", "scoring=distance", fen);
        compare_claims(&scene);
        scene_clear(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_scattered_positions),
        cmocka_unit_test(test_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
