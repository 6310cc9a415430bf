// SPDX-License-Identifier: GPL-3.0-or-later
// Reads `go`: words that take a number, a few that take none, and a list of moves.
#include "protocols/uci/uci_go.h"

#include "notation/coordinate_read.h"
#include "protocols/command.h"
#include "protocols/divide.h"

#include <stdlib.h>
#include <string.h>

// A year in milliseconds, and more nodes than anyone will live to see.
#define TIME_MAX  (366L * 24 * 3600 * 1000)
#define NODES_MAX 1000000000000000000L

// Enough bytes of remarks to see what is wrong.
enum { REMARKS_MAX = 300 };

enum number { DEPTH, NODES, MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, MATE, PERFT, NUMBERS };

// The range of each, and the value used when no number can be read: the one that ends soonest.
static const struct number_word {
    const char *word;
    long minimum, maximum, unread;
} number_words[NUMBERS] = {
    [DEPTH] = {"depth", 1, 1000, 1},
    [NODES] = {"nodes", 1, NODES_MAX, 1},
    [MOVETIME] = {"movetime", 0, TIME_MAX, 0},
    // Some GUIs send negative numbers for clocks that have run out.
    [WTIME] = {"wtime", -TIME_MAX, TIME_MAX, 0},
    [BTIME] = {"btime", -TIME_MAX, TIME_MAX, 0},
    [WINC] = {"winc", 0, TIME_MAX, 0},
    [BINC] = {"binc", 0, TIME_MAX, 0},
    [MOVESTOGO] = {"movestogo", 0, 10000, 0},
    [MATE] = {"mate", 1, 400, 1},
    [PERFT] = {"perft", 0, DIVIDE_DEPTH_MAX, 0},
};

// ---- Words ----

// The index of the word in the table, or NUMBERS.
static int find_number(const char *word)
{
    int i = 0;
    while (i < NUMBERS && strcmp(number_words[i].word, word) != 0)
        i++;
    return i;
}

static bool is_keyword(const char *word)
{
    return find_number(word) < NUMBERS || !strcmp(word, "infinite") || !strcmp(word, "ponder") ||
           !strcmp(word, "searchmoves");
}

// Reads the next word, unless it is a keyword.
static bool read_operand(const char **cursor, char word[COMMAND_WORD_SIZE])
{
    const char *next = *cursor;
    if (!command_word(&next, word) || is_keyword(word))
        return false;
    *cursor = next;
    return true;
}

// ---- Numbers ----

// Begins a remark; false when there are enough already.
static bool begin_remark(struct buffer *remarks)
{
    if (remarks->length > REMARKS_MAX)
        return false;
    if (remarks->length)
        buffer_add(remarks, "; ");
    return true;
}

static long read_number(const struct number_word *known, const char **cursor, struct buffer *remarks)
{
    char word[COMMAND_WORD_SIZE], *end = word;
    if (!read_operand(cursor, word)) {
        if (begin_remark(remarks))
            buffer_addf(remarks, "%s needs a number, taken as %ld", known->word, known->unread);
        return known->unread;
    }
    // Beyond the range of the type strtol() returns its end, which is beyond ours too.
    long number = strtol(word, &end, 10), taken = number;
    if (end == word)
        taken = known->unread;
    else if (number < known->minimum)
        taken = known->minimum;
    else if (number > known->maximum)
        taken = known->maximum;
    if ((*end || taken != number) && begin_remark(remarks))
        buffer_addf(remarks, "%s '%.30s' taken as %ld", known->word, word, taken);
    return taken;
}

static void take_clocks(struct limits *limits, const long value[NUMBERS], const bool given[NUMBERS],
                        enum color side)
{
    bool other_limit = given[DEPTH] || given[NODES] || given[MOVETIME] || given[MATE] || limits->infinite;
    bool other_clock = given[WTIME] || given[BTIME] || given[WINC] || given[BINC] || given[MOVESTOGO];
    // A clock that is not given is at 0, if nothing else says when to stop.
    limits->clock = given[side == WHITE ? WTIME : BTIME] || (other_clock && !other_limit);
    for (int i = 0; i < 2; i++) {
        limits->time[i] = value[WTIME + i];
        limits->increment[i] = value[WINC + i];
    }
    limits->moves_to_go = (int)value[MOVESTOGO];
}

static void take_numbers(struct uci_go *go, const long value[NUMBERS], const bool given[NUMBERS],
                         enum color side)
{
    struct limits *limits = &go->limits;
    limits->depth = (int)value[DEPTH];
    // A mate in N is found when all 2N-1 turns have been searched, and one more to see that it is mate.
    if (given[MATE] && (!limits->depth || limits->depth > 2 * value[MATE]))
        limits->depth = (int)(2 * value[MATE]);
    limits->nodes = (uint64_t)value[NODES];
    if (given[MOVETIME])
        limits->movetime = value[MOVETIME] > 0 ? value[MOVETIME] : 1;
    take_clocks(limits, value, given, side);
    if (given[PERFT])
        go->perft = (int)value[PERFT];
}

// ---- Moves ----

static void add_move(struct uci_go *go, move m)
{
    for (unsigned i = 0; i < go->only_count; i++)
        if (go->only[i] == m)
            return;
    go->only[go->only_count++] = m; // there is room for every legal action
}

// Reads turns up to the next keyword, and keeps the first actions of those that are legal.
static void read_moves(struct uci_go *go, const struct position *pos, const char **cursor,
                       struct buffer *remarks)
{
    char word[COMMAND_WORD_SIZE];
    bool named = false;
    while (read_operand(cursor, word)) {
        struct turn turn;
        struct error err;
        named = true;
        if (coordinate_read_turn(pos, word, &turn, &err))
            add_move(go, turn.actions[0]);
        else if (begin_remark(remarks))
            buffer_addf(remarks, "searchmoves: %s", err.message);
    }
    if (!named && begin_remark(remarks))
        buffer_add(remarks, "searchmoves names no move, so all are searched");
    go->none_legal = named && !go->only_count;
}

void uci_go_read(struct uci_go *go, const struct position *pos, const char *text, struct buffer *remarks)
{
    go->limits = (struct limits){0};
    go->perft = -1;
    go->only_count = 0;
    go->none_legal = false;
    long value[NUMBERS] = {0};
    bool given[NUMBERS] = {false};
    char word[COMMAND_WORD_SIZE];
    while (command_word(&text, word)) {
        int number = find_number(word);
        if (number < NUMBERS) {
            value[number] = read_number(&number_words[number], &text, remarks);
            given[number] = true;
        } else if (!strcmp(word, "infinite")) {
            go->limits.infinite = true;
        } else if (!strcmp(word, "ponder")) {
            go->limits.ponder = true;
        } else if (!strcmp(word, "searchmoves")) {
            read_moves(go, pos, &text, remarks);
        } else if (begin_remark(remarks)) {
            buffer_addf(remarks, "ignored '%s'", word);
        }
    }
    if (go->none_legal)
        go->only[go->only_count++] = MOVE_NONE;
    take_numbers(go, value, given, position_side(pos));
}
