// SPDX-License-Identifier: GPL-3.0-or-later
// A list of states is read from its file exactly as it was written, or not at all.
#include "tours/mitm/layer/layer_file.h"
#include "tours/mitm/layer/states.h"

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

static char path[] = "/tmp/leaper-store-XXXXXX";
static const struct mitm_layer_label label = {42, MITM_EXACT, 0, 1, 7};

// Groups of one, two and three states, with two, four and five pairs of ends: counts of one and of two bytes.
static void fill(struct mitm_layer *layer)
{
    static const uint64_t signatures[] = {0x255, 0x85555, 0xA55555};
    for (size_t g = 1; g <= 3; g++) {
        uint64_t signature = signatures[g - 1];
        uint32_t bound = (uint32_t)(100 * g + g), counts[3];
        uint16_t ranks[3];
        unsigned char *room = mitm_layer_room(layer, mitm_group_bytes(signature, g, bound));
        for (size_t s = 0; s < g; s++) {
            counts[s] = (uint32_t)(100 * g + s);
            ranks[s] = (uint16_t)(g == 2 ? 60 * s + 20 : s);
        }
        mitm_states_write_narrow(room, &(struct mitm_states){signature, g, bound, ranks}, counts);
        mitm_layer_add(layer, signature, g, bound);
    }
}

static void expect(enum error_code code)
{
    struct mitm_arena arena;
    struct mitm_layer layer;
    struct mitm_layer_label wanted = label;
    struct error err = {.message = ""};
    mitm_arena_init(&arena, NULL, "/tmp");
    mitm_layer_init(&layer, &arena);
    assert_false(mitm_layer_file_read(&layer, &wanted, path, &err));
    assert_int_equal(err.code, code);
    assert_int_equal(layer.count, 0);
    mitm_layer_clear(&layer);
    mitm_arena_clear(&arena);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct mitm_arena arena;
    struct mitm_layer layer, read;
    struct mitm_layer_label wanted = label;
    mitm_arena_init(&arena, NULL, "/tmp");
    mitm_layer_init(&layer, &arena);
    mitm_layer_init(&read, &arena);
    fill(&layer);
    assert_true(mitm_layer_file_write(&layer, &label, path, NULL));
    wanted.steps = 0;
    assert_true(mitm_layer_file_read(&read, &wanted, path, NULL));
    assert_int_equal(wanted.steps, 7);
    assert_int_equal(read.count, layer.count);
    assert_int_equal(read.states, layer.states);
    for (size_t i = 0; i < layer.count; i++) {
        const struct mitm_group *a = &layer.groups[i], *b = &read.groups[i];
        assert_true(a->signature == b->signature && a->states == b->states && a->bound == b->bound);
        assert_memory_equal(a->counts, b->counts, a->states * mitm_count_size(a->bound));
        assert_memory_equal(mitm_ranks(a), mitm_ranks(b),
                            mitm_ranks_bytes(mitm_pairs(a->signature), a->states));
    }
    mitm_layer_clear(&read);
    // A layer of another prime or side cannot be used, but is no error.
    wanted.prime = 5;
    assert_true(mitm_layer_file_read(&read, &wanted, path, NULL));
    assert_int_equal(wanted.steps, 0);
    assert_int_equal(read.count, 0);
    // There is no file.
    assert_true(mitm_layer_file_read(&read, &wanted, "/tmp/leaper-no-such-list", NULL));
    assert_int_equal(wanted.steps, 0);
    // The file belongs to another count.
    struct error err;
    wanted = label;
    wanted.fingerprint++;
    assert_false(mitm_layer_file_read(&read, &wanted, path, &err));
    assert_int_equal(err.code, ERROR_CONFLICT);
    assert_false(mitm_layer_file_write(&layer, &label, "/nowhere/list", &err));
    assert_int_equal(err.code, ERROR_SYSTEM);
    mitm_layer_clear(&read);
    mitm_layer_clear(&layer);
    mitm_arena_clear(&arena);
}

// Any changed byte outside the label is detected, and so is a truncated file.
static void test_damage(void **state)
{
    (void)state;
    FILE *file = fopen(path, "rb");
    unsigned char bytes[512];
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file), label_end = 7 * sizeof(uint64_t);
    assert_true(size > 150 && size < sizeof bytes && fclose(file) == 0);
    for (size_t i = label_end - 8; i < size; i++) {
        file = fopen(path, "wb");
        assert_non_null(file);
        bytes[i] ^= 4;
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        bytes[i] ^= 4;
        assert_int_equal(fclose(file), 0);
        expect(ERROR_SYSTEM);
        assert_int_equal(truncate(path, (off_t)i), 0);
        expect(ERROR_SYSTEM);
    }
}

// Bits of a packed group that are not those of its states are refused, although nothing has changed since they were written.
static void test_wrong_bits(void **state)
{
    (void)state;
    static const struct {
        uint64_t signature, words[2];
        size_t states;
    } wrong[] = {
        {0x55, {0x3, 0}, 1},                 // more than there are states
        {0x55, {0x1, 0}, 2},                 // fewer
        {0x55, {0x9, 0}, 2},                 // of two pairs there are three ranks
        {0x5555, {1, UINT64_C(1) << 41}, 2}, // of four pairs there are 105
        {0x5555, {1, UINT64_C(3) << 40}, 2}, // one too many, and that is no rank
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct mitm_arena arena;
        struct mitm_layer layer;
        mitm_arena_init(&arena, NULL, "/tmp");
        mitm_layer_init(&layer, &arena);
        size_t states = wrong[i].states, bytes = mitm_group_bytes(wrong[i].signature, states, 1);
        unsigned char *room = mitm_layer_room(&layer, bytes);
        size_t at = mitm_ranks_offset(wrong[i].signature, states, 1);
        memset(room, 1, at);
        memcpy(room + at, wrong[i].words, bytes - at);
        mitm_layer_add(&layer, wrong[i].signature, states, 1);
        assert_true(mitm_layer_file_write(&layer, &label, path, NULL));
        expect(ERROR_SYSTEM);
        mitm_layer_clear(&layer);
        mitm_arena_clear(&arena);
    }
}

// A list written by another version is refused as such: its states may have a different layout.
static void test_other_version(void **state)
{
    (void)state;
    struct mitm_arena arena;
    struct mitm_layer layer;
    mitm_arena_init(&arena, NULL, "/tmp");
    mitm_layer_init(&layer, &arena);
    fill(&layer);
    assert_true(mitm_layer_file_write(&layer, &label, path, NULL));
    mitm_layer_clear(&layer);
    mitm_arena_clear(&arena);
    // The second word is the version; this is the one before packed groups.
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 8, SEEK_SET), 0);
    assert_int_equal(fwrite(&(uint64_t){2}, sizeof(uint64_t), 1, file), 1);
    assert_int_equal(fclose(file), 0);
    expect(ERROR_CONFLICT);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_wrong_bits),
        cmocka_unit_test(test_other_version),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
