// SPDX-License-Identifier: GPL-3.0-or-later
// Random games of HnefaChess on the real board and on the reference's at once, compared after every turn.

#include "base/random.h"
#include "position/fen.h"
#include "reference/parts.h"
#include "support/effort.h"
#include "support/hnefa.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// Where the turn leads, and what it takes.
static bool is_capture(const struct scene *scene, const char *turn)
{
    square from, to;
    return square_read(&turn, 16, 16, &from) && square_read(&turn, 16, 16, &to) &&
           is_piece(scene->position.pieces[to]);
}

static bool is_promotion(const char *turn)
{
    return isalpha((unsigned char)turn[strlen(turn) - 1]);
}

// The turn that takes back another one.
static void reverse(const char *turn, char back[REF_TURN_SIZE])
{
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    square a = SQUARE_NONE, b = SQUARE_NONE;
    assert_true(square_read(&turn, 16, 16, &a) && square_read(&turn, 16, 16, &b));
    square_name(a, from);
    square_name(b, to);
    snprintf(back, REF_TURN_SIZE, "%s%s", to, from);
}

// Captures, promotions and steps back are preferred now and then, so that random games see many.
static const char *choose(const struct scene *scene, struct random *random, const char *last)
{
    const struct ref_list *turns = &scene->turns;
    size_t first = random_below(random, (uint32_t)turns->count);
    uint32_t mood = random_below(random, 8);
    char back[REF_TURN_SIZE];
    reverse(last, back);
    for (size_t i = 0; i < turns->count && mood < 5; i++) {
        const char *turn = turns->turn[(first + i) % turns->count];
        if ((mood == 0 && is_promotion(turn)) || (mood == 1 && !strcmp(turn, back)) ||
            (mood >= 2 && is_capture(scene, turn)))
            return turn;
    }
    return turns->turn[first];
}

static void compare_attacks(const struct scene *scene)
{
    for (square s = 0; s < GRID_SQUARES; s++)
        for (int by = 0; by < 2; by++)
            if (set_has(&scene->variant->board.locations, s) &&
                position_attacked(&scene->position, s, (enum color)by) !=
                    ref_attacked(&scene->reference.now, square_file(s), square_rank(s), by))
                fail_msg("%s: whether side %d attacks square %d",
                         scene->reference.key[scene->reference.keys - 1], by, s);
}

// Goes on after draws and corners; ends when nothing can be played.
static void play_on(struct scene *scene, struct random *random, int length)
{
    char turn[REF_TURN_SIZE], last[2][REF_TURN_SIZE] = {"a1a1", "a1a1"};
    for (int ply = 0; ply < length && scene->turns.count > 0; ply++) {
        // A second king in a corner would be a position that cannot be.
        if (position_outcome(&scene->position, NULL).reason == REASON_CORNER)
            return;
        snprintf(turn, sizeof turn, "%s", choose(scene, random, last[ply % 2]));
        snprintf(last[ply % 2], sizeof last[0], "%s", turn);
        scene_play(scene, turn);
        if (ply % 10 == 0)
            compare_attacks(scene);
    }
}

static void test_games(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i += EFFORT_DIVISOR) {
        struct scene scene;
        struct random random = {(uint64_t)i};
        scene_init(&scene, "hnefa", "", NULL);
        play_on(&scene, &random, 160);
        scene_clear(&scene);
    }
}

// ---- Positions scattered at random ----

// A letter on about one square in `rarity`; the kings are put in afterwards.
static void scatter(struct random *random, unsigned rarity, char cell[REF_SIZE][REF_SIZE])
{
    static const char letters[] = "PPPPPPHHHVVVGGNNNBRQ";
    for (int rank = 0; rank < REF_SIZE; rank++)
        for (int file = 0; file < REF_SIZE; file++) {
            char letter = letters[random_below(random, sizeof letters - 1)];
            cell[rank][file] = ref_hnefa_is_wall(file, rank) ? '*'
                               : random_below(random, rarity)
                                   ? '.'
                                   : ref_letter_of(letter, (int)random_below(random, 2));
            if (toupper((unsigned char)cell[rank][file]) == 'P' && (rank < 5 || rank > 10))
                cell[rank][file] = '.';
        }
    // Gates are where most can go wrong.
    for (int i = 0; i < 4; i++)
        cell[7 + i % 2][i < 2 ? 3 : 12] = "PpPp.nNK"[random_below(random, 7)];
    for (int side = 0; side < 2; side++) {
        int rank, file;
        do {
            rank = (int)random_below(random, REF_SIZE);
            file = (int)random_below(random, REF_SIZE);
        } while (ref_hnefa_is_wall(file, rank) || toupper((unsigned char)cell[rank][file]) == 'K');
        cell[rank][file] = ref_letter_of('K', side);
    }
}

// Half of the time the enemy's last turn was a double step.
static void scatter_en_passant(struct random *random, int side, char cell[REF_SIZE][REF_SIZE],
                               char target[SQUARE_NAME_SIZE])
{
    int file = 4 + (int)random_below(random, 8), start = side ? 5 : 10, forward = side ? 1 : -1;
    memcpy(target, "-", sizeof "-");
    if (random_below(random, 2) || toupper((unsigned char)cell[start][file]) == 'K' ||
        toupper((unsigned char)cell[start + forward][file]) == 'K' ||
        toupper((unsigned char)cell[start + 2 * forward][file]) == 'K')
        return;
    cell[start][file] = cell[start + forward][file] = '.';
    cell[start + 2 * forward][file] = ref_letter_of('P', 1 - side);
    square_name(square_at(file, start + forward), target);
}

static void write_scatter(char cell[REF_SIZE][REF_SIZE], int side, const char *target, char *fen)
{
    char pieces[REF_FEN_SIZE] = "", rest[32], name[SQUARE_NAME_SIZE];
    size_t length = 0;
    for (square s = 0; s < GRID_SQUARES; s++) {
        char letter = cell[square_rank(s)][square_file(s)];
        square_name(s, name);
        if (ref_is_piece(letter))
            length += (size_t)sprintf(pieces + length, "%c%s ", letter, name);
    }
    snprintf(rest, sizeof rest, "%c - %s 3 20", "wb"[side], target);
    hnefa_fen(fen, pieces, rest);
}

// Whether both boards take the position; they must agree.
static bool is_position(const struct variant *variant, const char *fen)
{
    static struct position real;
    struct ref_position reference;
    struct ref_rules rules;
    struct error err;
    assert_true(ref_rules_set(&rules, "hnefa", NULL, NULL, 0));
    const char *reason = ref_parse(&reference, &rules, fen);
    bool taken = fen_read(&real, variant, fen, &err);
    if (taken && reason)
        fail_msg("%s\nthe reference refuses it: %s", fen, reason);
    if (!taken && !reason)
        fail_msg("%s\nonly the real board refuses it: %s, %s", fen, err.at, err.message);
    return taken;
}

static void play_scattered(unsigned rarity, int count)
{
    struct variant *variant = scene_variant("hnefa", "");
    struct random random = {rarity};
    char cell[REF_SIZE][REF_SIZE], target[SQUARE_NAME_SIZE], fen[REF_FEN_SIZE];
    int taken = 0;
    for (int i = 0; i < count; i += EFFORT_DIVISOR) {
        struct scene scene;
        int side = (int)random_below(&random, 2);
        scatter(&random, rarity, cell);
        scatter_en_passant(&random, side, cell, target);
        write_scatter(cell, side, target, fen);
        if (!is_position(variant, fen))
            continue;
        taken++;
        scene_init(&scene, "hnefa", "", fen);
        play_on(&scene, &random, 6);
        scene_clear(&scene);
    }
    assert_true(taken > 0);
    variant_free(variant);
}

static void test_crowded_positions(void **state)
{
    (void)state;
    play_scattered(3, 1200);
}

static void test_open_positions(void **state)
{
    (void)state;
    play_scattered(10, 400);
}

static void test_bare_positions(void **state)
{
    (void)state;
    play_scattered(40, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_crowded_positions),
        cmocka_unit_test(test_open_positions),
        cmocka_unit_test(test_bare_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
