// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of games in words: what certain games say, and that every key with an effect has words.
#include "session/rules.h"

#include "position/variant.h"
#include "variants/compose.h"
#include "variants/games.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// All lines of a game, to be freed.
static char *words_of(const char *name)
{
    struct error err = {0};
    struct variant *variant = variant_new(game_find(name, NULL), NULL, &err);
    struct wording wording;
    struct buffer all;
    if (!variant)
        fail_msg("%s: %s: %s", name, err.at, err.message);
    buffer_init(&all);
    assert_true(rules_compose(variant, &wording));
    for (int i = 0; i < WORDING_SECTIONS; i++)
        buffer_add(&all, buffer_text(&wording.lines[i]));
    wording_clear(&wording);
    variant_free(variant);
    assert_false(all.failed);
    return buffer_take(&all);
}

static void load(const char *text)
{
    struct games_loaded loaded;
    struct error err;
    if (!games_load(&(struct games_input){"words.ini", text, strlen(text), true}, &loaded, &err))
        fail_msg("%s: %s\n%s", err.at, err.message, text);
    games_loaded_clear(&loaded);
}

static void assert_says(const char *name, const char *line)
{
    char *words = words_of(name);
    if (!strstr(words, line))
        fail_msg("%s does not say '%s', but\n%s", name, line, words);
    free(words);
}

static void assert_lacks(const char *name, const char *line)
{
    char *words = words_of(name);
    if (strstr(words, line))
        fail_msg("%s says '%s':\n%s", name, line, words);
    free(words);
}

static void test_games(void **state)
{
    (void)state;
    assert_says(
        "chess",
        "White has a king on e1, a queen on d1, rooks on a1 and h1, bishops on c1 and f1, knights on "
        "b1 and g1, pawns on rank 2.\nBlack has the same pieces on the same files, at the other end.\n");
    assert_says(
        "chess",
        "\nWhite's king goes from e1 to g1, the rook from h1 to f1; or from e1 to c1, the rook from a1 "
        "to d1.\nBlack castles in the same way on rank 8.\nNeither piece");
    assert_says("chess", "They become a queen, a rook, a bishop or a knight.\nPromotion is compulsory.\n");
    assert_says("almost", "The chancellor (C) moves as a rook or a knight.\n");
    assert_says("fuel", "Every piece starts with 50 units of fuel.");
    assert_says("fuel", "and is not in check (stalemate), it loses.\n");
    assert_says("hamiltonian",
                "White has in hand: two bishops, one king, two knights, one queen, two rooks.\n");
    assert_says("hnefa", "(checkmate), it wins.\n");
    assert_says("hnefa", "A side that brings a king to a1, p1, a16 or p16 wins.\n");
    assert_says("hnefa", "Horizontal pawns promote on i5–i12 (White) or h5–h12 (Black).\n");
    assert_says("hnefa", "Black has the same pieces, with the board turned by half a turn.\n");
    assert_says("hans38", "At first there is no square on ranks 3 to 6.\n");
    assert_says("hans38", "each side has three in reserve.\n");
    assert_says("crazyhouse", "Pawns are dropped neither on the first rank nor where they promote.\n");
    assert_says("losalamos", "There is no double step.\n");
    assert_says("grand",
                "No promotion gives a side more than these: one archbishop, two bishops, one chancellor, "
                "two knights, one queen, two rooks.\n");
    assert_says(
        "horde",
        "\nBlack's king goes from e8 to g8, the rook from h8 to f8; or from e8 to c8, the rook from a8 "
        "to d8.\n");
    assert_lacks("horde", "White's king");
    assert_says("spartan", "White's pawns promote on rank 8.\nBlack's hoplites promote on rank 1.\n");
    assert_says("coregal", "Queens are royal: no turn may leave one attacked.\n");
    assert_says("shatranj", "no more than one piece in all loses if the other side has at least two; if it "
                            "is itself to move, only if the other side has at least three.\n");
    assert_says("checkshogi", "Whoever gives check first wins.\n");
    assert_says("kyotoshogi", "Such a piece must promote whenever it moves.\n");
    load("[nameless:chess]\ncustomPiece1 = a:mWcF\npromotionPieceTypes = a\n");
    assert_says("nameless", "The piece A moves one step orthogonally; captures one step diagonally.\n");
    assert_says("nameless", "They become a piece A.\n");
}

// ---- Every key ----

// What a key needs to have an effect, and the value that is tried if the example of its table has none.
struct need {
    const char *key;  // or its beginning with '*'
    const char *with; // entries
    const char *value;
};

#define HANDS   "pieceDrops = true\ncapturesToHand = true\n"
#define SHOGI   "silver = s\ngold = g\npromotedPieceType = s:g\npromotionPieceTypes = qs\n"
#define NO_KING "king = -\ncommoner = k\ncastlingKingPiece = k\n"
#define FEW     NO_KING "castling = false\nstartFen = rnbqk3/8/8/8/8/8/8/RNBQK3 w - - 0 1\n"
#define EXTINCT NO_KING "extinctionValue = loss\nextinctionPieceTypes = q\n"
#define SQUARES                                                                                              \
    "startFen = rnbqkbnr/pppppppp/********/8/8/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nsquareReserve = 3\nsquareActions = instead\n"

static const struct need needs[] = {
    {"walls",
     "startFen = rnbqkbnr/pppppppp/8/8/8/*7/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nsquareActions = instead\n", "a3"},
    {"pawnRegion", NULL, "a2-h7"},
    {"mobilityRegionBlack*", NULL, "d8-f6"},
    {"castlingKingPiece*", "commoner = m\nstartFen = rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w - - 0 1\n",
     "m"},
    {"castlingRookPieces*", NULL, "rn"},
    {"castlingRank", "startFen = 8/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/8 w - - 0 1\n", "2"},
    {"castlingKingFile", NO_KING "startFen = knbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNR w - - 0 1\n", "f"},
    {"castlingRookKingsideFile", "startFen = rnbqkbrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRR w - - 0 1\n", "g"},
    {"castlingRookQueensideFile", "startFen = rrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RRBQKBNR w - - 0 1\n", "b"},
    {"castlingKingsideFile", NULL, "f"},
    {"castlingQueensideFile*", NULL, "b"},
    {"enPassantTypesBlack", NULL, "n"},
    {"enPassantTypes*", NULL, "pn"},
    {"pawnTypes", NULL, "pn"},
    {"promotionPawnTypes*", NULL, "pn"},
    {"promotionSquares*", NULL, "p:*6"},
    {"promotionPieceTypes*", NULL, "nb"},
    {"nMoveRuleTypes*", NULL, "pn"},
    {"nMoveRuleResetTypes", NULL, "n"},
    {"doubleStepRegion*", NULL, NULL},
    {"tripleStepRegionBlack", NULL, "*7"},
    {"promotedPieceType", "silver = s\ngold = g\npromotionPieceTypes = qs\n", "s:g"},
    {"piecePromotionOnCapture", SHOGI, NULL},
    {"mandatoryPiecePromotion", SHOGI, NULL},
    {"pieceDemotion", SHOGI, NULL},
    {"wallsBlockLeaps", "startFen = rnbqkbnr/pppppppp/8/8/*7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", NULL},
    {"squareActions", "squareReserve = 3\n", NULL},
    {"squareReserve", SQUARES, "4"},
    {"square*", SQUARES, NULL},
    {"pieceDrops", "capturesToHand = true\n", NULL},
    {"capturesToHand", "pieceDrops = true\n", NULL},
    {"dropPromoted", HANDS SHOGI, NULL},
    {"dropNoDoubledCount", HANDS "dropNoDoubled = p\n", NULL},
    {"drop*", HANDS, NULL},
    {"freeDrops", HANDS, NULL},
    {"enclosingDrop", HANDS, NULL},
    {"enclosingDropStart", HANDS "enclosingDrop = reversi\n", NULL},
    {"flipEnclosedPieces", NO_KING, NULL},
    {"firstRankPawnDrops", HANDS, NULL},
    {"promotionZonePawnDrops", HANDS, NULL},
    {"shogiPawnDropMateIllegal", HANDS "shogiPawn = s\n", NULL},
    {"blastOnCapture", NO_KING, NULL},
    {"blastImmuneTypes", NO_KING "blastOnCapture = true\n", NULL},
    {"petrifyBlastPieces", NO_KING "blastOnCapture = true\n", NULL},
    {"wallingRegion*", "wallingRule = duck\n", NULL},
    {"wallOrMove", "wallingRule = duck\n", NULL},
    {"placing", NO_KING "castling = false\n", "opponent\nstartFen = 8/8/8/8/8/8/8/8[KQkq] w - - 0 1"},
    {"links", FEW, NULL},
    {"linkScoring", FEW "links = true\n", NULL},
    {"extinctionValue", NO_KING "extinctionPieceTypes = q\n", NULL},
    {"extinctionPieceTypes", NO_KING "extinctionValue = loss\n", NULL},
    {"dupleCheck", EXTINCT "extinctionPseudoRoyal = true\n", NULL},
    {"extinction*", EXTINCT, NULL},
    {"flagPiece", "flagRegion = d4\n", NULL},
    {"flagPieceWhite", "flagRegion = d4\n", NULL},
    {"flagPieceBlack", "flagRegion = d4\n", NULL},
    {"flagRegion*", NULL, NULL},
    {"flag*", "flagPiece = k\nflagRegion = d4\n", NULL},
    {"checkCounting", NULL, NULL},
    {"connectPieceTypes", "connectN = 4\n", NULL},
    {"connectHorizontal", "connectN = 4\n", NULL},
    {"connectVertical", "connectN = 4\n", NULL},
    {"connectDiagonal", "connectN = 4\n", NULL},
    {"connectValue", "connectN = 4\n", NULL},
    {"connectRegion1White", "connectRegion2White = *8\n", NULL},
    {"connectRegion2White", "connectRegion1White = *1\n", NULL},
    {"connectRegion1Black", "connectRegion2Black = h*\n", NULL},
    {"connectRegion2Black", "connectRegion1Black = a*\n", NULL},
    {"mustDrop", HANDS, NULL},
    {"mustDropType", HANDS "mustDrop = true\n", NULL},
    {"nFoldValueAbsolute", "nFoldValue = loss\n", NULL},
    {"stalematePieceCount", "stalemateValue = loss\n", NULL},
    {"mandatoryPawnPromotion", NULL, NULL},
};

static bool is_meant(const struct need *need, const char *key)
{
    size_t length = strlen(need->key);
    return need->key[length - 1] == '*' ? !strncmp(need->key, key, length - 1) : !strcmp(need->key, key);
}

static const struct need *need_of(const char *key)
{
    static const struct need none = {"", NULL, NULL};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (is_meant(&needs[i], key))
            return &needs[i];
    return &none;
}

static void assert_key_has_words(const struct key *key, unsigned number)
{
    const struct need *need = need_of(key->name);
    const char *with = need->with ? need->with : "", *value = need->value ? need->value : key->example;
    char text[2048], without_name[32], with_name[32], name[64];
    // The name of a piece stands for the star.
    snprintf(name, sizeof name, "%.*s%s", (int)strcspn(key->name, "*"), key->name,
             strchr(key->name, '*') ? "Queen" : "");
    snprintf(without_name, sizeof without_name, "without-%u", number);
    snprintf(with_name, sizeof with_name, "with-%u", number);
    snprintf(text, sizeof text, "[%s:chess]\n%s[%s:chess]\n%s%s = %s\n", without_name, with, with_name, with,
             name, value);
    load(text);
    char *without_key = words_of(without_name), *with_key = words_of(with_name);
    if (!strcmp(without_key, with_key))
        fail_msg("nothing is said about %s = %s\n%s", key->name, value, with_key);
    free(without_key);
    free(with_key);
}

static void test_every_key_has_words(void **state)
{
    unsigned number = 0;
    (void)state;
    for (key_tables tables = compose_tables(); *tables; tables++)
        for (const struct key *key = *tables; key->name; key++)
            assert_key_has_words(key, number++);
}

static void test_pieces_that_cannot_occur_are_left_out(void **state)
{
    (void)state;
    load("[riders:chess]\nstartFen = 3nk3/8/8/8/8/8/8/3NK3 w - - 0 1\n"
         "[heirs:chess]\nstartFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n");
    assert_says("riders", "The knight (N) leaps");
    assert_lacks("riders", "The rook (R) moves");
    assert_lacks("riders", "The pawn (P) moves");
    assert_says("heirs", "The rook (R) moves"); // by promotion
    assert_lacks("racingkings", "The pawn (P) moves");
    assert_says("pocketknight", "The knight (N) leaps");
}

// Whether a word of the line, or some words, are the name in the singular or plural.
static bool names(const char *line, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at++) {
        const char *end = at + length;
        end += !strncmp(end, "es", 2) ? 2 : *end == 's';
        if ((at == line || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)*end))
            return true;
    }
    return false;
}

// Whether a piece that may occur has the name in its own: "shogi pawn" has "pawn".
static bool is_part_of_other_name(const struct wording *wording, const char *name)
{
    const struct variant *variant = wording->variant;
    for (unsigned i = 0; i < variant->declared_count; i++)
        if (wording->occurring >> variant->declared[i] & 1 &&
            names(variant->pieces[variant->declared[i]].name, name))
            return true;
    return false;
}

// How a piece moves is said by others' names: "The amazon (A) moves as a queen or a knight."
static bool tells_movement(const char *line)
{
    return !strncmp(line, "The ", 4) && strstr(line, ") moves ");
}

static void assert_names_only_what_occurs(const struct wording *wording)
{
    const struct variant *variant = wording->variant;
    for (int section = 0; section < WORDING_SECTIONS; section++) {
        char *lines = strdup(buffer_text(&wording->lines[section])), *rest = lines;
        assert_non_null(lines);
        for (char *line = strtok_r(rest, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            if (tells_movement(line))
                continue;
            *line = (char)tolower((unsigned char)*line);
            for (unsigned i = 0; i < variant->declared_count; i++) {
                const char *name = variant->pieces[variant->declared[i]].name;
                if (!(wording->occurring >> variant->declared[i] & 1) && names(line, name) &&
                    !is_part_of_other_name(wording, name))
                    fail_msg("%s has no %s, but says: %s", variant->game->name, name, line);
            }
        }
        free(lines);
    }
}

static void test_no_sentence_names_what_cannot_occur(void **state)
{
    (void)state;
    for (const struct game *const *game = games_all(); *game; game++) {
        struct variant *variant = variant_new(*game, NULL, NULL);
        struct wording wording;
        assert_non_null(variant);
        assert_true(rules_compose(variant, &wording));
        assert_names_only_what_occurs(&wording);
        wording_clear(&wording);
        variant_free(variant);
    }
    assert_lacks("racingkings", "pawn");
    assert_lacks("racingkings", "romot"); // to promote, promotion
    assert_says("racingkings", "Progress is a capture.\n");
    assert_says("torishogi", "The drop of a swallow may not give mate.\n");
}

static void test_json(void **state)
{
    (void)state;
    struct variant *variant = variant_new(game_find("makruk", NULL), NULL, NULL);
    json_t *rules = rules_json(variant), *sections = json_object_get(rules, "sections");
    assert_string_equal(json_string_value(json_object_get(rules, "title")), "Makruk");
    assert_int_equal(json_array_size(json_object_get(rules, "pieces")), 6);
    assert_int_equal(json_array_size(json_object_get(rules, "help")), 2); // one of its own, and that on time
    const json_t *first = json_array_get(sections, 0);
    assert_string_equal(json_string_value(json_object_get(first, "title")), "Board and start");
    assert_string_equal(json_string_value(json_array_get(json_object_get(first, "lines"), 0)),
                        "The board has 8 files and 8 ranks.");
    json_decref(rules);
    variant_free(variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_every_key_has_words),
        cmocka_unit_test(test_pieces_that_cannot_occur_are_left_out),
        cmocka_unit_test(test_no_sentence_names_what_cannot_occur),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
