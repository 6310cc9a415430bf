// SPDX-License-Identifier: GPL-3.0-or-later
// Whose room is larger: the same as square by square, for each piece alone.

#include "base/random.h"
#include "mechanics/actions/walling.h"
#include "position/fen.h"
#include "support/texted.h"
#include "support/thought.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { NEVER = 1000 };

// Goes to every empty square that the piece reaches from there in one more move, and on from each that it had not reached so soon.
static void walk_on(const struct position *pos, const struct piece_rules *rules, enum color color,
                    square from, int moves, int distance[GRID_SQUARES])
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        const struct step *step = &direction_step[ride->dir];
        int file = square_file(from), rank = square_rank(from);
        for (unsigned k = 0; k < ride->quiet; k++) {
            file += step->dx;
            rank += step->dy;
            if (file < 0 || rank < 0 || file >= GRID_SIDE || rank >= GRID_SIDE ||
                pos->pieces[square_at(file, rank)] != EMPTY)
                break;
            square to = square_at(file, rank);
            if (moves < distance[to]) {
                distance[to] = moves;
                walk_on(pos, rules, color, to, moves + 1, distance);
            }
        }
    }
}

static int slow_worth(const struct position *pos)
{
    int distance[2][GRID_SQUARES], alone[GRID_SQUARES], worth = 0;
    for (unsigned color = WHITE; color <= BLACK; color++) {
        for (int s = 0; s < GRID_SQUARES; s++)
            distance[color][s] = NEVER;
        for (square s = 0; s < GRID_SQUARES; s++) {
            piece p = pos->pieces[s];
            if (!is_piece(p) || piece_color(p) != color)
                continue;
            for (int to = 0; to < GRID_SQUARES; to++)
                alone[to] = NEVER;
            walk_on(pos, &pos->variant->pieces[piece_type_of(p)], (enum color)color, s, 1, alone);
            for (int to = 0; to < GRID_SQUARES; to++)
                distance[color][to] = alone[to] < distance[color][to] ? alone[to] : distance[color][to];
        }
    }
    for (square s = 0; s < GRID_SQUARES; s++) {
        int white = distance[WHITE][s], black = distance[BLACK][s];
        worth += white < black ? 40 : black < white ? -40 : 0;
        worth += white == black && white != NEVER ? (position_side(pos) == WHITE ? 10 : -10) : 0;
        worth += 15 * ((white == 1) - (black == 1));
    }
    return worth;
}

// Random games from the start; returns how often the worth had changed.
static int check_games(const struct variant *variant, const struct position *start, unsigned games)
{
    struct random random = {5};
    int changes = 0, last = NEVER;
    assert_int_equal(variant->hooks.assess.count, 1);
    for (unsigned i = 0; i < games; i++) {
        struct position pos = *start;
        for (unsigned turns = 0; turns < 60; turns += 3) {
            int worth = slow_worth(&pos);
            for_each_part (part, &variant->hooks.assess)
                assert_int_equal(part->mechanism->assess(part, &pos), worth);
            changes += worth != last;
            last = worth;
            thought_wander(&pos, &random, 3);
        }
    }
    return changes;
}

static void test_games_with_walls(void **state)
{
    (void)state;
    static const char *const games[] = {"amazons", "isolation", "isolation7x7", "joust", "snailtrail"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct thought thought;
        thought_init(&thought, games[i], "", NULL);
        assert_true(check_games(thought.variant, &thought.position, 12) > 100);
        thought_clear(&thought);
    }
}

// On the largest board, nothing goes round its edges; steps of two and of three files leave it from further inside; and several kinds of pieces, of which one
// goes only forwards, only so far, reach squares together.
static void test_the_largest_board(void **state)
{
    (void)state;
    struct variant *variant = texted_new(
        "wide-walls", "[wide-walls]\nmaxRank = 16\nmaxFile = 16\ncustomPiece1 = a:mQ\ncustomPiece2 = b:mNmC\n"
                      "customPiece3 = c:mfR3mfsW\ncustomPiece4 = d:mK\ndoubleStep = false\ncastling = false\n"
                      "stalemateValue = loss\nwallingRule = past\n"
                      "startFen = a14b/c6dd6c/16/16/16/16/16/b14B/16/16/16/16/16/16/C6DD6C/B14A w - - 0 1\n");
    struct position pos;
    struct error err;
    assert_true(fen_read(&pos, variant, "startpos", &err));
    assert_true(check_games(variant, &pos, 6) > 60);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_with_walls),
        cmocka_unit_test(test_the_largest_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
