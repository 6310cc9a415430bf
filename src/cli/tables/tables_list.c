// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tables list`: what the tables of a folder say in sum.
#include "cli/line/json_out.h"
#include "cli/tables/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char command_name[] = "tables list";

struct settings {
    struct tables_where where;
    bool as_json;
};

static int by_name(const void *a, const void *b)
{
    const struct table *const *one = a, *const *other = b;
    size_t left = strlen((*one)->header.name), right = strlen((*other)->header.name);
    return left != right ? (left > right) - (left < right)
                         : strcmp((*one)->header.name, (*other)->header.name);
}

static json_t *sums_as_json(const struct table_sums *sums)
{
    return json_pack("{s:I, s:I, s:I, s:i, s:i}", "won", (json_int_t)sums->wins, "drawn",
                     (json_int_t)sums->draws, "lost", (json_int_t)sums->losses, "longest_win",
                     (int)(sums->longest_win / 2), "longest_loss", (int)(sums->longest_loss / 2));
}

static void print(const struct table_header *header, bool as_json)
{
    if (as_json)
        json_print(json_pack("{s:s, s:o, s:o}", "ending", header->name, "white",
                             sums_as_json(&header->sums[WHITE]), "black",
                             sums_as_json(&header->sums[BLACK])));
    else
        tables_print_row(header);
}

static int list(const struct tables_place *place, const struct settings *settings)
{
    size_t count = shelf_count(place->shelf);
    struct table **tables = calloc(count + 1, sizeof *tables);
    if (!tables) {
        struct error err;
        error_set_no_memory(&err);
        return failure_report(command_name, &err);
    }
    for (size_t i = 0; i < count; i++)
        tables[i] = shelf_table(place->shelf, i);
    qsort(tables, count, sizeof *tables, by_name);
    if (count && !settings->as_json)
        tables_print_row(NULL);
    for (size_t i = 0; i < count; i++)
        print(&tables[i]->header, settings->as_json);
    free(tables);
    return output_finish(command_name);
}

static int run(void *given)
{
    struct settings *settings = given;
    struct tables_place place;
    int status = tables_enter(command_name, &settings->where, &place);
    if (status == EXIT_FINE)
        status = list(&place, settings);
    tables_leave(&place);
    return status;
}

static const struct argument options[] = {
    TABLES_FOLDER(struct settings),
    {.name = "json", .help = "print one JSON object a line", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tables_list = {
    .name = command_name,
    .summary = "list the tables of a folder, with their results",
    .text =
        "Prints, for each ending and side to move, how many placements are won, drawn and lost for that side, each\n"
        "counted once with all its mirror images, and the longest way to mate in turns of White, who has more or\n"
        "better pieces.\n",
    .examples = "  leaper tables list --folder tables\n",
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};
