// SPDX-License-Identifier: GPL-3.0-or-later
// Counts are those known from the literature, and the methods agree with each other.
#include "tours/count/count.h"

#include "base/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

struct sample {
    const char *board, *piece, *from, *to;
    bool open;
    const char *count, *directed;
};

// Counts as `request` says; its graphs and method are filled in. False with an error.
static bool try_count(const struct sample *sample, struct count_request *request, struct count_result *result,
                      struct error *err)
{
    struct tour_board board;
    struct leaper leaper;
    struct tour_graph graph;
    struct cycle_graph cycles;
    struct tour_constraint ends = {sample->open, -1, -1};
    assert_true(tour_board_read(&board, sample->board, NULL) && leaper_read(&leaper, sample->piece, NULL));
    assert_true(tour_graph_init(&graph, &board, &leaper, NULL, NULL));
    int cell;
    if (sample->from && tour_board_cell_read(&board, sample->from, &cell, "from", NULL))
        ends.from = graph.vertex[cell];
    if (sample->to && tour_board_cell_read(&board, sample->to, &cell, "to", NULL))
        ends.to = graph.vertex[cell];
    assert_true(cycle_graph_init(&cycles, &graph, &ends, NULL));
    request->graph = &graph;
    request->cycles = &cycles;
    bool counted = count_tours(request, result, err);
    cycle_graph_clear(&cycles);
    tour_graph_clear(&graph);
    tour_board_clear(&board);
    return counted;
}

static void count(const struct sample *sample, enum count_method method, struct count_result *result)
{
    struct count_request request = {.method = method, .threads = 2};
    struct error err = {.message = ""};
    if (!try_count(sample, &request, result, &err))
        fail_msg("%s: %s", sample->board, err.message);
}

static void test_known_counts(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {"5x6", "N", NULL, NULL, false, "8", "16"},    {"3x10", "N", NULL, NULL, false, "16", "32"},
        {"10x3", "N", NULL, NULL, false, "16", "32"},  {"3x14", "N", NULL, NULL, false, "1536", "3072"},
        {"5x5", "N", NULL, NULL, true, "864", "1728"}, {"5x5", "N", "a1", NULL, true, "304", "304"},
        {"5x5", "N", NULL, "a1", true, "304", "304"},  {"4x7", "N", NULL, NULL, true, "6378", "12756"},
        {"4x3", "N", NULL, NULL, true, "8", "16"},     {"1x1", "N", NULL, NULL, true, "1", "1"},
        {"1x1", "N", NULL, NULL, false, "0", "0"},     {"2x1", "W", NULL, NULL, true, "1", "2"},
        {"2x1", "W", NULL, NULL, false, "0", "0"},     {"3x3", "N", NULL, NULL, false, "0", "0"},
        {"2x2", "W", NULL, NULL, false, "1", "2"},     {"8/7*/7*", "N", NULL, NULL, false, "4", "8"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct count_result result;
        count(&samples[i], COUNT_FRONTIER, &result);
        assert_string_equal(result.count, samples[i].count);
        assert_string_equal(result.directed, samples[i].directed);
        count_result_clear(&result);
    }
}

// On boards with holes, with odd sides and with other pieces, both methods find the same number.
static void test_methods_agree(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {.board = "5x8", .piece = "N"},
        {.board = "4x8", .piece = "N", .open = true},
        {.board = "4x6", .piece = "N", .open = true, .from = "a1"},
        {.board = "4x6", .piece = "N", .open = true, .from = "c3"},
        {.board = "4x6", .piece = "N", .open = true, .from = "d6"},
        {.board = "4x6", .piece = "N", .open = true, .from = "a1", .to = "b1"},
        {.board = "5x5", .piece = "N", .open = true, .from = "c3", .to = "e5"},
        {.board = "5/5/2*2/5/5", .piece = "N", .open = true},
        {.board = "5/5/5/5/3**", .piece = "N", .open = true},
        {.board = "6/6/6/1*4/6/5*", .piece = "N"},
        {.board = "*4*/6/6/6/6/*4*", .piece = "N"},
        {.board = "3**3/8/8/8/3**3", .piece = "N"},
        {.board = "6x6", .piece = "W"},
        {.board = "7x4", .piece = "W", .open = true},
        {.board = "4x4", .piece = "K"},
        {.board = "4x4", .piece = "WA", .open = true},
        {.board = "3x6", .piece = "NC"},
        {.board = "4x5", .piece = "NZ"},
        {.board = "3x6", .piece = "NZ", .open = true},
        {.board = "3x9", .piece = "C", .open = true},
        {.board = "3x7", .piece = "1,4+W"},
        // Parts that no leap joins, each symmetric in its own way.
        {.board = "5x5", .piece = "D", .open = true},
        // Cells of the separator whose neighbours are all inside it.
        {.board = "2*/3/3/3/*2/3", .piece = "W", .open = true, .from = "c4"},
        {.board = "*4*/*4*/2**2/2**2/*4*/*4*", .piece = "W", .open = true, .from = "c1", .to = "b3"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        struct count_result plain, meet;
        count(&samples[i], COUNT_FRONTIER, &plain);
        count(&samples[i], COUNT_MITM, &meet);
        assert_string_equal(meet.count, plain.count);
        assert_string_equal(meet.directed, plain.directed);
        count_result_clear(&plain);
        count_result_clear(&meet);
    }
}

static const struct sample strip = {.board = "6x8", .piece = "N"};
static const char strip_count[] = "55488142";
enum { STRIP_MEMORY = 6 << 20 };

// The number of threads, and whether states go to files, do not change the number.
static void test_threads_and_memory(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        struct count_request request = {.method = COUNT_MITM,
                                        .threads = threads,
                                        .memory = (size_t)STRIP_MEMORY,
                                        .disk = (size_t)1 << 30,
                                        .directory = "/tmp"};
        struct count_result result;
        struct error err;
        assert_true(try_count(&strip, &request, &result, &err));
        assert_string_equal(result.count, strip_count);
        assert_true(result.spilled > 0 && result.memory <= STRIP_MEMORY);
        count_result_clear(&result);
    }
    struct count_request request = {
        .threads = 1, .memory = (size_t)STRIP_MEMORY, .disk = (size_t)1 << 30, .directory = "/nowhere"};
    struct count_result result;
    struct error err;
    assert_false(try_count(&strip, &request, &result, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    count_result_clear(&result);
    request.method = COUNT_FRONTIER;
    assert_false(try_count(&strip, &request, &result, &err));
    assert_int_equal(err.code, ERROR_TOO_LARGE);
    count_result_clear(&result);
}

static void test_method_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum count_method method;
    } names[] = {{"auto", COUNT_AUTO},
                 {"plain", COUNT_FRONTIER},
                 {"frontier", COUNT_FRONTIER},
                 {"meet", COUNT_MITM},
                 {"mitm", COUNT_MITM}};
    enum count_method method;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(count_method_find(names[i].name, &method));
        assert_int_equal(method, names[i].method);
    }
    assert_false(count_method_find("", &method));
    assert_string_equal(count_method_name(COUNT_FRONTIER), "plain");
    assert_string_equal(count_method_name(COUNT_MITM), "meet");
}

// Counts beyond 64 bits, which are done modulo primes, agree with the exact value from the recurrence.
static void test_large_numbers(void **state)
{
    (void)state;
    static const struct sample long_strip = {
        "3x40", "N", NULL, NULL, false, "11010065269439104", "22020130538878208"};
    struct count_result result;
    count(&long_strip, COUNT_MITM, &result);
    assert_string_equal(result.count, long_strip.count);
    count_result_clear(&result);
    struct count_result plain;
    static const struct sample longer = {.board = "3x160", .piece = "N"};
    count(&longer, COUNT_MITM, &result);
    count(&longer, COUNT_FRONTIER, &plain);
    assert_string_equal(result.count, plain.count);
    assert_true(strlen(result.count) > 39);
    count_result_clear(&result);
    count_result_clear(&plain);
}

static bool stop_early(void *context, const struct count_progress *now)
{
    (void)context;
    return now->done <= 0;
}

static void test_checkpoints(void **state)
{
    (void)state;
    char path[] = "/tmp/leaper-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0 && unlink(path) == 0);
    struct count_result result;
    struct error err;
    struct count_request request = {.threads = 1,
                                    .checkpoint = path,
                                    .checkpoint_seconds = 1000,
                                    .progress = stop_early,
                                    .method = COUNT_MITM};
    assert_false(try_count(&strip, &request, &result, &err));
    assert_int_equal(err.code, ERROR_BUSY);
    count_result_clear(&result);
    request.progress = NULL;
    assert_true(try_count(&strip, &request, &result, &err));
    assert_string_equal(result.count, strip_count);
    uint64_t states = result.states;
    count_result_clear(&result);
    // Resumed several times after the end: all blocks are done, and none is recorded twice.
    for (int i = 0; i < 3; i++) {
        assert_true(try_count(&strip, &request, &result, &err));
        assert_string_equal(result.count, strip_count);
        assert_true(result.states < states);
        count_result_clear(&result);
    }
    // Another board, and a damaged file.
    struct sample other = {.board = "6x6", .piece = "N"};
    assert_false(try_count(&other, &request, &result, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    FILE *file = fopen(path, "r+b");
    assert_true(file && !fseek(file, 60, SEEK_SET) && fputc('x', file) == 'x' && !fclose(file));
    assert_false(try_count(&strip, &request, &result, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    unlink(path);
}

static uint64_t checksum(const uint64_t *words, size_t count)
{
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum = random_mix(sum ^ words[i]);
    return sum;
}

// The words of a file; freed by the caller.
static uint64_t *words_of(const char *path, size_t *count)
{
    struct stat status = {0};
    FILE *file = fopen(path, "rb");
    assert_true(file && !fstat(fileno(file), &status));
    *count = (size_t)status.st_size / sizeof(uint64_t);
    uint64_t *words = calloc(*count + 1, sizeof *words);
    assert_int_equal(fread(words, sizeof *words, *count, file), *count);
    fclose(file);
    return words;
}

// Checkpoints with one changed bit and an adjusted checksum never give a wrong count.
static void check_forged(const struct sample *sample, const char *expected)
{
    char path[] = "/tmp/leaper-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && close(fd) == 0 && unlink(path) == 0);
    struct count_request request = {
        .threads = 1, .checkpoint = path, .checkpoint_seconds = 1000, .method = COUNT_MITM};
    struct count_result result;
    struct error err;
    size_t count;
    assert_true(try_count(sample, &request, &result, &err));
    assert_string_equal(result.count, expected);
    count_result_clear(&result);
    uint64_t *words = words_of(path, &count);
    struct random random = {7};
    for (int turn = 0; turn < 300; turn++) {
        // Mostly words before the list of blocks.
        size_t at = 1 + random_below(&random, (uint32_t)(turn % 3 ? 20 : count - 2));
        uint64_t changed = words[at] ^ UINT64_C(1) << random_below(&random, turn % 2 ? 8 : 64),
                 kept = words[at];
        if (at >= count - 1)
            continue;
        words[at] = changed;
        words[count - 1] = checksum(words, count - 1);
        FILE *file = fopen(path, "wb");
        assert_true(file && fwrite(words, sizeof *words, count, file) == count && !fclose(file));
        if (try_count(sample, &request, &result, &err) && strcmp(result.count, expected) != 0)
            fail_msg("word %zu: %" PRIx64 " in place of %" PRIx64 " makes %s of %s", at, changed, kept,
                     result.count, expected);
        count_result_clear(&result);
        words[at] = kept;
    }
    free(words);
    unlink(path);
}

static void test_forged_checkpoints(void **state)
{
    (void)state;
    check_forged(&(struct sample){.board = "6x6", .piece = "N"}, "9862");
    // Modulo several primes.
    struct sample large = {.board = "3x200", .piece = "N"};
    struct count_result result;
    count(&large, COUNT_MITM, &result);
    assert_true(result.moduli > 1);
    check_forged(&large, result.count);
    count_result_clear(&result);
}

// Stops while the first lists are made.
static bool stop_in_lists(void *context, const struct count_progress *now)
{
    int *calls = context;
    return now->done >= 0 || --*calls > 0;
}

// Completed work on the first lists is not repeated, whichever half is in progress; damage is detected.
static void test_lists_are_kept(void **state)
{
    (void)state;
    static const struct sample samples[] = {
        {.board = "6x7", .piece = "N"},
        {.board = "5/5/5/5/5/4*", .piece = "N", .open = true, .from = "a1"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (int stop = 3; stop <= 13; stop += 10) {
            char path[] = "/tmp/leaper-test-XXXXXX", list[2][40];
            int fd = mkstemp(path), calls = stop;
            assert_true(fd >= 0 && close(fd) == 0 && unlink(path) == 0);
            for (int side = 0; side < 2; side++)
                snprintf(list[side], sizeof list[side], "%s.lists-%d", path, side);
            struct count_result result, whole;
            struct error err;
            count(&samples[i], COUNT_MITM, &whole);
            struct count_request request = {.threads = 2,
                                            .checkpoint = path,
                                            .checkpoint_seconds = 1000,
                                            .progress = stop_in_lists,
                                            .context = &calls,
                                            .method = COUNT_MITM};
            bool done = try_count(&samples[i], &request, &result, &err);
            count_result_clear(&result);
            assert_true(done || err.code == ERROR_BUSY);
            assert_true(done || access(list[0], F_OK) == 0 || access(list[1], F_OK) == 0);
            request.progress = NULL;
            assert_true(try_count(&samples[i], &request, &result, &err));
            assert_string_equal(result.count, whole.count);
            assert_true(result.states < whole.states);
            assert_true(access(list[0], F_OK) != 0 && access(list[1], F_OK) != 0);
            count_result_clear(&result);
            count_result_clear(&whole);
            unlink(path);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_counts),       cmocka_unit_test(test_methods_agree),
        cmocka_unit_test(test_threads_and_memory), cmocka_unit_test(test_method_names),
        cmocka_unit_test(test_large_numbers),      cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_lists_are_kept),     cmocka_unit_test(test_forged_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
