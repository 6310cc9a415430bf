// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms in pairs: every two of them are either played together in random games or refused with a reason.
#include "position/fen.h"
#include "position/turn.h"
#include "search/search.h"
#include "support/composed.h"
#include "variants/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// What a text says to use a mechanism.
struct feature {
    const char *name, *text;
};

// A game to which features are added.
struct base {
    const char *name, *text;
    const struct feature *features;
    size_t count;
    const char *const
        *refused; // "one + other: part of the reason", in the order in which pairs are tried; ends with NULL
};

enum { GAMES = 2, TURNS = 40 };

static bool is_together(const char *refusal, const char *pair)
{
    return !strncmp(refusal, pair, strlen(pair)) && refusal[strlen(pair)] == ':';
}

// The reason for which a pair should be refused, or NULL.
static const char *refusal(const struct base *base, const char *pair)
{
    for (const char *const *refused = base->refused; *refused; refused++)
        if (is_together(*refused, pair))
            return *refused + strlen(pair) + 2;
    return NULL;
}

// The engine finds a legal turn.
static void check_search(const struct variant *variant)
{
    static struct engine *engine;
    struct position start;
    struct search_result result;
    struct error err;
    engine = engine ? engine : engine_new(1, 1, &err);
    assert_non_null(engine);
    assert_true(fen_read(&start, variant, "startpos", &err));
    engine_clear(engine);
    engine_search(engine,
                  &(struct search_request){.position = &start, .limits.depth = 3, .limits.nodes = 3000},
                  &result);
    assert_true(turn_is_legal(&start, &result.turn));
}

static void try_pair(const struct base *base, const struct feature *one, const struct feature *other)
{
    char name[64], pair[64], text[1024];
    struct games_loaded loaded = {0};
    struct error err = {0};
    snprintf(pair, sizeof pair, "%s + %s", one->name, other->name);
    snprintf(name, sizeof name, "%s-%d-%d", base->name, (int)(one - base->features),
             (int)(other - base->features));
    int length = snprintf(text, sizeof text, "[%s%s%s%s", name, base->text, one->text,
                          one == other ? "" : other->text);
    assert_in_range(length, 1, sizeof text - 1);
    const char *reason = refusal(base, pair);
    bool loads = games_load(&(struct games_input){"pair", text, (size_t)length, true}, &loaded, &err);
    games_loaded_clear(&loaded);
    if (!loads && (!reason || !strstr(err.message, reason)))
        fail_msg("%s: %s %s", pair, err.at, err.message);
    if (loads && reason)
        fail_msg("%s is not refused", pair);
    if (!loads)
        return;
    print_message("# %s\n", pair);
    const struct game *game = game_find(name, &err);
    struct variant *variant = game ? variant_new(game, NULL, &err) : NULL;
    if (!variant)
        fail_msg("%s: %s", pair, err.message);
    composed_random(variant, GAMES, TURNS);
    check_search(variant);
    variant_free(variant);
}

static void try_all(const struct base *base)
{
    for (const struct feature *one = base->features; one < base->features + base->count; one++)
        for (const struct feature *other = one; other < base->features + base->count; other++)
            try_pair(base, one, other);
}

// Without kings that must be kept safe, with few pieces.
static const struct feature few_features[] = {
    {"stalemate", "stalemateValue = win\nstalematePieceCount = true\n"},
    {"promotion", "promotedPieceType = n:q r:c\npromotionRegionWhite = *5 *6\npromotionRegionBlack = *1 *2\n"
                  "pieceDemotion = true\n"},
    {"placing", "placing = opponent\nstartFen = 6/6/3*2/2*3/6/6[RNKrnk] w - - 0 1\n"},
    {"drops", "pieceDrops = true\npocketSize = 4\nstartFen = rnk3/6/3*2/2*3/6/3KNR[Nr] w - - 0 1\n"},
    {"hands", "capturesToHand = true\npieceDrops = true\ndropPromoted = true\n"},
    {"fuel", "fuel = 12\n"},
    {"squares", "squareActions = afterPlacing\nsquareReserve = 2\n"},
    {"squares instead", "squareActions = instead\nsquareReserve = infinite\nsquareFreezePlaced = true\n"},
    {"blast", "blastOnCapture = true\nblastImmuneTypes = k\n"},
    {"petrify", "petrifyOnCaptureTypes = rn\n"},
    {"immunity", "mutuallyImmuneTypes = r\n"},
    {"arrow", "wallingRule = arrow\n"},
    {"duck", "wallingRule = duck\n"},
    {"static", "wallingRule = static\nwallOrMove = true\n"},
    {"links", "links = true\n"},
    {"extinction", "extinctionValue = loss\nextinctionPieceTypes = k\n"},
    {"goals", "flagPiece = k\nflagRegionWhite = *6\nflagRegionBlack = *1\nflagMove = true\n"},
    {"connect", "connectN = 3\nconnectHorizontal = false\nconnectPieceTypes = rnk\n"},
    {"pass", "pass = true\n"},
    {"pass on stalemate", "passOnStalemate = true\n"},
    {"material", "materialCounting = whitedrawodds\nadjudicateFullBoard = true\n"},
    {"must capture", "mustCapture = true\n"},
    {"must drop", "mustDrop = true\nmustDropType = n\n"},
};

#define HANDS   "pieces in hand are either placed at the beginning or dropped during the game"
#define LATER   "a square placed or moved later in the turn could make"
#define WALLS   "walls and squares that are placed or moved would be the same locations"
#define TO_HAND "captured pieces would change sides"
#define PATHS   "pieces that belong to a path do not vanish"

static const char *const few_refused[] = {
    "placing + drops: drops and placing cannot be combined: " HANDS,
    "placing + hands: drops and placing cannot be combined: " HANDS,
    "drops + squares: squares and drops cannot be combined: " LATER,
    "drops + squares instead: squares and drops cannot be combined: " LATER,
    "drops + links: links and drops cannot be combined: " TO_HAND,
    "hands + squares: squares and drops cannot be combined: " LATER,
    "hands + squares instead: squares and drops cannot be combined: " LATER,
    "hands + links: links and drops cannot be combined: " TO_HAND,
    "squares + blast: squares and blast cannot be combined: " LATER,
    "squares + petrify: squares and blast cannot be combined: " LATER,
    "squares + arrow: walling and squares cannot be combined: " WALLS,
    "squares + duck: walling and squares cannot be combined: " WALLS,
    "squares + static: walling and squares cannot be combined: " WALLS,
    "squares instead + blast: squares and blast cannot be combined: " LATER,
    "squares instead + petrify: squares and blast cannot be combined: " LATER,
    "squares instead + arrow: walling and squares cannot be combined: " WALLS,
    "squares instead + duck: walling and squares cannot be combined: " WALLS,
    "squares instead + static: walling and squares cannot be combined: " WALLS,
    "blast + links: blast and links cannot be combined: " PATHS,
    "petrify + links: blast and links cannot be combined: " PATHS,
    NULL,
};

static void test_few_pieces(void **state)
{
    (void)state;
    try_all(&(struct base){"few",
                           "]\nmaxFile = 6\nmaxRank = 6\ncommoner = k\nrook = r\nknight = n\nqueen = q\n"
                           "chancellor = c\ncastling = false\nwalls = c3 d4\n"
                           "startFen = rnk3/6/3*2/2*3/6/3KNR w - - 0 1\n",
                           few_features, sizeof few_features / sizeof *few_features, few_refused});
}

// With kings, pawns and castling.
static const struct feature royal_features[] = {
    {"walls", "walls = c4 f5\nstartFen = rnbqkbnr/pppppppp/8/5*2/2*5/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"},
    {"ends", "stalemateValue = loss\nnFoldRule = 2\nnFoldValue = loss\nperpetualCheckIllegal = true\n"},
    {"pawns", "tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\nenPassantTypes = pn\n"},
    {"promotion", "mandatoryPawnPromotion = false\npromotionLimit = q:1\npiecePromotionOnCapture = true\n"
                  "promotedPieceType = n:a\narchbishop = a\n"},
    {"castling", "castlingKingsideFile = f\noppositeCastling = true\n"},
    {"drops", "pieceDrops = true\ncapturesToHand = true\nshogiPawnDropMateIllegal = true\n"},
    {"gating", "gating = true\nseirawanGating = true\n"
               "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NRnr] w KQBCDFGkqbcdfg - 0 1\n"},
    {"fuel", "fuel = 12\n"},
    {"squares", "squareActions = after\nsquareReserve = 2\nsquareOwners = true\n"},
    {"carry",
     "squareActions = afterPlacing\nsquareReserve = infinite\nsquareCarry = true\nsquareVanish = 3\n"},
    {"blast", "blastOnCapture = true\nblastImmuneTypes = k\n"},
    {"immunity", "mutuallyImmuneTypes = nq\n"},
    {"edge", "wallingRule = edge\n"},
    {"past", "wallingRule = past\n"},
    {"duck", "wallingRule = duck\n"},
    {"extinction", "extinctionValue = loss\nextinctionPieceTypes = q\n"},
    {"pseudo-royal", "extinctionValue = loss\nextinctionPieceTypes = q\nextinctionPseudoRoyal = true\n"},
    {"duple check", "extinctionValue = loss\nextinctionPieceTypes = r\nextinctionPseudoRoyal = true\n"
                    "extinctionPieceCount = 1\ndupleCheck = true\n"},
    {"goals", "flagPiece = k\nflagRegion = d4 e4 d5 e5\nflagPieceSafe = true\n"},
    {"castling wins", "castlingWins = Kk\n"},
    {"checks", "checkCounting = true\n"},
    {"connect", "connectNxN = 2\nconnectPieceTypes = nbrq\n"},
    {"pass", "pass = true\n"},
    {"material", "materialCounting = unweighted\n"},
    {"no checks", "checking = false\n"},
    {"must capture", "mustCapture = true\n"},
    {"must drop", "mustDrop = true\n"},
};

static const char *const royal_refused[] = {
    "walls + gating: c4 is a wall", // as its start position has no walls
    "gating + fuel: it is not said how much fuel a piece has that comes in",
    "gating + squares: squares and drops cannot be combined",
    "gating + carry: squares and drops cannot be combined",
    "gating + edge: the wall could need the square on which a piece comes in",
    "gating + past: the wall could need the square on which a piece comes in",
    "gating + duck: the wall could need the square on which a piece comes in",
    "drops + squares: squares and drops cannot be combined: " LATER,
    "drops + carry: squares and drops cannot be combined: " LATER,
    "squares + blast: squares and blast cannot be combined: " LATER,
    "squares + edge: walling and squares cannot be combined: " WALLS,
    "squares + past: walling and squares cannot be combined: " WALLS,
    "squares + duck: walling and squares cannot be combined: " WALLS,
    "carry + blast: squares and blast cannot be combined: " LATER,
    "carry + edge: walling and squares cannot be combined: " WALLS,
    "carry + past: walling and squares cannot be combined: " WALLS,
    "carry + duck: walling and squares cannot be combined: " WALLS,
    NULL,
};

static void test_chess(void **state)
{
    (void)state;
    try_all(&(struct base){"royal", ":chess]\n", royal_features,
                           sizeof royal_features / sizeof *royal_features, royal_refused});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_pieces),
        cmocka_unit_test(test_chess),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
