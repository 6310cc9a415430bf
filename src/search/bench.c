// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of the bench: openings, middlegames, endgames and closed positions.
#include "search/bench.h"

#include "base/clock.h"
#include "position/fen.h"
#include "position/parameter.h"
#include "position/position.h"
#include "position/variant.h"
#include "search/search.h"
#include "variants/games.h"

#include <string.h>

// Parameters are in the order of the game's table; the rest have their defaults.
struct bench_position {
    const char *game;
    int parameter_count;
    int parameters[2];
    const char *fen;
};

enum { FIDE, CLOBBERERS, NUTTERS, ROOKIES };

static const struct bench_position positions[] = {
    {"chess", 0, {0}, "startpos"},
    {"chess", 0, {0}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", 0, {0}, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"},
    {"chess", 0, {0}, "2rq1rk1/pb1nbppp/1p2pn2/3p4/3P4/1PNBPN2/PB3PPP/2RQ1RK1 b - - 3 13"},
    {"chess", 0, {0}, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {"chess", 0, {0}, "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19"},
    {"chess", 2, {FIDE, CLOBBERERS}, "startpos"},
    {"chess", 2, {NUTTERS, ROOKIES}, "startpos"},
    {"chess", 2, {CLOBBERERS, NUTTERS}, "startpos"},
    {"fuel", 0, {0}, "startpos"},
    {"fuel", 1, {3}, "startpos"},
    {"fuel",
     1,
     {10},
     "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4 "
     "10x13,8x3,7,8x2,10x13"},
    {"fuel",
     1,
     {20},
     "8/5pk1/4p1p1/3pP2p/1p1P3P/1P3PP1/5K2/2R1r3 w - - 0 40 4,6,3,5,2,6,3,1,5,4,3,2x2,9,5,7"},
    {"fuel", 1, {50}, "8/8/2k1p3/1p1pPp2/1P1P1P2/2K5/8/8 b - - 0 60 5,3x8,8"},
    {"hnefa", 0, {0}, "startpos"},
    {"hnefa",
     0,
     {0},
     "16/16/7VG7/3****2****3/3*3k4*3/3*p5pp*3/3*1n2q2r*H2/3gRp3b1P1G2/2g1r1B3NR1G2/2h*PNP5*3/3*1P3Q2*3/3*4K3*3/"
     "3****2****3/7vg7/8v7/16 w - - 0 1"},
};

// Searches one position and fills `line`.
static bool run_one(const struct bench *bench, const struct bench_position *position, struct bench_line *line,
                    struct error *err)
{
    const struct game *game = game_find(position->game, err);
    if (!game)
        return false;
    struct parameters parameters;
    game_defaults(game, &parameters);
    for (int i = 0; i < position->parameter_count; i++)
        parameters.value[i] = position->parameters[i];
    struct variant *variant = variant_new(game, &parameters, err);
    struct position pos;
    if (!variant || !fen_read(&pos, variant, position->fen, err)) {
        variant_free(variant);
        return false;
    }
    struct search_request request = {.position = &pos,
                                     .limits.depth = bench->depth ? bench->depth : BENCH_DEPTH};
    struct search_result result;
    engine_clear(bench->engine);
    int64_t start = clock_microseconds();
    engine_search(bench->engine, &request, &result);
    *line = (struct bench_line){position->game, position->fen, result.nodes, clock_microseconds() - start};
    variant_free(variant);
    return true;
}

struct engine *bench_engine(struct error *err)
{
    return engine_new(ENGINE_HASH_DEFAULT, 1, err);
}

bool bench_search(const struct bench *bench, struct bench_line *total, struct error *err)
{
    *total = (struct bench_line){0};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct bench_line line;
        if (!run_one(bench, &positions[i], &line, err))
            return false;
        total->nodes += line.nodes;
        total->elapsed += line.elapsed;
        if (bench->stopped && bench->stopped(bench->context))
            break;
        if (bench->report)
            bench->report(bench->context, &line);
    }
    return true;
}

bool bench_run(int depth, bench_reporter *report, void *context, struct bench_line *total, struct error *err)
{
    struct bench bench = {bench_engine(err), depth, report, NULL, context};
    bool done = bench.engine && bench_search(&bench, total, err);
    engine_free(bench.engine);
    return done;
}
