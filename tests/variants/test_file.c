// SPDX-License-Identifier: GPL-3.0-or-later
// Files of variants with a table of keys made up for the test: inheritance, pieces, armies, parameters, words.

#include "variants/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct settings {
    int fold, fuel;
    bool castling;
    struct set goal[2];
    uint64_t promotions[2], pawns, fold_pawns;
    piece_type becomes[LETTER_TYPES];
    int limits[LETTER_TYPES];
    struct set zones[LETTER_TYPES], regions[LETTER_TYPES];
    uint64_t rooks[2];
    int queenside[2];
};

#define AT(member) KEY_AT(struct settings, member)

static const struct key keys[] = {
    {"pawnTypes", VALUE_PIECES, AT(pawns), .preset = "p"},
    {"pawnTypes", VALUE_PIECES, AT(fold_pawns), .preset = "p"},
    {"nMoveRuleTypes", VALUE_PIECES, AT(fold_pawns), .help = ""},
    {"nFoldRule", VALUE_NUMBER, AT(fold), .maximum = 10, .preset = "3"},
    {"fuel", VALUE_NUMBER, AT(fuel), .maximum = 999, .preset = "0"},
    {"castling", VALUE_FLAG, AT(castling), .preset = "true"},
    {"flagRegion", VALUE_SQUARES, AT(goal), .both = true},
    {"flagRegionWhite", VALUE_SQUARES, AT(goal[WHITE]), .help = ""},
    {"flagRegionBlack", VALUE_SQUARES, AT(goal[BLACK]), .help = ""},
    {"promotionPieceTypes", VALUE_PIECES, AT(promotions), .both = true},
    {"promotionPieceTypesWhite", VALUE_PIECES, AT(promotions[WHITE]), .help = ""},
    {"promotionPieceTypesBlack", VALUE_PIECES, AT(promotions[BLACK]), .help = ""},
    {"promotedPieceType", VALUE_PIECE_MAP, AT(becomes), .help = ""},
    {"promotionLimit", VALUE_PIECE_NUMBERS, AT(limits), .maximum = 99},
    {"promotionSquaresWhite", VALUE_PIECE_SQUARES, AT(zones), .help = ""},
    {"mobilityRegionWhite*", VALUE_SQUARES, AT(regions), .preset = "-"},
    {"castlingRookPieces", VALUE_PIECES, AT(rooks), .both = true, .preset = "r"},
    {"castlingRookPiecesWhite", VALUE_PIECES, AT(rooks[WHITE]), .help = ""},
    {"castlingRookPiecesBlack", VALUE_PIECES, AT(rooks[BLACK]), .help = ""},
    {"castlingQueensideFile", VALUE_FILE, AT(queenside), .both = true, .preset = "c"},
    {"castlingQueensideFileWhite", VALUE_FILE, AT(queenside[WHITE]), .help = ""},
    {"castlingQueensideFileBlack", VALUE_FILE, AT(queenside[BLACK]), .help = ""},
    {0},
};
static const struct key *const tables[] = {keys, NULL};

static struct variant_file *file;
static struct report report;

static const struct variant_text *game_of(const char *name)
{
    for (size_t i = 0; i < file->games.count; i++)
        if (!strcmp(file->games.items[i]->game.name, name))
            return file->games.items[i];
    fail_msg("there is no %s", name);
    return NULL;
}

static void read_file(const char *text)
{
    struct variant_input input = {.name = "test.ini", .text = text, .length = strlen(text), .tables = tables};
    report = (struct report){0};
    file = variant_file_read(&input, &report);
    assert_non_null(file);
}

static void close_file(void)
{
    variant_file_free(file);
    report_clear(&report);
}

// Reads a file without a fault.
static void read_good(const char *text)
{
    read_file(text);
    if (report_is_empty(&report))
        return;
    struct buffer shown;
    buffer_init(&shown);
    fault_write(report.faults.items, &shown);
    fail_msg("%s", buffer_text(&shown));
}

// The settings of a game whose parameters have these values.
static void settings_of(const char *name, struct parameters values, struct resolved *resolved,
                        struct settings *settings)
{
    const struct variant_text *text = game_of(name);
    struct resolution resolution = {&text->definition, text->game.parameters, text->game.parameter_count,
                                    &values, text->armies};
    *settings = (struct settings){0};
    resolve(&resolution, resolved, &report);
    settings_read(resolved, keys, settings, &report);
    assert_true(report_is_empty(&report));
}

static struct settings plain_settings(const char *name)
{
    struct resolved resolved;
    struct settings settings;
    settings_of(name, (struct parameters){{0}}, &resolved, &settings);
    resolved_clear(&resolved);
    return settings;
}

static uint64_t bits(const char *letters)
{
    uint64_t set = 0;
    for (; *letters; letters++)
        set |= UINT64_C(1) << type_of_letter(*letters);
    return set;
}

#define CHESS                                                                                                \
    "[base]\nking = k\nqueen = q\nrook = r\nbishop = b\nknight = n\npawn = p\npromotionPieceTypes = nbrq\n"

static void test_presets(void **state)
{
    (void)state;
    read_good("[a]\nking = k\nsoldier = p\nmaxFile = 10\nmaxRank = 6\n");
    struct settings settings = plain_settings("a");
    assert_int_equal(settings.fold, 3);
    assert_true(settings.castling);
    // The preset means the piece called pawn, which this variant has not.
    assert_true(settings.pawns == 0);
    assert_int_equal(game_of("a")->game.width, 10);
    assert_int_equal(game_of("a")->game.height, 6);
    close_file();
}

// A key for both colours overrules the parent's for one, but not its own section's.
static void test_both_colors(void **state)
{
    (void)state;
    read_good(CHESS "[one:base]\nflagRegionWhite = a1\nflagRegion = *8\n"
                    "[two:one]\nflagRegion = e4\n[three:two]\nflagRegionBlack = e5 e6\n"
                    "[pawns:base]\nnMoveRuleTypes = r\n[more:pawns]\npawnTypes = n\n");
    struct settings one = plain_settings("one"), two = plain_settings("two"), three = plain_settings("three");
    assert_int_equal(set_count(&one.goal[WHITE]), 1);
    assert_int_equal(set_count(&one.goal[BLACK]), 8);
    assert_true(set_has(&two.goal[WHITE], square_at(4, 3)) && set_count(&two.goal[WHITE]) == 1);
    assert_int_equal(set_count(&two.goal[BLACK]), 1);
    assert_int_equal(set_count(&three.goal[WHITE]), 1);
    assert_int_equal(set_count(&three.goal[BLACK]), 2);
    struct settings pawns = plain_settings("pawns"), more = plain_settings("more");
    assert_true(pawns.pawns == bits("P") && pawns.fold_pawns == bits("R"));
    assert_true(more.pawns == bits("N") && more.fold_pawns == bits("N"));
    close_file();
}

// The parent's letters mean its pieces, whatever they are called now.
static void test_letters(void **state)
{
    (void)state;
    read_good(CHESS
              "promotionLimit = q:1 n:2\npromotedPieceType = b:q r:n\npromotionSquaresWhite = n:*8 e4 q:*7\n"
              "mobilityRegionWhiteKnight = *1\npieceNames = n:nag, q:lady, b:prelate\n"
              "[swap:base]\nknight = b\nbishop = n\n"
              "[gone:base]\nqueen = -\n[taken:base]\ncustomPiece1 = n:NN\n");
    struct settings swap = plain_settings("swap"), gone = plain_settings("gone"),
                    taken = plain_settings("taken");
    assert_true(swap.promotions[WHITE] == bits("NBRQ"));
    assert_int_equal(swap.limits[type_of_letter('B')], 2);
    assert_int_equal(swap.limits[type_of_letter('N')], 0);
    assert_int_equal(swap.becomes[type_of_letter('N')], type_of_letter('Q'));
    assert_int_equal(set_count(&swap.zones[type_of_letter('B')]), 9);
    assert_int_equal(set_count(&swap.regions[type_of_letter('B')]), 8);
    assert_true(gone.promotions[WHITE] == bits("NBR"));
    assert_int_equal(gone.limits[type_of_letter('N')], 2);
    assert_int_equal(gone.becomes[type_of_letter('B')], TYPE_NONE);
    assert_int_equal(gone.becomes[type_of_letter('R')], type_of_letter('N'));
    assert_true(taken.promotions[WHITE] == bits("BRQ"));
    assert_int_equal(taken.limits[type_of_letter('N')], 0);
    struct resolved resolved;
    struct settings settings;
    settings_of("swap", (struct parameters){{0}}, &resolved, &settings);
    assert_string_equal(cast_of_letter(&resolved.cast, 'B')->name, "nag");
    assert_string_equal(cast_of_letter(&resolved.cast, 'N')->name, "prelate");
    resolved_clear(&resolved);
    settings_of("gone", (struct parameters){{0}}, &resolved, &settings);
    assert_null(cast_of_letter(&resolved.cast, 'Q'));
    assert_string_equal(cast_of_letter(&resolved.cast, 'N')->name, "nag");
    resolved_clear(&resolved);
    close_file();
}

#define ARMIES                                                                                               \
    "[army fide]\nsetup = RNBQKBNR\nqueen = q\nrook = r\nbishop = b\nknight = n\n"                           \
    "[army red]\ntitle = Reds\nsetup = DWWCKWWD\ncastlingQueensideFile = b\ncardinal = c:BN\nbede = d:BD\nwhite ant = w:WA\n"

#define WITH_ARMIES                                                                                                        \
    ARMIES                                                                                                                 \
    "[game]\nparameter = white WhiteArmy fide|red = fide: an army\nparameter = black BlackArmy fide|red = fide: an army\n" \
    "king = k\npawn = p\narmyWhite = $white\narmyBlack = $black\nstartFen = {black}/8/{white} w KQkq - 0 1\n"

// As in Fairy-Stockfish, a child's pairs are added to its parent's.
static void test_pairs_add_up(void **state)
{
    (void)state;
    read_good(CHESS "promotionLimit = q:1 n:2\npromotedPieceType = b:q\n"
                    "[more:base]\npromotedPieceType = r:n\npromotionLimit = n:3\n"
                    "[swap:more]\nknight = b\nbishop = n\npromotedPieceType = q:r\n"
                    "[none:base]\npromotedPieceType = -\n");
    struct settings more = plain_settings("more"), swap = plain_settings("swap"),
                    none = plain_settings("none");
    assert_int_equal(more.becomes[type_of_letter('B')], type_of_letter('Q'));
    assert_int_equal(more.becomes[type_of_letter('R')], type_of_letter('N'));
    assert_int_equal(more.limits[type_of_letter('Q')], 1);
    assert_int_equal(more.limits[type_of_letter('N')], 3);
    assert_int_equal(swap.becomes[type_of_letter('N')], type_of_letter('Q'));
    assert_int_equal(swap.becomes[type_of_letter('R')], type_of_letter('B'));
    assert_int_equal(swap.becomes[type_of_letter('Q')], type_of_letter('R'));
    assert_int_equal(none.becomes[type_of_letter('B')], TYPE_NONE);
    close_file();
}

static void test_armies(void **state)
{
    (void)state;
    read_good(WITH_ARMIES);
    struct resolved resolved;
    struct settings settings;
    settings_of("game", (struct parameters){{0, 0}}, &resolved, &settings);
    assert_string_equal(resolved.start, "rnbqkbnr/8/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(resolved.cast.count, 6);
    assert_true(settings.promotions[WHITE] == bits("NBRQ"));
    assert_true(settings.rooks[BLACK] == bits("R"));
    assert_int_equal(settings.queenside[BLACK], 2);
    resolved_clear(&resolved);
    settings_of("game", (struct parameters){{0, 1}}, &resolved, &settings);
    assert_string_equal(resolved.start, "dwwckwwd/8/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(resolved.cast.count, 9);
    assert_true(settings.promotions[WHITE] == bits("NBRQCDW"));
    assert_true(settings.promotions[BLACK] == settings.promotions[WHITE]);
    assert_true(settings.rooks[WHITE] == bits("R") && settings.rooks[BLACK] == bits("D"));
    assert_int_equal(settings.queenside[WHITE], 2);
    assert_int_equal(settings.queenside[BLACK], 1);
    assert_string_equal(cast_of_letter(&resolved.cast, 'W')->name, "white ant");
    resolved_clear(&resolved);
    close_file();
}

// A child has its parent's armies as they are at first, or others, and may replace a piece of theirs.
static void test_child_of_armies(void **state)
{
    (void)state;
    read_good(WITH_ARMIES "[child:game]\ncustomPiece1 = p:mfWcfF\n[other:game]\narmyWhite = red\n"
                          "[third:game]\nqueen = -\namazon = a\npromotionPieceTypes = arbn\n");
    assert_int_equal(game_of("child")->game.parameter_count, 0);
    struct settings child = plain_settings("child");
    assert_true(child.promotions[WHITE] == bits("NBRQ"));
    assert_true(child.pawns == 0);
    struct resolved resolved;
    struct settings settings;
    settings_of("other", (struct parameters){{0}}, &resolved, &settings);
    assert_string_equal(resolved.start, "rnbqkbnr/8/DWWCKWWD w KQkq - 0 1");
    assert_true(settings.rooks[WHITE] == bits("D") && settings.rooks[BLACK] == bits("R"));
    resolved_clear(&resolved);
    settings_of("third", (struct parameters){{0}}, &resolved, &settings);
    assert_null(cast_of_letter(&resolved.cast, 'Q'));
    assert_true(settings.promotions[BLACK] == bits("ARBN"));
    resolved_clear(&resolved);
    close_file();
}

// A letter belongs to whom it was given to first; the army's piece takes the next free one.
static void test_letters_of_armies(void **state)
{
    (void)state;
    read_file(WITH_ARMIES
              "[army blue]\nsetup = DJJJKJJD\nduke = d:BN\njester = j:W\n"
              "[own]\nking = k\ncustomPiece1 = w:F\ncustomPiece2 = x:A\narmies = red\n"
              "startFen = {black}/8/{white-mirrored} w\n"
              "[both:own]\narmyBlack = blue\n"
              "[takes:game]\nrook = -\ncustomPiece1 = n:NN\n"
              "[warned]\nking = k\narmies = fide\ncustomPiece1 = n:NN\nstartFen = {black}/8/{white} w\n"
              "[absent]\nking = k\nrook = r\narmies = red fide\nstartFen = {black}/8/RRRRKRRR w\n");
    assert_true(report_is_empty(&report));
    assert_int_equal(report.warnings, 2);
    assert_non_null(strstr(report.faults.items[0].message, "stands in for the knight"));
    assert_non_null(strstr(report.faults.items[1].message, "no piece of this army"));
    struct resolved resolved;
    struct settings settings;
    settings_of("own", (struct parameters){{0}}, &resolved, &settings);
    assert_string_equal(resolved.start, "dyyckyyd/8/DYYKCYYD w - -");
    assert_string_equal(cast_of_letter(&resolved.cast, 'Y')->name, "white ant");
    assert_string_equal(cast_of_letter(&resolved.cast, 'W')->betza, "F");
    assert_true(settings.rooks[WHITE] == bits("D"));
    resolved_clear(&resolved);
    // D was given to White's bede, so that Black's duke takes E.
    settings_of("both", (struct parameters){{0}}, &resolved, &settings);
    assert_string_equal(resolved.start, "ejjjkjje/8/DYYKCYYD w - -");
    assert_true(settings.rooks[WHITE] == bits("D") && settings.rooks[BLACK] == bits("E"));
    assert_true(settings.promotions[WHITE] == bits("CDYEJ"));
    resolved_clear(&resolved);
    settings_of("takes", (struct parameters){{0}}, &resolved, &settings);
    assert_string_equal(cast_of_letter(&resolved.cast, 'N')->betza, "NN");
    assert_null(cast_of_letter(&resolved.cast, 'O'));
    resolved_clear(&resolved);
    close_file();
}

// What is beyond the board is ignored, with a warning unless the parent's board is greater.
static void test_beyond_the_board(void **state)
{
    (void)state;
    read_file("[a]\nking = k\nflagRegion = e4 e9 a10\n[b:a]\nmaxRank = 3\n[c]\nflagRegion = h1-i2\n"
              "[d]\nflagRegion = *8 h*\n");
    assert_true(report_is_empty(&report));
    assert_int_equal(report.warnings, 2);
    const struct fault *first = &report.faults.items[0], *second = &report.faults.items[1];
    assert_string_equal(first->message, "the board ends at h8; what is beyond it is ignored");
    assert_int_equal(source_place(first->source, first->at).line, 3);
    assert_int_equal(source_place(first->source, first->at).column, 17);
    assert_int_equal(source_place(second->source, second->at).line, 7);
    close_file();
}

static void test_parameters(void **state)
{
    (void)state;
    read_good(
        "[a]\nking = k\nparameter = fuel Fuel 1..999 = 50: units of fuel\nfuel = $fuel\n[b:a]\nnFoldRule = 2\n");
    const struct game *game = &game_of("a")->game;
    assert_int_equal(game->parameter_count, 1);
    const struct parameter *parameter = game->parameters;
    assert_string_equal(parameter->name, "fuel");
    assert_string_equal(parameter->option, "Fuel");
    assert_string_equal(parameter->help, "units of fuel");
    assert_int_equal(parameter->kind, PARAMETER_NUMBER);
    assert_int_equal(parameter->minimum, 1);
    assert_int_equal(parameter->maximum, 999);
    assert_int_equal(parameter->initial, 50);
    struct resolved resolved;
    struct settings settings;
    settings_of("a", (struct parameters){{7}}, &resolved, &settings);
    assert_int_equal(settings.fuel, 7);
    resolved_clear(&resolved);
    assert_int_equal(plain_settings("b").fuel, 50);
    close_file();
}

static void test_words(void **state)
{
    (void)state;
    read_good(
        "[a]\ntitle = The A\nauthor = Somebody\nsummary = In short.\nnetwork = chess\nsite = gate: h4 i4\nsite = corner: a1\nking = k\n"
        "section = Board\nrule = It has\n  squares.\nreading = Or not.\nsection = End\nrule = It ends.\n"
        "[b:a]\nsection = End\nsection = Board\nrule = It is round.\n");
    const struct game *a = &game_of("a")->game, *b = &game_of("b")->game;
    assert_string_equal(a->title, "The A");
    assert_string_equal(a->author, "Somebody");
    assert_string_equal(a->summary, "In short.");
    assert_null(a->family);
    assert_string_equal(a->network, "chess");
    assert_null(b->network);
    assert_string_equal(a->sites[0].kind, "gate");
    assert_string_equal(a->sites[0].squares, "h4 i4");
    assert_string_equal(a->sites[1].kind, "corner");
    assert_null(a->sites[2].kind);
    assert_string_equal(a->help[0].title, "Board");
    assert_true(a->help[0].rules[0].published);
    assert_string_equal(a->help[0].rules[0].text, "It has squares.");
    assert_false(a->help[0].rules[1].published);
    assert_null(a->help[0].rules[2].text);
    assert_null(a->help[2].title);
    assert_string_equal(b->title, "b");
    assert_string_equal(b->author, "");
    assert_ptr_equal(b->sites, a->sites);
    assert_string_equal(b->help[0].rules[0].text, "It ends.");
    assert_string_equal(b->help[1].rules[0].text, "It is round.");
    close_file();
}

// A variant may stand before its parent.
static void test_order(void **state)
{
    (void)state;
    read_good("[b:a]\nnFoldRule = 4\n[a]\nking = k\nfuel = 9\n");
    assert_string_equal(file->games.items[0]->game.name, "b");
    assert_int_equal(plain_settings("b").fuel, 9);
    assert_int_equal(plain_settings("b").fold, 4);
    close_file();
}

// Checks that the first fault stands at that place and says so, and how many variants can be used nevertheless.
static void refuses(const char *text, unsigned line, unsigned column, const char *word, size_t games)
{
    read_file(text);
    if (report_is_empty(&report))
        fail_msg("nothing is wrong with '%s'", text);
    const struct fault *fault = report.faults.items;
    struct place place = source_place(fault->source, fault->at);
    if (place.line != line || place.column != column || !strstr(fault->message, word))
        fail_msg("'%s': %u:%u: %s", text, place.line, place.column, fault->message);
    if (file->games.count != games)
        fail_msg("'%s': %zu games", text, file->games.count);
    close_file();
}

// One mistake is one fault: what follows from it is not another.
static void refuses_once(const char *text, unsigned line, unsigned column, const char *word)
{
    refuses(text, line, column, word, 0);
    read_file(text);
    if (report.faults.count != 1)
        fail_msg("'%s': %zu faults", text, report.faults.count);
    close_file();
}

// The later value holds, as in Fairy-Stockfish, and that is said.
static void test_warnings(void **state)
{
    (void)state;
    read_file("[a]\nnFoldRule = 3\nnFoldRule = 4\n[b]\nwhiteFlag = e4\n");
    assert_true(report_is_empty(&report));
    assert_int_equal(report_count(&report), 0);
    assert_int_equal(report.warnings, 1);
    assert_non_null(strstr(report.faults.items[0].message, "this one holds"));
    assert_int_equal(file->games.count, 2);
    const struct definition *a = &file->games.items[0]->definition, *b = &file->games.items[1]->definition;
    assert_string_equal(definition_find(a, "nFoldRule")->value, "4");
    assert_non_null(definition_find(b, "flagRegionWhite"));
    close_file();
    // What the engine knows is no rule.
    read_file("[a]\nking = k\nnetwork = hans38\n[b]\nking = k\nnetwork = Chess\n"
              "[c]\nking = k\nnetwork = chess_fide_nutters\n");
    assert_true(report_is_empty(&report));
    assert_int_equal(report.warnings, 2);
    assert_non_null(strstr(report.faults.items[0].message, "no network of a game 'hans38'"));
    assert_null(file->games.items[0]->game.network);
    assert_null(file->games.items[2]->game.network);
    assert_string_equal(file->games.items[1]->game.network, "Chess");
    close_file();
}

static void test_faults(void **state)
{
    (void)state;
    refuses("[a]\nkng = k\n[b]\nking = k\n", 2, 1, "did you mean 'king'", 1);
    refuses("[a]\nflyingGeneral = true\n", 2, 1, "not supported: flyingGeneral", 0);
    refuses("[a]\nnFoldRule = 11\n", 2, 13, "0 to 10", 0);
    refuses("[a]\nflagRegion = e4 z9\n", 2, 17, "a square such as", 0);
    refuses("[a]\nking = k\ncommoner = k\n", 3, 12, "another piece", 0);
    refuses("[a]\ncustomPiece1 = c:BX\n", 2, 19, "", 0);
    refuses("[a]\ncustomPiece1 = c\n", 2, 16, "colon", 0);
    refuses("[a]\nknight = n:NN\n", 2, 11, "customPiece1", 0);
    refuses("[a]\nking = 1\n", 2, 8, "the letter", 0);
    refuses("[a]\nking = k\npromotionPieceTypes = kx\n", 3, 24, "letter x", 0);
    refuses("[a]\nnFoldRule = 1\n  2\n", 2, 1, "several lines", 0);
    refuses("[a]\nfuel = $tank\n", 2, 8, "parameter", 0);
    refuses("[a]\nparameter = fuel Fuel 1..5000 = 50: units\nfuel = $fuel\n", 3, 8, "0 to 999", 0);
    refuses("[a]\nparameter = side Side red|blue = red: a side\nfuel = $side\n", 3, 8, "0 to 999", 0);
    refuses("[a]\nparameter = fuel\n", 2, 17, "UCI option", 0);
    refuses("[a]\nparameter = fuel Fuel = 3: x\n", 2, 23, "a range", 0);
    refuses("[a]\nparameter = fuel Fuel 1-3 = 3: x\n", 2, 24, "..", 0);
    refuses("[a]\nparameter = fuel Fuel 1..3 = 4: x\n", 2, 30, "1 to 3", 0);
    refuses("[a]\nparameter = fuel Fuel 1..3 = 3\n", 2, 31, "line of help", 0);
    refuses("[a]\narmyWhite = green\n", 2, 13, "no army", 0);
    refuses("[a]\nstartFen = {white}/8 w - - 0 1\n", 2, 12, "army", 0);
    refuses("[a]\nsite = gate h4\n", 2, 8, "colon", 0);
    refuses("[a]\nrule = it is\n", 2, 8, "section", 0);
    refuses("[a]\nsection = Empty\n", 2, 11, "needs a rule", 0);
    refuses("[a]\nking = k\npieceNames = q:lady\n", 3, 14, "letter of a piece", 0);
    refuses("[army x]\nsetup = KQ\n", 1, 2, "setup", 0);
    refuses("[army x]\nsetup = K\nking = k\n", 3, 8, "king and pawn", 0);
    refuses("[a b]\nking = k\n", 1, 2, "no blanks", 0);
    refuses_once("[army x]\nsetup = RK\nrook = zz:Q\n", 3, 8, "a letter, a colon");
    refuses_once("[army x]\nsetup = RK\nrook r\n", 3, 7, "= is expected");
    // Nothing is played without a line that could not be read.
    refuses("[a]\nking = k\nfuel 3\n[b]\nking = k\n", 3, 7, "= is expected", 1);
    refuses("[a]\nking = k\nfuel =\n[b:a]\n", 3, 7, "a value is expected", 0);
    refuses("[a]\nking = k\n[b\nfuel 3\n", 3, 3, "] is expected", 1);
    refuses("[army x]\nsetup = Q\nqueen q\nqueen = q\n[a]\nking = k\narmyWhite = x\n", 3, 8, "= is expected",
            0);
}

static void test_no_consequences(void **state)
{
    (void)state;
    refuses_once("[a]\nparameter = n N 1..x = 3: help\nnFoldRule = $n\n", 2, 20, "a number");
    refuses_once("[a]\nnFoldRule = 3\n    4\n", 2, 1, "several lines");
    refuses_once("[a]\nking = k\ncustomPiece1 = c:BX\npromotionPieceTypes = c\n", 3, 19, "");
    // But a variant that cannot be made is still told of its own mistakes.
    read_file("[a]\nnFoldRule = x\n[b:a]\nnFoldRul = 3\n[a]\nkng = k\n");
    assert_int_equal(report.faults.count, 5);
    close_file();
}

static void test_words_of_faults(void **state)
{
    (void)state;
    refuses_once("[a]\nnFoldRule = 5 # times\n", 2, 15, "a comment stands on a line of its own");
    refuses_once("[a]\nnFoldRule = 5 ; times\n", 2, 15, "a comment stands on a line of its own");
    refuses_once("[a]\nmobilityRegionWhiteTable = e4\n", 2, 1, "not by 'Table'");
    refuses_once("[a]\nking = k\npromotionPieceTypes = k 1\n", 3, 25, "not '1'");
    refuses_once("[a]\ngryphon = g:FyafR\n", 2, 1, "customPiece1 to customPiece25");
    refuses("[base]\nking = k\n[a:bas]\n", 3, 4, "did you mean 'base'?", 1);
    refuses("[base]\nking = k\n[a:xyz]\n", 3, 4, "to inherit from", 1);
}

static void test_faults_of_inheritance(void **state)
{
    (void)state;
    refuses("[a:b]\nking = k\n", 1, 4, "no variant 'b'", 0);
    refuses("[a:b]\n[b:a]\n", 2, 4, "from itself", 0);
    refuses("[a:a]\n", 1, 4, "from itself", 0);
    refuses("[a]\nking = k\n[A]\nking = k\n", 3, 2, "already", 1);
    refuses("[b:a]\nking = k\n[a]\nking = 9\n", 4, 8, "letter", 0);
}

// A chain of parents has an end, wherever its variants stand: a variant may have 32 parents.
static void test_chain_of_parents(void **state)
{
    (void)state;
    enum { VARIANTS = 41 };
    for (int order = 0; order < 3; order++) {
        char text[4096] = "";
        for (int i = 0; i < VARIANTS; i++) {
            int number = order == 0 ? i : order == 1 ? VARIANTS - 1 - i : i * 7 % VARIANTS;
            char section[40];
            if (number)
                snprintf(section, sizeof section, "[v%d:v%d]\n", number, number - 1);
            else
                snprintf(section, sizeof section, "[v0]\nking = k\n");
            memcpy(text + strlen(text), section, strlen(section) + 1);
        }
        read_file(text);
        assert_int_equal(report_count(&report), VARIANTS - 33);
        assert_non_null(strstr(report.faults.items->message, "32 parents"));
        assert_int_equal(file->games.count, 33);
        assert_non_null(variant_file_find(file, "v32"));
        assert_null(variant_file_find(file, "v33"));
        close_file();
    }
}

// A head that cannot be read stands for a variant that cannot be played.
static void test_lost_heads(void **state)
{
    (void)state;
    read_file("[a]\nking = k\n[b\nking = 9\n[c:]\n[d]\nking = k\n");
    assert_int_equal(report_count(&report), 2);
    assert_int_equal(file->games.count, 2);
    assert_int_equal(file->refused, 2);
    close_file();
}

// All that is wrong is said at once.
static void test_all_at_once(void **state)
{
    (void)state;
    read_file(
        "[a]\nkng = k\nfuel = x\nnFoldRule = 99\nking = k\n[b:a]\n[c]\nking = k\nfuel = -1\n[d]\nking = k\n");
    assert_int_equal(report_count(&report), 4);
    assert_int_equal(file->games.count, 1);
    assert_int_equal(file->refused, 3);
    close_file();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_both_colors),
        cmocka_unit_test(test_letters),
        cmocka_unit_test(test_pairs_add_up),
        cmocka_unit_test(test_armies),
        cmocka_unit_test(test_child_of_armies),
        cmocka_unit_test(test_letters_of_armies),
        cmocka_unit_test(test_beyond_the_board),

        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_no_consequences),
        cmocka_unit_test(test_words_of_faults),
        cmocka_unit_test(test_faults_of_inheritance),
        cmocka_unit_test(test_chain_of_parents),
        cmocka_unit_test(test_lost_heads),
        cmocka_unit_test(test_all_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
