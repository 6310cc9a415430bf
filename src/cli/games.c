// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper games`: which games there are, and their rules.
#include "games/games.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "cli/rules.h"
#include "server/catalogue.h"

static const struct usage usage = {
    "leaper games [GAME] [--json]",
    "Lists the games; with the name of one, prints its rules in our own words, each marked as\n"
    "published [S] or as our reading [R].\n",
    "  leaper games\n"
    "  leaper games fuel\n"
    "  leaper games --json\n",
    false,
};

static void print_list(void)
{
    for (const struct game *const *game = games; *game; game++)
        printf("%-18s %s\n%-18s %s\n", (*game)->name, (*game)->title, "", (*game)->summary);
    printf("\nParameters, on every command line that takes a game:\n");
    opening_print_parameters();
}

static void print_all_as_json(void)
{
    struct buffer text;
    buffer_init(&text);
    catalogue_write(&text);
    puts(buffer_text(&text));
    buffer_clear(&text);
}

int cmd_games(int argc, char **argv)
{
    enum { JSON };
    struct option options[] = {
        [JSON] = {"json", NULL, "print the list, or the game with its rules, as a JSON object", NULL}, {0}};
    struct arguments arguments;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count > 1)
        return usage_error("games", "'%s' is one word too many", arguments.words[1]);
    if (!arguments.count) {
        if (options[JSON].given)
            print_all_as_json();
        else
            print_list();
        return output_finish("games");
    }
    const struct game *game = opening_find_game("games", arguments.words[0]);
    if (!game)
        return EXIT_USAGE;
    if (options[JSON].given) {
        json_print(catalogue_game(game));
        return output_finish("games");
    }
    struct buffer text;
    buffer_init(&text);
    rules_write(game, &text);
    fputs(buffer_text(&text), stdout);
    buffer_clear(&text);
    return output_finish("games");
}
