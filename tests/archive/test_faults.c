// SPDX-License-Identifier: GPL-3.0-or-later
// What is acknowledged is on the disk, and what is refused does not come back: when any write or any wait for the disk
// fails, and the process is killed afterwards. A full disk can be read. A deleted database takes nothing.
#include "archive/archive.h"

#include "base/memory.h"
#include "support/disk.h"
#include "support/effort.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef EFFORT_SANITIZED
enum { TURNS = 3 };
#else
enum { TURNS = 6 };
#endif
enum { FOR_EVER = 1 << 30 };

struct fixture {
    char directory[64], path[96];
};

static int set_up(void **state)
{
    struct fixture *fixture = memory_resize(NULL, 1, sizeof *fixture);
    *fixture = (struct fixture){0};
    // In memory where possible: it is this test that makes the disk fail (support/disk.h), so there is no need to wait for a real one.
    snprintf(fixture->directory, sizeof fixture->directory, "%s/leaper-faults-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    *state = fixture;
    if (!mkdtemp(fixture->directory))
        return -1;
    snprintf(fixture->path, sizeof fixture->path, "%s/games.db", fixture->directory);
    return 0;
}

static void remove_files(const struct fixture *fixture)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", fixture->path, ends[i]);
        unlink(name);
    }
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    disk = (struct disk){0};
    remove_files(fixture);
    int status = rmdir(fixture->directory);
    free(fixture);
    return status;
}

static struct archived_match make_match(void)
{
    struct archived_match match = {.id = "one", .game = "chess", .side = WHITE, .listed = true};
    match.start = memory_copy_text("8/8 w");
    match.seats[WHITE].kind = match.seats[BLACK].kind = SEAT_HUMAN;
    return match;
}

static bool play(struct archive *archive, struct archived_match *match, struct error *err)
{
    char turn[16];
    struct archived_match next = *match;
    struct archive_event event = {.turn = turn};
    snprintf(turn, sizeof turn, "turn%zu", match->ply);
    next.revision++;
    next.ply++;
    if (!archive_update(archive, &next, &event, err))
        return false;
    *match = next;
    return true;
}

// ---- Failing calls and kills ----

// What a process that is about to be killed has seen.
struct report {
    size_t acknowledged;
    bool refused, failed;
    int seen[DISK_CALLS];
};

// Plays on a disk that fails, and is killed.
static void play_and_die(const struct fixture *fixture, enum disk_call call, int nth, int failing, int pipe)
{
    struct report report = {0};
    struct archived_match match = make_match();
    struct archive *archive = archive_open(fixture->path, NULL);
    if (archive && archive_create(archive, &match, NULL, NULL)) {
        disk.seen[DISK_WRITE] = disk.seen[DISK_SYNC] = 0;
        disk.countdown[call] = nth;
        disk.failing[call] = failing;
        while (match.ply < TURNS && play(archive, &match, NULL))
            report.acknowledged = match.ply;
        report.refused = match.ply < TURNS;
        report.failed = archive_failed(archive);
        memcpy(report.seen, disk.seen, sizeof report.seen);
    }
    if (write(pipe, &report, sizeof report) != sizeof report)
        _exit(1);
    raise(SIGKILL);
}

static struct report run_and_kill(const struct fixture *fixture, enum disk_call call, int nth, int failing)
{
    int ends[2] = {-1, -1};
    struct report report = {0};
    remove_files(fixture);
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        play_and_die(fixture, call, nth, failing, ends[1]);
    close(ends[1]);
    assert_int_equal(read(ends[0], &report, sizeof report), sizeof report);
    close(ends[0]);
    waitpid(child, NULL, 0);
    return report;
}

static size_t turns_on_disk(const struct fixture *fixture)
{
    struct archived_match match = {0};
    struct archived_turns turns = {0};
    struct error err = {0};
    struct archive *archive = archive_open(fixture->path, &err);
    if (!archive || !archive_load(archive, "one", &match, &turns, &err))
        fail_msg("%s", err.message);
    size_t count = turns.count;
    archived_match_clear(&match);
    archived_turns_clear(&turns);
    archive_close(archive);
    return count;
}

static void each_call_fails(const struct fixture *fixture, enum disk_call call, int failing)
{
    struct report whole = run_and_kill(fixture, call, 0, 0);
    int refusals = 0;
    assert_int_equal(whole.acknowledged, TURNS);
    assert_true(whole.seen[call] >= TURNS);
    assert_int_equal(turns_on_disk(fixture), TURNS);
    for (int nth = 1; nth <= whole.seen[call]; nth++) {
        struct report report = run_and_kill(fixture, call, nth, failing);
        size_t count = turns_on_disk(fixture);
        refusals += report.refused;
        // Where the disk has failed nobody was answered: the turn may be there or not.
        if (count != report.acknowledged && !(report.failed && count == report.acknowledged + 1))
            fail_msg("call %d of kind %d fails: %zu turns were acknowledged, %zu are there", nth, (int)call,
                     report.acknowledged, count);
        if (failing == 1)
            assert_false(report.failed);
    }
    assert_int_equal(refusals, whole.seen[call]);
}

static void test_a_failed_wait_for_the_disk(void **state)
{
    each_call_fails(*state, DISK_SYNC, 1);
}

static void test_a_disk_that_no_longer_answers(void **state)
{
    each_call_fails(*state, DISK_SYNC, FOR_EVER);
}

static void test_a_failed_write(void **state)
{
    each_call_fails(*state, DISK_WRITE, 1);
}

static void test_a_disk_that_no_longer_takes_anything(void **state)
{
    each_call_fails(*state, DISK_WRITE, FOR_EVER);
}

// ---- A full disk, and a database that is gone ----

// What was refused is tried again once a second.
static bool works_soon(struct archive *archive)
{
    struct error err = {0};
    for (int tries = 0; tries < 600; tries++) {
        if (archive_check(archive, &err))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    print_message("%s\n", err.message);
    return false;
}

static void add_one(void *context, const struct archived_match *match)
{
    (void)match;
    ++*(int *)context;
}

static void assert_readable(struct archive *archive, size_t expected)
{
    struct archived_match match;
    struct archived_turns turns;
    int count = 0;
    assert_true(archive_load(archive, "one", &match, &turns, NULL));
    assert_int_equal(turns.count, expected);
    archived_match_clear(&match);
    archived_turns_clear(&turns);
    assert_true(archive_list(archive, &(struct archive_query){.before = INT64_MAX, .limit = 9}, add_one,
                             &count, NULL));
    assert_int_equal(count, 1);
}

static void test_a_full_disk_can_be_read(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    struct archived_match match = make_match();
    struct archive *archive = archive_open(fixture->path, NULL);
    assert_true(archive_create(archive, &match, NULL, NULL));
    assert_true(play(archive, &match, NULL));
    archive_close(archive);
    disk.full = 1;
    archive = archive_open(fixture->path, &err);
    if (!archive)
        fail_msg("%s", err.message);
    assert_readable(archive, 1);
    assert_false(play(archive, &match, &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    assert_false(archive_check(archive, &err));
    assert_readable(archive, 1);
    disk.full = 0;
    assert_true(works_soon(archive));
    assert_true(play(archive, &match, NULL));
    assert_readable(archive, 2);
    archive_close(archive);
    assert_int_equal(turns_on_disk(fixture), 2);
    archived_match_clear(&match);
}

static void test_a_disk_fills_and_empties(void **state)
{
    struct fixture *fixture = *state;
    struct error err = {0};
    struct archived_match match = make_match();
    struct archive *archive = archive_open(fixture->path, NULL);
    assert_true(archive_create(archive, &match, NULL, NULL));
    disk.full = 1;
    // At once, though something was written only just before.
    assert_false(play(archive, &match, NULL));
    assert_false(archive_check(archive, &err));
    assert_non_null(strstr(err.message, "full"));
    assert_readable(archive, 0);
    disk.full = 0;
    assert_true(works_soon(archive));
    assert_true(play(archive, &match, NULL));
    archive_close(archive);
    assert_int_equal(turns_on_disk(fixture), 1);
    archived_match_clear(&match);
}

static void test_a_database_that_is_moved_takes_nothing(void **state)
{
    struct fixture *fixture = *state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    struct archived_match match = make_match();
    struct archive *archive = archive_open(fixture->path, NULL);
    assert_true(archive_create(archive, &match, NULL, NULL));
    for (int i = 0; i < 3; i++) {
        char name[128], aside[160];
        struct error err = {0};
        snprintf(name, sizeof name, "%s%s", fixture->path, ends[i]);
        snprintf(aside, sizeof aside, "%s-aside", name);
        assert_int_equal(rename(name, aside), 0);
        assert_false(play(archive, &match, &err));
        assert_non_null(strstr(err.message, "moved or deleted"));
        assert_false(archive_check(archive, NULL));
        // Another file of that name is not the same.
        fclose(fopen(name, "w"));
        assert_false(play(archive, &match, &err));
        assert_int_equal(rename(aside, name), 0);
        assert_true(play(archive, &match, NULL));
    }
    assert_false(archive_failed(archive));
    archive_close(archive);
    assert_int_equal(turns_on_disk(fixture), 3);
    archived_match_clear(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_failed_wait_for_the_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_disk_that_no_longer_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_failed_write, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_disk_that_no_longer_takes_anything, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_full_disk_can_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_disk_fills_and_empties, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_database_that_is_moved_takes_nothing, set_up, tear_down),
    };
    disk_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
