// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper games`: lists the games, and prints their rules.
#include "variants/games.h"

#include "cli/commands.h"
#include "cli/line/help.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "cli/rules.h"
#include "session/catalogue.h"

#include <stdio.h>

static void print_list(void)
{
    for (const struct game *const *game = games_all(); *game; game++)
        printf("%-18s %s\n%-18s %s\n", (*game)->name, (*game)->title, "", (*game)->summary);
    printf("\nParameters (options of every command that takes a game):\n");
    help_print_group(&opening_choices);
}

static void print_all_as_json(void)
{
    struct buffer text;
    buffer_init(&text);
    catalogue_write(&text);
    puts(buffer_text(&text));
    buffer_clear(&text);
}

struct settings {
    struct opening opening;
    bool as_json;
};

// A game whose text says nothing of itself has the rules that are made from its definition.
static void print_rules(const struct game *game)
{
    struct buffer text;
    struct variant *variant = game->help->title ? NULL : variant_new(game, NULL, NULL);
    buffer_init(&text);
    if (variant)
        rules_write_all(variant, &text);
    else
        rules_write(game, &text);
    variant_free(variant);
    fputs(buffer_text(&text), stdout);
    buffer_clear(&text);
}

static int run(void *given)
{
    const struct settings *settings = given;
    const struct game *game = settings->opening.game;
    if (settings->as_json && game)
        json_print(catalogue_game(game));
    else if (settings->as_json)
        print_all_as_json();
    else if (game)
        print_rules(game);
    else
        print_list();
    return output_finish("games");
}

static const struct argument operands[] = {
    {OPENING_GAME(struct settings), .help = "the game whose rules to print"},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "json",
     .help = "print the list, or the game with its rules, as a JSON object",
     FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_games = {
    .name = "games",
    .summary = "list the games, print their rules",
    .text = "Lists the games; with the name of one, prints its rules in our own words, each marked as\n"
            "published [S] or as our reading [R]; 'leaper rules' prints them in full.\n",
    .examples = "  leaper games\n"
                "  leaper games fuel\n"
                "  leaper games --json\n",
    .operands = operands,
    .options = options,
    .shared = {{&opening_files, offsetof(struct settings, opening.files)}},
    .size = sizeof(struct settings),
    .run = run,
};
