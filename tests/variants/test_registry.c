// SPDX-License-Identifier: GPL-3.0-or-later
// Loading texts: the same game twice, another one of the same name, as a whole or in part, for the caller alone, by several threads,
// without memory.

#include "variants/games.h"

#include "position/fen.h"
#include "position/variant.h"
#include "support/exhaustion.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bool load(const char *name, const char *text, bool whole, struct games_loaded *loaded,
                 struct error *err)
{
    return games_load(&(struct games_input){name, text, strlen(text), whole}, loaded, err);
}

static size_t count_games(void)
{
    size_t count = 0;
    while (games_all()[count])
        count++;
    return count;
}

static void load_fine(const char *text)
{
    struct games_loaded loaded;
    struct error err;
    if (!load("fine.ini", text, true, &loaded, &err))
        fail_msg("%s: %s", err.at, err.message);
    assert_true(report_is_empty(&loaded.report));
    games_loaded_clear(&loaded);
}

static void test_same_text_is_same_game(void **state)
{
    (void)state;
    load_fine("[twice:chess]\nnFoldRule = 5\nnMoveRule = 40\n");
    const struct game *game = game_find("twice", NULL);
    size_t count = count_games();
    load_fine("[twice:chess]\nnFoldRule = 5\nnMoveRule = 40\n");
    // Comments, order and words make no other game.
    load_fine("# again\n[TWICE:chess]\ntitle = Twice\nnMoveRule = 40\nnFoldRule = 5\n");
    assert_int_equal(count_games(), count);
    assert_ptr_equal(game_find("twice", NULL), game);
    // What is written reads back to the same game.
    struct buffer text;
    buffer_init(&text);
    game_write_definition(game, &text);
    load_fine(buffer_text(&text));
    assert_int_equal(count_games(), count);
    buffer_clear(&text);
}

static void test_armies_of_files(void **state)
{
    (void)state;
    const char *text = "[army twins]\nsetup = QQQQKQQQ\nqueen = q\n"
                       "[twins:chess]\narmyWhite = twins\narmyBlack = fide\n";
    load_fine(text);
    size_t count = count_games();
    load_fine(text);
    struct buffer written;
    buffer_init(&written);
    game_write_definition(game_find("twins", NULL), &written);
    assert_non_null(strstr(buffer_text(&written), "[army twins]"));
    assert_null(strstr(buffer_text(&written), "[army fide]"));
    load_fine(buffer_text(&written));
    assert_int_equal(count_games(), count);
    buffer_clear(&written);
    struct games_loaded loaded;
    struct error err;
    assert_false(
        load("other.ini", "[army twins]\nsetup = RRRRKRRR\nrook = r\n[twins2:chess]\n", true, &loaded, &err));
    assert_string_equal(err.message, "there is an army 'twins' already");
    games_loaded_clear(&loaded);
}

// Names of the program's own games are suggested, and faults are listed in the order of their lines.
static void test_faults_listed(void **state)
{
    (void)state;
    const char *text = "[t-x:chess]\nnFoldRule = x\nkng = k\n[t-y:ches]\n";
    struct report report = {0};
    struct variant_file *file = games_read("x.ini", text, strlen(text), &report);
    assert_int_equal(report.faults.count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(source_place(report.faults.items[i].source, report.faults.items[i].at).line, 2 + i);
    assert_non_null(strstr(report.faults.items[2].message, "did you mean 'chess'?"));
    report_clear(&report);
    variant_file_free(file);
}

// Whatever the parent says of a piece goes with it, castling with the army's corner piece included.
static void test_pieces_taken_away(void **state)
{
    (void)state;
    load_fine("[t-derby:chess]\nqueen = -\nrook = -\nbishop = -\n"
              "startFen = n*nnnn*k/**pppp**/pp4pp/8/8/PP4PP/**PPPP**/K*NNNN*N w - - 0 1\n");
    struct variant *variant = variant_new(game_find("t-derby", NULL), NULL, NULL);
    assert_non_null(variant);
    for (unsigned i = 0; i < 4; i++)
        assert_false(variant->castlings[i].exists);
    assert_int_equal(variant->promotion_count[WHITE], 1);
    variant_free(variant);
}

static void test_other_game_of_same_name(void **state)
{
    (void)state;
    load_fine("# a comment\n[taken:chess]\nnFoldRule = 5\n");
    struct games_loaded loaded;
    struct error err;
    assert_false(load("other.ini", "[taken:chess]\nnFoldRule = 6\n", false, &loaded, &err));
    assert_int_equal(err.code, ERROR_VARIANT);
    assert_string_equal(err.at, "other.ini:1:2");
    const struct fault *fault = loaded.report.faults.items;
    assert_string_equal(fault->other->name, "fine.ini");
    assert_int_equal(source_place(fault->other, fault->other_at).line, 2);
    games_loaded_clear(&loaded);
    assert_false(load("own.ini", "[fuel:chess]\n", false, &loaded, &err));
    games_loaded_clear(&loaded);
}

static void test_whole_or_in_part(void **state)
{
    (void)state;
    const char *text =
        "[part1:chess]\nnFoldRule = 5\n[part2:chess]\nnFoldRul = 5\nnMoveRul = 3\n[part3:part2]\n";
    struct games_loaded loaded;
    struct error err;
    size_t count = count_games();
    assert_false(load("part.ini", text, true, &loaded, &err));
    assert_string_equal(err.at, "part.ini:4:1");
    assert_null(loaded.file);
    assert_int_equal(loaded.report.faults.count, 3);
    games_loaded_clear(&loaded);
    assert_int_equal(count_games(), count);
    assert_null(game_find("part1", NULL));
    assert_true(load("part.ini", text, false, &loaded, &err));
    assert_int_equal(loaded.file->refused, 2);
    assert_int_equal(loaded.file->games.count, 1);
    games_loaded_clear(&loaded);
    assert_int_equal(count_games(), count + 1);
    assert_non_null(game_find("part1", NULL));
    assert_false(load("none.ini", "# nothing\n", false, &loaded, &err));
    assert_string_equal(err.message, "none.ini has no variants");
    games_loaded_clear(&loaded);
}

static void test_hash(void **state)
{
    (void)state;
    load_fine("[hash1:chess]\nnFoldRule = 5\n[hash2:chess]\nnFoldRule = 6\n");
    uint64_t first, again, second;
    assert_true(variant_text_hash(game_text(game_find("hash1", NULL)), &first));
    assert_true(variant_text_hash(game_text(game_find("hash1", NULL)), &again));
    assert_true(variant_text_hash(game_text(game_find("hash2", NULL)), &second));
    assert_true(first == again);
    assert_true(first != second);
}

// ---- Alone ----

static bool load_alone(const char *text, struct games_loaded *loaded, struct error *err)
{
    return games_load_alone(&(struct games_input){"alone.ini", text, strlen(text), true}, loaded, err);
}

// Reads a text of one game and returns a variant of it, which is all that is left of the text.
static struct variant *only_variant(const char *text)
{
    struct games_loaded loaded;
    struct error err;
    if (!load_alone(text, &loaded, &err))
        fail_msg("%s: %s", err.at, err.message);
    assert_int_equal(loaded.file->games.count, 1);
    struct variant *variant = variant_new(&loaded.file->games.items[0]->game, NULL, &err);
    assert_non_null(variant);
    games_loaded_clear(&loaded);
    variant_file_free(loaded.file);
    return variant;
}

static void test_alone(void **state)
{
    (void)state;
    size_t count = count_games();
    struct variant *one = only_variant("[alone:chess]\nnFoldRule = 5\n");
    struct variant *other = only_variant("[alone:chess]\nnFoldRule = 6\n");
    struct variant *same = only_variant("# a comment\r\n[Alone:chess]\r\ntitle = Alone\r\nnFoldRule = 5\r\n");
    assert_int_equal(one->fold, 5);
    assert_int_equal(other->fold, 6);
    uint64_t hashes[3];
    assert_true(variant_text_hash(game_text(one->game), &hashes[0]));
    assert_true(variant_text_hash(game_text(other->game), &hashes[1]));
    assert_true(variant_text_hash(game_text(same->game), &hashes[2]));
    assert_true(hashes[0] != hashes[1]);
    assert_true(hashes[0] == hashes[2]);
    assert_string_equal(one->game->name, "alone");
    variant_free(one);
    variant_free(other);
    variant_free(same);
    assert_int_equal(count_games(), count);
    assert_null(game_find("alone", NULL));
}

// As in Fairy-Stockfish, rights mean nothing if what castles is no piece of the variant. Without castling they stay refused.
static void test_rights_of_no_piece(void **state)
{
    (void)state;
    static const char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    struct position pos;
    struct error err;
    struct variant *variant = only_variant("[t-none:chess]\nking = -\ncommoner = k\n");
    assert_true(fen_read(&pos, variant, "startpos", NULL));
    assert_int_equal(pos.state.castling, 0);
    assert_true(fen_read(&pos, variant, fen, NULL));
    assert_int_equal(pos.state.castling, 0);
    variant_free(variant);
    variant = only_variant("[t-white:chess]\nking = -\ncommoner = k\ncastlingKingPieceWhite = k\n");
    assert_true(fen_read(&pos, variant, fen, NULL));
    assert_int_equal(pos.state.castling, CASTLING_WHITE_KING | CASTLING_WHITE_QUEEN);
    variant_free(variant);
    variant = only_variant("[t-never:chess]\ncastling = false\n");
    assert_false(fen_read(&pos, variant, fen, &err));
    assert_string_equal(err.message, "there is no castling in t-never");
    variant_free(variant);
}

static void test_alone_knows_own_games_only(void **state)
{
    (void)state;
    struct games_loaded loaded;
    struct error err;
    load_fine("[public:chess]\nnFoldRule = 5\n");
    assert_false(load_alone("[child:public]\n", &loaded, &err));
    assert_string_equal(err.at, "alone.ini:1:8");
    games_loaded_clear(&loaded);
    // The name of a loaded game is free, and that of an own game for the same game.
    variant_free(only_variant("[public:chess]\nnFoldRule = 6\n"));
    struct buffer text;
    buffer_init(&text);
    game_write_definition(game_find("fuel", NULL), &text);
    struct variant *fuel = only_variant(buffer_text(&text));
    assert_ptr_not_equal(fuel->game, game_find("fuel", NULL));
    uint64_t own, again;
    assert_true(variant_text_hash(game_text(fuel->game), &again));
    assert_true(variant_text_hash(game_text(game_find("fuel", NULL)), &own));
    assert_true(own == again);
    variant_free(fuel);
    buffer_clear(&text);
    assert_false(load_alone("[fuel:chess]\n", &loaded, &err));
    assert_string_equal(err.at, "alone.ini:1:2");
    games_loaded_clear(&loaded);
}

static void test_alone_is_bounded(void **state)
{
    (void)state;
    struct games_loaded loaded;
    struct error err;
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i < GAMES_ALONE_MAX; i++)
        buffer_addf(&text, "[many%d:chess]\n", i);
    assert_true(load_alone(buffer_text(&text), &loaded, &err));
    assert_ptr_equal(variant_file_find(loaded.file, "MANY31"),
                     &loaded.file->games.items[GAMES_ALONE_MAX - 1]->game);
    assert_null(variant_file_find(loaded.file, "many32"));
    games_loaded_clear(&loaded);
    variant_file_free(loaded.file);
    buffer_addf(&text, "[one-more:chess]\n");
    assert_false(load_alone(buffer_text(&text), &loaded, &err));
    assert_string_equal(err.at, "alone.ini:33:2");
    games_loaded_clear(&loaded);
    while (text.length <= GAMES_ALONE_TEXT_MAX)
        buffer_add(&text, "# and a long comment\n");
    assert_false(load_alone(buffer_text(&text), &loaded, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    games_loaded_clear(&loaded);
    buffer_clear(&text);
}

// ---- Threads ----

enum { THREADS = 4, ROUNDS = 40 };

static void *load_many(void *number)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct games_loaded loaded;
        struct error err;
        char text[100], name[20];
        // One that all load, one that they contest, and one of their own.
        snprintf(text, sizeof text, "[all%d:chess]\nnFoldRule = 4\n", round);
        bool good = load("all.ini", text, true, &loaded, &err);
        games_loaded_clear(&loaded);
        snprintf(text, sizeof text, "[contested%d:chess]\nnFoldRule = %d\n", round, 3 + *(int *)number);
        load("contested.ini", text, true, &loaded, &err);
        games_loaded_clear(&loaded);
        snprintf(name, sizeof name, "own%d-%d", round, *(int *)number);
        snprintf(text, sizeof text, "[%s:chess]\n", name);
        good = load("own.ini", text, true, &loaded, &err) && good;
        games_loaded_clear(&loaded);
        if (!good || !game_find(name, &err))
            return number;
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int numbers[THREADS];
    size_t before = count_games();
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, load_many, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(count_games(), before + ROUNDS * (2 + THREADS));
}

// Variants of one game, built, used and freed by several threads, the last of which frees the text.
static void *share_variants(void *context)
{
    struct variant_file *file = context;
    for (int round = 0; round < ROUNDS; round++) {
        struct error err;
        struct games_loaded loaded;
        struct variant *variant = variant_new(&file->games.items[0]->game, NULL, &err);
        bool good = variant && load_alone("[alone:chess]\nnFoldRule = 7\n", &loaded, &err);
        if (!good)
            return NULL;
        games_loaded_clear(&loaded);
        variant_free(variant);
        variant_file_free(loaded.file);
    }
    variant_file_free(file);
    return context;
}

static void test_threads_alone(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    struct games_loaded loaded;
    struct error err;
    assert_true(load_alone("[alone:chess]\nnFoldRule = 5\n", &loaded, &err));
    games_loaded_clear(&loaded);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, share_variants, variant_file_share(loaded.file)),
                         0);
    variant_file_free(loaded.file);
    for (int i = 0; i < THREADS; i++) {
        void *done;
        pthread_join(threads[i], &done);
        assert_non_null(done);
    }
}

// ---- Memory ----

static const char scarce[] =
    "[army few]\nsetup = QRKR\nqueen = q\nrook = r\n[scarce:chess]\nnFoldRule = 5\n[poor:scarce]\nnMoveRule = 40\n";

static void load_again(void)
{
    struct games_loaded loaded;
    struct error err = {0};
    if (load("scarce.ini", scarce, true, &loaded, &err))
        assert_ptr_not_equal(loaded.file, NULL);
    else
        exhaustion_check(&err);
    games_loaded_clear(&loaded);
}

static void read_alone(void)
{
    struct games_loaded loaded;
    struct error err = {0};
    if (load_alone(scarce, &loaded, &err)) {
        struct variant *variant = variant_new(&loaded.file->games.items[1]->game, NULL, &err);
        if (!variant)
            exhaustion_check(&err);
        games_loaded_clear(&loaded);
        variant_file_free(loaded.file);
        variant_free(variant);
    } else {
        exhaustion_check(&err);
        games_loaded_clear(&loaded);
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    load_fine(scarce);
    exhaust_within(load_again, 20000);
    exhaust_within(read_alone, 20000);
}

// What `leaper variants show` prints and PGN carries is the game, title and all.
static void test_written_definitions_read_back(void **state)
{
    (void)state;
    for (const struct game *const *game = games_all(); *game; game++) {
        struct buffer text;
        struct games_loaded loaded;
        struct error err;
        uint64_t hash = 0, again = 0;
        buffer_init(&text);
        game_write_definition(*game, &text);
        if (!games_load_alone(&(struct games_input){"shown", buffer_text(&text), text.length, true}, &loaded,
                              &err))
            fail_msg("%s: %s", err.at, err.message);
        assert_int_equal(loaded.file->games.count, 1);
        const struct game *read = &loaded.file->games.items[0]->game;
        assert_true(variant_text_hash(game_text(*game), &hash) && variant_text_hash(game_text(read), &again));
        if (hash != again)
            fail_msg("%s is another game when it is read again", (*game)->name);
        assert_string_equal(read->title, (*game)->title);
        buffer_clear(&text);
        variant_file_free(loaded.file);
        games_loaded_clear(&loaded);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_text_is_same_game),
        cmocka_unit_test(test_armies_of_files),
        cmocka_unit_test(test_faults_listed),
        cmocka_unit_test(test_pieces_taken_away),
        cmocka_unit_test(test_other_game_of_same_name),
        cmocka_unit_test(test_whole_or_in_part),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_written_definitions_read_back),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_rights_of_no_piece),
        cmocka_unit_test(test_alone_knows_own_games_only),
        cmocka_unit_test(test_alone_is_bounded),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_threads_alone),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
