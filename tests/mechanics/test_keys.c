// SPDX-License-Identifier: GPL-3.0-or-later
// What each key of a text does, in positions made for it: tests/data/variants/keys.txt, which has every key there is.
#include "base/buffer.h"
#include "position/fen.h"
#include "support/composed.h"
#include "support/texted.h"
#include "variants/compose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_data(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/variants/keys.txt", getenv("LEAPER_TEST_DATA"));
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    struct buffer text;
    buffer_init(&text);
    for (int c; (c = getc(file)) != EOF;)
        buffer_add_char(&text, (char)c);
    assert_int_equal(fclose(file), 0);
    return buffer_take(&text);
}

// Cuts a line into parts at " | "; missing ones are "".
static void cut(char *line, char *parts[3])
{
    for (int i = 0; i < 3; i++) {
        char *end = i < 2 ? strstr(line, "| ") : NULL;
        parts[i] = line;
        line += end ? (size_t)(end - line) + 2 : strlen(line);
        if (end)
            *end = '\0';
        size_t length = strlen(parts[i]);
        while (length && parts[i][length - 1] == ' ')
            parts[i][--length] = '\0';
    }
}

static void check_misplaced(const struct variant *variant, const char *fen, const char *words)
{
    struct position pos;
    struct error err = {0};
    if (fen_read(&pos, variant, fen, &err))
        fail_msg("%s is a position", fen);
    if (!strstr(err.message, words))
        fail_msg("%s: %s", fen, err.message);
}

static void check_outcome(const struct variant *variant, char *parts[3])
{
    char *reason = strchr(parts[2], ' ');
    if (reason)
        *reason++ = '\0';
    texted_outcome_after(variant, parts[0], parts[1], parts[2], reason ? reason : "");
}

// A line says of a position what must be true. Returns whether it does.
static bool check(const struct variant *variant, char *line)
{
    char *parts[3], *position = strchr(line, ' ');
    if (!position)
        return false;
    *position++ = '\0';
    cut(position, parts);
    if (!strcmp(line, "only"))
        composed_only(variant, parts[0], parts[1], parts[2]);
    else if (!strcmp(line, "after"))
        composed_plays(variant, parts[0], parts[1], parts[2]);
    else if (!strcmp(line, "outcome"))
        check_outcome(variant, parts);
    else if (!strcmp(line, "refused"))
        composed_refused(variant, parts[0], parts[1], parts[2]);
    else if (!strcmp(line, "misplaced"))
        check_misplaced(variant, parts[0], parts[1]);
    else
        return false;
    return true;
}

static struct variant *build(int number, const char *settings)
{
    char name[32];
    struct buffer text;
    buffer_init(&text);
    snprintf(name, sizeof name, "key-%d", number);
    buffer_addf(&text, "[%s:chess]\n%s", name, settings);
    struct variant *variant = texted_new(name, buffer_text(&text));
    buffer_clear(&text);
    return variant;
}

// Settings stand first, then what they do.
static void check_case(int number, char *section)
{
    struct variant *variant = NULL;
    struct buffer settings;
    buffer_init(&settings);
    print_message("# %.*s\n", (int)strcspn(section, "\n"), section);
    strtok(section, "\n");
    for (char *line; (line = strtok(NULL, "\n")) != NULL;) {
        if (strstr(line, " = ") && !variant) {
            buffer_addf(&settings, "%s\n", line);
            continue;
        }
        if (!variant)
            variant = build(number, buffer_text(&settings));
        if (!check(variant, line))
            fail_msg("'%s' is no line of keys.txt", line);
    }
    variant_free(variant);
    buffer_clear(&settings);
}

static void test_every_case(void **state)
{
    (void)state;
    char *data = read_data(), *section = strstr(data, "\n== ");
    int number = 0;
    assert_non_null(section);
    while (section) {
        char *next = strstr(section + 1, "\n== ");
        if (next)
            *next = '\0';
        check_case(number++, section + 4);
        section = next;
    }
    free(data);
}

// Whether the name stands in a line that begins with "== ".
static bool is_there(const char *data, const char *name)
{
    size_t length = strlen(name);
    for (const char *heading = data; (heading = strstr(heading, "\n== ")) != NULL; heading++) {
        const char *word = heading + 3;
        while (*word == ' ') {
            word++;
            if (strcspn(word, " \n") == length && !strncmp(word, name, length))
                return true;
            word += strcspn(word, " \n");
        }
    }
    return false;
}

static void test_every_key_has_a_case(void **state)
{
    (void)state;
    char *data = read_data();
    for (key_tables tables = compose_tables(); *tables; tables++)
        for (const struct key *key = *tables; key->name; key++)
            if (!is_there(data, key->name))
                fail_msg("%s is not in keys.txt", key->name);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_case),
        cmocka_unit_test(test_every_key_has_a_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
