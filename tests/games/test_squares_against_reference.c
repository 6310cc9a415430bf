// SPDX-License-Identifier: GPL-3.0-or-later
// Random games of squares on the real board and on the reference's at once, compared after every turn.

#include "base/random.h"
#include "position/fen.h"
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
    if (!list.count) {
        fail_msg("a turn that was begun cannot be ended");
        return MOVE_NONE;
    }
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

static bool has_turn(const struct position *pos)
{
    struct move_list list;
    position_actions(pos, &list);
    return list.count > 0;
}

static bool is_turn(const struct position *pos, const char *text)
{
    struct position now = *pos;
    return turns_begin(&now, text) && (!now.state.actions || turns_may_end(&now));
}

// Goes on after draws by repetition and the 50-move rule; ends when nothing can be played.
static void play_on(struct scene *scene, struct random *random, int length)
{
    char last[2][REF_TURN_SIZE] = {"a1a1", "a1a1"};
    for (int ply = 0; ply < length && has_turn(&scene->position); ply++) {
        struct turn turn;
        char text[REF_TURN_SIZE], back[8];
        choose_turn(&scene->position, random, &turn);
        turns_write(&scene->position, &turn, text);
        // Now and then a piece goes back, so that positions are repeated.
        snprintf(back, sizeof back, "%.2s%.2s", last[ply % 2] + 2, last[ply % 2]);
        if (random_below(random, 4) == 0 && is_turn(&scene->position, back))
            snprintf(text, sizeof text, "%s", back);
        snprintf(last[ply % 2], sizeof last[0], "%s", text);
        scene_play(scene, text);
    }
}

// From the start, with every pair of armies.
static void play_all_armies(const char *const games[2], int length)
{
    char parameters[64];
    for (int i = 0; i < 32; i += EFFORT_DIVISOR) {
        struct scene scene;
        struct random random = {(uint64_t)(i * 100 + length)};
        snprintf(parameters, sizeof parameters, "white=%s black=%s", army[i / 2 % 4], army[i / 8]);
        scene_init(&scene, games[i % 2], parameters, NULL);
        play_on(&scene, &random, length);
        scene_clear(&scene);
    }
}

static void test_games_of_one_action(void **state)
{
    (void)state;
    play_all_armies(one_action, 50);
}

static void test_postal_games(void **state)
{
    (void)state;
    play_all_armies(postal, 20);
}

static void test_infinite_games(void **state)
{
    (void)state;
    play_all_armies(infinite, 14);
}

// ---- Positions scattered at random ----

// A position string in the making.
struct scatter {
    struct random *random;
    struct ref_rules rules;
    char cell[8][8]; // [rank][file]
    char castling[5], en_passant[3];
    int side;
};

static int below(const struct scatter *scatter, unsigned bound)
{
    return (int)random_below(scatter->random, bound);
}

static char random_piece(const struct scatter *scatter, int rank)
{
    int side = below(scatter, 2);
    char letter = ref_army_setup(scatter->rules.army[below(scatter, 2)])[below(scatter, 8)];
    bool pawns = (rank > 0 && rank < 7) || ref_squares_carry(&scatter->rules);
    if (letter == 'K' || (pawns && below(scatter, 2)))
        letter = pawns ? 'P' : 'R';
    if (!strchr(ref_army_setup(scatter->rules.army[0]), letter) &&
        !strchr(ref_army_setup(scatter->rules.army[1]), letter) && letter != 'P')
        letter = ref_army_setup(scatter->rules.army[0])[0];
    return ref_letter_of(letter, side);
}

// Of 16 locations, so many hold a piece and so many an empty square.
static void scatter_cells(struct scatter *scatter, int pieces, int squares)
{
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8; file++) {
            int dice = below(scatter, 16);
            scatter->cell[rank][file] = '*';
            if (dice < pieces)
                scatter->cell[rank][file] = random_piece(scatter, rank);
            else if (dice < pieces + squares)
                scatter->cell[rank][file] = '.';
        }
    }
}

// Kings at home with their corner pieces, or anywhere.
static void scatter_kings(struct scatter *scatter)
{
    size_t rights = 0;
    for (int side = 0; side < 2; side++) {
        int home = side ? 7 : 0;
        if (below(scatter, 3) == 0) {
            scatter->cell[below(scatter, 3) + 3 * side][below(scatter, 8)] = ref_letter_of('K', side);
            continue;
        }
        scatter->cell[home][4] = ref_letter_of('K', side);
        for (int wing = 0; wing < 2; wing++) {
            if (below(scatter, 3) == 0)
                continue;
            int corner = wing ? 0 : 7;
            scatter->cell[home][corner] =
                ref_letter_of(ref_army_setup(scatter->rules.army[side])[corner], side);
            scatter->castling[rights++] = "KQkq"[2 * side + wing];
            for (int file = wing ? 1 : 5; file < (wing ? 4 : 7); file++)
                if (below(scatter, 6))
                    scatter->cell[home][file] = '.';
        }
    }
    scatter->castling[rights] = '\0';
}

// The enemy's last turn began with a pawn's double step, and then what it crossed may have gone.
static void scatter_en_passant(struct scatter *scatter)
{
    int file = below(scatter, 8), beside = file == 0 || (file < 7 && below(scatter, 2)) ? file + 1 : file - 1;
    int start = scatter->side ? 1 : 6, forward = scatter->side ? 1 : -1;
    if (below(scatter, 2))
        return;
    scatter->cell[start][file] = ".*"[below(scatter, 2)];
    scatter->cell[start + forward][file] = "...*"[below(scatter, 4)];
    scatter->cell[start + 2 * forward][file] = ref_letter_of('P', 1 - scatter->side);
    scatter->cell[start + 2 * forward][beside] = ref_letter_of('P', scatter->side);
    snprintf(scatter->en_passant, sizeof scatter->en_passant, "%c%d", 'a' + file, start + forward + 1);
}

// Names of squares, each there is with a chance of one in `rarity`, at most `most` of them.
static size_t add_squares(const struct scatter *scatter, char *text, bool empty_only, int owner, int rarity,
                          int most)
{
    char *start = text;
    for (int rank = 0; rank < 8; rank++) {
        for (int file = 0; file < 8 && most > 0; file++) {
            char cell = scatter->cell[rank][file];
            if (cell == '*' || (empty_only && cell != '.') || (owner >= 0 && (rank + file) % 3 != owner) ||
                below(scatter, (unsigned)rarity))
                continue;
            text += sprintf(text, "%c%d", 'a' + file, rank + 1);
            most--;
        }
    }
    return (size_t)(text == start ? sprintf(text, "-") : text - start);
}

static void write_scatter(const struct scatter *scatter, char *text)
{
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) {
            char cell = scatter->cell[rank][file];
            if (cell == '.' && file > 0 && scatter->cell[rank][file - 1] == '.')
                text[-1]++;
            else
                *text++ = cell == '.' ? '1' : cell;
        }
        *text++ = rank ? '/' : ' ';
    }
    text += sprintf(
        text, "%c %s %s %d %d ", "wb"[scatter->side], *scatter -> castling ? scatter -> castling : "-",
        *scatter->en_passant ? scatter->en_passant : "-", below(scatter, 3), 1 + below(scatter, 5));
    if (ref_squares_reserve(&scatter->rules) < 0)
        text += sprintf(text, "inf/inf ");
    else
        text += sprintf(text, "%d/%d ", below(scatter, 4), below(scatter, 4));
    if (ref_squares_owned(&scatter->rules)) {
        text += add_squares(scatter, text, true, 0, 2, 64);
        *text++ = '/';
        text += add_squares(scatter, text, true, 1, 2, 64);
    } else {
        *text++ = '-';
    }
    *text++ = ' ';
    add_squares(scatter, text, false, -1, 24, 2);
}

// Whether both boards take the position; they must agree.
static bool is_position(const struct ref_rules *rules, const char *parameters, const char *fen)
{
    static struct position real;
    struct ref_position reference;
    struct error err;
    struct variant *variant = scene_variant(rules->squares, parameters);
    const char *reason = ref_parse(&reference, rules, fen);
    bool taken = fen_read(&real, variant, fen, &err);
    variant_free(variant);
    if (taken && reason)
        fail_msg("%s %s\nthe reference refuses it: %s", rules->squares, fen, reason);
    if (!taken && !reason)
        fail_msg("%s %s\nonly the real board refuses it: %s, %s", rules->squares, fen, err.at, err.message);
    return taken;
}

static void play_scattered(const char *game, struct random *random, int pieces, int squares, int length)
{
    struct scatter scatter = {.random = random};
    char parameters[64], fen[REF_FEN_SIZE];
    const char *white = army[below(&scatter, 4)], *black = army[below(&scatter, 4)];
    scatter.side = below(&scatter, 2);
    assert_true(ref_rules_set(&scatter.rules, game, white, black, 0));
    snprintf(parameters, sizeof parameters, "white=%s black=%s", white, black);
    scatter_cells(&scatter, pieces, squares);
    scatter_en_passant(&scatter);
    scatter_kings(&scatter);
    write_scatter(&scatter, fen);
    if (!is_position(&scatter.rules, parameters, fen))
        return;
    struct scene scene;
    scene_init(&scene, game, parameters, fen);
    play_on(&scene, random, length);
    scene_clear(&scene);
}

static void play_all_scattered(const char *const games[2], int count, int length)
{
    struct random random = {(uint64_t)count};
    for (int i = 0; i < count; i += EFFORT_DIVISOR) {
        play_scattered(games[i % 2], &random, 2, 6, length);
        play_scattered(games[i % 2], &random, 4, 4, length);
        play_scattered(games[i % 2], &random, 3, 12, length);
    }
}

static void test_scattered_positions_of_one_action(void **state)
{
    (void)state;
    play_all_scattered(one_action, 120, 2);
}

static void test_scattered_postal_positions(void **state)
{
    (void)state;
    play_all_scattered(postal, 60, 2);
}

static void test_scattered_infinite_positions(void **state)
{
    (void)state;
    play_all_scattered(infinite, 24, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_of_one_action),
        cmocka_unit_test(test_postal_games),
        cmocka_unit_test(test_infinite_games),
        cmocka_unit_test(test_scattered_positions_of_one_action),
        cmocka_unit_test(test_scattered_postal_positions),
        cmocka_unit_test(test_scattered_infinite_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
