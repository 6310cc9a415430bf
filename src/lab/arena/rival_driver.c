// SPDX-License-Identifier: GPL-3.0-or-later
// What the protocols of rivals share.
#include "lab/arena/rival_driver.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "position/fen.h"
#include "position/game.h"
#include "position/variant.h"

#include <stdlib.h>
#include <string.h>

bool rival_word(const char **text, const char *word)
{
    const char *at = *text + strspn(*text, " ");
    size_t length = strlen(word);
    if (strncmp(at, word, length) != 0 || (at[length] && at[length] != ' '))
        return false;
    *text = at + length + strspn(at + length, " ");
    return true;
}

bool rival_add_name(struct rival_names *names, const char *name, size_t length)
{
    char *copy = memory_try(NULL, length + 1, 1);
    if (!copy)
        return false;
    memcpy(copy, name, length);
    copy[length] = '\0';
    if (vector_push(names, copy))
        return true;
    free(copy);
    return false;
}

bool rival_has_name(const struct rival_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (text_equal_nocase(names->items[i], name))
            return true;
    return false;
}

const char *rival_variant_name(const struct rival *rival)
{
    return rival->spec->variant ? rival->spec->variant : rival->terms->variant->game->name;
}

bool rival_refuse_game(const struct rival *rival, struct error *err)
{
    struct buffer names;
    buffer_init(&names);
    for (size_t i = 0; i < rival->variants.count; i++)
        buffer_addf(&names, "%s%s", i ? ", " : "", rival->variants.items[i]);
    error_set(err, ERROR_UNKNOWN_GAME, "",
              "%.40s does not know the game '%.40s'%s%.120s; variant=NAME says what it calls it",
              rival->spec->name, rival_variant_name(rival), names.length ? "; it knows " : "",
              buffer_text(&names));
    buffer_clear(&names);
    return false;
}

bool rival_starts_as_usual(const struct session *session)
{
    struct buffer usual, own;
    struct position start;
    buffer_init(&usual);
    buffer_init(&own);
    fen_read(&start, session->variant, "startpos", NULL);
    fen_write(&start, &usual);
    fen_write(&session->start, &own);
    bool same = !strcmp(buffer_text(&usual), buffer_text(&own));
    buffer_clear(&usual);
    buffer_clear(&own);
    return same;
}

bool rival_set_option(struct rival *rival, const char *name, const char *value, struct error *err)
{
    if (!rival_has_name(&rival->options, name))
        return error_set(err, ERROR_PARAMETER, "", "%.60s has no option '%.60s'", rival->spec->name, name);
    return rival->driver->set_option(rival, name, value, err);
}

bool rival_set_options(struct rival *rival, struct error *err)
{
    for (size_t i = 0; i < rival->spec->options.count; i++) {
        const struct rival_option *option = &rival->spec->options.items[i];
        if (!rival_set_option(rival, option->name, option->value, err))
            return false;
    }
    return true;
}

bool rival_set_parameters(struct rival *rival, struct error *err)
{
    const struct variant *variant = rival->terms->variant;
    for (int i = 0; i < variant->game->parameter_count; i++) {
        const struct parameter *parameter = &variant->game->parameters[i];
        char value[16];
        bool has = rival_has_name(&rival->options, parameter->option);
        parameter_write(parameter, variant->parameters.value[i], value);
        if (!has && variant->parameters.value[i] != parameter->initial)
            return error_set(err, ERROR_PARAMETER, "", "%.60s has no option %.40s, so %s cannot be %s",
                             rival->spec->name, parameter->option, parameter->name, value);
        if (has && !rival_set_option(rival, parameter->option, value, err))
            return false;
    }
    return true;
}

int64_t rival_turn_limit(const struct rival *rival)
{
    int64_t limit = rival_allowance(rival)->movetime;
    return rival_is_timed_here(rival) ? limit * RIVAL_SHARED_BY + rival->terms->patience : limit;
}

void rival_end(struct rival *rival, struct buffer *out)
{
    program_end(&rival->program, RIVAL_QUIT_PATIENCE);
    program_write_status(&rival->program, out);
}

enum program_event rival_read(struct rival *rival, int64_t deadline, const char **line)
{
    enum { LOOK = 100000 }; // microseconds
    enum program_event event;
    int64_t until;
    do {
        until = clock_microseconds() + LOOK;
        until = until < deadline ? until : deadline;
        event = program_read(&rival->program, until, line);
    } while (event == PROGRAM_LATE && until < deadline && !atomic_load(rival->terms->stop));
    return event;
}

bool rival_await(struct rival *rival, const char *word, rival_taker *take, struct error *err)
{
    int64_t deadline = clock_microseconds() + rival->terms->patience * 1000;
    enum program_event event;
    const char *line;
    while ((event = rival_read(rival, deadline, &line)) == PROGRAM_LINE) {
        const char *rest = line;
        if (take)
            take(rival, line);
        if (rival_word(&rest, word))
            return true;
    }
    if (event == PROGRAM_LATE && atomic_load(rival->terms->stop))
        return error_set(err, ERROR_SYSTEM, "", "stopped while %.60s should say '%s'", rival->spec->name,
                         word);
    if (event == PROGRAM_LATE)
        return error_set(err, ERROR_SYSTEM, "", "%.60s does not say '%s' within %d seconds",
                         rival->spec->name, word, (int)(rival->terms->patience / 1000));
    struct buffer status;
    buffer_init(&status);
    rival_end(rival, &status);
    error_set(err, ERROR_SYSTEM, "", "%.60s has ended (%s) instead of saying '%s'", rival->spec->name,
              buffer_text(&status), word);
    buffer_clear(&status);
    return false;
}
