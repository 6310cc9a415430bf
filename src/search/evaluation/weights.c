// SPDX-License-Identifier: GPL-3.0-or-later
// The table of weights, and its texts.
#include "search/evaluation/weights.h"

#include "base/text.h"
#include "variants/embedded.h"

#include <stdio.h>
#include <string.h>

static const struct weight of_terms[] = {
#define WEIGHT_ROW(id, name, mg, eg) {name, {mg, eg}},
    WEIGHTS_OF_TERMS(WEIGHT_ROW)
#undef WEIGHT_ROW
};

void weights_init(struct weights *weights)
{
    memcpy(weights->list, of_terms, sizeof of_terms);
    weights->count = TERMS;
}

static struct weight *find(const struct weights *weights, const char *name)
{
    for (unsigned i = 0; i < weights->count; i++)
        if (!strcmp(weights->list[i].name, name))
            return (struct weight *)&weights->list[i];
    return NULL;
}

const struct pair *weights_find(const struct weights *weights, const char *name)
{
    const struct weight *weight = find(weights, name);
    return weight ? &weight->worth : NULL;
}

bool weights_set(struct weights *weights, const char *name, struct pair worth)
{
    struct weight *weight = find(weights, name);
    if (!weight) {
        if (weights->count == WEIGHTS_MAX || strlen(name) >= WEIGHT_NAME_SIZE)
            return false;
        weight = &weights->list[weights->count++];
        snprintf(weight->name, sizeof weight->name, "%s", name);
    }
    weight->worth = worth;
    return true;
}

// ---- Texts ----

static const char reference[] = "like ";

// The number that begins there; moves the cursor past it and the blanks before it.
static bool read_number(const char **at, int16_t *value)
{
    while (**at == ' ')
        ++*at;
    bool negative = **at == '-';
    unsigned number;
    *at += negative;
    if (!text_read_number(at, INT16_MAX, &number))
        return false;
    *value = (int16_t)(negative ? -(int)number : (int)number);
    return true;
}

static bool read_line(struct weights *weights, const char *line)
{
    char name[WEIGHT_NAME_SIZE];
    size_t length = strcspn(line, "=");
    struct pair worth = {0};
    const char *at = line + length + 1;
    if (!line[length] || !length || length - 1 >= sizeof name || line[length - 1] != ' ')
        return false;
    memcpy(name, line, length - 1);
    name[length - 1] = '\0';
    return read_number(&at, &worth.mg) && read_number(&at, &worth.eg) && !*at &&
           weights_set(weights, name, worth);
}

// Reads the weights of the game that such a line refers to.
static bool read_reference(struct weights *weights, const char *line, struct error *err)
{
    if (strncmp(line, reference, strlen(reference)) != 0)
        return false;
    const struct embedded_text *own = embedded_of_game(embedded_weights, line + strlen(reference));
    return own && weights_read(weights, own->text, err);
}

bool weights_read(struct weights *weights, const char *text, struct error *err)
{
    char line[128];
    for (unsigned number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line), text);
        text += length + (text[length] == '\n');
        if (*line && *line != '#' &&
            (length >= sizeof line || !(read_line(weights, line) || read_reference(weights, line, err)))) {
            char at[32];
            snprintf(at, sizeof at, "line %u", number);
            return error_set(err, ERROR_PARAMETER, at, "there should be a name, `=` and two numbers");
        }
    }
    return true;
}

void weights_of_game(struct weights *weights, const char *game)
{
    struct error err;
    const struct embedded_text *own = embedded_of_game(embedded_weights, game);
    weights_init(weights);
    if (own)
        (void)weights_read(weights, own->text, &err); // the tests see to it that this succeeds
}
