// SPDX-License-Identifier: GPL-3.0-or-later
// Files replaced as a whole: contents, permissions, links, two writers, and what stays when something fails.
#include "base/file_output.h"

#include "base/buffer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// Each test works in a folder of its own, which is the current one meanwhile.
static int enter(void **state)
{
    char folder[] = "/tmp/leaper-file-output-XXXXXX";
    *state = mkdtemp(folder) ? strdup(folder) : NULL;
    umask(022);
    return *state && chdir(*state) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    DIR *folder = opendir(".");
    if (!folder)
        return -1;
    for (const struct dirent *entry; (entry = readdir(folder));)
        unlink(entry->d_name);
    closedir(folder);
    int status = chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
    free(*state);
    return status;
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void assert_file(const char *path, const char *text)
{
    char contents[128] = "";
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    contents[fread(contents, 1, sizeof contents - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(contents, text);
}

static unsigned mode_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_mode & 07777;
}

static unsigned files_here(void)
{
    unsigned count = 0;
    DIR *folder = opendir(".");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(folder);
    return count;
}

static bool replace(const char *path, const char *text)
{
    return file_output_replace(path, 0666, text, strlen(text));
}

static void test_target_changes_when_committed(void **state)
{
    (void)state;
    struct file_output output;
    put("target", "old");
    assert_true(file_output_open(&output, "target", 0666));
    file_output_write(&output, "ne", 2);
    file_output_write(&output, "w", 1);
    assert_file("target", "old");
    assert_true(file_output_commit(&output));
    assert_file("target", "new");
    assert_int_equal(files_here(), 1);
}

static void test_cancelled_output_leaves_nothing(void **state)
{
    (void)state;
    struct file_output output;
    put("target", "old");
    assert_true(file_output_open(&output, "target", 0666));
    file_output_write(&output, "new", 3);
    file_output_cancel(&output);
    assert_file("target", "old");
    assert_int_equal(files_here(), 1);
}

static void test_permissions(void **state)
{
    (void)state;
    assert_true(replace("new", "text"));
    assert_int_equal(mode_of("new"), 0644);
    assert_true(file_output_replace("secret", 0600, "text", 4));
    assert_int_equal(mode_of("secret"), 0600);
    // Those of a file that exists win, and the umask has no say in them.
    chmod("new", 0666);
    chmod("secret", 0440);
    assert_true(file_output_replace("new", 0600, "text", 4));
    assert_int_equal(mode_of("new"), 0666);
    assert_true(replace("secret", "other"));
    assert_int_equal(mode_of("secret"), 0440);
    assert_file("secret", "other");
}

// Only root may give a file away; others may give it to another of their groups, if they have one.
static void test_owner_is_kept(void **state)
{
    (void)state;
    bool is_root = geteuid() == 0;
    uid_t owner = is_root ? 12345 : geteuid();
    gid_t group = is_root ? 54321 : getegid(), groups[64];
    for (int i = is_root ? 0 : getgroups(64, groups); i > 0; i--)
        if (groups[i - 1] != getegid())
            group = groups[i - 1];
    struct stat status;
    put("target", "old");
    assert_int_equal(chown("target", owner, group), 0);
    assert_true(replace("target", "new"));
    assert_int_equal(stat("target", &status), 0);
    assert_int_equal(status.st_uid, owner);
    assert_int_equal(status.st_gid, group);
}

static void test_link_stays_a_link(void **state)
{
    (void)state;
    char where[16] = "";
    put("target", "old");
    assert_int_equal(symlink("target", "link"), 0);
    assert_true(replace("link", "new"));
    assert_file("target", "new");
    assert_int_equal(readlink("link", where, sizeof where - 1), 6);
    assert_string_equal(where, "target");
    // A link to nothing is replaced.
    assert_int_equal(symlink("nothing", "dangling"), 0);
    assert_true(replace("dangling", "new"));
    assert_file("dangling", "new");
    assert_int_equal(readlink("dangling", where, sizeof where), -1);
}

static void test_only_files_are_replaced(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_false(replace("pipe", "text"));
    assert_int_equal(errno, EINVAL);
    assert_false(replace(".", "text"));
    assert_int_equal(errno, EISDIR);
    assert_false(replace("/dev/null", "text"));
    assert_int_equal(errno, EINVAL);
    assert_false(replace("no/such/folder", "text"));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(files_here(), 1);
}

static void test_new_file_does_not_replace(void **state)
{
    (void)state;
    struct file_output output;
    assert_true(file_output_open(&output, "target", 0600));
    file_output_write(&output, "mine", 4);
    put("target", "theirs");
    assert_false(file_output_commit_new(&output));
    assert_int_equal(errno, EEXIST);
    assert_file("target", "theirs");
    assert_int_equal(files_here(), 1);
    unlink("target");
    assert_true(file_output_open(&output, "target", 0600));
    file_output_write(&output, "mine", 4);
    assert_true(file_output_commit_new(&output));
    assert_file("target", "mine");
    assert_int_equal(files_here(), 1);
}

static void test_two_writers_do_not_mix(void **state)
{
    (void)state;
    struct file_output first, second;
    assert_true(file_output_open(&first, "target", 0666));
    assert_true(file_output_open(&second, "target", 0666));
    assert_string_not_equal(first.draft, second.draft);
    file_output_write(&first, "first", 5);
    file_output_write(&second, "second", 6);
    assert_true(file_output_commit(&second));
    assert_file("target", "second");
    assert_true(file_output_commit(&first));
    assert_file("target", "first");
    assert_int_equal(files_here(), 1);
}

// What a process leaves behind that was killed while it wrote.
static void test_stale_draft_is_removed(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct file_output output;
        if (!file_output_open(&output, "target", 0600))
            _exit(1);
        raise(SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files_here(), 1);
    assert_true(replace("target", "new"));
    assert_int_equal(mode_of("target"), 0644);
    assert_int_equal(files_here(), 1);
}

static void test_draft_is_no_way_to_other_files(void **state)
{
    (void)state;
    put("other", "precious");
    assert_int_equal(symlink("other", "target.new"), 0);
    assert_true(replace("target", "new"));
    assert_file("other", "precious");
    assert_file("target", "new");
}

// The limit stands for a disk that fills up.
static void test_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    put("target", "old");
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 20000;
    signal(SIGXFSZ, SIG_IGN);
    static const char text[65536];
    for (unsigned parts = 0; parts < 2; parts++) {
        struct file_output output;
        assert_true(file_output_open(&output, "target", 0666));
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        for (size_t at = 0; at < sizeof text; at += parts ? 100 : sizeof text)
            file_output_write(&output, text + at, parts ? 100 : sizeof text);
        bool committed = file_output_commit(&output);
        int reason = errno;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_false(committed);
        assert_int_equal(reason, EFBIG);
        assert_file("target", "old");
        assert_int_equal(files_here(), 1);
    }
    signal(SIGXFSZ, SIG_DFL);
}

static void test_discarding_all(void **state)
{
    (void)state;
    put("first", "old");
    pid_t child = fork();
    if (child == 0) {
        struct file_output outputs[3];
        bool good = file_output_open(&outputs[0], "first", 0666) &&
                    file_output_open(&outputs[1], "second", 0666) &&
                    file_output_open(&outputs[2], "third", 0666);
        file_output_cancel(&outputs[1]);
        file_output_discard_all();
        _exit(good ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_file("first", "old");
    assert_int_equal(files_here(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_target_changes_when_committed, enter, leave),
        cmocka_unit_test_setup_teardown(test_cancelled_output_leaves_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(test_permissions, enter, leave),
        cmocka_unit_test_setup_teardown(test_owner_is_kept, enter, leave),
        cmocka_unit_test_setup_teardown(test_link_stays_a_link, enter, leave),
        cmocka_unit_test_setup_teardown(test_only_files_are_replaced, enter, leave),
        cmocka_unit_test_setup_teardown(test_new_file_does_not_replace, enter, leave),
        cmocka_unit_test_setup_teardown(test_two_writers_do_not_mix, enter, leave),
        cmocka_unit_test_setup_teardown(test_stale_draft_is_removed, enter, leave),
        cmocka_unit_test_setup_teardown(test_draft_is_no_way_to_other_files, enter, leave),
        cmocka_unit_test_setup_teardown(test_full_disk_leaves_the_old_file, enter, leave),
        cmocka_unit_test_setup_teardown(test_discarding_all, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
