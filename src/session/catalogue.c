// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the program's tables of games, pieces, armies and levels into JSON.
#include "session/catalogue.h"

#include "notation/json/json_text.h"
#include "pieces/picture.h"
#include "position/parameter.h"
#include "position/variant.h"
#include "position/words/wording.h"
#include "search/level.h"
#include "variants/games.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Parameters ----

static json_t *describe_words(const char *const *words, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_append(&list, json_string(words[i]));
    return list;
}

static json_t *describe_number(const struct parameter *parameter)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:i}", "key", parameter->name, "type", "integer", "name",
                     parameter->option, "words", parameter->help, "min", parameter->minimum, "max",
                     parameter->maximum, "default", parameter->initial);
}

static json_t *describe_choice(const struct parameter *parameter)
{
    json_t *choices = json_array();
    for (int i = 0; i <= parameter->maximum; i++)
        json_append(&choices,
                    json_pack("{s:s, s:s}", "key", parameter->choices[i], "name", parameter->choices[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s}", "key", parameter->name, "type", "choice", "name",
                     parameter->option, "words", parameter->help, "choices", choices, "default",
                     parameter->choices[parameter->initial]);
}

// Clients choose both armies in one parameter (notation/json/describe.h).
static json_t *describe_armies(const struct parameter *white, const struct parameter *black)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:[s, s]}", "key", "armies", "type", "armies", "name",
                     "Armies", "words", "The army of each side", "choices",
                     describe_words(white->choices, white->maximum + 1), "default",
                     white->choices[white->initial], black->choices[black->initial]);
}

static json_t *describe_parameters_of(const struct game *game)
{
    json_t *list = json_array();
    int white = game_parameter(game, color_key(WHITE)), black = game_parameter(game, color_key(BLACK));
    for (int i = 0; i < game->parameter_count; i++) {
        const struct parameter *parameter = &game->parameters[i];
        if (i == white)
            json_append(&list, describe_armies(parameter, &game->parameters[black]));
        else if (i != black)
            json_append(&list, parameter->kind == PARAMETER_NUMBER ? describe_number(parameter)
                                                                   : describe_choice(parameter));
    }
    return list;
}

// ---- Pieces ----

static json_t *describe_squares(const struct set *set)
{
    json_t *list = json_array();
    square s;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);)
        json_append(&list, json_of_square(s));
    return list;
}

// The rides of one kind, in one direction: [files,ranks,quiet,capture] and words on how it is made.
static json_t *describe_ride(const struct movement *movement, unsigned kind, direction d)
{
    static const char *const kinds[] = {NULL, "lame", "cannon", "grasshopper"};
    const struct ranges *ranges = &movement->kinds[kind];
    json_t *ride = json_pack("[i, i, i, i]", direction_step[d].dx, direction_step[d].dy, ranges->quiet[d],
                             ranges->capture[d]);
    if (kinds[kind % RIDE_INITIAL])
        json_append(&ride, json_string(kinds[kind % RIDE_INITIAL]));
    if (kind >= RIDE_INITIAL)
        json_append(&ride, json_string("initial"));
    return ride;
}

static json_t *describe_movement(const struct movement *movement)
{
    json_t *rides = json_array();
    for (unsigned kind = 0; kind < RIDE_KINDS; kind++)
        for (direction d = 0; d < DIRECTIONS; d++)
            if (movement->kinds[kind].quiet[d] || movement->kinds[kind].capture[d])
                json_append(&rides, describe_ride(movement, kind, d));
    return rides;
}

// A commoner that is written as a king is a king to the eye.
json_t *catalogue_picture(const struct piece_rules *rules, bool royal)
{
    bool crowned = !strcmp(rules->name, "commoner") && !strcmp(rules->text[WHITE], "K");
    struct buffer picture;
    buffer_init(&picture);
    piece_picture(crowned ? "king" : rules->name, &rules->movement[WHITE], royal, &picture);
    json_t *described = json_string(buffer_text(&picture));
    buffer_clear(&picture);
    return described;
}

static json_t *describe_piece(const struct piece_rules *rules, bool royal)
{
    struct buffer words;
    buffer_init(&words);
    wording_movement(rules, &words);
    json_t *described =
        json_pack("{s:s, s:s, s:s, s:o, s:s, s:o}", "letter", rules->text[WHITE], "name", rules->name,
                  "betza", rules->betza, "image", catalogue_picture(rules, royal), "words",
                  buffer_text(&words), "moves", describe_movement(&rules->movement[WHITE]));
    buffer_clear(&words);
    if (royal)
        json_put(&described, "royal", json_true());
    if (rules->promotes)
        json_put(&described, "promotion",
                 json_pack("{s:o, s:o}", "white", describe_squares(&rules->promotion[WHITE]), "black",
                           describe_squares(&rules->promotion[BLACK])));
    return described;
}

// False without memory.
static bool collect_pieces(const struct variant *variant, json_t *pieces[PIECE_TYPES])
{
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        if (!variant->pieces[type].name || pieces[type])
            continue;
        pieces[type] = describe_piece(&variant->pieces[type], variant->royal && type == variant->king);
        if (!pieces[type])
            return false;
    }
    return true;
}

json_t *catalogue_pieces(const struct variant *variant)
{
    json_t *pieces[PIECE_TYPES] = {NULL}, *list = json_array();
    if (!collect_pieces(variant, pieces))
        json_append(&list, NULL);
    for (int type = 0; type < PIECE_TYPES; type++)
        if (pieces[type])
            json_append(&list, pieces[type]);
    return list;
}

// The pieces of all variants: with every value of every choice, the other parameters at their defaults.
static json_t *describe_pieces(const struct game *game)
{
    json_t *pieces[PIECE_TYPES] = {NULL}, *list = json_array();
    for (int i = -1; i < game->parameter_count; i++) {
        bool choice = i >= 0 && game->parameters[i].kind == PARAMETER_CHOICE;
        int last = choice ? game->parameters[i].maximum : 0;
        for (int value = 0; value <= last; value++) {
            struct parameters parameters;
            game_defaults(game, &parameters);
            if (choice)
                parameters.value[i] = value;
            struct variant *variant = variant_new(game, &parameters, NULL);
            if (!variant || !collect_pieces(variant, pieces))
                json_append(&list, NULL);
            variant_free(variant);
        }
    }
    for (int type = 0; type < PIECE_TYPES; type++)
        if (pieces[type])
            json_append(&list, pieces[type]);
    return list;
}

// ---- Games, armies, levels ----

const char catalogue_rule_on_time[] =
    "With a clock, whoever runs out of time loses, whatever the other side has left. It counts as resigning does. "
    "All actions of a turn are one turn on the clock.";

static json_t *help_on_time(void)
{
    return json_pack("{s:s, s:[{s:s, s:s}]}", "title", "Time", "items", "source", "R", "text",
                     catalogue_rule_on_time);
}

json_t *catalogue_help(const struct game *game)
{
    json_t *help = json_array();
    for (const struct help_section *section = game->help; section && section->title; section++) {
        json_t *items = json_array();
        for (const struct help_rule *rule = section->rules; rule->text; rule++)
            json_append(&items,
                        json_pack("{s:s, s:s}", "source", rule->published ? "S" : "R", "text", rule->text));
        json_append(&help, json_pack("{s:s, s:o}", "title", section->title, "items", items));
    }
    if (json_array_size(help))
        json_append(&help, help_on_time());
    return help;
}

// [{"kind":"gate","squares":["h4",…]},…]
static json_t *describe_sites(const struct game *game)
{
    json_t *sites = json_array();
    for (const struct site *site = game->sites; site && site->kind; site++) {
        json_t *squares = json_array();
        for (const char *name = site->squares; *name;) {
            size_t length = strcspn(name, " ");
            json_append(&squares, json_stringn(name, length));
            name += length + strspn(name + length, " ");
        }
        json_append(&sites, json_pack("{s:s, s:o}", "kind", site->kind, "squares", squares));
    }
    return sites;
}

static bool knows_draws(const struct game *game)
{
    struct variant *variant = variant_new(game, NULL, NULL);
    bool draws = variant && variant_has_draws(variant);
    variant_free(variant);
    return draws;
}

json_t *catalogue_game(const struct game *game)
{
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:i, s:o, s:o, s:o}", "key", game->name, "name",
                  game->title, "author", game->author, "summary", game->summary, "draws", knows_draws(game),
                  "files", game->width, "ranks", game->height, "parameters", describe_parameters_of(game),
                  "pieces", describe_pieces(game), "help", catalogue_help(game));
    uint64_t hash;
    char digits[17] = "";
    if (variant_text_hash(game_text(game), &hash))
        snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    json_put(&object, "hash", *digits ? json_string(digits) : NULL);
    if (game->announces)
        json_put(&object, "announcements", json_true());
    if (game->scores)
        json_put(&object, "points", json_true());
    if (game->sites)
        json_put(&object, "sites", describe_sites(game));
    if (game->family)
        json_put(&object, "family", json_string(game->family));
    return object;
}

static json_t *describe_all_armies(void)
{
    json_t *list = json_array();
    const struct army_list *known = games_armies();
    for (size_t i = 0; i < known->armies.count; i++) {
        const struct army_text *army = known->armies.items[i];
        json_append(
            &list, json_pack("{s:s, s:s, s:s}", "key", army->key, "name", army->title, "setup", army->setup));
    }
    return list;
}

static json_t *describe_levels(void)
{
    json_t *list = json_array();
    for (int i = 0; i < LEVELS; i++)
        json_append(&list, json_pack("{s:s, s:s, s:s}", "key", levels[i].key, "name", levels[i].name, "words",
                                     levels[i].words));
    return list;
}

json_t *catalogue_all(void)
{
    json_t *list = json_array();
    for (const struct game *const *game = games_all(); *game; game++)
        json_append(&list, catalogue_game(*game));
    return json_pack("{s:o, s:o, s:o}", "games", list, "armies", describe_all_armies(), "levels",
                     describe_levels());
}

void catalogue_write(struct buffer *out)
{
    json_t *all = catalogue_all();
    char *text = all ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(all);
    buffer_add(out, text ? text : "{}");
    free(text);
}
