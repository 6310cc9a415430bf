// SPDX-License-Identifier: GPL-3.0-or-later
// Memory runs out at every possible moment of a count: it ends with an error in every thread, nothing leaks, no temporary file is
// left, and a checkpoint that was kept can be resumed.
#include "support/exhaustion.h"
#include "support/tours.h"
#include "tours/count/count.h"
#include "tours/mckay/mckay.h"
#include "tours/units/unit.h"

#include <dirent.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

// What is counted, by every scene.
struct setting {
    struct tour_scene scene;
    struct cycle_graph cycles;
    const char *expected;
    char directory[64];
};

static struct setting setting;

static void open_setting(const char *board, bool open, const char *expected)
{
    tour_scene_init(&setting.scene, board, "N");
    const struct tour_constraint ends = {open, -1, -1};
    assert_true(cycle_graph_init(&setting.cycles, &setting.scene.graph, &ends, NULL));
    setting.expected = expected;
    // In memory where possible: checkpoints wait for the disk.
    snprintf(setting.directory, sizeof setting.directory, "%s/leaper-exhaustion-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    assert_non_null(mkdtemp(setting.directory));
}

// Removes the files of a setting; there must be no temporary file among them.
static void remove_files(void)
{
    DIR *folder = opendir(setting.directory);
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.' && length <= 2)
            continue;
        assert_true(length < 4 || strcmp(entry->d_name + length - 4, ".new") != 0);
        assert_int_equal(unlinkat(dirfd(folder), entry->d_name, 0), 0);
    }
    closedir(folder);
}

static void close_setting(void)
{
    remove_files();
    assert_int_equal(rmdir(setting.directory), 0);
    cycle_graph_clear(&setting.cycles);
    tour_scene_clear(&setting.scene);
}

static void count_with(struct count_request *request)
{
    struct count_result result;
    struct error err = {.code = ERROR_NONE};
    request->graph = &setting.scene.graph;
    request->cycles = &setting.cycles;
    if (count_tours(request, &result, &err)) {
        assert_string_equal(result.count, setting.expected);
        assert_true(!request->disk || result.spilled);
        count_result_clear(&result);
    } else {
        exhaustion_check(&err);
        assert_null(result.count);
    }
}

// ---- Scenes ----

static void count_plainly(void)
{
    count_with(&(struct count_request){.method = COUNT_MITM, .threads = 1});
}

static void count_with_threads(void)
{
    count_with(&(struct count_request){.method = COUNT_MITM, .threads = 3});
}

static void count_bounded(void)
{
    count_with(&(struct count_request){.method = COUNT_MITM, .threads = 1, .memory = 64 << 20});
}

static void count_spilled(void)
{
    count_with(&(struct count_request){.method = COUNT_MITM,
                                       .threads = 1,
                                       .memory = 1280 << 10,
                                       .disk = 64 << 20,
                                       .directory = setting.directory});
}

static void count_checkpointed(void)
{
    char path[96];
    struct count_request request = {.method = COUNT_MITM, .threads = 1, .checkpoint = path};
    snprintf(path, sizeof path, "%s/checkpoint", setting.directory);
    count_with(&request);
    // Whatever was kept can be resumed.
    exhaustion_pause();
    count_with(&request);
    remove_files();
}

static void count_by_mckay(void)
{
    const struct mckay_request request = {.threads = 2, .memory = 64 << 20};
    struct mckay_figures figures;
    struct error err = {.code = ERROR_NONE};
    if (mckay_run(&setting.scene.graph, &request, &figures, &err))
        assert_string_equal(figures.tours, setting.expected);
    else
        exhaustion_check(&err);
}

static const struct unit_subject subject = {.graph = &setting.scene.graph,
                                            .cycles = &setting.cycles,
                                            .board = "5x6",
                                            .leaper = "N",
                                            .kind = "closed",
                                            .from = "",
                                            .to = ""};

static void compute_unit(void)
{
    const struct count_request request = {.threads = 1};
    struct unit_job job;
    struct unit_result result;
    struct error err = {.code = ERROR_NONE};
    if (!unit_job_init(&job, &subject, 2, &err)) {
        exhaustion_check(&err);
        return;
    }
    if (!unit_compute(&job, &(struct unit_task){.unit = 1, .request = &request}, &result, &err))
        exhaustion_check(&err);
    unit_job_clear(&job);
}

// All units of a job, computed before memory runs out.
enum { UNITS_MAX = 16 };
static struct unit_job job;
static struct unit_result results[UNITS_MAX];

static void compute_units(void)
{
    const struct count_request request = {.threads = 1};
    assert_true(unit_job_init(&job, &subject, 2, NULL) && job.units <= UNITS_MAX);
    for (uint32_t u = 0; u < job.units; u++)
        assert_true(
            unit_compute(&job, &(struct unit_task){.unit = u, .request = &request}, &results[u], NULL));
}

static bool save_and_load(struct count_result *total, struct error *err)
{
    struct unit_result loaded[UNITS_MAX];
    struct unit_names names;
    bool found[UNITS_MAX];
    char path[96];
    if (!unit_save(&job, setting.directory, &results[0], err) ||
        !unit_load(&job, setting.directory, found, loaded, err))
        return false;
    assert_true(found[0]);
    assert_memory_equal(loaded[0].remainder, results[0].remainder, job.primes * sizeof *results[0].remainder);
    snprintf(path, sizeof path, "%s/unit-000000.json", setting.directory);
    char *text = unit_read_file(path, err);
    bool good = text && unit_read_names(text, path, &names, err);
    free(text);
    if (!good)
        return false;
    assert_string_equal(names.board, "5x6");
    unit_names_clear(&names);
    return unit_combine(&job, results, total, err);
}

static void keep_units(void)
{
    struct count_result total;
    struct error err = {.code = ERROR_NONE};
    if (save_and_load(&total, &err)) {
        assert_string_equal(total.count, setting.expected);
        count_result_clear(&total);
    } else {
        exhaustion_check(&err);
    }
    remove_files();
}

// ---- Tests ----

struct test {
    void (*scene)(void);
    const char *board;
    bool open;
    const char *expected;
};

static void run(void **state)
{
    const struct test *test = *state;
    open_setting(test->board, test->open, test->expected);
    exhaust(test->scene);
    close_setting();
}

static void test_unit_files(void **state)
{
    (void)state;
    open_setting("5x6", false, "8");
    compute_units();
    exhaust(keep_units);
    unit_job_clear(&job);
    close_setting();
}

int main(void)
{
    static struct test closed = {count_plainly, "5x6", false, "8"}, open = {count_plainly, "4x5", true, "82"},
                       threads = {count_with_threads, "5x6", false, "8"},
                       bounded = {count_bounded, "5x6", false, "8"},
                       spilled = {count_spilled, "6x6", false, "9862"},
                       checkpointed = {count_checkpointed, "5x6", false, "8"},
                       mckay = {count_by_mckay, "5x6", false, "8"}, unit = {compute_unit, "5x6", false, "8"};
    const struct CMUnitTest tests[] = {
        {"closed", run, NULL, NULL, &closed},   {"open", run, NULL, NULL, &open},
        {"threads", run, NULL, NULL, &threads}, {"bounded", run, NULL, NULL, &bounded},
        {"spilled", run, NULL, NULL, &spilled}, {"checkpointed", run, NULL, NULL, &checkpointed},
        {"mckay", run, NULL, NULL, &mckay},     {"unit", run, NULL, NULL, &unit},
        cmocka_unit_test(test_unit_files),
    };
    // JSON runs out of memory too.
    json_set_alloc_funcs(malloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
