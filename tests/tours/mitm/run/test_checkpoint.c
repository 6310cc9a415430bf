// SPDX-License-Identifier: GPL-3.0-or-later
// A checkpoint is read exactly as it was written, or not at all.
#include "tours/mitm/run/checkpoint.h"

#include "base/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

enum { FINGERPRINT = 77 };

static char path[] = "/tmp/leaper-checkpoint-XXXXXX";

static const uint64_t PRIME = UINT64_C(2305843009213693951);

static void write_sample(void)
{
    struct checkpoint checkpoint;
    checkpoint_init(&checkpoint, FINGERPRINT);
    checkpoint_restart(&checkpoint, 2, 3);
    checkpoint_finish(&checkpoint, 12345);
    checkpoint.total[2] = 9;
    checkpoint_count(&checkpoint, checkpoint.total, PRIME);
    checkpoint_add(&checkpoint, 1, 500);
    checkpoint_add(&checkpoint, 0, 70);
    checkpoint_add(&checkpoint, 1, 30);
    assert_true(checkpoint_write(&checkpoint, path, NULL));
    checkpoint_clear(&checkpoint);
}

static int setup(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 || close(fd) != 0;
}

static int teardown(void **state)
{
    (void)state;
    return unlink(path);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct checkpoint read;
    bool found;
    write_sample();
    checkpoint_init(&read, FINGERPRINT);
    assert_true(checkpoint_read(&read, path, &found, NULL) && found);
    assert_int_equal(read.mode, 2);
    assert_int_equal(read.prime, 3);
    assert_int_equal(read.remainder_count, 1);
    assert_int_equal(read.remainders[0], 12345);
    assert_int_equal(read.total[2], 9);
    assert_true(checkpoint_has(&read, 1, 500) && checkpoint_has(&read, 0, 70) &&
                checkpoint_has(&read, 1, 30));
    assert_false(checkpoint_has(&read, 0, 30) || checkpoint_has(&read, 1, 31));
    assert_true(checkpoint_agrees(&read, PRIME));
    read.total[0]++;
    assert_false(checkpoint_agrees(&read, PRIME));
    // Blocks added later do not count as done before.
    checkpoint_add(&read, 1, 31);
    assert_false(checkpoint_has(&read, 1, 31));
    checkpoint_restart(&read, 2, 4);
    assert_false(checkpoint_has(&read, 1, 500));
    assert_int_equal(read.total[2], 0);
    checkpoint_clear(&read);
}

static void test_nothing_there(void **state)
{
    (void)state;
    struct checkpoint read;
    bool found = true;
    checkpoint_init(&read, FINGERPRINT);
    assert_true(checkpoint_read(&read, "/tmp/leaper-no-such-checkpoint", &found, NULL));
    assert_false(found);
    assert_false(checkpoint_has(&read, 1, 500));
    checkpoint_clear(&read);
}

static uint64_t checksum(const uint64_t *words, size_t count)
{
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum = random_mix(sum ^ words[i]);
    return sum;
}

// Any changed bit is detected even if the checksum was adjusted; one of the total only if the prime is known.
static void test_forged(void **state)
{
    (void)state;
    uint64_t words[64];
    write_sample();
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(words, sizeof *words, 64, file);
    assert_int_equal(fclose(file), 0);
    assert_true(count > 15 && words[count - 1] == checksum(words, count - 1));
    for (size_t bit = 64; bit < 64 * (count - 1); bit++) {
        struct checkpoint read;
        struct error err;
        bool found;
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
        words[count - 1] = checksum(words, count - 1);
        file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(words, sizeof *words, count, file), count);
        assert_int_equal(fclose(file), 0);
        checkpoint_init(&read, FINGERPRINT);
        bool taken = checkpoint_read(&read, path, &found, &err);
        // Only the caller, who knows the count, can judge mode and prime.
        if (taken && bit / 64 != 3 && bit / 64 != 4 && checkpoint_agrees(&read, PRIME))
            fail_msg("bit %zu of word %zu went unnoticed", bit % 64, bit / 64);
        checkpoint_clear(&read);
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
    }
}

static void expect(enum error_code code, uint64_t fingerprint)
{
    struct checkpoint read;
    struct error err = {.message = ""};
    bool found;
    checkpoint_init(&read, fingerprint);
    assert_false(checkpoint_read(&read, path, &found, &err));
    assert_int_equal(err.code, code);
    assert_string_equal(err.at, path);
    checkpoint_clear(&read);
}

static void test_another_count(void **state)
{
    (void)state;
    write_sample();
    expect(ERROR_CONFLICT, FINGERPRINT + 1);
}

// Any changed byte, any truncation, and anything after the end is detected.
static void test_damage(void **state)
{
    (void)state;
    write_sample();
    FILE *file = fopen(path, "rb");
    unsigned char bytes[512];
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_true(size > 100 && size < sizeof bytes);
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i <= size + 8; i++) {
        file = fopen(path, "wb");
        assert_non_null(file);
        bytes[i] ^= 4;
        // Each byte in turn; then longer files.
        size_t length = i < size ? size : i;
        if (i != size)
            assert_int_equal(fwrite(bytes, 1, length, file), length);
        bytes[i] ^= 4;
        assert_int_equal(fclose(file), 0);
        expect(ERROR_SYSTEM, FINGERPRINT);
        assert_int_equal(truncate(path, (off_t)(length / 2)), 0);
        expect(ERROR_SYSTEM, FINGERPRINT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_nothing_there),
        cmocka_unit_test(test_another_count), cmocka_unit_test(test_forged),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
