// SPDX-License-Identifier: GPL-3.0-or-later
// Files of networks are read as they were written, and damaged ones and those of other rules are refused.
#include "base/buffer.h"
#include "search/network/find.h"
#include "support/trial_network.h"
#include "variants/embedded.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static void refuse(const struct trial *trial, const char *text, size_t length, const char *words)
{
    struct network read;
    struct error err = {.code = ERROR_NONE};
    assert_false(network_read(&read, trial->thought.variant, text, length, &err));
    assert_false(read.usable);
    assert_int_equal(err.code, ERROR_PARAMETER);
    assert_non_null(strstr(err.message, words));
}

static void test_files_are_read_as_written(void **state)
{
    (void)state;
    for (size_t i = 0; trial_games[i].name; i++) {
        struct trial trial;
        struct network read;
        struct buffer text;
        struct error err;
        trial_init(&trial, trial_games[i].name, trial_games[i].parameters, trial_games[i].large);
        buffer_init(&text);
        network_write(&trial.network, trial.thought.variant, &text);
        assert_true(text.length <= 2 << 20);
        assert_true(network_read(&read, trial.thought.variant, text.text, text.length, &err));
        assert_true(read.usable);
        assert_int_equal(read.hidden, trial.network.hidden);
        assert_memory_equal(read.bias, trial.network.bias, sizeof read.bias);
        assert_memory_equal(read.output, trial.network.output, sizeof read.output);
        assert_memory_equal(read.offset, trial.network.offset, sizeof read.offset);
        assert_int_equal(read.large, trial.network.large);
        assert_int_equal(read.added, trial.network.added);
        assert_int_equal(read.layout.features, trial.network.layout.features);
        assert_memory_equal(read.columns, trial.columns, (size_t)read.layout.features * read.hidden);
        // Every byte counts.
        struct random random = {i};
        for (int k = 0; k < 300; k++) {
            uint32_t at = k < 200 ? (uint32_t)k : random_below(&random, (uint32_t)text.length);
            char was = text.text[at];
            text.text[at] ^= (char)(1 << random_below(&random, 8));
            refuse(&trial, text.text, text.length, "network");
            text.text[at] = was;
        }
        for (size_t length = 0; length < text.length; length += 1 + text.length / 50)
            refuse(&trial, text.text, length, "network");
        buffer_add(&text, "x");
        refuse(&trial, text.text, text.length, "bytes");
        buffer_clear(&text);
        trial_clear(&trial);
    }
}

static void test_other_rules_are_refused(void **state)
{
    (void)state;
    struct trial trial, other;
    struct buffer text;
    trial_init(&trial, "chess", "", false);
    trial_init(&other, "chess", "white=nutters", false);
    buffer_init(&text);
    network_write(&trial.network, trial.thought.variant, &text);
    refuse(&other, text.text, text.length, "other rules");
    buffer_reset(&text);
    trial.network.bias[3] = 256;
    network_write(&trial.network, trial.thought.variant, &text);
    refuse(&trial, text.text, text.length, "too large");
    trial_clear(&trial);
    trial_init(&trial, "chess", "", true);
    for (int i = 0; i < 3; i++) {
        // Too many weights, one that is too large, and one of a later output layer.
        struct network changed = trial.network;
        for (unsigned k = 0; i == 0 && k < changed.hidden; k++)
            changed.output[2][0][k] = changed.output[2][1][k] = NETWORK_OUTPUT_MOST;
        changed.output[i == 1 ? 0 : 7][1][5] = i ? NETWORK_OUTPUT_MOST + 1 : 0;
        buffer_reset(&text);
        network_write(&changed, trial.thought.variant, &text);
        refuse(&trial, text.text, text.length, "too large");
    }
    buffer_clear(&text);
    trial_clear(&other);
    trial_clear(&trial);
}

static void test_own_networks_are_usable(void **state)
{
    (void)state;
    for (const struct embedded_text *own = embedded_networks; own->name; own++) {
        char game[32], white[16] = "fide", black[16] = "fide", parameters[64] = "";
        if (sscanf(own->name, "weights/%31[^_.]_%15[^_]_%15[^.]", game, white, black) == 3)
            snprintf(parameters, sizeof parameters, "white=%s black=%s", white, black);
        struct thought thought;
        struct network network;
        struct error err;
        thought_init(&thought, game, parameters, NULL);
        assert_true(network_read(&network, thought.variant, own->text, own->length, &err));
        network_of_variant(&network, thought.variant);
        const char *columns = (const char *)network.columns;
        assert_true(columns > own->text && columns < own->text + own->length);
        thought_clear(&thought);
    }
    struct thought thought;
    struct network network;
    thought_init(&thought, "hans38", "", NULL);
    network_of_variant(&network, thought.variant);
    assert_false(network.usable);
    thought_clear(&thought);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files_are_read_as_written),
        cmocka_unit_test(test_other_rules_are_refused),
        cmocka_unit_test(test_own_networks_are_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
