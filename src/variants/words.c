// SPDX-License-Identifier: GPL-3.0-or-later
// Reads titles, rules in words, sites, the list of parameters, and the game whose network is borrowed.
#include "variants/words.h"

#include "board/square.h"
#include "variants/embedded.h"

#include <string.h>

const char *const word_keys[] = {"title",   "author", "family",    "summary", "section", "rule",
                                 "reading", "site",   "parameter", "network", NULL};

bool is_word_key(const char *key)
{
    for (const char *const *word = word_keys; *word; word++)
        if (!strcmp(*word, key))
            return true;
    return false;
}

bool may_repeat(const char *key)
{
    return !strcmp(key, "section") || !strcmp(key, "rule") || !strcmp(key, "reading") ||
           !strcmp(key, "site") || !strcmp(key, "parameter");
}

bool may_have_lines(const char *key)
{
    return is_word_key(key) || !strcmp(key, "pieceNames");
}

static void refuse(const struct words_reader *reader, const struct ini_entry *entry, const char *message)
{
    report_add(reader->report, reader->source, entry->value_at, strlen(entry->value), "%s", message);
}

static bool is_key(const struct ini_entry *entry, const char *key)
{
    return !strcmp(entry->key, key);
}

static bool is_rule(const struct ini_entry *entry)
{
    return is_key(entry, "rule") || is_key(entry, "reading");
}

static unsigned count_key(const struct words_reader *reader, const char *key)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < reader->section->count; i++)
        count += is_key(&reader->ini->entries.items[reader->section->first + i], key);
    return count;
}

// ---- Rules in words ----

static const struct help_rule *rules_of_parent(const struct words_reader *reader, const char *title)
{
    const struct help_section *help = reader->parent ? reader->parent->help : NULL;
    for (; help && help->title; help++)
        if (!strcmp(help->title, title))
            return help->rules;
    return NULL;
}

// The rules among the entries from `i` up to the next section, in order.
static const struct help_rule *read_rules(const struct words_reader *reader, const struct ini_entry *title,
                                          uint32_t i)
{
    const struct ini_section *section = reader->section;
    uint32_t count = 0, end = section->first + section->count;
    const struct ini_entry *entries = reader->ini->entries.items;
    for (uint32_t j = i; j < end && !is_key(&entries[j], "section"); j++)
        count += is_rule(&entries[j]);
    if (!count) {
        const struct help_rule *rules = rules_of_parent(reader, title->value);
        if (!rules)
            refuse(reader, title,
                   "a section needs a rule or a reading, unless the parent has a section of that title");
        return rules;
    }
    struct help_rule *rules = pool_take(reader->pool, count + 1, sizeof *rules);
    for (uint32_t j = i, rule = 0; rules && rule < count; j++)
        if (is_rule(&entries[j]))
            rules[rule++] = (struct help_rule){is_key(&entries[j], "rule"), entries[j].value};
    return rules;
}

static void read_help(const struct words_reader *reader, struct game *game)
{
    unsigned count = count_key(reader, "section"), done = 0;
    struct help_section *help = pool_take(reader->pool, count + 1, sizeof *help);
    for (uint32_t i = 0; help && i < reader->section->count; i++) {
        uint32_t index = reader->section->first + i;
        const struct ini_entry *entry = &reader->ini->entries.items[index];
        if (is_rule(entry) && !done)
            refuse(reader, entry,
                   "a rule in words belongs to a section, whose title stands above it as section = …");
        if (!is_key(entry, "section"))
            continue;
        const struct help_rule *rules = read_rules(reader, entry, index + 1);
        if (rules)
            help[done++] = (struct help_section){entry->value, rules};
    }
    game->help = help;
}

// ---- Sites ----

// "gate: h4 i4"
static void read_site(const struct words_reader *reader, const struct ini_entry *entry, struct site *site)
{
    size_t length = strcspn(entry->value, ":");
    const char *squares = entry->value + length;
    bool good = length && *squares;
    for (const char *c = good ? squares + 1 : ""; good && *c;) {
        square s;
        c += strspn(c, " \t");
        good = square_read(&c, GRID_SIDE, GRID_SIDE, &s) && (!*c || *c == ' ' || *c == '\t');
    }
    if (!good) {
        refuse(reader, entry, "a kind of site, a colon and squares are expected, such as gate: h4 i4");
        return;
    }
    squares++;
    squares += strspn(squares, " \t");
    *site = (struct site){pool_text(reader->pool, entry->value, length), squares};
}

static void read_sites(const struct words_reader *reader, struct game *game)
{
    unsigned count = count_key(reader, "site"), done = 0;
    game->sites = reader->parent ? reader->parent->sites : NULL;
    if (!count)
        return;
    struct site *sites = pool_take(reader->pool, count + 1, sizeof *sites);
    game->sites = sites;
    for (uint32_t i = 0; sites && i < reader->section->count; i++) {
        const struct ini_entry *entry = &reader->ini->entries.items[reader->section->first + i];
        if (!is_key(entry, "site"))
            continue;
        read_site(reader, entry, &sites[done]);
        done += sites[done].kind != NULL;
    }
}

// ---- Parameters ----

static bool read_parameters(const struct words_reader *reader, struct game *game)
{
    unsigned count = count_key(reader, "parameter");
    if (!count)
        return true;
    struct parameter *parameters = pool_take(reader->pool, count, sizeof *parameters);
    game->parameters = parameters;
    for (uint32_t i = 0; parameters && i < reader->section->count; i++) {
        const struct ini_entry *entry = &reader->ini->entries.items[reader->section->first + i];
        if (!is_key(entry, "parameter"))
            continue;
        if (game->parameter_count == PARAMETERS_MAX) {
            refuse(reader, entry, "a variant has at most 4 parameters");
            return false;
        }
        game->parameter_count += parameter_declare(reader, entry, &parameters[game->parameter_count]);
        for (int j = 0; j + 1 < game->parameter_count; j++)
            if (!strcmp(parameters[j].name, parameters[game->parameter_count - 1].name)) {
                refuse(reader, entry, "a parameter of that name has been declared above");
                return false;
            }
    }
    return game->parameter_count == count;
}

// A key that stands at most once, or NULL.
static const struct ini_entry *find(const struct words_reader *reader, const char *key)
{
    for (uint32_t i = 0; i < reader->section->count; i++) {
        const struct ini_entry *entry = &reader->ini->entries.items[reader->section->first + i];
        if (is_key(entry, key))
            return entry;
    }
    return NULL;
}

static const char *text_of(const struct words_reader *reader, const char *key, const char *otherwise)
{
    const struct ini_entry *entry = find(reader, key);
    return entry ? entry->value : otherwise;
}

// What the engine knows is no rule, so a game can be played without it.
static void read_network(const struct words_reader *reader, struct game *game)
{
    const struct ini_entry *entry = find(reader, "network");
    // The networks of armies have names with _, and are no game's.
    if (entry && !strchr(entry->value, '_') && embedded_of_game(embedded_networks, entry->value))
        game->network = entry->value;
    else if (entry)
        report_warn(reader->report, reader->source, entry->value_at, strlen(entry->value),
                    "the program has no network of a game '%s' that could be borrowed", entry->value);
}

bool words_read(const struct words_reader *reader, struct game *game)
{
    game->name = reader->section->name;
    game->title = text_of(reader, "title", game->name);
    game->family = text_of(reader, "family", NULL);
    game->author = text_of(reader, "author", "");
    game->summary = text_of(reader, "summary", "");
    read_network(reader, game);
    read_help(reader, game);
    read_sites(reader, game);
    return read_parameters(reader, game);
}
