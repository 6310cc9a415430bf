// SPDX-License-Identifier: GPL-3.0-or-later
// UCI options: the engine's own in one table, and one for each parameter of the games.
#include "protocols/uci/uci_state.h"

#include "base/text.h"
#include "position/parameter.h"
#include "protocols/command.h"
#include "protocols/endings.h"
#include "search/ladder.h"
#include "variants/games.h"

#include <string.h>

// Milliseconds: what a GUI on the same machine takes, and the most that a bad connection across the world does.
enum { OVERHEAD_DEFAULT = 20, OVERHEAD_MAX = 5000 };

void uci_options_init(struct uci_options *options)
{
    *options = (struct uci_options){
        .level = &levels[LEVEL_FULL], .rating = LADDER_RATING_MAX, .lines = 1, .overhead = OVERHEAD_DEFAULT};
    settings_init(&options->settings);
}

// ---- Setting ----

bool uci_read_check(const char *value, bool *is_set, struct error *err)
{
    *is_set = text_equal_nocase(value, "true");
    return *is_set || text_equal_nocase(value, "false") ||
           error_set(err, ERROR_PARAMETER, "", "true or false is expected, not '%.30s'", value);
}

static bool read_number(const char *value, long minimum, long maximum, long *number, struct error *err)
{
    return text_read_integer(value, minimum, maximum, number) ||
           error_set(err, ERROR_PARAMETER, "", "a number from %ld to %ld is expected, not '%.30s'", minimum,
                     maximum, value);
}

static bool set_hash(struct uci *uci, const char *value, struct error *err)
{
    long number;
    uci->warm = false;
    return read_number(value, ENGINE_HASH_MIN, ENGINE_HASH_MAX, &number, err) &&
           engine_resize(thinker_engine(uci->thinker), (unsigned)number, err);
}

static bool set_threads(struct uci *uci, const char *value, struct error *err)
{
    long number;
    return read_number(value, 1, ENGINE_THREADS_MAX, &number, err) &&
           engine_set_threads(thinker_engine(uci->thinker), (unsigned)number, err);
}

static bool set_lines(struct uci *uci, const char *value, struct error *err)
{
    long number;
    if (!read_number(value, 1, UCI_LINES_MAX, &number, err))
        return false;
    uci->options.lines = (unsigned)number;
    return true;
}

static bool set_overhead(struct uci *uci, const char *value, struct error *err)
{
    long number;
    if (!read_number(value, 0, OVERHEAD_MAX, &number, err))
        return false;
    uci->options.overhead = (unsigned)number;
    return true;
}

static bool set_level(struct uci *uci, const char *value, struct error *err)
{
    const struct level *level = level_find(value, err);
    if (level)
        uci->options.level = level;
    return level != NULL;
}

static bool clear_hash(struct uci *uci, const char *value, struct error *err)
{
    (void)value;
    (void)err;
    engine_clear(thinker_engine(uci->thinker));
    return true;
}

// The GUI says that it may ponder; that changes nothing here.
static bool set_ponder(struct uci *uci, const char *value, struct error *err)
{
    bool may;
    (void)uci;
    return uci_read_check(value, &may, err);
}

static bool set_analysis(struct uci *uci, const char *value, struct error *err)
{
    return uci_read_check(value, &uci->options.analysis, err);
}

static bool set_chances(struct uci *uci, const char *value, struct error *err)
{
    return uci_read_check(value, &uci->options.chances, err);
}

static bool set_network(struct uci *uci, const char *value, struct error *err)
{
    bool used;
    if (!uci_read_check(value, &used, err))
        return false;
    engine_use_networks(thinker_engine(uci->thinker), used);
    return true;
}

static bool set_limited(struct uci *uci, const char *value, struct error *err)
{
    return uci_read_check(value, &uci->options.limited, err);
}

static bool set_rating(struct uci *uci, const char *value, struct error *err)
{
    long number;
    if (!read_number(value, LADDER_RATING_MIN, LADDER_RATING_MAX, &number, err))
        return false;
    uci->options.rating = (unsigned)number;
    return true;
}

unsigned uci_handicap(const struct uci *uci)
{
    const struct game *game = uci->session->position.variant->game;
    return uci->options.limited ? ladder_rating(game, uci->options.rating)
                                : ladder_level(game, uci->options.level);
}

// The value is the engine's to give; GUIs send all options back.
static bool set_about(struct uci *uci, const char *value, struct error *err)
{
    (void)uci;
    (void)value;
    (void)err;
    return true;
}

// ---- The table ----

static void print_variant(struct buffer *out)
{
    buffer_addf(out, "combo default %s", games_all()[0]->name);
    for (int i = 0; games_all()[i]; i++)
        buffer_addf(out, " var %s", games_all()[i]->name);
}

static void print_hash(struct buffer *out)
{
    buffer_addf(out, "spin default %d min %d max %d", ENGINE_HASH_DEFAULT, ENGINE_HASH_MIN, ENGINE_HASH_MAX);
}

static void print_threads(struct buffer *out)
{
    buffer_addf(out, "spin default 1 min 1 max %d", ENGINE_THREADS_MAX);
}

static void print_lines(struct buffer *out)
{
    buffer_addf(out, "spin default 1 min 1 max %d", UCI_LINES_MAX);
}

static void print_overhead(struct buffer *out)
{
    buffer_addf(out, "spin default %d min 0 max %d", OVERHEAD_DEFAULT, OVERHEAD_MAX);
}

static void print_level(struct buffer *out)
{
    buffer_addf(out, "combo default %s", levels[LEVEL_FULL].key);
    for (int i = 0; i < LEVELS; i++)
        buffer_addf(out, " var %s", levels[i].key);
}

static void print_rating(struct buffer *out)
{
    buffer_addf(out, "spin default %d min %d max %d", LADDER_RATING_MAX, LADDER_RATING_MIN,
                LADDER_RATING_MAX);
}

static void print_button(struct buffer *out)
{
    buffer_add(out, "button");
}

static void print_check(struct buffer *out)
{
    buffer_add(out, "check default false");
}

static void print_checked(struct buffer *out)
{
    buffer_add(out, "check default true");
}

static void print_about(struct buffer *out)
{
    buffer_add(out, "string default Leaper " LEAPER_VERSION " by the Leaper authors, free under the GNU GPL");
}

// Has the engine ask the tables of endings in these folders; empty: none.
static void load_tables(struct uci *uci, const char *folders)
{
    struct error err;
    if (!endings_set(thinker_engine(uci->thinker), &uci->tables, folders, &err))
        uci_complain(uci, "setoption TablePath: %s", err.message);
}

// Paths, taken as they are: blanks and all.
static const struct {
    const char *name;
    void (*set)(struct uci *uci, const char *path); // complains of what is wrong
} path_options[] = {
    {"VariantPath", uci_load_variants},
    {"TablePath", load_tables},
};

enum { PATH_OPTIONS = sizeof path_options / sizeof *path_options };

static const struct {
    const char *name;
    void (*print)(struct buffer *out); // type and bounds
    bool (*set)(struct uci *uci, const char *value, struct error *err);
} own_options[] = {
    {"UCI_Variant", print_variant, uci_set_variant},
    {"UCI_Chess960", print_check, uci_set_chess960},
    {"Hash", print_hash, set_hash},
    {"Clear Hash", print_button, clear_hash},
    {"Threads", print_threads, set_threads},
    {"Ponder", print_check, set_ponder},
    {"MultiPV", print_lines, set_lines},
    {"Move Overhead", print_overhead, set_overhead},
    {"Level", print_level, set_level},
    {"Network", print_checked, set_network},
    {"UCI_LimitStrength", print_check, set_limited},
    {"UCI_Elo", print_rating, set_rating},
    {"UCI_AnalyseMode", print_check, set_analysis},
    {"UCI_ShowWDL", print_check, set_chances},
    {"UCI_EngineAbout", print_about, set_about},
};

enum { OWN_OPTIONS = sizeof own_options / sizeof *own_options };

static void print_parameter(const struct parameter *parameter, struct buffer *out)
{
    char initial[16];
    parameter_write(parameter, parameter->initial, initial);
    if (parameter->kind == PARAMETER_NUMBER) {
        buffer_addf(out, "spin default %s min %d max %d", initial, parameter->minimum, parameter->maximum);
        return;
    }
    buffer_addf(out, "combo default %s", initial);
    for (int i = 0; i <= parameter->maximum; i++)
        buffer_addf(out, " var %s", parameter->choices[i]);
}

static void begin_option(struct buffer *line, const char *name)
{
    buffer_reset(line);
    buffer_addf(line, "option name %s type ", name);
}

void uci_options_print(struct uci *uci)
{
    struct buffer line;
    buffer_init(&line);
    for (unsigned i = 0; i < OWN_OPTIONS; i++) {
        begin_option(&line, own_options[i].name);
        own_options[i].print(&line);
        uci_say_text(uci, buffer_text(&line)); // a list of variants is longer than a formatted line may be
    }
    for (unsigned i = 0; i < PATH_OPTIONS; i++)
        uci_say(uci, "option name %s type string default <empty>", path_options[i].name);
    for (unsigned i = 0; i < uci->options.settings.count; i++) {
        const struct parameter *parameter = uci->options.settings.list[i].parameter;
        begin_option(&line, parameter->option);
        print_parameter(parameter, &line);
        uci_say_text(uci, buffer_text(&line));
    }
    buffer_clear(&line);
}

static bool set_by_name(struct uci *uci, const char *name, const char *value, struct error *err)
{
    for (unsigned i = 0; i < OWN_OPTIONS; i++)
        if (text_equal_nocase(own_options[i].name, name))
            return own_options[i].set(uci, value, err);
    if (settings_find(&uci->options.settings, name))
        return uci_set_parameter(uci, name, value, err);
    return error_set(err, ERROR_REQUEST, "", "there is no such option; 'uci' lists them");
}

// Appends words, separated by single blanks, up to the word `until` or the end.
static void read_words(const char **cursor, const char *until, char *text, size_t size)
{
    char word[COMMAND_WORD_SIZE];
    size_t length = 0;
    text[0] = '\0';
    while (command_word(cursor, word) && !(until && text_equal_nocase(word, until))) {
        if (length + strlen(word) + 2 > size)
            continue;
        if (length)
            text[length++] = ' ';
        memcpy(text + length, word, strlen(word) + 1);
        length += strlen(word);
    }
}

// GUIs send the default, which means that there is no path: an empty one.
static void set_path(struct uci *uci, void (*set)(struct uci *uci, const char *path), const char *value)
{
    struct buffer path;
    buffer_init(&path);
    value += strspn(value, " \t");
    size_t length = strlen(value);
    while (length && strchr(" \t\r", value[length - 1]))
        length--;
    buffer_add_bytes(&path, value, length);
    set(uci, strcmp(buffer_text(&path), "<empty>") != 0 ? buffer_text(&path) : "");
    buffer_clear(&path);
}

void uci_set_option(struct uci *uci, const char *rest)
{
    char word[COMMAND_WORD_SIZE], name[COMMAND_WORD_SIZE * 2], value[COMMAND_WORD_SIZE * 2];
    if (!command_word(&rest, word) || !text_equal_nocase(word, "name")) {
        uci_complain(uci, "setoption: 'name' is expected: setoption name NAME value VALUE");
        return;
    }
    read_words(&rest, "value", name, sizeof name);
    for (unsigned i = 0; i < PATH_OPTIONS; i++)
        if (text_equal_nocase(name, path_options[i].name)) {
            set_path(uci, path_options[i].set, rest);
            return;
        }
    read_words(&rest, NULL, value, sizeof value);
    struct error err;
    if (!set_by_name(uci, name, value, &err))
        uci_complain(uci, "setoption %s: %s", name, err.message);
}
