// SPDX-License-Identifier: GPL-3.0-or-later
// Tells which letters the pieces of armies have, and of armies that do not take part.
#include "variants/cast/letters.h"

#include "position/game.h"

#include <string.h>

static const char *const army_keys[2] = {"armyWhite", "armyBlack"};

static const struct army_text *army_of(const struct resolved *resolved, const struct army_list *armies,
                                       enum color color)
{
    const struct definition_entry *entry = definition_find(&resolved->definition, army_keys[color]);
    return entry ? army_find(armies, entry->value) : NULL;
}

static void write_army(const struct resolved *resolved, const struct army_text *army, enum color color,
                       struct buffer *out)
{
    for (unsigned i = 0; i < army->count; i++) {
        const struct army_piece *member = &army->pieces[i];
        char letter = resolved->cast.army_letters[color][member->letter - 'A'];
        const struct cast_piece *other = cast_of_letter(&resolved->cast, member->letter);
        if (letter != member->letter && other)
            buffer_addf(out, "# The %s of the army %s has the letter %c, since %c is the %s.\n", member->name,
                        army->key, letter, member->letter, other->name);
    }
}

void letters_write(const struct variant_text *text, struct buffer *out)
{
    struct parameters values;
    game_defaults(&text->game, &values);
    struct resolution resolution = {&text->definition, text->game.parameters, text->game.parameter_count,
                                    &values, text->armies};
    struct resolved resolved;
    struct report unheard = {0};
    resolve(&resolution, &resolved, &unheard);
    const struct army_text *white = army_of(&resolved, text->armies, WHITE),
                           *black = army_of(&resolved, text->armies, BLACK);
    if (white)
        write_army(&resolved, white, WHITE, out);
    if (black && black != white)
        write_army(&resolved, black, BLACK, out);
    resolved_clear(&resolved);
    report_clear(&unheard);
}

void letters_check(const struct resolved *resolved, const struct army_list *armies, struct report *report)
{
    const struct definition_entry *start = definition_find(&resolved->definition, "startFen");
    for (int color = WHITE; color <= BLACK; color++) {
        const struct army_text *army = army_of(resolved, armies, (enum color)color);
        const struct definition_entry *entry = definition_find(&resolved->definition, army_keys[color]);
        if (!army || !army->count || !entry->own || !resolved->start)
            continue;
        bool found = false;
        for (unsigned i = 0; i < army->count && !found; i++) {
            char letter = resolved->cast.army_letters[color][army->pieces[i].letter - 'A'];
            letter = (char)(color == WHITE ? letter : letter + ('a' - 'A'));
            found = memchr(resolved->start, letter, strcspn(resolved->start, " ")) != NULL;
        }
        if (found)
            continue;
        report_warn(report, entry->source, entry->value_at, strlen(entry->value),
                    "no piece of this army is in the start position, where {%s} would be its back rank",
                    color == WHITE ? "white" : "black");
        if (start)
            report_other(report, start->source, start->key_at, "the start position is here");
    }
}
