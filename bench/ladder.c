// SPDX-License-Identifier: GPL-3.0-or-later
// Finds handicaps that divide the way from the weakest play to full strength into equal steps, one for each level: how the files
// of levels/ are made and checked.
//
//     ladder GAME [--rounds N] [--pairs N] [--nodes N] [--seed N] [--step N] [--levels N] [--handicaps N,N,…]
//
// The first round is played with the handicaps given, weakest level first, or with some that are spread over the whole range. In
// each round, every handicap plays the next lower one. The results give strength as a function of the handicap, and the next round
// plays with the handicaps that divide it evenly. The last round shows how even the steps have become. Full strength has --nodes a
// turn. With --levels, only the N weakest levels play, for one round: those take few nodes, so that many games can be looked at.
#include "lab/match.h"
#include "position/variant.h"
#include "search/handicap.h"
#include "search/level.h"
#include "variants/games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scores 77 %, so that steps are not too great in other games that have the same handicaps.
enum { STEP_DEFAULT = 212 };

struct settings {
    unsigned rounds, pairs;
    unsigned levels; // how many play, from the weakest
    unsigned
        step; // between two levels, in Elo, at most: where steps would be greater, the weakest level is made stronger
    uint64_t nodes, seed;
    double first[LEVELS]; // handicaps of the first round; all 0: not given
};

struct ladder {
    double handicaps[LEVELS]; // weakest first; the last is 0
    double ratings[LEVELS];   // the first is 0
};

static struct player player_of(const struct settings *settings, double handicap)
{
    struct player player = {.handicap = (unsigned)lround(handicap)};
    player.nodes = player.handicap ? 0 : settings->nodes;
    return player;
}

// How much better the level plays than the one below it, in Elo.
static bool measure(const struct variant *variant, const struct settings *settings, struct ladder *ladder,
                    int level, struct error *err)
{
    struct match match = {
        .variant = variant,
        .players = {player_of(settings, ladder->handicaps[level]),
                    player_of(settings, ladder->handicaps[level - 1])},
        .pairs = settings->pairs,
        .opening = 2,
        .longest = 300,
        .seed = settings->seed,
    };
    struct match_score score;
    if (!match_play(&match, NULL, NULL, &score, err))
        return false;
    // A point more for both, so that no step is infinite.
    double games = score.wins + score.draws + score.losses, points = score.wins + score.draws / 2.0;
    double share = (points + 1) / (games + 2), elo = 400 * log10(share / (1 - share));
    ladder->ratings[level] = ladder->ratings[level - 1] + elo;
    printf("  %-8s %3.0f against %3.0f: +%u =%u -%u, %.1f %%, %+.0f\n", levels[level].key,
           ladder->handicaps[level], ladder->handicaps[level - 1], score.wins, score.draws, score.losses,
           100 * points / games, elo);
    fflush(stdout);
    return true;
}

static double handicap_at(const struct ladder *ladder, double rating)
{
    int i = 0;
    while (i + 2 < LEVELS && rating > ladder->ratings[i + 1])
        i++;
    double span = ladder->ratings[i + 1] - ladder->ratings[i],
           share = span > 0 ? (rating - ladder->ratings[i]) / span : 0;
    return ladder->handicaps[i] + share * (ladder->handicaps[i + 1] - ladder->handicaps[i]);
}

static void divide(struct ladder *ladder, double step_most)
{
    struct ladder even = {0};
    double most = ladder->ratings[LEVEL_FULL], step = fmin(most / LEVEL_FULL, step_most);
    // Rounded as they will be played, and each different from the last.
    for (int i = LEVEL_FULL - 1; i >= 0; i--)
        even.handicaps[i] =
            fmax(round(handicap_at(ladder, most - (LEVEL_FULL - i) * step)), even.handicaps[i + 1] + 1);
    *ladder = even;
}

static bool climb(const struct variant *variant, const struct settings *settings, struct error *err)
{
    struct ladder ladder = {0};
    for (int i = 0; i < LEVELS; i++)
        ladder.handicaps[i] = settings->first[i];
    for (int i = 0; settings->first[0] <= 0 && i < LEVELS; i++)
        // The less there is of it, the more a little more costs.
        ladder.handicaps[i] = round(HANDICAP_MAX * pow((double)(LEVEL_FULL - i) / LEVEL_FULL, 1.5));
    for (unsigned round = 1; round <= settings->rounds; round++) {
        printf("round %u\n", round);
        for (int level = 1; level < (int)settings->levels; level++)
            if (!measure(variant, settings, &ladder, level, err))
                return false;
        if (round < settings->rounds)
            divide(&ladder, settings->step);
    }
    if (settings->levels < LEVELS)
        return true;
    printf("handicaps");
    for (int i = 0; i < LEVEL_FULL; i++)
        printf(" %.0f", ladder.handicaps[i]);
    printf("\nElo below full strength");
    for (int i = 0; i < LEVELS; i++)
        printf(" %.0f", ladder.ratings[LEVEL_FULL] - ladder.ratings[i]);
    printf("\n");
    return true;
}

static bool read_handicaps(double handicaps[LEVELS], const char *text)
{
    for (int i = 0; i < LEVEL_FULL; i++) {
        char *end;
        handicaps[i] = strtod(text, &end);
        if (end == text || (i && handicaps[i] >= handicaps[i - 1]) ||
            *end != (i + 1 < LEVEL_FULL ? ',' : '\0'))
            return false;
        text = end + 1;
    }
    return handicaps[LEVEL_FULL - 1] > 0;
}

static bool read_option(struct settings *settings, const char *name, const char *value)
{
    uint64_t number = strtoull(value, NULL, 10);
    if (!strcmp(name, "--handicaps"))
        return read_handicaps(settings->first, value);
    if (!strcmp(name, "--rounds"))
        settings->rounds = (unsigned)number;
    else if (!strcmp(name, "--pairs"))
        settings->pairs = (unsigned)number;
    else if (!strcmp(name, "--step"))
        settings->step = (unsigned)number;
    else if (!strcmp(name, "--levels"))
        settings->levels = (unsigned)number;
    else if (!strcmp(name, "--nodes"))
        settings->nodes = number;
    else if (!strcmp(name, "--seed"))
        settings->seed = number;
    else
        return false;
    return number;
}

static int fail(const struct error *err)
{
    fprintf(stderr, "ladder: %s: %s\n", err->at, err->message);
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct settings settings = {
        .rounds = 3, .pairs = 30, .levels = LEVELS, .step = STEP_DEFAULT, .nodes = 40000, .seed = 1};
    bool good = argc >= 2 && argc % 2 == 0;
    for (int i = 2; good && i < argc; i += 2)
        good = read_option(&settings, argv[i], argv[i + 1]);
    if (settings.levels < LEVELS)
        settings.rounds = 1;
    if (!good || settings.levels < 2 || settings.levels > LEVELS) {
        fprintf(
            stderr,
            "usage: ladder GAME [--rounds N] [--pairs N] [--nodes N] [--seed N] [--step N] [--levels N] [--handicaps N,N,...]\n");
        return EXIT_FAILURE;
    }
    struct error err;
    struct parameters parameters;
    const struct game *game = game_find(argv[1], &err);
    if (!game)
        return fail(&err);
    game_defaults(game, &parameters);
    struct variant *variant = variant_new(game, &parameters, &err);
    if (!variant)
        return fail(&err);
    good = climb(variant, &settings, &err);
    variant_free(variant);
    return good ? EXIT_SUCCESS : fail(&err);
}
