// SPDX-License-Identifier: GPL-3.0-or-later
// Lines, names of pieces, and numbers.
#include "position/words/wording.h"

#include "pieces/describe.h"
#include "position/variant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void wording_start(struct wording *wording, const struct variant *variant)
{
    *wording = (struct wording){.variant = variant, .occurring = wording_types_that_occur(variant)};
    for (int i = 0; i < WORDING_SECTIONS; i++)
        buffer_init(&wording->lines[i]);
}

void wording_clear(struct wording *wording)
{
    for (int i = 0; i < WORDING_SECTIONS; i++)
        buffer_clear(&wording->lines[i]);
    for (size_t i = 0; i < wording->phrases.count; i++)
        free(wording->phrases.items[i]);
    vector_clear(&wording->phrases);
}

const char *wording_title(enum wording_section section)
{
    static const char *const titles[WORDING_SECTIONS] = {
        [WORDING_START] = "Board and start",
        [WORDING_PIECES] = "Pieces",
        [WORDING_PAWNS] = "Pawns and promotion",
        [WORDING_CASTLING] = "Castling",
        [WORDING_TURNS] = "Turns",
        [WORDING_CHECK] = "Check, and what must or may not be done",
        [WORDING_END] = "How the game ends",
        [WORDING_DRAWS] = "Repetition and moves without progress",
    };
    return titles[section];
}

void wording_say(struct wording *wording, enum wording_section section, const char *format, ...)
{
    struct buffer *lines = &wording->lines[section];
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (*text >= 'a' && *text <= 'z')
        *text = (char)(*text - ('a' - 'A'));
    buffer_add(lines, text);
    buffer_add_char(lines, '\n');
    wording->no_memory |= lines->failed;
}

const char *wording_keep(struct wording *wording, struct buffer *phrase)
{
    buffer_add(phrase, "");
    char *text = phrase->failed ? NULL : buffer_take(phrase);
    buffer_clear(phrase);
    if (text && vector_push(&wording->phrases, text))
        return text;
    free(text);
    wording->no_memory = true;
    return "";
}

// ---- Pieces ----

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

static const char *plural_ending(const char *name)
{
    return ends_with(name, "s") || ends_with(name, "x") || ends_with(name, "ch") || ends_with(name, "sh")
               ? "es"
               : "s";
}

static bool begins_with_vowel(const char *name)
{
    return strchr("aeiouAEIOU", *name) && strncmp(name, "uni", 3) != 0;
}

// A custom piece without a name has its letter for one.
static void add_name(struct buffer *out, const char *name, enum wording_form form)
{
    bool letter = !name[1];
    const char *article = form == FORM_THE ? "the "
                          : form != FORM_A ? ""
                          : letter         ? "a "
                                           : (begins_with_vowel(name) ? "an " : "a ");
    buffer_add(out, article);
    if (letter)
        buffer_addf(out, "piece%s %s", form == FORM_MANY ? "s" : "", name);
    else
        buffer_addf(out, "%s%s", name, form == FORM_MANY ? plural_ending(name) : "");
}

static void add_type(struct buffer *out, const struct variant *variant, piece_type type,
                     enum wording_form form)
{
    static const char *const any[] = {"piece", "any piece", "any piece", "pieces"};
    if (type == ANY_TYPE)
        buffer_add(out, any[form]);
    else if (variant->pieces[type].name)
        add_name(out, variant->pieces[type].name, form);
}

const char *wording_type(struct wording *wording, piece_type type, enum wording_form form)
{
    struct buffer out;
    buffer_init(&out);
    add_type(&out, wording->variant, type, form);
    return wording_keep(wording, &out);
}

const char *wording_types(struct wording *wording, uint64_t types, enum wording_form form,
                          const char *conjunction)
{
    const struct variant *variant = wording->variant;
    unsigned count = 0, done = 0;
    struct buffer out;
    if (types & 1)
        return wording_type(wording, ANY_TYPE, form);
    buffer_init(&out);
    for (unsigned i = 0; i < variant->declared_count; i++)
        count += (unsigned)(types >> variant->declared[i] & 1);
    for (unsigned i = 0; i < variant->declared_count; i++) {
        if (!(types >> variant->declared[i] & 1))
            continue;
        if (done)
            buffer_addf(&out, done + 1 == count ? " %s " : ", ", conjunction);
        add_type(&out, variant, variant->declared[i], form);
        done++;
    }
    if (!count)
        buffer_add(&out, form == FORM_MANY ? "no pieces" : "no piece");
    return wording_keep(wording, &out);
}

// The sentence about the pawn of chess mentions its double step.
void wording_movement(const struct piece_rules *rules, struct buffer *out)
{
    bool steps_twice = !set_empty(&rules->double_step[WHITE]) || !set_empty(&rules->double_step[BLACK]);
    if (rules->is_pawn && !steps_twice)
        movement_describe(&rules->movement[WHITE], out);
    else
        piece_describe(rules->name, rules->betza, &rules->movement[WHITE], out);
}

// ---- Numbers and results ----

const char *wording_number(struct wording *wording, int number)
{
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (number >= 0 && (size_t)number < sizeof words / sizeof *words)
        return words[number];
    struct buffer out;
    buffer_init(&out);
    buffer_addf(&out, "%d", number);
    return wording_keep(wording, &out);
}

const char *wording_count(struct wording *wording, int number, piece_type type)
{
    struct buffer out;
    buffer_init(&out);
    buffer_addf(&out, "%s ", wording_number(wording, number));
    add_type(&out, wording->variant, type, number == 1 ? FORM_NAME : FORM_MANY);
    return wording_keep(wording, &out);
}

const char *wording_result(enum value value)
{
    static const char *const verbs[] = {
        [VALUE_LOSS] = "loses", [VALUE_DRAW] = "draws", [VALUE_WIN] = "wins", [VALUE_NONE] = "plays on"};
    return verbs[value];
}
