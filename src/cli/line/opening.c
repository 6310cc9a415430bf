// SPDX-License-Identifier: GPL-3.0-or-later
// Finds games and reads their parameters; independent of any particular game.
#include "cli/line/opening.h"

#include "base/memory.h"
#include "cli/line/complain.h"
#include "cli/line/value.h"
#include "variants/games.h"

#include <stdio.h>
#include <string.h>

const char opening_which_game[] = "which game? 'leaper games' lists them";

// ---- The options ----

// A row for each parameter, built from the games' tables when first needed.
static struct {
    struct argument rows[OPENING_PARAMETERS_MAX + 2];
    int count; // of parameters; one row more follows
} table;

static bool has_parameter(const struct game *game, const char *name)
{
    for (unsigned i = 0; i < game->parameter_count; i++)
        if (!strcmp(game->parameters[i].name, name))
            return true;
    return false;
}

static int find_row(const char *name)
{
    for (int i = 0; i < table.count; i++)
        if (!strcmp(table.rows[i].name, name))
            return i;
    return -1;
}

static void add_games_with(const struct parameter *parameter, struct buffer *out)
{
    const char *before = "";
    for (const struct game *const *game = games_all(); *game; game++)
        if (has_parameter(*game, parameter->name)) {
            buffer_addf(out, "%s%s", before, (*game)->name);
            before = ", ";
        }
}

// The text of the row is never freed.
static const char *make_help(const struct parameter *parameter)
{
    struct buffer text;
    buffer_init(&text);
    buffer_addf(&text, "%s, for ", parameter->help);
    add_games_with(parameter, &text);
    return buffer_take(&text);
}

static const char *const *make_choices(const struct parameter *parameter)
{
    size_t count = (size_t)parameter->maximum + 1;
    const char **choices = memory_resize(NULL, count + 1, sizeof *choices);
    memcpy(choices, parameter->choices, count * sizeof *choices);
    choices[count] = NULL;
    return choices;
}

static void add_row(const struct parameter *parameter)
{
    char initial[16];
    bool is_choice = parameter->kind == PARAMETER_CHOICE;
    parameter_write(parameter, parameter->initial, initial);
    table.rows[table.count] = (struct argument){
        .name = parameter->name,
        .value = is_choice ? "WORD" : "N",
        .help = make_help(parameter),
        .type = ARGUMENT_TEXT,
        .offset = offsetof(struct opening, parameters) + (size_t)table.count * sizeof(const char *),
        .minimum = is_choice ? 0 : parameter->minimum,
        .maximum = is_choice ? 0 : parameter->maximum,
        .choices = is_choice ? make_choices(parameter) : NULL,
        .otherwise = memory_copy_text(initial),
    };
    table.count++;
}

static const struct argument file_options[] = {
    {.name = "variants",
     .value = "FILE",
     .help = "know the variants of the file, too",
     PATH(struct opening_files, path)},
    {.name = NULL},
};

static const struct argument *file_rows(void)
{
    return file_options;
}

const struct argument_group opening_files = {NULL, file_rows};

static const struct argument *parameter_rows(void)
{
    if (table.count)
        return table.rows;
    for (const struct game *const *game = games_all(); *game; game++)
        for (unsigned i = 0; i < (*game)->parameter_count; i++)
            if (table.count < OPENING_PARAMETERS_MAX && find_row((*game)->parameters[i].name) < 0)
                add_row(&(*game)->parameters[i]);
    table.rows[table.count] = file_options[0];
    table.rows[table.count].offset += offsetof(struct opening, files);
    return table.rows;
}

// The same without the files of variants.
static const struct argument *choice_rows(void)
{
    static struct argument rows[OPENING_PARAMETERS_MAX + 1];
    const struct argument *all = parameter_rows();
    memcpy(rows, all, (size_t)table.count * sizeof *rows);
    rows[table.count] = (struct argument){.name = NULL};
    return rows;
}

const struct argument_group opening_choices = {"Games and their parameters", choice_rows};
const struct argument_group opening_parameters = {"Games and their parameters", parameter_rows};

// ---- The game ----

const char *opening_game_name(unsigned number)
{
    for (unsigned i = 0; games_all()[i]; i++)
        if (i == number)
            return games_all()[i]->name;
    return NULL;
}

bool opening_read_game(const char *text, void *member, struct error *err)
{
    const struct game **game = member;
    *game = game_find(text, err);
    return *game != NULL;
}

static const struct argument row_of_name = {
    .name = "GAME",
    READ(const struct game *, struct opening, game, opening_read_game),
    .list = opening_game_name};

bool opening_find_game(const char *command, const char *name, struct opening *opening)
{
    struct error err;
    if (name && value_read(&row_of_name, name, opening, row_of_name.offset, &err))
        return true;
    usage_error(command, "%s", name ? err.message : opening_which_game);
    return false;
}

// ---- Its parameters ----

bool opening_has_parameters(const struct opening *opening)
{
    for (int i = 0; i < OPENING_PARAMETERS_MAX; i++)
        if (opening->parameters[i])
            return true;
    return false;
}

static void complain_of_parameter(const char *command, const struct game *game, const char *name)
{
    char taken[128] = "";
    for (unsigned i = 0; i < game->parameter_count; i++) {
        size_t length = strlen(taken);
        snprintf(taken + length, sizeof taken - length, "%s--%s", i ? ", " : "", game->parameters[i].name);
    }
    usage_error(command, "%s has no parameter --%s; it takes %s", game->name, name,
                taken[0] ? taken : "none");
}

bool opening_read_parameters(const char *command, const struct opening *opening,
                             struct parameters *parameters)
{
    const struct game *game = opening->game;
    const struct argument *rows = parameter_rows();
    game_defaults(game, parameters);
    for (int i = 0; i < table.count; i++) {
        struct error err;
        int index = game_parameter(game, rows[i].name);
        if (!opening->parameters[i])
            continue;
        if (index < 0) {
            complain_of_parameter(command, game, rows[i].name);
            return false;
        }
        if (!parameter_read(&game->parameters[index], opening->parameters[i], &parameters->value[index],
                            &err)) {
            usage_error(command, "--%s: %s", rows[i].name, err.message);
            return false;
        }
    }
    return true;
}

struct session *opening_start(const char *command, const struct opening *opening)
{
    struct parameters parameters;
    struct error err;
    if (!opening_read_parameters(command, opening, &parameters))
        return NULL;
    struct session *session = session_new(opening->game, &parameters, opening->fen, &err);
    if (!session)
        usage_report(command, &err);
    return session;
}
