// SPDX-License-Identifier: GPL-3.0-or-later
// Random games of squares on the real board and on the reference's at once, compared after every turn.

#include "base/random.h"
#include "reference/parts.h"
#include "support/effort.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const army[] = {"fide", "clobberers", "nutters", "rookies"};
static const char *const one_action[] = {"hans38", "hans38-neutral"};
static const char *const postal[] = {"hans38-postal", "hans38-postal-plus"};
static const char *const infinite[] = {"infinite-reserves", "moving-squares"};

// Kinds of action as a random player tells them apart, rare ones too.
enum { QUIET, CAPTURE, SPECIAL, PLACE, SHIFT, CARRY, END, KINDS };

static int kind_of(const struct position *pos, move m)
{
    switch (move_kind(m)) {
    case MOVE_NORMAL:
        return position_captured(pos, m) == EMPTY ? QUIET : CAPTURE;
    case MOVE_ADD_SQUARE:
        return PLACE;
    case MOVE_SHIFT_SQUARE:
        return pos->pieces[move_from(m)] == EMPTY ? SHIFT : CARRY;
    case MOVE_END_TURN:
        return END;
    default:
        return SPECIAL;
    }
}

static bool has_kind(const struct position *pos, const struct move_list *list, int kind)
{
    for (unsigned i = 0; i < list->count; i++)
        if (kind_of(pos, list->moves[i]) == kind)
            return true;
    return false;
}

// First a kind of action, then one of these: so that rare kinds are played too.
static move choose_action(const struct position *pos, struct random *random)
{
    struct move_list list;
    int kind;
    position_actions(pos, &list);
    assert_true(list.count > 0);
    do
        kind = (int)random_below(random, KINDS);
    while (!has_kind(pos, &list, kind));
    for (unsigned i = random_below(random, list.count);; i = (i + 1) % list.count)
        if (kind_of(pos, list.moves[i]) == kind)
            return list.moves[i];
}

static void choose_turn(const struct position *pos, struct random *random, struct turn *turn)
{
    struct position now = *pos;
    struct undo undo;
    turn->count = 0;
    do {
        move m = choose_action(&now, random);
        position_apply(&now, m, &undo);
        if (move_kind(m) != MOVE_END_TURN)
            turn->actions[turn->count++] = m;
    } while (now.state.actions);
}

// Goes on after draws by repetition and the 50-move rule; ends when nothing can be played.
static void play_game(const char *game, const char *parameters, const char *fen, int length, uint64_t seed)
{
    struct scene scene;
    struct random random = {seed};
    char last[2][REF_TURN_SIZE] = {"a1a1", "a1a1"};
    scene_init(&scene, game, parameters, fen);
    for (int ply = 0; ply < length; ply++) {
        struct turn turn;
        char text[REF_TURN_SIZE], back[8];
        if (position_outcome(&scene.position, NULL).result != RESULT_ONGOING &&
            !scene.position.state.halfmove)
            break;
        struct move_list list;
        position_actions(&scene.position, &list);
        if (!list.count)
            break;
        choose_turn(&scene.position, &random, &turn);
        turns_write(&scene.position, &turn, text);
        snprintf(back, sizeof back, "%.2s%.2s", last[ply % 2] + 2, last[ply % 2]);
        // Now and then a piece goes back, so that positions are repeated.
        struct position copy = scene.position;
        if (random_below(&random, 4) == 0 && turns_begin(&copy, back) &&
            position_side(&copy) != position_side(&scene.position))
            snprintf(text, sizeof text, "%s", back);
        snprintf(last[ply % 2], sizeof last[0], "%s", text);
        scene_play(&scene, text);
    }
    scene_clear(&scene);
}

static void play_games(const char *game, const char *parameters, const char *fen, int games, int length)
{
    for (int i = 0; i < (games + EFFORT_DIVISOR - 1) / EFFORT_DIVISOR; i++)
        play_game(game, parameters, fen, length, (uint64_t)i * 1000 + (uint64_t)length);
}

// From the start, with every pair of armies.
static void play_all_armies(const char *const games[2], int count, int length)
{
    char parameters[64];
    for (int i = 0; i < 2; i++) {
        for (int white = 0; white < 4; white++) {
            for (int black = 0; black < 4; black++) {
                snprintf(parameters, sizeof parameters, "white=%s black=%s", army[white], army[black]);
                play_games(games[i], parameters, NULL, count, length);
            }
        }
    }
}

static void test_one_action(void **state)
{
    (void)state;
    play_all_armies(one_action, 2, 60);
}

static void test_postal(void **state)
{
    (void)state;
    play_all_armies(postal, 1, 40);
}

static void test_infinite(void **state)
{
    (void)state;
    play_all_armies(infinite, 1, 24);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_action),
        cmocka_unit_test(test_postal),
        cmocka_unit_test(test_infinite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
