// SPDX-License-Identifier: GPL-3.0-or-later
// Reads specifications of engines: words separated by blanks, each KEY=VALUE except a program's name at the beginning.
#include "lab/arena/rival_spec.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS_MOST = 1024 };

static const char own_program[] = "leaper";

// ---- Words ----

// Copies the next word, in which quotation marks protect blanks, and moves on. False at the end, and with an error if a quotation does
// not end.
static bool next_word(const char **text, struct buffer *word, struct error *err)
{
    const char *c = *text + strspn(*text, " \t\n");
    char quote = '\0';
    buffer_reset(word);
    err->code = ERROR_NONE;
    if (!*c)
        return false;
    for (; *c && (quote || !strchr(" \t\n", *c)); c++) {
        if (quote ? *c == quote : *c == '"' || *c == '\'')
            quote = quote ? '\0' : *c;
        else
            buffer_add_char(word, *c);
    }
    *text = c;
    if (quote)
        return error_set(err, ERROR_PARAMETER, "", "a quotation mark %c is not closed in '%.80s'", quote,
                         buffer_text(word));
    return true;
}

static bool set_text(char **member, const char *text, struct error *err)
{
    free(*member);
    *member = memory_try_copy_text(text);
    return *member || error_no_memory(err);
}

// ---- Keys ----

static bool read_command(struct rival_spec *spec, const char *text, struct error *err)
{
    struct buffer word;
    bool good = true;
    buffer_init(&word);
    while (good && next_word(&text, &word, err)) {
        char *copy = memory_try_copy_text(buffer_text(&word));
        good = copy && vector_push(&spec->arguments, copy);
        if (!good) {
            free(copy);
            error_no_memory(err);
        }
    }
    buffer_clear(&word);
    good = good && err->code == ERROR_NONE;
    // Without arguments it would be this program itself.
    return good && (spec->arguments.count || error_set(err, ERROR_PARAMETER, "cmd", "cmd names no program"));
}

static bool add_option(struct rival_spec *spec, const char *name, const char *value, struct error *err)
{
    struct rival_option option = {memory_try_copy_text(name), memory_try_copy_text(value)};
    if (option.name && option.value && vector_push(&spec->options, option))
        return true;
    free(option.name);
    free(option.value);
    return error_no_memory(err);
}

static bool read_protocol(struct rival_spec *spec, const char *value, struct error *err)
{
    bool cecp = text_equal_nocase(value, "cecp") || text_equal_nocase(value, "xboard");
    if (!cecp && !text_equal_nocase(value, "uci"))
        return error_set(err, ERROR_PARAMETER, "proto", "the protocol must be uci or cecp, not '%.40s'",
                         value);
    spec->protocol = cecp ? RIVAL_CECP : RIVAL_UCI;
    return true;
}

static bool read_stop(struct rival_spec *spec, const char *value, struct error *err)
{
    spec->deaf = !strcmp(value, "no");
    return spec->deaf || !strcmp(value, "yes") ||
           error_set(err, ERROR_PARAMETER, "stop", "stop must be yes or no, not '%.40s'", value);
}

static bool read_threads(struct rival_spec *spec, const char *value, struct error *err)
{
    long threads;
    if (!text_read_integer(value, 1, THREADS_MOST, &threads))
        return error_set(err, ERROR_PARAMETER, "threads", "threads must be a number from 1 to %d",
                         THREADS_MOST);
    spec->threads = (unsigned)threads;
    return add_option(spec, "Threads", value, err);
}

static bool read_key(struct rival_spec *spec, const char *key, const char *value, struct error *err)
{
    static const char option[] = "option.";
    bool known;
    if (!strcmp(key, "cmd"))
        return read_command(spec, value, err);
    if (!strcmp(key, "name"))
        return set_text(&spec->name, value, err);
    if (!strcmp(key, "proto"))
        return read_protocol(spec, value, err);
    if (!strcmp(key, "variant"))
        return set_text(&spec->variant, value, err);
    if (!strcmp(key, "level"))
        return add_option(spec, "Level", value, err);
    if (!strcmp(key, "hash"))
        return add_option(spec, "Hash", value, err);
    if (!strcmp(key, "threads") || !strcmp(key, "option.Threads"))
        return read_threads(spec, value, err);
    if (!strcmp(key, "stop"))
        return read_stop(spec, value, err);
    if (!strncmp(key, option, sizeof option - 1) && key[sizeof option - 1])
        return add_option(spec, key + sizeof option - 1, value, err);
    if (!allowance_read(&spec->allowance, key, value, &known, err))
        return false;
    return known ||
           error_set(
               err, ERROR_PARAMETER, key,
               "there is no key '%.40s'; the keys are cmd, name, proto, variant, level, hash, threads, stop, "
               "nodes, depth, movetime, tc and option.NAME",
               key);
}

static bool read_word(struct rival_spec *spec, char *word, bool is_first, struct error *err)
{
    char *equals = strchr(word, '=');
    if (equals) {
        *equals = '\0';
        return read_key(spec, word, equals + 1, err);
    }
    if (!is_first)
        return error_set(
            err, ERROR_PARAMETER, "",
            "'%.60s' is not of the form KEY=VALUE; a program with arguments is cmd=\"PROGRAM ARGUMENTS\"",
            word);
    return !strcmp(word, own_program) || read_command(spec, word, err);
}

// ---- The whole ----

// Unless it has been given a name: the program's without its folder, or what tells one setting of this program from another.
static bool find_name(struct rival_spec *spec, const char *text, struct error *err)
{
    if (spec->name)
        return true;
    const char *program = spec->arguments.count ? spec->arguments.items[0] : text;
    const char *slash = spec->arguments.count ? strrchr(program, '/') : NULL;
    return set_text(&spec->name, slash && slash[1] ? slash + 1 : program, err);
}

bool rival_spec_read(const char *text, struct rival_spec *spec, struct error *err)
{
    struct buffer word;
    const char *rest = text;
    bool good = true, any = false;
    struct error own = {0};
    err = err ? err : &own;
    *spec = (struct rival_spec){.threads = 1};
    buffer_init(&word);
    while (good && next_word(&rest, &word, err)) {
        good = word.text ? read_word(spec, word.text, !any, err)
                         : error_set(err, ERROR_PARAMETER, "", "an empty word names no engine");
        any = true;
    }
    buffer_clear(&word);
    good = good && err->code == ERROR_NONE;
    if (good && !any)
        good = error_set(err, ERROR_PARAMETER, "", "the specification is empty; 'leaper' is this program");
    good = good && find_name(spec, text, err);
    if (!good)
        rival_spec_clear(spec);
    return good;
}

void rival_spec_clear(struct rival_spec *spec)
{
    free(spec->name);
    free(spec->variant);
    for (size_t i = 0; i < spec->arguments.count; i++)
        free(spec->arguments.items[i]);
    for (size_t i = 0; i < spec->options.count; i++) {
        free(spec->options.items[i].name);
        free(spec->options.items[i].value);
    }
    vector_clear(&spec->arguments);
    vector_clear(&spec->options);
    *spec = (struct rival_spec){0};
}
