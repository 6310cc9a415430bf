// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, lists of turns, perft, and a game with its past and its end.

#include "reference/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grow(void *block, size_t bytes)
{
    void *bigger = realloc(block, bytes);
    if (!bigger)
        abort();
    return bigger;
}

bool ref_rules_set(struct ref_rules *rules, const char *game, const char *white, const char *black, int fuel)
{
    memset(rules, 0, sizeof *rules);
    if (!white)
        white = "fide";
    if (!black)
        black = "fide";
    if (!ref_army_setup(white) || !ref_army_setup(black))
        return false;
    if (fuel == 0)
        fuel = 50;
    if (fuel < 1 || fuel > 999)
        return false;
    snprintf(rules->game, sizeof rules->game, "%s", game);
    if (strcmp(game, "chess") != 0 && strcmp(game, "fuel") != 0 && !ref_is_squares(rules) &&
        !ref_is_hnefa(rules) && !ref_is_hamiltonian(rules))
        return false;
    snprintf(rules->army[0], sizeof rules->army[0], "%s", white);
    snprintf(rules->army[1], sizeof rules->army[1], "%s", black);
    rules->fuel = fuel;
    return true;
}

void ref_list_clear(struct ref_list *list)
{
    free(list->turn);
    memset(list, 0, sizeof *list);
}

void ref_list_add(struct ref_list *list, const char *turn)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->turn = grow(list->turn, list->room * sizeof *list->turn);
    }
    snprintf(list->turn[list->count++], REF_TURN_SIZE, "%s", turn);
}

static int compare_turns(const void *left, const void *right)
{
    return strcmp(left, right);
}

void ref_list_sort(struct ref_list *list)
{
    if (list->count > 1)
        qsort(list->turn, list->count, sizeof *list->turn, compare_turns);
}

void ref_turns(const struct ref_position *position, struct ref_list *list)
{
    list->count = 0;
    if (ref_is_squares(&position->rules))
        ref_squares_turns(position, list);
    else if (ref_is_hamiltonian(&position->rules))
        ref_hamiltonian_turns(position, list);
    else
        ref_chess_turns(position, list);
    ref_list_sort(list);
}

bool ref_play(struct ref_position *position, const char *turn)
{
    if (ref_is_squares(&position->rules))
        return ref_squares_play(position, turn);
    if (ref_is_hamiltonian(&position->rules))
        return ref_hamiltonian_play(position, turn);
    return ref_chess_play(position, turn);
}

void ref_next(const struct ref_position *position, const char *begun, struct ref_list *list)
{
    struct ref_position after = *position;
    list->count = 0;
    if (ref_is_squares(&position->rules))
        ref_squares_next(position, begun, list);
    else if (!*begun)
        ref_turns(position, list);
    else if (ref_play(&after, begun))
        ref_list_add(list, "");
    ref_list_sort(list);
}

bool ref_in_check(const struct ref_position *position)
{
    return !ref_is_hamiltonian(&position->rules) && ref_king_attacked(position, position->side);
}

static bool has_turn(const struct ref_position *position)
{
    if (ref_is_squares(&position->rules))
        return ref_squares_has_turn(position);
    struct ref_list list = {0};
    ref_turns(position, &list);
    bool any = list.count > 0;
    ref_list_clear(&list);
    return any;
}

uint64_t ref_perft(const struct ref_position *position, int depth)
{
    if (depth == 0)
        return 1;
    if (ref_is_hnefa(&position->rules) && ref_hnefa_arrived(position) >= 0)
        return 0;
    if (ref_is_hamiltonian(&position->rules) && ref_hamiltonian_ending(position))
        return 0;
    struct ref_list list = {0};
    ref_turns(position, &list);
    uint64_t total = 0;
    for (size_t i = 0; depth > 1 && i < list.count; i++) {
        struct ref_position after = *position;
        if (!ref_play(&after, list.turn[i]))
            abort();
        total += ref_perft(&after, depth - 1);
    }
    if (depth == 1)
        total = list.count;
    ref_list_clear(&list);
    return total;
}

// The text that two positions share when they count as the same for repetition: placement, side,
// castling rights, fields of the game, and the en-passant target only if it can be used.
static char *key_of(const struct ref_position *position)
{
    struct ref_position bare = *position;
    bool squares = ref_is_squares(&position->rules);
    if (position->ep_file >= 0 &&
        !(squares ? ref_squares_en_passant_possible : ref_chess_en_passant_possible)(position)) {
        bare.ep_file = -1;
        bare.ep_rank = -1;
    }
    char text[REF_FEN_SIZE];
    ref_write_board(&bare, text);
    if (squares)
        ref_squares_write_fields(position, text + strlen(text));
    size_t bytes = strlen(text) + 1;
    return memcpy(grow(NULL, bytes), text, bytes);
}

static void remember(struct ref_game *game)
{
    if (game->keys == game->room) {
        game->room = game->room ? 2 * game->room : 64;
        game->key = grow(game->key, game->room * sizeof *game->key);
    }
    game->key[game->keys++] = key_of(&game->now);
}

const char *ref_game_init(struct ref_game *game, const struct ref_rules *rules, const char *fen)
{
    memset(game, 0, sizeof *game);
    const char *reason = ref_parse(&game->now, rules, fen);
    if (!reason)
        remember(game);
    return reason;
}

void ref_game_clear(struct ref_game *game)
{
    for (size_t i = 0; i < game->keys; i++)
        free(game->key[i]);
    free(game->key);
    memset(game, 0, sizeof *game);
}

bool ref_game_play(struct ref_game *game, const char *turn)
{
    if (!ref_play(&game->now, turn))
        return false;
    remember(game);
    return true;
}

// Whether the side to move, stuck as it is, could move if all its tanks were full.
static bool would_move_with_full_tanks(const struct ref_position *position)
{
    struct ref_position full = *position;
    for (int rank = 0; rank < full.ranks; rank++)
        for (int file = 0; file < full.files; file++)
            if (ref_is_piece(full.cell[rank][file]) && ref_side_of(full.cell[rank][file]) == full.side)
                full.fuel[rank][file] = full.rules.fuel;
    return has_turn(&full);
}

static const char *color_of(int side)
{
    return side == 0 ? "white" : "black";
}

static const char *other_side_wins(const struct ref_position *position)
{
    return color_of(1 - position->side);
}

static int times_seen(const struct ref_game *game)
{
    int times = 0;
    for (size_t i = 0; i < game->keys; i++)
        if (strcmp(game->key[i], game->key[game->keys - 1]) == 0)
            times++;
    return times;
}

// In Fuel Chess there are no draws: who cannot move has lost.
static const char *fuel_result(const struct ref_position *position, const char **reason)
{
    if (has_turn(position))
        return "ongoing";
    if (ref_in_check(position))
        *reason = "checkmate";
    else if (would_move_with_full_tanks(position))
        *reason = "no-fuel";
    else
        *reason = "stalemate";
    return other_side_wins(position);
}

static const char *chess_result(const struct ref_game *game, const char **reason)
{
    bool hnefa = ref_is_hnefa(&game->now.rules), hamiltonian = ref_is_hamiltonian(&game->now.rules);
    if (hamiltonian && ref_hamiltonian_ending(&game->now)) {
        *reason = game->now.announcer ? "announcement" : "single-piece";
        return ref_hamiltonian_ending(&game->now);
    }
    if (hnefa && ref_hnefa_arrived(&game->now) >= 0) {
        *reason = "corner";
        return color_of(ref_hnefa_arrived(&game->now));
    }
    if (!has_turn(&game->now)) {
        bool mate = ref_in_check(&game->now);
        if (mate && hnefa) {
            *reason = "mate-loses";
            return color_of(game->now.side);
        }
        *reason = mate ? "checkmate" : "stalemate";
        return mate || ref_is_squares(&game->now.rules) ? other_side_wins(&game->now) : "draw";
    }
    if (times_seen(game) >= 3) {
        *reason = "repetition";
        return "draw";
    }
    if (game->now.halfmove >= 100) {
        *reason = "fifty";
        return "draw";
    }
    return "ongoing";
}

const char *ref_game_result(const struct ref_game *game, const char **reason)
{
    *reason = "";
    if (ref_uses_fuel(&game->now.rules))
        return fuel_result(&game->now, reason);
    return chess_result(game, reason);
}
