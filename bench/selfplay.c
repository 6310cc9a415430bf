// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a match between two settings of the engine and prints the score with its error: how docs/engine.md was measured.
//
//     selfplay GAME FIRST SECOND [--pairs N] [--opening N] [--seed N] [--longest N] [--PARAMETER VALUE …]
//
// FIRST and SECOND are `random`, `greedy`, the key of a level, or `full`, each with options after colons:
//     full:nodes=5000        full:time=100        full:depth=4        club:nodes=2000        full:handicap=30
//     full:nodes=5000:without=1    switches off features by their bits (src/search/evaluation/features.h)
#include "lab/match.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/variant.h"
#include "search/evaluation/features.h"
#include "search/ladder.h"
#include "variants/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const struct error *err)
{
    fprintf(stderr, "selfplay: %s: %s\n", err->at, err->message);
    return EXIT_FAILURE;
}

// One word of a player's description.
static bool read_word(const struct game *game, struct player *player, const char *word, struct error *err)
{
    if (!strncmp(word, "nodes=", 6))
        player->nodes = strtoull(word + 6, NULL, 10);
    else if (!strncmp(word, "time=", 5))
        player->movetime = strtoll(word + 5, NULL, 10);
    else if (!strncmp(word, "depth=", 6))
        player->depth = atoi(word + 6);
    else if (!strncmp(word, "handicap=", 9))
        player->handicap = (unsigned)strtoul(word + 9, NULL, 10);
    else if (!strncmp(word, "without=", 8)) {
        player->features = FEATURES_ALL & ~(unsigned)strtoul(word + 8, NULL, 0);
        // For a match, no features at all would mean that none were chosen.
        if (!player->features)
            return error_set(err, ERROR_PARAMETER, "without", "one feature must be left");
    } else if (!strcmp(word, "random"))
        player->kind = PLAYER_RANDOM;
    else if (!strcmp(word, "greedy"))
        player->kind = PLAYER_GREEDY;
    else {
        const struct level *level = level_find(word, err);
        player->handicap = ladder_level(game, level);
        return level;
    }
    return true;
}

static bool read_player(const struct game *game, struct player *player, const char *text, struct error *err)
{
    *player = (struct player){.features = FEATURES_ALL};
    char words[128];
    snprintf(words, sizeof words, "%s", text);
    char *rest = words;
    for (char *word = strtok_r(rest, ":", &rest); word; word = strtok_r(NULL, ":", &rest))
        if (!read_word(game, player, word, err))
            return false;
    return true;
}

static bool read_option(struct match *match, const struct game *game, struct parameters *parameters,
                        const char *name, const char *value, struct error *err)
{
    unsigned long number = strtoul(value, NULL, 10);
    int parameter = game_parameter(game, name);
    if (parameter >= 0)
        return parameter_read(&game->parameters[parameter], value, &parameters->value[parameter], err);
    if (!strcmp(name, "pairs"))
        match->pairs = (unsigned)number;
    else if (!strcmp(name, "opening"))
        match->opening = (unsigned)number;
    else if (!strcmp(name, "seed"))
        match->seed = number;
    else if (!strcmp(name, "longest"))
        match->longest = (unsigned)number;
    else
        return error_set(err, ERROR_PARAMETER, name, "unknown option");
    return true;
}

static void print_score(const struct match_score *score)
{
    struct pair_statistics statistics;
    pair_statistics(&score->pairs, &statistics);
    unsigned played = score->wins + score->draws + score->losses;
    printf("+%u =%u -%u of %u: %.1f%% ± %.1f, Elo %+.0f ± %.0f", score->wins, score->draws, score->losses,
           played, 100 * statistics.share.value, 100 * statistics.share.margin, statistics.elo.value,
           statistics.elo.margin);
    printf(", %.0f turns a game;", played ? (double)score->turns / played : 0.0);
    for (unsigned i = 0; i < REASONS; i++)
        if (score->reasons[i])
            printf(" %s %u", i ? reason_name((enum reason)i) : "unfinished", score->reasons[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    struct error err;
    if (argc < 4 || argc % 2) {
        fprintf(stderr,
                "usage: selfplay GAME FIRST SECOND [--pairs N] [--opening N] [--seed N] [--longest N] "
                "[--PARAMETER VALUE ...]\n");
        return EXIT_FAILURE;
    }
    const struct game *game = game_find(argv[1], &err);
    if (!game)
        return fail(&err);
    struct match match = {.pairs = 20, .opening = 6, .seed = 1, .longest = 400};
    struct parameters parameters;
    game_defaults(game, &parameters);
    for (int i = 0; i < 2; i++)
        if (!read_player(game, &match.players[i], argv[2 + i], &err))
            return fail(&err);
    for (int i = 4; i < argc; i += 2)
        if (strncmp(argv[i], "--", 2) != 0 ||
            !read_option(&match, game, &parameters, argv[i] + 2, argv[i + 1], &err))
            return fail(&err);
    struct variant *variant = variant_new(game, &parameters, &err);
    if (!variant)
        return fail(&err);
    match.variant = variant;
    struct match_score score;
    bool played = match_play(&match, NULL, NULL, &score, &err);
    variant_free(variant);
    if (!played)
        return fail(&err);
    print_score(&score);
    return EXIT_SUCCESS;
}
