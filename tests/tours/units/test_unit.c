// SPDX-License-Identifier: GPL-3.0-or-later
// Units add up to the whole count, survive their files, and refuse what does not belong to them.
#include "tours/units/unit.h"

#include "tours/frontier/residue.h"

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

struct fixture {
    struct tour_graph graph;
    struct cycle_graph cycles;
    struct unit_job job;
};

static bool set_up(struct fixture *fixture, const char *text, bool open, int from, int cut, struct error *err)
{
    struct tour_board board;
    struct leaper leaper;
    struct tour_constraint ends = {open, from, -1};
    assert_true(tour_board_read(&board, text, NULL));
    assert_true(leaper_read(&leaper, "N", NULL));
    assert_true(tour_graph_init(&fixture->graph, &board, &leaper, NULL, NULL));
    assert_true(cycle_graph_init(&fixture->cycles, &fixture->graph, &ends, NULL));
    tour_board_clear(&board);
    struct unit_subject subject = {&fixture->graph,          &fixture->cycles,     text, "N",
                                   open ? "open" : "closed", from < 0 ? "" : "a1", ""};
    return unit_job_init(&fixture->job, &subject, cut, err);
}

static void tear_down(struct fixture *fixture)
{
    unit_job_clear(&fixture->job);
    cycle_graph_clear(&fixture->cycles);
    tour_graph_clear(&fixture->graph);
}

static struct unit_result *compute_all(const struct unit_job *job, unsigned threads)
{
    struct unit_result *results = calloc(job->units, sizeof *results);
    struct count_request request = {.threads = threads};
    for (uint32_t u = 0; u < job->units; u++) {
        struct error err;
        if (!unit_compute(job, &(struct unit_task){.unit = u, .request = &request}, &results[u], &err))
            fail_msg("%s", err.message);
        assert_int_equal(results[u].unit, u);
    }
    return results;
}

static void test_units_add_up(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool open;
        int from, cut;
        const char *count;
    } rows[] = {
        {"5x6", false, -1, 0, "8"},        {"6x6", false, -1, 1, "9862"},
        {"6x6", false, -1, 6, "9862"},     {"6x7", false, -1, 2, "1067638"},
        {"6x8", false, -1, 2, "55488142"}, {"6x8", false, -1, 4, "55488142"},
        {"6x8", false, -1, 6, "55488142"}, {"5x5", true, -1, 2, "864"},
        {"5x5", true, 0, 2, "304"},        {"4x10", true, -1, 3, "1213112"},
        {"1x1", true, -1, 0, "1"},         {"3x4", true, -1, 0, "8"},
        {"6x6", true, -1, 2, "3318960"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture fixture;
        struct count_result total;
        struct error err;
        if (!set_up(&fixture, rows[i].board, rows[i].open, rows[i].from, rows[i].cut, &err))
            fail_msg("%s: %s", rows[i].board, err.message);
        struct unit_result *results = compute_all(&fixture.job, 1 + i % 2);
        assert_true(unit_combine(&fixture.job, results, &total, &err));
        assert_string_equal(total.count, rows[i].count);
        count_result_clear(&total);
        free(results);
        tear_down(&fixture);
    }
}

static void test_two_arithmetics(void **state)
{
    (void)state;
    struct fixture fixture;
    struct count_request request = {.threads = 1};
    assert_true(set_up(&fixture, "6x8", false, -1, 2, NULL));
    unsigned last = fixture.job.primes - 1;
    assert_true(last > 0);
    for (uint32_t u = 0; u < fixture.job.units; u++) {
        struct unit_result exact, modulo;
        assert_true(
            unit_compute(&fixture.job, &(struct unit_task){.unit = u, .request = &request}, &exact, NULL));
        assert_true(unit_compute(&fixture.job,
                                 &(struct unit_task){.unit = u, .request = &request, .modulo_only = true},
                                 &modulo, NULL));
        assert_int_equal(exact.remainder[last], modulo.remainder[last]);
    }
    tear_down(&fixture);
}

static void test_wrong_remainder(void **state)
{
    (void)state;
    struct fixture fixture;
    struct count_result total;
    struct error err;
    assert_true(set_up(&fixture, "6x6", false, -1, 2, NULL));
    struct unit_result *results = compute_all(&fixture.job, 1);
    for (unsigned i = 0; i < fixture.job.primes; i++) {
        uint64_t right = results[3].remainder[i];
        results[3].remainder[i] = residue_add(right, 1, fixture.job.prime[i]);
        assert_false(unit_combine(&fixture.job, results, &total, &err));
        assert_int_equal(err.code, ERROR_CONFLICT);
        results[3].remainder[i] = right;
    }
    assert_true(unit_combine(&fixture.job, results, &total, &err));
    count_result_clear(&total);
    free(results);
    tear_down(&fixture);
}

static void test_files(void **state)
{
    (void)state;
    struct fixture fixture;
    struct unit_result result = {.unit = 2,
                                 .states = 77,
                                 .memory = 1 << 20,
                                 .seconds = 0.123456789,
                                 .cpu = 1.0 / 3},
                       again;
    struct error err;
    assert_true(set_up(&fixture, "6x6", false, -1, 2, NULL));
    for (unsigned i = 0; i < fixture.job.primes; i++)
        result.remainder[i] = UINT64_C(1000) * fixture.job.weights[2];
    char *text = unit_write(&fixture.job, &result);
    assert_true(unit_read(&fixture.job, text, "file", &again, &err));
    assert_int_equal(again.unit, 2);
    assert_int_equal(again.states, 77);
    assert_memory_equal(again.remainder, result.remainder, sizeof result.remainder);
    struct unit_names names;
    assert_true(unit_read_names(text, "file", &names, &err));
    assert_string_equal(names.board, "6x6");
    assert_int_equal(names.cut, fixture.job.cut);
    unit_names_clear(&names);
    // Every changed digit is noticed.
    for (char *c = text; *c; c++)
        if (*c >= '0' && *c <= '9') {
            char kept = *c;
            *c = kept == '7' ? '8' : '7';
            if (unit_read(&fixture.job, text, "file", &again, &err))
                fail_msg("a changed digit went unnoticed: %s", c);
            assert_string_equal(err.at, "file");
            *c = kept;
        }
    text[strlen(text) / 2] = '\0';
    assert_false(unit_read(&fixture.job, text, "file", &again, &err));
    free(text);
    tear_down(&fixture);
}

// A unit file with one value changed and the checksum recomputed is refused: remainders of no number or of one that is too large,
// the weight or the digits of another unit, and negative numbers.
static void test_forged(void **state)
{
    (void)state;
    static const char *const names[] = {"remainders", "remainders", "weight", "digits",
                                        "states",     "seconds",    "unit"};
    struct fixture fixture;
    struct unit_result result = {0}, again;
    struct error err;
    assert_true(set_up(&fixture, "6x6", false, -1, 2, NULL));
    uint32_t twofold = 0, single = 0;
    while (fixture.job.weights[twofold] != 2)
        twofold++;
    while (fixture.job.weights[single] != 1)
        single++;
    assert_true(fixture.job.units <= 64 && twofold < fixture.job.units && single < fixture.job.units);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct unit_job writer = fixture.job;
        uint8_t weights[64];
        memcpy(weights, writer.weights, writer.units);
        writer.weights = weights;
        for (unsigned i = 0; i < writer.primes; i++)
            result.remainder[i] = 1000;
        result.states = n == 4 ? UINT64_MAX : 5;
        result.seconds = n == 5 ? -1 : 1;
        if (n == 0)
            result.remainder[writer.primes - 1]++;
        // An odd number of tours in a unit of weight 2.
        for (unsigned i = 0; n == 1 && i < writer.primes; i++)
            result.remainder[i] = 1001;
        if (n == 2)
            weights[twofold] = 1;
        uint32_t codes[64] = {0};
        memcpy(codes, writer.codes, writer.units * sizeof *codes);
        writer.codes = codes;
        if (n == 3)
            codes[twofold]++;
        // The number of a unit with another weight.
        result.unit = n == 6 ? single : twofold;
        if (n == 6)
            weights[single] = 2;
        char *text = unit_write(&writer, &result);
        if (unit_read(&fixture.job, text, "file", &again, &err))
            fail_msg("forged: %s", names[n]);
        assert_int_equal(err.code, ERROR_SYSTEM);
        free(text);
    }
    tear_down(&fixture);
}

static void refused(const struct unit_job *job, const char *text, const char *part)
{
    struct unit_result result;
    struct error err;
    assert_false(unit_read(job, text, "file", &result, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    if (!strstr(err.message, part))
        fail_msg("'%s' does not say '%s'", err.message, part);
}

static void test_units_of_other_counts(void **state)
{
    (void)state;
    struct fixture mine, other;
    struct unit_result result = {.unit = 0};
    assert_true(set_up(&mine, "6x6", false, -1, 2, NULL));
    char *text = unit_write(&mine.job, &result);
    assert_true(set_up(&other, "6x8", false, -1, 2, NULL));
    refused(&other.job, text, "its board is '6x6', not '6x8'");
    tear_down(&other);
    assert_true(set_up(&other, "6x6", true, -1, 2, NULL));
    refused(&other.job, text, "its kind is 'closed', not 'open'");
    tear_down(&other);
    assert_true(set_up(&other, "6x6", false, -1, 4, NULL));
    refused(&other.job, text, "this unit is one of");
    other.job.plan_print++;
    refused(&other.job, text, "another version");
    other.job.graph_print++;
    refused(&other.job, text, "another leaper");
    tear_down(&other);
    free(text);
    tear_down(&mine);
}

static void test_directory(void **state)
{
    (void)state;
    struct fixture fixture;
    struct error err;
    char directory[] = "/tmp/leaper-units-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    assert_true(set_up(&fixture, "6x6", false, -1, 2, NULL));
    bool *found = calloc(fixture.job.units, sizeof *found);
    struct unit_result *results = calloc(fixture.job.units, sizeof *results),
                       result = {.unit = 1, .states = 5};
    assert_true(unit_save(&fixture.job, directory, &result, &err));
    assert_true(unit_save(&fixture.job, directory, &result, &err));
    assert_true(unit_load(&fixture.job, directory, found, results, &err));
    for (uint32_t u = 0; u < fixture.job.units; u++)
        assert_int_equal(found[u], u == 1);
    assert_int_equal(results[1].states, 5);
    snprintf(path, sizeof path, "%s/unit-000000.json", directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("{}", file);
    fclose(file);
    assert_false(unit_load(&fixture.job, directory, found, results, &err));
    assert_non_null(strstr(err.at, "unit-000000.json"));
    unlink(path);
    snprintf(path, sizeof path, "%s/unit-000001.json", directory);
    unlink(path);
    rmdir(directory);
    assert_false(unit_load(&fixture.job, directory, found, results, &err));
    assert_false(unit_save(&fixture.job, directory, &result, &err));
    free(found);
    free(results);
    tear_down(&fixture);
}

static void test_cuts(void **state)
{
    (void)state;
    struct fixture fixture;
    struct error err;
    assert_false(set_up(&fixture, "6x6", false, -1, 12, &err) && fixture.job.cut < 12);
    tear_down(&fixture);
    assert_false(set_up(&fixture, "3x3", true, -1, 1, &err) && fixture.job.method == COUNT_FRONTIER);
    tear_down(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units_add_up),    cmocka_unit_test(test_two_arithmetics),
        cmocka_unit_test(test_wrong_remainder), cmocka_unit_test(test_files),
        cmocka_unit_test(test_forged),          cmocka_unit_test(test_units_of_other_counts),
        cmocka_unit_test(test_directory),       cmocka_unit_test(test_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
