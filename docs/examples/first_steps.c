// SPDX-License-Identifier: GPL-3.0-or-later
// First steps with libleaper: a game of Fuel Chess, its legal moves, a count, a move, and the engine's answer.
//
//     cc first_steps.c $(pkg-config --cflags --libs leaper) -o first_steps && ./first_steps
#include <leaper.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Every function that can fail fills a `struct error` with a code, a place and a sentence.
static int failed(const struct error *err)
{
    fprintf(stderr, "%s: %s\n", err->at, err->message);
    return EXIT_FAILURE;
}

// Turns are texts outside and lists of actions inside; a buffer collects the text.
static void print_turn(const char *title, const struct position *pos, const struct turn *turn)
{
    struct buffer text;
    buffer_init(&text);
    coordinate_write_turn(pos, turn, &text);
    printf("%s: %s\n", title, buffer_text(&text));
    buffer_clear(&text);
}

static void print_position(const struct position *pos)
{
    struct buffer text;
    buffer_init(&text);
    fen_write(pos, &text);
    printf("position: %s\n", buffer_text(&text));
    buffer_clear(&text);
}

// Called for each legal turn; returning false would end the walk.
static bool print_legal(void *context, const struct turn *turn)
{
    print_turn("legal", context, turn);
    return true;
}

// Searches eight actions deep and plays what the engine found.
static bool let_engine_play(struct position *pos, struct error *err)
{
    struct engine *engine = engine_new(16, 1, err);
    if (!engine)
        return false;
    struct search_request request = {.position = pos, .limits.depth = 8};
    struct search_result result;
    engine_search(engine, &request, &result);
    print_turn("engine", pos, &result.turn);
    turn_play(pos, &result.turn);
    engine_free(engine);
    return true;
}

// One game of the variant, which must outlive every position of it.
static bool play(const struct variant *variant, struct error *err)
{
    struct position pos;
    struct turn turn;
    if (!fen_read(&pos, variant, "startpos", err))
        return false;
    turn_each(&pos, print_legal, &pos);
    printf("perft 3: %" PRIu64 "\n", position_perft(&pos, 3));

    if (!coordinate_read_turn(&pos, "e2e4", &turn, err))
        return false;
    turn_play(&pos, &turn);
    print_position(&pos);
    if (!let_engine_play(&pos, err))
        return false;
    print_position(&pos);
    printf("result: %s\n", result_name(position_outcome(&pos, NULL).result));
    return true;
}

int main(void)
{
    struct error err = {0};
    const struct game *game = game_find("fuel", &err);
    if (!game)
        return failed(&err);

    // Parameters start as the game's own; here every tank holds 20 units instead of 50.
    struct parameters parameters;
    game_defaults(game, &parameters);
    if (!parameter_read(&game->parameters[game_parameter(game, "fuel")], "20",
                        &parameters.value[game_parameter(game, "fuel")], &err))
        return failed(&err);

    struct variant *variant = variant_new(game, &parameters, &err);
    bool fine = variant && play(variant, &err);
    variant_free(variant);
    return fine ? EXIT_SUCCESS : failed(&err);
}
