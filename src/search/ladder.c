// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the texts of levels/ and interpolates between levels.
#include "search/ladder.h"

#include "base/text.h"
#include "position/game.h"
#include "search/handicap.h"
#include "variants/embedded.h"

#include <string.h>

// ---- Texts ----

// Moves the cursor past the word and the numbers, which fall or rise, each by at least 1.
static bool read_numbers(const char **at, const char *word, unsigned *numbers, int count, int direction)
{
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    for (int i = 0; i < count; i++) {
        *at += **at == ' ';
        if (!text_read_number(at, LADDER_RATING_MAX, &numbers[i]) ||
            (i && ((int)numbers[i] - (int)numbers[i - 1]) * direction <= 0))
            return false;
    }
    return *(*at)++ == '\n';
}

static void skip_line(const char **at)
{
    *at += strcspn(*at, "\n");
    *at += **at == '\n';
}

// Moves the cursor past comments and the word before the names of games, if that is there.
static bool find_games(const char **at)
{
    static const char word[] = "games";
    while (**at == '#')
        skip_line(at);
    bool found = !strncmp(*at, word, sizeof word - 1);
    *at += found ? sizeof word - 1 : 0;
    return found && **at == ' ';
}

static bool is_about(const char *text, const char *game)
{
    size_t length = strlen(game);
    for (bool more = find_games(&text); more; more = *text == ' ') {
        size_t word = strcspn(++text, " \n");
        if (word == length && !strncmp(text, game, length))
            return true;
        text += word;
    }
    return false;
}

bool ladder_read(struct ladder *ladder, const char *text, struct error *err)
{
    *ladder = (struct ladder){0};
    bool sound = find_games(&text);
    skip_line(&text);
    return (sound && read_numbers(&text, "handicaps", ladder->handicaps, LEVEL_FULL, -1) &&
            read_numbers(&text, "ratings", ladder->ratings, LEVELS, 1) && !*text &&
            ladder->handicaps[LEVEL_FULL - 1] && ladder->handicaps[0] <= HANDICAP_MAX &&
            ladder->ratings[0] >= LADDER_RATING_MIN) ||
           error_set(
               err, ERROR_PARAMETER, "",
               "there should be `games` with their names, `handicaps` with %d falling numbers up to %d, and "
               "`ratings` with %d rising ones from %d to %d",
               LEVEL_FULL, HANDICAP_MAX, LEVELS, LADDER_RATING_MIN, LADDER_RATING_MAX);
}

static void ladder_of_game(struct ladder *ladder, const struct game *game)
{
    struct error err;
    const struct embedded_text *own = embedded_levels;
    while (own->name && !is_about(own->text, game->name))
        own++;
    // The first is also that of games without their own. The tests see to it that all can be read.
    (void)ladder_read(ladder, own->name ? own->text : embedded_levels[0].text, &err);
}

// ---- Levels and ratings ----

unsigned ladder_level(const struct game *game, const struct level *level)
{
    struct ladder ladder;
    ladder_of_game(&ladder, game);
    return level ? ladder.handicaps[level - levels] : 0;
}

unsigned ladder_rating(const struct game *game, unsigned rating)
{
    struct ladder ladder;
    ladder_of_game(&ladder, game);
    if (rating <= ladder.ratings[0])
        return ladder.handicaps[0];
    if (rating >= ladder.ratings[LEVEL_FULL])
        return 0;
    int i = 0;
    while (rating > ladder.ratings[i + 1])
        i++;
    unsigned from = ladder.handicaps[i], to = ladder.handicaps[i + 1];
    return from - (from - to) * (rating - ladder.ratings[i]) / (ladder.ratings[i + 1] - ladder.ratings[i]);
}
