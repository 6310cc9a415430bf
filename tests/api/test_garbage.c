// SPDX-License-Identifier: GPL-3.0-or-later
// What a program may pass by mistake: numbers that are not squares, actions or results, turns that are too long, text that is not
// UTF-8, structs that were not initialised. All of it is refused with a message that can be printed.
#include <leaper/leaper.h>

#include "base/random.h"
#include "base/text.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct leaper_position *begin(const char *game)
{
    struct leaper_variant *variant = leaper_variant_new(game, NULL, 0, NULL);
    assert_non_null(variant);
    struct leaper_position *position = leaper_position_new(variant, NULL, NULL);
    assert_non_null(position);
    leaper_variant_free(variant);
    return position;
}

// An error has a message, in UTF-8 and on one line.
static void check_error(const struct leaper_error *error)
{
    assert_true(error->code > LEAPER_OK && error->code <= LEAPER_ERROR_NOT_BUILT_IN);
    assert_true(*error->message);
    assert_true(text_is_utf8(error->message, strlen(error->message)));
    assert_true(text_is_utf8(error->place, strlen(error->place)));
    assert_null(strpbrk(error->message, "\n\r\x1b"));
    assert_null(strpbrk(error->place, "\n\r\x1b"));
}

// Texts of every length, so that a message that quotes a limited number of bytes cuts some character in two.
static const char *garbage(size_t number)
{
    static char text[300];
    static const char *const parts[] = {"\xc3\xb6",
                                        "\xe2\x99\x9e",
                                        "\xf0\x9f\x99\x82",
                                        "\xff",
                                        "\n",
                                        "\x1b[31m",
                                        "9999999999",
                                        "-5",
                                        "e2",
                                        "/",
                                        "{",
                                        "[",
                                        "8",
                                        "K",
                                        ",",
                                        " ",
                                        "@",
                                        "=",
                                        "%s%n",
                                        "w - "};
    size_t length = 0, first = number % 20, second = number / 20 % 20;
    memset(text, 'x', number % 3);
    length += number % 3;
    while (length + 20 < (number % 17) * 17) {
        const char *part = parts[length % 2 ? first : second];
        memcpy(text + length, part, strlen(part));
        length += strlen(part);
    }
    text[length] = '\0';
    return text;
}

static void test_texts(void **state)
{
    (void)state;
    struct leaper_error error;
    struct leaper_turn turn;
    struct leaper_position *position = begin("moving-squares");
    struct leaper_variant *variant = leaper_position_variant(position);
    struct leaper_record *record = leaper_record_new(position, NULL);
    for (size_t i = 0; i < 3000; i++) {
        const char *text = garbage(i);
        struct leaper_setting settings[] = {{text, "1"}, {"fuel", text}};
        if (strcmp(text, "startpos") != 0) {
            assert_null(leaper_position_new(variant, text, &error));
            check_error(&error);
        }
        assert_null(leaper_variant_new(text, NULL, 0, &error));
        check_error(&error);
        for (size_t j = 0; j < 2; j++) {
            assert_null(leaper_variant_new("fuel", settings + j, 1, &error));
            check_error(&error);
        }
        assert_false(leaper_turn_read(position, text, &turn, &error));
        check_error(&error);
        assert_false(leaper_position_play_text(position, text, &error));
        check_error(&error);
        if (!leaper_record_set_tag(record, text, text, &error))
            check_error(&error);
        assert_true(leaper_record_set_comment(record, SIZE_MAX, text, &error));
        char *answer = leaper_request(text, strlen(text));
        assert_true(answer && text_is_utf8(answer, strlen(answer)));
        leaper_free(answer);
        struct leaper_pgn_reader *reader = leaper_pgn_reader_of_text(text, strlen(text), &error);
        struct leaper_record *read;
        enum leaper_pgn_status status;
        while ((status = leaper_pgn_next(reader, &read, &error)) != LEAPER_PGN_END)
            if (status == LEAPER_PGN_GAME)
                leaper_record_free(read);
            else
                check_error(&error);
        leaper_pgn_reader_free(reader);
    }
    leaper_record_free(record);
    leaper_variant_free(variant);
    leaper_position_free(position);
}

// Invalid numbers, including those just out of range.
static const int numbers[] = {INT_MIN, -9999, -5, -1, 256, 257, 9999, INT_MAX};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void test_squares_and_letters(void **state)
{
    (void)state;
    struct leaper_position *position = begin("hamiltonian");
    struct leaper_variant *variant = leaper_position_variant(position);
    for (int i = 0; i < NUMBERS; i++) {
        struct leaper_square what;
        char name[4] = "abc";
        leaper_position_square(position, numbers[i], &what);
        assert_int_equal(what.kind, LEAPER_SQUARE_OUTSIDE);
        leaper_square_name(numbers[i], name);
        assert_string_equal(name, "");
        assert_int_equal(leaper_position_reserve(position, (enum leaper_color)numbers[i]), 0);
        assert_int_equal(leaper_position_hand(position, (enum leaper_color)numbers[i], 'Q'), 0);
    }
    for (int letter = CHAR_MIN; letter <= CHAR_MAX; letter++) {
        bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
        assert_true(is_letter || !leaper_position_hand(position, LEAPER_BLACK, (char)letter));
        assert_true(is_letter || !leaper_variant_piece_name(variant, (char)letter));
        assert_true(is_letter || !leaper_variant_piece_betza(variant, (char)letter));
    }
    assert_int_equal(leaper_square_find("q17"), LEAPER_SQUARE_NONE);
    assert_int_equal(leaper_square_find("a1\xc3"), LEAPER_SQUARE_NONE);
    leaper_variant_free(variant);
    leaper_position_free(position);
}

// Only legal actions are played, whatever the number.
static void check_action(struct leaper_position *position, leaper_action action)
{
    struct leaper_error error;
    struct leaper_turn turn = {.count = 1, .actions = {action}};
    struct leaper_action_info info = leaper_action_explain(action);
    assert_in_range(info.kind, LEAPER_ACTION_MOVE, LEAPER_ACTION_PASS);
    assert_in_range(info.from + 1, 0, LEAPER_SQUARES);
    assert_in_range(info.to + 1, 0, LEAPER_SQUARES);
    assert_true(!info.letter || (info.letter >= 'A' && info.letter <= 'Z'));
    leaper_position_cost(position, action);
    leaper_position_captured(position, action);
    bool legal = leaper_position_is_legal(position, action);
    assert_true(!legal || info.kind != LEAPER_ACTION_UNKNOWN);
    assert_int_equal(leaper_position_act(position, action, &error), legal);
    if (legal)
        assert_true(leaper_position_undo_action(position, &error));
    else
        check_error(&error);
    if (legal)
        return;
    assert_null(leaper_action_write(position, action, LEAPER_SAN, &error));
    check_error(&error);
    assert_null(leaper_line_write(position, &action, 1, LEAPER_SAN, &error));
    if (leaper_position_action_count(position))
        return;
    assert_null(leaper_turn_write(position, &turn, LEAPER_SAN, &error));
    check_error(&error);
    assert_false(leaper_position_play(position, &turn, &error));
    check_error(&error);
}

static void test_actions(void **state)
{
    (void)state;
    struct random random = {1};
    for (size_t game = 0; game < leaper_game_count(); game++) {
        struct leaper_position *position = begin(leaper_game_name(leaper_game_at(game)));
        for (uint32_t kind = 0; kind < 16; kind++)
            for (int i = 0; i < 40; i++) {
                // Any bits, and bits that name squares on every board.
                uint32_t bits = (uint32_t)random_next(&random),
                         squares = (uint32_t)random_next(&random) & 0x7777;
                check_action(position, (bits & ~UINT32_C(0xf0000)) | kind << 16);
                check_action(position, squares | kind << 16);
            }
        leaper_position_free(position);
    }
}

static void test_turns(void **state)
{
    (void)state;
    struct leaper_error error;
    struct leaper_position *position = begin("chess");
    struct leaper_record *record = leaper_record_new(position, NULL);
    struct leaper_variant *variant = leaper_position_variant(position);
    struct leaper_session *session = leaper_session_new(variant, NULL, NULL);
    static const unsigned counts[] = {0, 2, 5, 8, 9, 1000, UINT_MAX};
    struct leaper_turn turn;
    assert_true(leaper_turn_read(position, "e4", &turn, NULL));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        turn.count = counts[i];
        assert_false(leaper_position_play(position, &turn, &error));
        check_error(&error);
        assert_null(leaper_turn_write(position, &turn, LEAPER_COORDINATE, &error));
        check_error(&error);
        assert_false(leaper_record_add(record, &turn, &error));
        check_error(&error);
        assert_false(leaper_session_play(session, &turn, &error));
        check_error(&error);
    }
    for (int i = 0; i < NUMBERS; i++) {
        struct leaper_outcome outcome = {(enum leaper_result)numbers[i], LEAPER_REASON_NONE};
        assert_int_equal(leaper_position_points(position, outcome), 0);
        assert_string_equal(leaper_result_name((enum leaper_result)numbers[i]), "");
        assert_string_equal(leaper_reason_name((enum leaper_reason)numbers[i]), "");
        assert_string_equal(leaper_reason_words((enum leaper_reason)numbers[i]), "");
        assert_string_equal(leaper_code_name((enum leaper_code)numbers[i]), "error");
        assert_false(leaper_record_set_outcome(record, outcome, &error));
        check_error(&error);
        outcome = (struct leaper_outcome){LEAPER_DRAW, (enum leaper_reason)numbers[i]};
        assert_false(leaper_record_set_outcome(record, outcome, &error));
        check_error(&error);
        assert_false(leaper_session_resign(session, (enum leaper_color)numbers[i], &error));
        check_error(&error);
        assert_false(leaper_session_winning_claim(session, (enum leaper_color)numbers[i], &turn));
        assert_false(leaper_position_perft(position, numbers[i], NULL, &(uint64_t){0}, &error));
        check_error(&error);
    }
    char *pgn = leaper_record_pgn(record, true, NULL);
    assert_non_null(pgn);
    leaper_free(pgn);
    assert_null(leaper_record_pgn_with(record, LEAPER_PGN_TEXT << 1, &error));
    check_error(&error);
    assert_null(leaper_session_position(session, SIZE_MAX, &error));
    check_error(&error);
    assert_false(leaper_session_take_back(session, SIZE_MAX, &error));
    check_error(&error);
    assert_null(leaper_game_at(SIZE_MAX));
    leaper_session_free(session);
    leaper_variant_free(variant);
    leaper_record_free(record);
    leaper_position_free(position);
}

// ---- Structs, limits and callbacks ----

static void test_search(void **state)
{
    (void)state;
    struct leaper_error error;
    struct leaper_search_result result;
    struct leaper_position *position = begin("chess");
    struct leaper_engine *engine = leaper_engine_new(1, 1, NULL);
    struct leaper_search search;
    // An uninitialised struct on the stack.
    memset(&search, 0x5a, sizeof search);
    search.level = NULL;
    search.report = NULL;
    assert_false(leaper_engine_search(engine, position, &search, &result, &error));
    assert_int_equal(error.code, LEAPER_ERROR_PARAMETER);
    assert_string_equal(error.place, "reserved");
    static const leaper_action nonsense[] = {0, 1, UINT32_MAX, 0x5a5a5a5a};
    search = (struct leaper_search){.depth = -5,
                                    .nodes = 300,
                                    .movetime = INT64_MAX,
                                    .lines = UINT_MAX,
                                    .only = nonsense,
                                    .only_count = 4};
    assert_true(leaper_engine_search(engine, position, &search, &result, &error));
    search = (struct leaper_search){.nodes = 300,
                                    .clock = true,
                                    .time = {INT64_MIN, INT64_MAX},
                                    .increment = {-1, INT64_MAX},
                                    .moves_to_go = INT_MIN,
                                    .overhead = INT64_MAX};
    assert_true(leaper_engine_search(engine, position, &search, &result, &error));
    assert_int_equal(result.turn.count, 1);
    search = (struct leaper_search){.level = "\xc3"};
    assert_false(leaper_engine_search(engine, position, &search, &result, &error));
    check_error(&error);
    assert_false(leaper_engine_set_hash(engine, UINT_MAX, &error));
    check_error(&error);
    assert_false(leaper_engine_set_threads(engine, 0, &error));
    check_error(&error);
    leaper_engine_free(engine);
    leaper_position_free(position);
}

static bool stop_at_once(void *context, uint64_t counted)
{
    uint64_t *calls = context;
    (void)counted;
    ++*calls;
    return false;
}

static bool go_on(void *context, uint64_t counted)
{
    uint64_t *latest = context;
    assert_true(counted >= *latest);
    *latest = counted;
    return true;
}

static void test_perft_can_be_stopped(void **state)
{
    (void)state;
    struct leaper_error error;
    for (size_t game = 0; game < leaper_game_count(); game++) {
        struct leaper_position *position = begin(leaper_game_name(leaper_game_at(game)));
        uint64_t context = 0, count = 77, whole;
        const struct leaper_perft_watch stop = {stop_at_once, &context}, watch = {go_on, &context},
                                        nobody = {0};
        // To this depth the count would take centuries.
        assert_false(leaper_position_perft(position, 40, &stop, &count, &error));
        assert_int_equal(error.code, LEAPER_ERROR_CANCELLED);
        assert_int_equal(context, 1);
        assert_int_equal(count, 77);
        context = 0;
        // Games with walls or squares have thousands of turns.
        assert_true(leaper_position_perft(position, 1, &nobody, &whole, &error));
        int depth = whole < 200 ? 2 : 1;
        assert_true(leaper_position_perft(position, depth, &watch, &count, &error));
        assert_int_equal(context, count);
        assert_true(leaper_position_perft(position, depth, &nobody, &whole, &error));
        assert_int_equal(whole, count);
        leaper_position_free(position);
    }
}

static void test_tours(void **state)
{
    (void)state;
    struct leaper_error error;
    struct leaper_tours_spec spec = {.board = "6x6"};
    struct leaper_tours *tours = leaper_tours_new(&spec, &error);
    assert_non_null(tours);
    for (size_t i = 0; i < 3000; i++) {
        const char *text = garbage(i);
        const struct leaper_tours_spec specs[] = {
            {.board = text}, {.board = "6x6", .leaper = text}, {.board = "6x6", .open = true, .from = text}};
        int tour[36];
        for (int j = 0; j < 3; j++) {
            struct leaper_tours *other = leaper_tours_new(&specs[j], &error);
            if (!other)
                check_error(&error);
            leaper_tours_free(other);
        }
        assert_int_equal(leaper_tours_cell_find(tours, text), -1);
        assert_false(leaper_tours_read(tours, text, tour, &error));
        check_error(&error);
    }
    int tour[36];
    struct leaper_tours_verdict verdict;
    for (int i = 0; i < NUMBERS; i++) {
        assert_null(leaper_tours_cell_name(tours, numbers[i], &error));
        check_error(&error);
        for (int j = 0; j < 36; j++)
            tour[j] = numbers[i];
        assert_true(leaper_tours_check(tours, tour, 36, &verdict, &error));
        assert_int_equal(verdict.fault, LEAPER_TOUR_NO_CELL);
        assert_null(leaper_tours_svg(tours, tour, LEAPER_TOURS_LINE, 0, &error));
        check_error(&error);
        assert_null(leaper_tours_svg(tours, tour, (enum leaper_tours_style)numbers[i], numbers[i], &error));
        check_error(&error);
        assert_null(leaper_tours_text(tours, tour, (enum leaper_tours_format)numbers[i], &error));
        check_error(&error);
    }
    // Uninitialised structs.
    struct leaper_tours_options options = {.threads = 1};
    struct leaper_tours_number number;
    struct leaper_tours_finding finding;
    struct leaper_tours_estimate estimate;
    memset(options.reserved, 0x5a, sizeof options.reserved);
    memset(spec.reserved, 0x5a, sizeof spec.reserved);
    assert_null(leaper_tours_new(&spec, &error));
    assert_string_equal(error.place, "reserved");
    assert_false(leaper_tours_count(tours, &options, &number, &error));
    assert_string_equal(error.place, "reserved");
    leaper_tours_number_clear(&number);
    assert_false(leaper_tours_find(tours, &options, tour, &finding, &error));
    assert_string_equal(error.place, "reserved");
    leaper_tours_finding_clear(&finding);
    assert_false(leaper_tours_estimate_number(tours, 10, &options, &estimate, &error));
    assert_null(leaper_tours_sampler_new(tours, &options, &error));
    options = (struct leaper_tours_options){.method = (enum leaper_tours_method)77};
    assert_false(leaper_tours_count(tours, &options, &number, &error));
    check_error(&error);
    leaper_tours_number_clear(&number);
    leaper_tours_free(tours);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),   cmocka_unit_test(test_squares_and_letters),
        cmocka_unit_test(test_actions), cmocka_unit_test(test_turns),
        cmocka_unit_test(test_search),  cmocka_unit_test(test_perft_can_be_stopped),
        cmocka_unit_test(test_tours),
    };
    return cmocka_run_group_tests_name("nonsense in, errors out", tests, NULL, NULL);
}
