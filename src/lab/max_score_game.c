// SPDX-License-Identifier: GPL-3.0-or-later
// Places enemy pieces beside a path, and constructs the game that leads there.
#include "lab/max_score_game.h"

#include "base/random.h"

#include <assert.h>

enum { SIDE = 8, SQUARES = SIDE * SIDE };

// The kinds of the enemy's pieces in their order.
static enum link_kind enemy_kind(unsigned number)
{
    enum link_kind kind = 0;
    for (unsigned before = max_score_army[kind]; before <= number; before += max_score_army[kind])
        kind++;
    return kind;
}

static uint64_t squares_of(const uint8_t squares[], unsigned count)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < count; i++)
        set |= UINT64_C(1) << squares[i];
    return set;
}

// The squares that must stay empty for the path to stand.
static uint64_t lines_of(const struct max_score_game *game, const struct link_board *board)
{
    const struct max_score *found = &game->found;
    uint64_t lines = 0;
    for (unsigned i = 0; i + !game->circuit < found->count; i++)
        lines |= board->between[found->squares[i]][found->squares[(i + 1) % found->count]];
    return lines;
}

// How many of the enemy's pieces attack none of their own.
static unsigned dead_ends(const struct max_score_game *game, const struct link_board *board)
{
    uint64_t occupied =
        squares_of(game->found.squares, game->found.count) | squares_of(game->enemy, MAX_SCORE_PIECES);
    unsigned dead = 0;
    for (unsigned from = 0; from < MAX_SCORE_PIECES; from++) {
        bool attacks = false;
        for (unsigned to = 0; to < MAX_SCORE_PIECES; to++)
            attacks |=
                link_board_attacks(board, enemy_kind(from), game->enemy[from], game->enemy[to], occupied);
        dead += !attacks;
    }
    return dead;
}

void max_score_game_init(struct max_score_game *game, const struct max_score *found, bool circuit)
{
    struct link_board board;
    struct random random = {1};
    uint8_t free_squares[SQUARES] = {0};
    unsigned count = 0;
    *game = (struct max_score_game){.found = *found, .circuit = circuit};
    link_board_init(&board, SIDE);
    uint64_t taken = squares_of(found->squares, found->count) | lines_of(game, &board);
    for (unsigned square = 0; square < SQUARES; square++)
        if (!(taken >> square & 1))
            free_squares[count++] = (uint8_t)square;
    // At most eight pieces and eight lines of six squares are in the way.
    assert(count >= MAX_SCORE_PIECES);
    // At random, but the same in each run. A few tries suffice.
    do
        for (unsigned i = 0; i < MAX_SCORE_PIECES; i++) {
            unsigned other = i + random_below(&random, count - i);
            game->enemy[i] = free_squares[other];
            free_squares[other] = free_squares[i];
            free_squares[i] = game->enemy[i];
        }
    while (dead_ends(game, &board) < 2);
}

// ---- Texts ----

static void add_square(struct buffer *out, unsigned square)
{
    buffer_addf(out, "%c%u", 'a' + (int)(square % SIDE), square / SIDE + 1);
}

void max_score_game_fen(const struct max_score_game *game, struct buffer *out)
{
    char cells[SQUARES] = {0};
    for (unsigned i = 0; i < game->found.count; i++)
        cells[game->found.squares[i]] = max_score_letters[game->found.kinds[i]];
    for (unsigned i = 0; i < MAX_SCORE_PIECES; i++)
        cells[game->enemy[i]] = (char)(max_score_letters[enemy_kind(i)] | 0x20);
    for (unsigned rank = SIDE; rank--;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < SIDE; file++) {
            char cell = cells[rank * SIDE + file];
            empty += !cell;
            if (empty && (cell || file == SIDE - 1)) {
                buffer_addf(out, "%u", empty);
                empty = 0;
            }
            if (cell)
                buffer_add_char(out, cell);
        }
        buffer_add(out, rank ? "/" : " w - - 0 9");
    }
}

void max_score_game_announcement(const struct max_score_game *game, struct buffer *out)
{
    buffer_add_char(out, '!');
    for (unsigned i = 0; i < game->found.count; i++)
        add_square(out, game->found.squares[i]);
    if (game->circuit)
        add_square(out, game->found.squares[0]);
}

bool max_score_game_turn(const struct max_score_game *game, unsigned number, struct buffer *out)
{
    if (game->found.count < MAX_SCORE_PIECES || number > 2 * MAX_SCORE_PIECES)
        return false;
    if (number == 2 * MAX_SCORE_PIECES) {
        max_score_game_announcement(game, out);
        return true;
    }
    // White begins, with a black piece.
    bool black = number % 2 == 0;
    unsigned i = number / 2;
    buffer_addf(out, "%c@", max_score_letters[black ? enemy_kind(i) : game->found.kinds[i]]);
    add_square(out, black ? game->enemy[i] : game->found.squares[i]);
    return true;
}
