// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long it takes to find links, paths and circuits, on positions of random games.
//
//     protection [GAMES]
//
// Prints nanoseconds per call: the minimum of several rounds over all positions, so that a busy machine matters little.
#include "base/random.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/moves/outcome.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/protection/protection_graph.h"
#include "position/turn.h"
#include "position/variant.h"
#include "variants/games.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Few enough positions to stay in the cache, as the one position of a search does.
enum { GAMES = 400, SAMPLE = 256, ROUNDS = 2000, PLIES_MAX = 200 };

// Positions in which all pieces are placed, and the links of both sides.
struct sample {
    int fewest;    // pieces that each side must have
    uint32_t seen; // positions that were offered
    size_t count;
    struct position positions[SAMPLE];
    struct protection_graph links[2 * SAMPLE];
};

// Keeps each position offered with the same probability (A. Waterman's reservoir sampling).
static void offer(struct sample *sample, const struct position *pos, struct random *random)
{
    if (set_count(&pos->sets[WHITE]) < sample->fewest || set_count(&pos->sets[BLACK]) < sample->fewest)
        return;
    size_t place = sample->seen < SAMPLE ? sample->seen : random_below(random, sample->seen + 1);
    sample->seen++;
    if (place >= SAMPLE)
        return;
    sample->count = sample->seen < SAMPLE ? sample->seen : SAMPLE;
    sample->positions[place] = *pos;
    for (int color = WHITE; color <= BLACK; color++)
        protection_find(pos, (enum color)color, &sample->links[2 * place + (size_t)color]);
}

// A game of random actions without announcements.
static void play(struct sample *sample, const struct position *start, struct random *random)
{
    struct position pos = *start;
    for (int plies = 0; plies < PLIES_MAX; plies++) {
        struct move_list list;
        struct outcome outcome = position_outcome(&pos, NULL);
        if (outcome.result != RESULT_ONGOING)
            return;
        position_actions(&pos, &list);
        if (move_kind(list.moves[0]) != MOVE_DROP)
            offer(sample, &pos, random);
        move m;
        do
            m = list.moves[random_below(random, list.count)];
        while (move_kind(m) == MOVE_ANNOUNCE && list.count > 1);
        struct turn turn = {.count = 1, .actions = {m}};
        turn_play(&pos, &turn);
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// ---- What is measured, for one side of one position; results are added up so that the compiler cannot omit calls ----

static unsigned links(const struct sample *sample, size_t i)
{
    struct protection_graph graph;
    protection_find(&sample->positions[i / 2], (enum color)(i % 2), &graph);
    return graph.to[0];
}

static unsigned path(const struct sample *sample, size_t i)
{
    return protection_has_path(&sample->links[i]);
}

static unsigned longest_path(const struct sample *sample, size_t i)
{
    return protection_longest_path(&sample->links[i]).length;
}

static unsigned longest_circuit(const struct sample *sample, size_t i)
{
    return protection_longest_circuit(&sample->links[i]).length;
}

static unsigned links_and_path(const struct sample *sample, size_t i)
{
    struct protection_graph graph;
    protection_find(&sample->positions[i / 2], (enum color)(i % 2), &graph);
    return protection_has_path(&graph);
}

static void measure(const char *name, unsigned (*what)(const struct sample *sample, size_t i),
                    const struct sample *sample)
{
    double least = 1e9;
    uint64_t sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        sum = 0;
        for (size_t i = 0; i < 2 * sample->count; i++)
            sum += what(sample, i);
        double time = seconds() - start;
        least = time < least ? time : least;
    }
    printf("  %-24s %7.1f ns   (sum %" PRIu64 ")\n", name, least / (2 * (double)sample->count) * 1e9, sum);
}

// Reports on the positions of the games in which each side has at least that many pieces.
static void report(const struct position *start, int fewest, int games_count)
{
    struct sample *sample = calloc(1, sizeof *sample);
    struct random random = {1};
    if (!sample)
        abort();
    sample->fewest = fewest;
    for (int i = 0; i < games_count; i++)
        play(sample, start, &random);
    printf("one side of %zu positions of %d random games, either side with at least %d pieces:\n",
           sample->count, games_count, fewest);
    measure("links", links, sample);
    measure("has a path", path, sample);
    measure("links and path", links_and_path, sample);
    measure("longest path", longest_path, sample);
    measure("longest circuit", longest_circuit, sample);
    free(sample);
}

int main(int argc, char **argv)
{
    struct error err;
    struct parameters parameters;
    const struct game *game = game_find("hamiltonian", &err);
    game_defaults(game, &parameters);
    struct variant *variant = variant_new(game, &parameters, &err);
    struct position start;
    if (!variant || !fen_read(&start, variant, "startpos", &err))
        return EXIT_FAILURE;
    report(&start, 2, argc > 1 ? atoi(argv[1]) : GAMES);
    report(&start, 7, argc > 1 ? atoi(argv[1]) : GAMES);
    variant_free(variant);
    return EXIT_SUCCESS;
}
