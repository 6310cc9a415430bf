// SPDX-License-Identifier: GPL-3.0-or-later
// Makes networks of random weights.
#include "support/trial_network.h"

#include <stdlib.h>
#include <string.h>

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
// clang-format on

static int16_t random_number(struct random *random, int most)
{
    return (int16_t)((int)random_below(random, (uint32_t)(2 * most + 1)) - most);
}

void trial_init(struct trial *trial, const char *game, const char *parameters, bool large)
{
    struct error err;
    struct random random = {7};
    memset(trial, 0, sizeof *trial);
    thought_init(&trial->thought, game, parameters, NULL);
    assert_true(network_lay_out(&trial->network.layout, trial->thought.variant, large, &err));
    trial->network.large = large;
    trial->network.added = !large || trial->thought.variant->metered;
    // So the least and the most are tried.
    unsigned most = large ? NETWORK_HIDDEN_MOST : NETWORK_SMALL_MOST;
    trial->network.hidden = trial->thought.variant->metered ? NETWORK_BLOCK : most;
    // A file has at most two megabytes.
    while ((size_t)trial->network.layout.features * trial->network.hidden > 1 << 20)
        trial->network.hidden /= 2;
    size_t count = (size_t)trial->network.layout.features * trial->network.hidden;
    trial->columns = malloc(count);
    assert_non_null(trial->columns);
    for (size_t i = 0; i < count; i++)
        trial->columns[i] = (signed char)random_number(&random, 40);
    for (unsigned i = 0; i < trial->network.hidden; i++) {
        trial->network.bias[i] = random_number(&random, 255);
        for (unsigned k = 0; k < 2 * network_stages(large); k++)
            trial->network.output[k / 2][k % 2][i] = random_number(&random, large ? 100 : 3000);
    }
    for (unsigned stage = 0; stage < network_stages(large); stage++)
        trial->network.offset[stage] = random_number(&random, 12345);
    trial->network.columns = trial->columns;
    trial->network.usable = true;
}

void trial_clear(struct trial *trial)
{
    free(trial->columns);
    thought_clear(&trial->thought);
}

const struct trial_game trial_games[] = {{"chess", "", false},
                                         {"chess", "white=nutters black=rookies", false},
                                         {"fuel", "fuel=9", false},
                                         {"hnefa", "", false},
                                         {"racingkings", "", false},
                                         {"atomic", "", false},
                                         {"chess", "", true},
                                         {"chess", "white=clobberers", true},
                                         {"fuel", "fuel=9", true},
                                         {"hnefa", "", true},
                                         {"racingkings", "", true},
                                         {"atomic", "", true},
                                         {"antichess", "", true},
                                         {"capablanca", "", true},
                                         {"crazyhouse", "", true},
                                         {"minishogi", "", true},
                                         {"capahouse", "", false},
                                         {"seirawan", "", true},
                                         {"hans38", "", false},
                                         {"hans38", "white=rookies", true},
                                         {"hans38-neutral", "", false},
                                         {"hans38-postal-plus", "", true},
                                         {"infinite-reserves", "", false},
                                         {"amazons", "", false},
                                         {"duck", "", true},
                                         {"petrified", "", false},
                                         {"isolation", "", false},
                                         {NULL, NULL, false}};
