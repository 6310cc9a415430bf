// SPDX-License-Identifier: GPL-3.0-or-later
// Betza's printed sample game of hans38: legal to the end but for one misprint.

#include "notation/line.h"
#include "notation/san.h"
#include "support/scene.h"
#include "support/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HALF_MOVES = 47, MISPRINT = 29 }; // Black's 15th is half-move 29, counted from 0

struct sample {
    char turn[HALF_MOVES][16];
    int count;
};

// Lines such as `2.  Ng1-f3      Ng8-f6`.
static void read_sample(struct sample *sample)
{
    char path[1024], line[128];
    const char *folder = getenv("LEAPER_TEST_DATA");
    snprintf(path, sizeof path, "%s/hans38-sample.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    sample->count = 0;
    while (fgets(line, sizeof line, file)) {
        char white[16], black[16];
        int number, read = sscanf(line, "%d. %15s %15s", &number, white, black);
        assert_true(read >= 2 && sample->count + read - 1 <= HALF_MOVES);
        assert_int_equal(number, sample->count / 2 + 1);
        snprintf(sample->turn[sample->count++], sizeof white, "%s", white);
        if (read == 3)
            snprintf(sample->turn[sample->count++], sizeof black, "%s", black);
    }
    fclose(file);
    assert_int_equal(sample->count, HALF_MOVES);
    assert_string_equal(sample->turn[MISPRINT], "@b7-b6");
}

static void test_as_printed_it_is_illegal_at_the_misprint(void **state)
{
    (void)state;
    struct sample sample;
    struct scene scene;
    struct error err = {0};
    int played = 0;
    read_sample(&sample);
    scene_init(&scene, "hans38", "", NULL);
    while (played < sample.count &&
           line_play(&scene.position, &scene.history, sample.turn[played], NULL, &err))
        played++;
    assert_int_equal(played, MISPRINT);
    assert_int_equal(err.code, ERROR_ILLEGAL_MOVE);
    scene_clear(&scene);
}

static void test_mended_it_is_legal_to_the_end(void **state)
{
    (void)state;
    struct sample sample;
    struct scene scene;
    read_sample(&sample);
    snprintf(sample.turn[MISPRINT], sizeof sample.turn[0], "b7-b6");
    scene_init(&scene, "hans38", "", NULL);
    for (int i = 0; i < sample.count; i++) {
        struct turn turn, again;
        struct error err;
        struct buffer san;
        char text[REF_TURN_SIZE];
        if (!san_read_turn(&scene.position, sample.turn[i], &turn, &err))
            fail_msg("half-move %d, %s: %s", i + 1, sample.turn[i], err.message);
        // What is written of it is read as the same turn.
        buffer_init(&san);
        san_write_turn(&scene.position, &turn, SAN_PLAIN, &san);
        assert_true(san_read_turn(&scene.position, buffer_text(&san), &again, &err));
        assert_int_equal(again.actions[0], turn.actions[0]);
        buffer_clear(&san);
        turns_write(&scene.position, &turn, text);
        scene_play(&scene, text); // on the reference's board too
        scene_outcome(&scene, "ongoing", "");
    }
    scene_fen(&scene, "****kb*1/*rpbqppr/*pn1pn*p/p*1*B***/****2**/**NP*N**/PPP2PPP/*R*QRBK* b - - 0 24 0/1 "
                      "d2e2e4f4/c5d6h8 -");
    scene_clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_printed_it_is_illegal_at_the_misprint),
        cmocka_unit_test(test_mended_it_is_legal_to_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
