// SPDX-License-Identifier: GPL-3.0-or-later
// Reads `go`: a table of words that take a number, a few that take none, and a list of moves.
#include "protocols/uci_go.h"

#include "base/text.h"
#include "notation/machine.h"
#include "protocols/command.h"
#include "protocols/divide.h"

#include <string.h>

// A year in milliseconds, and as many nodes as anyone will live to see.
#define TIME_MAX  (366L * 24 * 3600 * 1000)
#define NODES_MAX 1000000000000000000L

enum number { DEPTH, NODES, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, MATE, PERFT, NUMBERS };

struct number_word {
    const char *word;
    long minimum, maximum;
};

static bool read_number(const struct number_word *known, const char **cursor, long *value, struct error *err)
{
    char word[COMMAND_WORD_SIZE];
    if (!command_word(cursor, word))
        return error_set(err, ERROR_REQUEST, "go", "%s needs a number", known->word);
    if (!text_read_integer(word, known->minimum, known->maximum, value))
        return error_set(err, ERROR_REQUEST, "go", "%s takes a number from %ld to %ld, not '%.30s'",
                         known->word, known->minimum, known->maximum, word);
    return true;
}

static void take_numbers(struct uci_go *go, const long value[NUMBERS], const bool given[NUMBERS],
                         enum color side)
{
    struct limits *limits = &go->limits;
    if (given[DEPTH])
        limits->depth = (int)value[DEPTH];
    // A mate in N is there to be seen when all 2N-1 turns have been looked at, and one more to notice it.
    if (given[MATE] && (!limits->depth || limits->depth > 2 * value[MATE]))
        limits->depth = (int)(2 * value[MATE]);
    if (given[NODES])
        limits->nodes = (uint64_t)value[NODES];
    if (given[MOVETIME])
        limits->movetime = value[MOVETIME] ? value[MOVETIME] : 1;
    limits->clock = given[side == WHITE ? WTIME : BTIME];
    for (int i = 0; i < 2; i++) {
        limits->time[i] = given[WTIME + i] ? value[WTIME + i] : 0;
        limits->increment[i] = given[WINC + i] ? value[WINC + i] : 0;
    }
    if (given[MOVESTOGO])
        limits->moves_to_go = (int)value[MOVESTOGO];
    if (given[PERFT])
        go->perft = (int)value[PERFT];
}

// Clocks that have run out are said to be negative by some.
static const struct number_word number_words[NUMBERS] = {
    [DEPTH] = {"depth", 1, 1000},
    [NODES] = {"nodes", 1, NODES_MAX},
    [MOVETIME] = {"movetime", 0, TIME_MAX},
    [WTIME] = {"wtime", -TIME_MAX, TIME_MAX},
    [BTIME] = {"btime", -TIME_MAX, TIME_MAX},
    [WINC] = {"winc", 0, TIME_MAX},
    [BINC] = {"binc", 0, TIME_MAX},
    [MOVESTOGO] = {"movestogo", 0, 10000},
    [MATE] = {"mate", 1, 400},
    [PERFT] = {"perft", 0, DIVIDE_DEPTH_MAX},
};

// The index of the word in the table, or NUMBERS.
static int find_number(const char *word)
{
    int i = 0;
    while (i < NUMBERS && strcmp(number_words[i].word, word) != 0)
        i++;
    return i;
}

// Reads turns as long as they look like any, and keeps their first actions.
static bool read_moves(struct uci_go *go, const struct position *pos, const char **cursor, struct error *err)
{
    char word[COMMAND_WORD_SIZE];
    const char *next = *cursor;
    while (command_word(&next, word)) {
        struct turn turn;
        if (find_number(word) < NUMBERS || !strcmp(word, "infinite") || !strcmp(word, "ponder"))
            break;
        if (!machine_read_turn(pos, word, &turn, err)) {
            error_place(err, "searchmoves");
            return false;
        }
        if (go->only_count < UCI_ONLY_MAX)
            go->only[go->only_count++] = turn.actions[0];
        *cursor = next;
    }
    if (!go->only_count)
        return error_set(err, ERROR_REQUEST, "searchmoves", "no move is given");
    return true;
}

bool uci_go_read(struct uci_go *go, const struct position *pos, const char *text, struct buffer *unknown,
                 struct error *err)
{
    go->limits = (struct limits){0};
    go->ponder = false;
    go->perft = -1;
    go->only_count = 0;
    long value[NUMBERS] = {0};
    bool given[NUMBERS] = {false};
    char word[COMMAND_WORD_SIZE];
    while (command_word(&text, word)) {
        int number = find_number(word);
        if (number < NUMBERS) {
            if (!read_number(&number_words[number], &text, &value[number], err))
                return false;
            given[number] = true;
        } else if (!strcmp(word, "infinite")) {
            go->limits.infinite = true;
        } else if (!strcmp(word, "ponder")) {
            go->ponder = true;
        } else if (!strcmp(word, "searchmoves")) {
            if (!read_moves(go, pos, &text, err))
                return false;
        } else if (unknown->length < COMMAND_WORD_SIZE) {
            buffer_addf(unknown, "%s%s", unknown->length ? " " : "", word);
        }
    }
    take_numbers(go, value, given, position_side(pos));
    return true;
}
