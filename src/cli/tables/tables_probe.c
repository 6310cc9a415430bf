// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tables probe`: what the tables say of a position and of each of its turns.
#include "cli/line/json_out.h"
#include "cli/tables/tables.h"
#include "notation/coordinate_write.h"
#include "notation/san.h"
#include "position/fen.h"

#include <stdio.h>
#include <stdlib.h>

static const char command_name[] = "tables probe";

struct settings {
    struct tables_where where;
    const char *fen;
    bool as_json;
};

// A turn and the value for who plays it.
struct option {
    move move;
    unsigned value;
};

static int best_first(const void *a, const void *b)
{
    const struct option *one = a, *other = b;
    if (table_better(one->value, other->value))
        return -1;
    if (table_better(other->value, one->value))
        return 1;
    return (one->move > other->move) - (one->move < other->move);
}

static enum reading probe(const struct tables_place *place, const struct position *pos, unsigned *value,
                          struct error *err)
{
    enum reading reading = reader_position(place->reader, pos, value, err);
    if (reading == READ_ABSENT)
        error_set(err, ERROR_NOT_FOUND, "", "there is no table of this position in '%s'", place->folder);
    return reading;
}

static json_t *value_as_json(unsigned value)
{
    return json_pack("{s:s, s:i}", "result",
                     !value              ? "draw"
                     : table_wins(value) ? "win"
                                         : "loss",
                     "turns", (int)(value / 2));
}

static void print(const struct position *pos, unsigned value, const struct option *turns, unsigned count,
                  bool as_json)
{
    json_t *list = as_json ? json_array() : NULL;
    char words[32];
    tables_words(value, words);
    if (!as_json)
        printf("%s to move: %s\n", color_name(position_side(pos)), words);
    for (unsigned i = 0; i < count; i++) {
        struct buffer text;
        buffer_init(&text);
        struct turn turn = {.count = 1, .actions = {turns[i].move}};
        if (as_json)
            coordinate_write_turn(pos, &turn, &text);
        else
            san_write_turn(pos, &turn, SAN_PLAIN, &text);
        tables_words(turns[i].value, words);
        if (as_json)
            json_array_append_new(list, json_pack("{s:s, s:o}", "turn", buffer_text(&text), "value",
                                                  value_as_json(turns[i].value)));
        else
            printf("  %-8s %s\n", buffer_text(&text), words);
        buffer_clear(&text);
    }
    if (as_json)
        json_print(
            json_pack("{s:o, s:o, s:o}", "fen", json_fen(pos), "value", value_as_json(value), "turns", list));
}

static int ask(const struct tables_place *place, const struct settings *settings)
{
    struct error err = {0};
    struct position pos;
    unsigned value;
    if (!fen_read(&pos, place->variant, settings->fen, &err))
        return usage_report(command_name, &err);
    if (probe(place, &pos, &value, &err) != READ_VALUE)
        return failure_report(command_name, &err);
    struct move_list list;
    position_actions(&pos, &list);
    struct option *turns = calloc(list.count + 1, sizeof *turns);
    int status = EXIT_FINE;
    if (!turns)
        error_set_no_memory(&err);
    for (unsigned i = 0; turns && i < list.count; i++) {
        struct position after = pos;
        struct undo undo;
        position_apply(&after, list.moves[i], &undo);
        turns[i].move = list.moves[i];
        if (probe(place, &after, &turns[i].value, &err) != READ_VALUE)
            status = EXIT_FAILED;
        turns[i].value = table_before(turns[i].value);
    }
    if (!turns || status != EXIT_FINE) {
        free(turns);
        return failure_report(command_name, &err);
    }
    qsort(turns, list.count, sizeof *turns, best_first);
    print(&pos, value, turns, list.count, settings->as_json);
    free(turns);
    return output_finish(command_name);
}

static int run(void *given)
{
    struct settings *settings = given;
    struct tables_place place;
    struct error err;
    int status = tables_enter(command_name, &settings->where, &place);
    if (status == EXIT_FINE)
        status = tables_read(&place, &err) ? ask(&place, settings) : failure_report(command_name, &err);
    tables_leave(&place);
    return status;
}

static const struct argument operands[] = {
    {.name = "FEN",
     .help = "a position of at most four pieces, kings included, without castling rights",
     TEXT(struct settings, fen),
     .missing = "which position? give its FEN"},
    {.name = NULL},
};

static const struct argument options[] = {
    TABLES_GAME(struct settings),
    TABLES_FOLDER(struct settings),
    {.name = "json", .help = "print one JSON object instead of lines", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tables_probe = {
    .name = command_name,
    .summary = "the value of a position and of all its turns",
    .text =
        "Prints who wins and in how many turns, for the position and after each legal turn, the best first. The\n"
        "fifty-move rule and repetitions are left out of account; docs/tables.md says when that matters.\n",
    .examples = "  leaper tables probe '8/8/8/8/4k3/8/8/K1B1N3 w - - 0 1'\n"
                "  leaper tables probe --white clobberers '8/8/8/4k3/8/8/3A4/K1D5 w - - 0 1' --json\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_choices, offsetof(struct settings, where.opening)}},
    .size = sizeof(struct settings),
    .run = run,
};
