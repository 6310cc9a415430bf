// SPDX-License-Identifier: GPL-3.0-or-later
// Puts pieces on a board with walls.
#include "support/hnefa.h"

#include "reference/parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void place(char cell[REF_SIZE][REF_SIZE], const char *pieces)
{
    char letter, file;
    int rank, used;
    for (; sscanf(pieces, " %c%c%d%n", &letter, &file, &rank, &used) == 3; pieces += used) {
        assert_true(file >= 'a' && file <= 'p' && rank >= 1 && rank <= REF_SIZE);
        assert_true(cell[rank - 1][file - 'a'] == '.');
        cell[rank - 1][file - 'a'] = letter;
    }
    assert_int_equal(strspn(pieces, " "), strlen(pieces));
}

void hnefa_fen(char *fen, const char *pieces, const char *rest)
{
    char cell[REF_SIZE][REF_SIZE];
    for (int rank = 0; rank < REF_SIZE; rank++)
        for (int file = 0; file < REF_SIZE; file++)
            cell[rank][file] = ref_hnefa_is_wall(file, rank) ? '*' : '.';
    place(cell, pieces);
    for (int rank = REF_SIZE - 1; rank >= 0; rank--) {
        int run = 0;
        for (int file = 0; file < REF_SIZE; file++) {
            run += cell[rank][file] == '.';
            if (run && cell[rank][file] != '.') {
                fen += sprintf(fen, "%d", run);
                run = 0;
            }
            if (cell[rank][file] != '.')
                *fen++ = cell[rank][file];
        }
        fen += run ? sprintf(fen, "%d", run) : 0;
        *fen++ = rank ? '/' : ' ';
    }
    sprintf(fen, strchr(rest, ' ') ? "%s" : "%s - - 0 1", rest);
}

void hnefa_init(struct scene *scene, const char *pieces, const char *rest)
{
    char fen[REF_FEN_SIZE];
    hnefa_fen(fen, pieces, rest);
    scene_init(scene, "hnefa", "", fen);
}

void hnefa_check(const char *pieces, const char *rest, const char *legal, const char *illegal)
{
    struct scene scene;
    hnefa_init(&scene, pieces, rest);
    scene_legal(&scene, legal);
    scene_illegal(&scene, illegal);
    scene_clear(&scene);
}

void hnefa_only(const char *pieces, const char *rest, const char *start, const char *turns)
{
    struct scene scene;
    hnefa_init(&scene, pieces, rest);
    scene_only(&scene, start, turns);
    scene_clear(&scene);
}

void hnefa_outcome(const char *pieces, const char *rest, const char *turns, const char *expected)
{
    struct scene scene;
    char text[64];
    hnefa_init(&scene, pieces, rest);
    scene_play(&scene, turns);
    struct outcome outcome = position_outcome(&scene.position, &scene.history);
    snprintf(text, sizeof text, "%s%s%s", result_name(outcome.result), outcome.reason ? " " : "",
             reason_name(outcome.reason));
    assert_string_equal(text, expected);
    scene_clear(&scene);
}
