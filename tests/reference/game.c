// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters, lists of turns, perft, and a game with its past and its end.

#include "reference/parts.h"

#include <ctype.h>
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

// Two armies, the ranks between them filled with `middle`.
static void set_up_armies(struct ref_rules *rules, const char *middle)
{
    char black[9];
    for (int file = 0; file < 9; file++)
        black[file] = (char)tolower((unsigned char)ref_army_setup(rules->army[1])[file]);
    snprintf(rules->placement, sizeof rules->placement, "%s/pppppppp/%s/%s/%s/%s/PPPPPPPP/%s", black, middle,
             middle, middle, middle, ref_army_setup(rules->army[0]));
    ref_promotions(rules, rules->promotions);
}

static void set_hnefa(struct ref_rules *rules)
{
    rules->files = rules->ranks = 16;
    snprintf(rules->placement, sizeof rules->placement, "%s", ref_hnefa_start());
    snprintf(rules->promotions, sizeof rules->promotions, "QRBN");
    rules->castling = false;
    rules->ring = rules->corners = true;
    rules->horizontal = 'H';
    rules->vertical = 'V';
    rules->guard = 'G';
    rules->mate = REF_WIN;
}

static void set_hamiltonian(struct ref_rules *rules)
{
    snprintf(rules->placement, sizeof rules->placement, "%s", ref_hamiltonian_start());
    rules->promotions[0] = '\0';
    rules->castling = rules->royal = false;
    rules->places = rules->links = true;
}

bool ref_rules_set(struct ref_rules *rules, const char *game, const char *white, const char *black, int fuel)
{
    memset(rules, 0, sizeof *rules);
    if (!white)
        white = "fide";
    if (!black)
        black = "fide";
    if (!ref_army_setup(white) || !ref_army_setup(black) || fuel < 0 || fuel > 999)
        return false;
    snprintf(rules->army[0], sizeof rules->army[0], "%s", white);
    snprintf(rules->army[1], sizeof rules->army[1], "%s", black);
    rules->files = rules->ranks = 8;
    rules->castling = rules->royal = rules->draws = true;
    rules->mate = REF_LOSS;
    rules->stalemate = REF_DRAW;
    set_up_armies(rules, "8");
    if (strcmp(game, "chess") == 0)
        return true;
    if (strcmp(game, "hnefa") == 0) {
        set_hnefa(rules);
        return true;
    }
    if (strcmp(game, "hamiltonian") == 0) {
        set_hamiltonian(rules);
        return true;
    }
    rules->stalemate = REF_LOSS;
    if (strcmp(game, "fuel") == 0) {
        rules->fuel = fuel ? fuel : 50;
        rules->draws = false;
        return true;
    }
    snprintf(rules->squares, sizeof rules->squares, "%s", game);
    set_up_armies(rules, "********");
    return ref_is_squares(rules);
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
    if (ref_is_placing(position))
        ref_placements(position, list);
    else if (position->announcer)
        return;
    else if (ref_is_squares(&position->rules))
        ref_squares_turns(position, list);
    else
        ref_chess_turns(position, list);
    ref_list_sort(list);
}

// A turn without an announcement.
static bool play_silently(struct ref_position *position, const char *turn)
{
    if (position->announcer)
        return false;
    if (ref_is_placing(position))
        return ref_place(position, turn);
    return ref_is_squares(&position->rules) ? ref_squares_play(position, turn)
                                            : ref_chess_play(position, turn);
}

bool ref_play(struct ref_position *position, const char *turn)
{
    const char *announcement = ref_announcement_in(turn);
    int side = position->side;
    if (!announcement)
        return play_silently(position, turn);
    if (announcement == turn)
        return ref_announce(position, side, turn + 1);
    if (turn[0] == ',')
        return ref_announce(position, 1 - side, turn + 2);
    struct ref_position after = *position;
    char moves[REF_TURN_SIZE];
    snprintf(moves, sizeof moves, "%.*s", (int)(announcement - turn) - 1, turn);
    if (!play_silently(&after, moves) || ref_links_ending(&after) ||
        !ref_announce(&after, side, announcement + 1))
        return false;
    *position = after;
    return true;
}

void ref_next(const struct ref_position *position, const char *begun, struct ref_list *list)
{
    struct ref_position after = *position;
    list->count = 0;
    if (ref_is_squares(&position->rules) && !ref_is_placing(position) && !position->announcer)
        ref_squares_next(position, begun, list);
    else if (!*begun)
        ref_turns(position, list);
    else if (ref_play(&after, begun))
        ref_list_add(list, "");
    ref_list_sort(list);
}

bool ref_in_check(const struct ref_position *position)
{
    return ref_king_attacked(position, position->side);
}

static bool has_turn(const struct ref_position *position)
{
    if (ref_is_squares(&position->rules) && !ref_is_placing(position) && !position->announcer)
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
    if (ref_arrived(position) >= 0 || ref_links_ending(position))
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
    bare.halfmove = bare.fullmove = 0;
    ref_write(&bare, text);
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

static int times_seen(const struct ref_game *game)
{
    int times = 0;
    for (size_t i = 0; i < game->keys; i++)
        if (strcmp(game->key[i], game->key[game->keys - 1]) == 0)
            times++;
    return times;
}

// Who cannot move: what that is for its side, and why.
static const char *stuck(const struct ref_position *position, const char **reason)
{
    bool mate = ref_in_check(position);
    enum ref_value value = mate ? position->rules.mate : position->rules.stalemate;
    if (mate)
        *reason = value == REF_WIN ? "mate-loses" : "checkmate";
    else if (value == REF_WIN)
        *reason = "stalemate-wins";
    else
        *reason = position->rules.fuel && would_move_with_full_tanks(position) ? "no-fuel" : "stalemate";
    return value == REF_DRAW ? "draw" : color_of(value == REF_WIN ? position->side : 1 - position->side);
}

const char *ref_game_result(const struct ref_game *game, const char **reason)
{
    const struct ref_position *now = &game->now;
    if (ref_links_ending(now)) {
        *reason = now->announcer ? "announcement" : "single-piece";
        return ref_links_ending(now);
    }
    if (ref_arrived(now) >= 0) {
        *reason = "corner";
        return color_of(ref_arrived(now));
    }
    if (!has_turn(now))
        return stuck(now, reason);
    *reason = "";
    if (now->rules.draws && times_seen(game) >= 3) {
        *reason = "repetition";
        return "draw";
    }
    if (now->rules.draws && now->halfmove >= 100) {
        *reason = "fifty";
        return "draw";
    }
    return "ongoing";
}
