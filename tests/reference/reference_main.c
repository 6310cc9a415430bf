// SPDX-License-Identifier: GPL-3.0-or-later
// A tiny command line for the reference generator: perft, divide, list, and checking suites.

#include "reference/reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: reference perft  GAME WHITE BLACK FUEL DEPTH [FEN]\n"
          "       reference divide GAME WHITE BLACK FUEL DEPTH [FEN]\n"
          "       reference list   GAME WHITE BLACK FUEL [FEN] [TURN ...]\n"
          "WHITE and BLACK are armies; FUEL 0 means the default; FEN - means the game's start.\n",
          stderr);
    return 2;
}

static void divide(const struct ref_position *position, int depth)
{
    struct ref_list list = {0};
    ref_turns(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct ref_position after = *position;
        ref_play(&after, list.turn[i]);
        printf("%s: %" PRIu64 "\n", list.turn[i], ref_perft(&after, depth - 1));
    }
    ref_list_clear(&list);
}

static int list(const struct ref_rules *rules, const char *fen, char **turns, int count)
{
    struct ref_game game;
    const char *wrong = ref_game_init(&game, rules, fen);
    if (wrong) {
        fprintf(stderr, "reference: %s\n", wrong);
        return 1;
    }
    for (int i = 0; i < count; i++) {
        if (!ref_game_play(&game, turns[i])) {
            fprintf(stderr, "reference: %s is not legal\n", turns[i]);
            ref_game_clear(&game);
            return 1;
        }
    }
    const char *reason;
    char text[REF_FEN_SIZE];
    const char *result = ref_game_result(&game, &reason);
    ref_write(&game.now, text);
    printf("%s\n%s %s%s\n", text, result, reason, ref_in_check(&game.now) ? " check" : "");
    struct ref_list legal = {0};
    ref_turns(&game.now, &legal);
    for (size_t i = 0; i < legal.count; i++)
        printf("%s\n", legal.turn[i]);
    ref_list_clear(&legal);
    ref_game_clear(&game);
    return 0;
}

int main(int argc, char **argv)
{
    struct ref_rules rules;
    struct ref_position position;
    char start[REF_FEN_SIZE];
    if (argc < 6 || !ref_rules_set(&rules, argv[2], argv[3], argv[4], atoi(argv[5])))
        return usage();
    ref_start(&rules, start);

    bool lists = strcmp(argv[1], "list") == 0;
    int fen_at = lists ? 6 : 7;
    const char *fen = argc > fen_at && strcmp(argv[fen_at], "-") != 0 ? argv[fen_at] : start;
    if (lists)
        return list(&rules, fen, argv + 7, argc - 7);
    if (argc < 7)
        return usage();

    const char *wrong = ref_parse(&position, &rules, fen);
    if (wrong) {
        fprintf(stderr, "reference: %s\n", wrong);
        return 1;
    }
    int depth = atoi(argv[6]);
    if (strcmp(argv[1], "perft") == 0) {
        for (int d = 1; d <= depth; d++)
            printf("%d:%" PRIu64 "%c", d, ref_perft(&position, d), d == depth ? '\n' : ' ');
    } else if (strcmp(argv[1], "divide") == 0) {
        divide(&position, depth);
    } else {
        return usage();
    }
    return 0;
}
