// SPDX-License-Identifier: GPL-3.0-or-later
// The list of games, their parameters, and variants.
#include "variants/games.h"
#include "api/handle.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A `struct leaper_game` is the internal struct, whose definition callers do not see.
static const struct game *game_in(const struct leaper_game *game)
{
    return (const struct game *)game;
}

static const struct leaper_game *game_out(const struct game *game)
{
    return (const struct leaper_game *)game;
}

// ---- Games ----

size_t leaper_game_count(void)
{
    size_t count = 0;
    while (games_all()[count])
        count++;
    return count;
}

const struct leaper_game *leaper_game_at(size_t number)
{
    return number < leaper_game_count() ? game_out(games_all()[number]) : NULL;
}

const struct leaper_game *leaper_game_find(const char *name, struct leaper_error *error)
{
    struct error err = {0};
    const struct game *game = game_find(name, &err);
    if (!game)
        fail_as(error, &err);
    return game_out(game);
}

const char *leaper_game_name(const struct leaper_game *game)
{
    return game_in(game)->name;
}

const char *leaper_game_title(const struct leaper_game *game)
{
    return game_in(game)->title;
}

const char *leaper_game_author(const struct leaper_game *game)
{
    return game_in(game)->author;
}

const char *leaper_game_family(const struct leaper_game *game)
{
    return game_in(game)->family ? game_in(game)->family : "";
}

const char *leaper_game_summary(const struct leaper_game *game)
{
    return game_in(game)->summary;
}

int leaper_game_files(const struct leaper_game *game)
{
    return game_in(game)->width;
}

int leaper_game_ranks(const struct leaper_game *game)
{
    return game_in(game)->height;
}

static const struct help_section *section_at(const struct leaper_game *game, size_t number)
{
    const struct help_section *section = game_in(game)->help;
    while (section->title && number--)
        section++;
    return section->title ? section : NULL;
}

const char *leaper_game_section(const struct leaper_game *game, size_t section)
{
    const struct help_section *found = section_at(game, section);
    return found ? found->title : NULL;
}

const char *leaper_game_rule(const struct leaper_game *game, size_t section, size_t rule, bool *published)
{
    const struct help_section *found = section_at(game, section);
    if (!found)
        return NULL;
    const struct help_rule *rules = found->rules;
    while (rules->text && rule--)
        rules++;
    if (rules->text && published)
        *published = rules->published;
    return rules->text;
}

// ---- Parameters ----

size_t leaper_game_parameter_count(const struct leaper_game *game)
{
    return game_in(game)->parameter_count;
}

bool leaper_game_parameter(const struct leaper_game *game, size_t number, struct leaper_parameter *parameter)
{
    if (number >= game_in(game)->parameter_count)
        return false;
    const struct parameter *inside = &game_in(game)->parameters[number];
    bool choice = inside->kind == PARAMETER_CHOICE;
    *parameter = (struct leaper_parameter){
        .name = inside->name,
        .help = inside->help,
        .kind = choice ? LEAPER_PARAMETER_CHOICE : LEAPER_PARAMETER_NUMBER,
        .minimum = choice ? 0 : inside->minimum,
        .maximum = choice ? 0 : inside->maximum,
        .choices = choice ? inside->choices : NULL,
        .choice_count = choice ? (size_t)inside->maximum + 1 : 0,
    };
    parameter_write(inside, inside->initial, parameter->initial);
    return true;
}

// ---- Variants ----

struct leaper_variant *variant_wrap(struct variant *inside, struct leaper_error *error)
{
    struct leaper_variant *variant = memory_try(NULL, 1, sizeof *variant);
    if (!variant) {
        variant_free(inside);
        fail_no_memory(error);
        return NULL;
    }
    variant->inside = inside;
    atomic_init(&variant->shares, 1);
    return variant;
}

struct leaper_variant *variant_share(struct leaper_variant *variant)
{
    atomic_fetch_add_explicit(&variant->shares, 1, memory_order_relaxed);
    return variant;
}

static bool read_setting(const struct game *game, const struct leaper_setting *setting,
                         struct parameters *parameters, struct error *err)
{
    int index = game_parameter(game, setting->name);
    if (index < 0)
        return error_set(err, ERROR_PARAMETER, setting->name, "%s has no parameter '%.40s'", game->title,
                         setting->name);
    return parameter_read(&game->parameters[index], setting->value, &parameters->value[index], err);
}

struct leaper_variant *leaper_variant_of(const struct leaper_game *game,
                                         const struct leaper_setting *settings, size_t count,
                                         struct leaper_error *error)
{
    struct error err = {0};
    struct parameters parameters;
    bool read = true;
    game_defaults(game_in(game), &parameters);
    for (size_t i = 0; read && i < count; i++)
        read = read_setting(game_in(game), &settings[i], &parameters, &err);
    struct variant *inside = read ? variant_new(game_in(game), &parameters, &err) : NULL;
    if (inside)
        return variant_wrap(inside, error);
    fail_as(error, &err);
    return NULL;
}

struct leaper_variant *leaper_variant_new(const char *game, const struct leaper_setting *settings,
                                          size_t count, struct leaper_error *error)
{
    const struct leaper_game *found = leaper_game_find(game, error);
    return found ? leaper_variant_of(found, settings, count, error) : NULL;
}

void leaper_variant_free(struct leaper_variant *variant)
{
    if (!variant || atomic_fetch_sub_explicit(&variant->shares, 1, memory_order_acq_rel) > 1)
        return;
    variant_free(variant->inside);
    free(variant);
}

const struct leaper_game *leaper_variant_game(const struct leaper_variant *variant)
{
    return game_out(variant->inside->game);
}

char *leaper_variant_value(const struct leaper_variant *variant, size_t number, struct leaper_error *error)
{
    const struct game *game = variant->inside->game;
    char text[16];
    if (number >= game->parameter_count) {
        fail(error, LEAPER_ERROR_NOT_FOUND, "", "%s has only %d parameters", game->title,
             game->parameter_count);
        return NULL;
    }
    parameter_write(&game->parameters[number], variant->inside->parameters.value[number], text);
    char *copy = memory_try_copy_text(text);
    if (!copy)
        fail_no_memory(error);
    return copy;
}

// The rules of the piece with that letter, NULL for none.
static const struct piece_rules *rules_of(const struct leaper_variant *variant, char letter)
{
    piece_type type = type_in(letter);
    return type && variant->inside->pieces[type].name ? &variant->inside->pieces[type] : NULL;
}

const char *leaper_variant_piece_name(const struct leaper_variant *variant, char letter)
{
    const struct piece_rules *rules = rules_of(variant, letter);
    return rules ? rules->name : NULL;
}

const char *leaper_variant_piece_betza(const struct leaper_variant *variant, char letter)
{
    const struct piece_rules *rules = rules_of(variant, letter);
    return rules ? rules->betza : NULL;
}
