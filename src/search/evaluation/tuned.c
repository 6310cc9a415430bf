// SPDX-License-Identifier: GPL-3.0-or-later
// Looks the weights of pieces up by their names.
#include "search/evaluation/tuned.h"

#include <stdio.h>

static const struct pair nothing = {0, 0};

// Writes the name of a weight. False if there is no room for it.
static bool name_of(char name[WEIGHT_NAME_SIZE], const struct piece_rules *rules, const char *what)
{
    int length = snprintf(name, WEIGHT_NAME_SIZE, "%s %s", rules->betza, what);
    return length > 0 && length < WEIGHT_NAME_SIZE;
}

struct pair tuned(const struct weights *weights, const struct piece_rules *rules, const char *what,
                  struct pair otherwise)
{
    char name[WEIGHT_NAME_SIZE];
    if (weights->count == TERMS || !name_of(name, rules, what))
        return otherwise;
    const struct pair *worth = weights_find(weights, name);
    return worth ? *worth : otherwise;
}

// "rank 1", "file 1".
static struct pair numbered(const struct weights *weights, const struct piece_rules *rules, const char *what,
                            int index)
{
    char text[16];
    snprintf(text, sizeof text, "%s %d", what, index + 1);
    return tuned(weights, rules, text, nothing);
}

struct pair tuned_place(const struct weights *weights, const struct variant *variant,
                        const struct piece_rules *rules, enum color color, square s)
{
    const struct board *board = &variant->board;
    int rank = color == WHITE ? square_rank(s) : board->height - 1 - square_rank(s);
    int file = square_file(s), mirrored = board->width - 1 - file;
    struct pair on_rank = numbered(weights, rules, "rank", rank),
                on_file = numbered(weights, rules, "file", file < mirrored ? file : mirrored);
    return (struct pair){(int16_t)(on_rank.mg + on_file.mg), (int16_t)(on_rank.eg + on_file.eg)};
}

static bool list_one(struct weights *weights, const struct piece_rules *rules, const char *what,
                     struct pair worth)
{
    char name[WEIGHT_NAME_SIZE];
    return name_of(name, rules, what) && (weights_find(weights, name) || weights_set(weights, name, worth));
}

static bool list_numbered(struct weights *weights, const struct piece_rules *rules, const char *what,
                          int count)
{
    bool done = true;
    for (int i = 1; done && i <= count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%s %d", what, i);
        done = list_one(weights, rules, text, nothing);
    }
    return done;
}

bool tuned_list(struct weights *weights, const struct variant *variant, const struct piece_rules *rules,
                struct pair value, struct pair mobility)
{
    const struct board *board = &variant->board;
    return list_one(weights, rules, "value", value) && list_one(weights, rules, "mobility", mobility) &&
           list_numbered(weights, rules, "rank", board->height) &&
           list_numbered(weights, rules, "file", (board->width + 1) / 2);
}
