// SPDX-License-Identifier: GPL-3.0-or-later
// Finds games and reads their parameters; knows none of either by name.
#include "cli/line/opening.h"

#include "games/games.h"

#include <string.h>

const char *opening_parameter_name(const char *name)
{
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; i < (*game)->parameter_count; i++)
            if (!strcmp((*game)->parameters[i].name, name))
                return (*game)->parameters[i].name;
    return NULL;
}

void opening_suggest_parameter(struct suggestion *suggestion)
{
    for (const struct game *const *game = games; *game; game++)
        for (unsigned i = 0; i < (*game)->parameter_count; i++)
            suggest_offer(suggestion, (*game)->parameters[i].name);
}

static bool has_parameter(const struct game *game, const char *name)
{
    for (unsigned i = 0; i < game->parameter_count; i++)
        if (!strcmp(game->parameters[i].name, name))
            return true;
    return false;
}

// Whether a game before this one has a parameter of the same name.
static bool is_repeated(const struct game *const *before, const char *name)
{
    for (const struct game *const *game = games; *game && game != before; game++)
        if (has_parameter(*game, name))
            return true;
    return false;
}

// Under the parameter's help, in lines of its width.
static void print_games_with(const struct parameter *parameter)
{
    enum { INDENT = 25, COLUMNS = 100 };
    int column = printf("%*sfor", INDENT, "");
    for (const struct game *const *game = games; *game; game++) {
        if (!has_parameter(*game, parameter->name))
            continue;
        if (column + 1 + (int)strlen((*game)->name) > COLUMNS)
            column = printf("\n%*s", INDENT + 3, "") - 1;
        column += printf(" %s", (*game)->name);
    }
    printf("\n");
}

static void print_parameter(const struct parameter *parameter)
{
    char left[64], initial[16];
    snprintf(left, sizeof left, "--%s %s", parameter->name,
             parameter->kind == PARAMETER_NUMBER ? "N" : "WORD");
    printf("  %-*s %s: ", OPTIONS_COLUMN, left, parameter->help);
    if (parameter->kind == PARAMETER_NUMBER)
        printf("%d to %d", parameter->minimum, parameter->maximum);
    for (int i = 0; parameter->kind == PARAMETER_CHOICE && i <= parameter->maximum; i++)
        printf("%s%s", i ? ", " : "", parameter->choices[i]);
    parameter_write(parameter, parameter->initial, initial);
    printf(" (else %s)\n", initial);
    print_games_with(parameter);
}

void opening_print_parameters(void)
{
    for (const struct game *const *at = games; *at; at++) {
        const struct game *game = *at;
        for (unsigned i = 0; i < game->parameter_count; i++)
            if (!is_repeated(at, game->parameters[i].name))
                print_parameter(&game->parameters[i]);
    }
}

const struct game *opening_find_game(const char *command, const char *name)
{
    struct error err;
    const struct game *found = game_find(name, &err);
    if (found)
        return found;
    struct suggestion suggestion = {name, NULL, 0};
    for (const struct game *const *game = games; *game; game++)
        suggest_offer(&suggestion, (*game)->name);
    if (suggestion.nearest)
        usage_error(command, "%s; did you mean '%s'?", err.message, suggestion.nearest);
    else
        usage_error(command, "%s", err.message);
    return NULL;
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

bool opening_read_parameters(const char *command, const struct game *game, const struct arguments *arguments,
                             struct parameters *parameters)
{
    game_defaults(game, parameters);
    for (int i = 0; i < arguments->parameter_count; i++) {
        const char *name = arguments->parameters[i].name;
        int index = game_parameter(game, name);
        if (index < 0) {
            complain_of_parameter(command, game, name);
            return false;
        }
        struct error err;
        const char *text = arguments->parameters[i].text;
        if (!parameter_read(&game->parameters[index], text, &parameters->value[index], &err)) {
            usage_error(command, "--%s: %s", name, err.message);
            return false;
        }
    }
    return true;
}

struct session *opening_read(const char *command, const struct arguments *arguments, const char *fen)
{
    if (!arguments->count) {
        usage_error(command, "which game? 'leaper games' lists them");
        return NULL;
    }
    const struct game *game = opening_find_game(command, arguments->words[0]);
    struct parameters parameters;
    if (!game || !opening_read_parameters(command, game, arguments, &parameters))
        return NULL;
    struct error err;
    struct session *session = session_new(game, &parameters, fen, &err);
    if (!session)
        usage_report(command, &err);
    return session;
}
