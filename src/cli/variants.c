// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper variants`: checks files of variants, lists the games that are known, and shows what defines one.
#include "cli/variants.h"
#include "base/file_input.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "cli/line/opening.h"
#include "variants/games.h"

#include <stdio.h>

// ---- check ----

struct check_settings {
    struct opening_files others;
    struct words files;
    bool as_json;
};

static json_t *describe_place(const struct source *source, size_t at)
{
    struct place place = source_place(source, at);
    return json_pack("{s:o, s:i, s:i}", "file", json_foreign(source->name), "line", (int)place.line, "column",
                     (int)place.column);
}

static json_t *describe_fault(const struct fault *fault)
{
    json_t *described = describe_place(fault->source, fault->at);
    size_t length;
    const char *line = source_line(fault->source, fault->at, &length);
    struct buffer text;
    buffer_init(&text);
    buffer_add_bytes(&text, line, length);
    json_object_set_new(described, "message", json_string(fault->message));
    json_object_set_new(described, "text", json_foreign(buffer_text(&text)));
    buffer_clear(&text);
    if (fault->other) {
        json_t *note = describe_place(fault->other, fault->other_at);
        json_object_set_new(note, "message", json_string(fault->other_message));
        json_object_set_new(described, "note", note);
    }
    return described;
}

static void print_as_json(const char *path, const struct variant_file *file, const struct report *report)
{
    json_t *good = json_array(), *faults = json_array(), *warnings = json_array();
    for (size_t i = 0; i < file->known.count; i++)
        json_array_append_new(good, json_string(file->known.items[i]->game.name));
    for (size_t i = 0; i < file->games.count; i++)
        json_array_append_new(good, json_string(file->games.items[i]->game.name));
    for (size_t i = 0; i < report->faults.count; i++)
        json_array_append_new(report->faults.items[i].warning ? warnings : faults,
                              describe_fault(&report->faults.items[i]));
    json_print(json_pack("{s:o, s:o, s:I, s:o, s:o}", "file", json_foreign(path), "variants", good, "refused",
                         (json_int_t)file->refused, "errors", faults, "warnings", warnings));
}

static void print_faults(const char *path, const struct variant_file *file, const struct report *report)
{
    struct buffer text;
    buffer_init(&text);
    for (size_t i = 0; i < report->faults.count; i++)
        fault_write(&report->faults.items[i], &text);
    if (report->hidden)
        buffer_addf(&text, "%s: %zu more errors are not shown\n", path, report->hidden);
    fputs(buffer_text(&text), stdout);
    buffer_clear(&text);
    size_t errors = report_count(report);
    size_t good = file->games.count + file->known.count;
    printf("%s: %zu variant%s can be played", path, good, good == 1 ? "" : "s");
    if (errors)
        printf(", %zu cannot; %zu error%s", file->refused, errors, errors == 1 ? "" : "s");
    putchar('\n');
}

static int check_file(const char *path, bool as_json)
{
    static const char command[] = "variants check";
    struct buffer text;
    struct error err;
    buffer_init(&text);
    if (!input_read_file(path, GAMES_FILE_MAX, &text, &err)) {
        buffer_clear(&text);
        return usage_report(command, &err);
    }
    struct report report = {0};
    struct variant_file *file = games_read(path, buffer_text(&text), text.length, &report);
    if (!file || report.no_memory)
        memory_exhausted();
    (as_json ? print_as_json : print_faults)(path, file, &report);
    int status = report_is_empty(&report) ? EXIT_FINE : EXIT_USAGE;
    report_clear(&report);
    variant_file_free(file);
    buffer_clear(&text);
    return status;
}

static int run_check(void *given)
{
    const struct check_settings *settings = given;
    int status = EXIT_FINE;
    if (!settings->files.count)
        return usage_error("variants check", "which file? leaper variants check FILE…");
    for (int i = 0; i < settings->files.count; i++) {
        int each = check_file(settings->files.words[i], settings->as_json);
        status = each > status ? each : status;
    }
    int written = output_finish("variants check");
    return written == EXIT_FINE ? status : written;
}

static const struct argument check_operands[] = {
    {.name = "FILE", .help = "a file of variants", WORDS(struct check_settings, files)},
    {.name = NULL},
};

static const struct argument check_options[] = {
    {.name = "json", .help = "print one JSON object for each file", FLAG(struct check_settings, as_json)},
    {.name = NULL},
};

static const struct command command_check = {
    .name = "variants check",
    .summary = "say all that is wrong with files of variants",
    .text = "Reads files of variants, builds each variant, and prints every error with its file, line and\n"
            "column, the line itself and a caret below it.\n"
            "Ends with status 0 if nothing is wrong, otherwise with 2.\n",
    .examples = "  leaper variants check my.ini\n"
                "  leaper variants check --json my.ini\n",
    .operands = check_operands,
    .options = check_options,
    .shared = {{&opening_files, offsetof(struct check_settings, others)}},
    .size = sizeof(struct check_settings),
    .run = run_check,
};

// ---- list ----

struct list_settings {
    struct opening_files files;
};

static int run_list(void *settings)
{
    (void)settings;
    for (const struct game *const *game = games_all(); *game; game++) {
        const struct variant_text *text = game_text(*game);
        printf("%-20s %-28s %2dx%-2d %s\n", (*game)->name, (*game)->title, (*game)->width, (*game)->height,
               text->parent ? text->parent->game.name : "-");
    }
    return output_finish("variants list");
}

static const struct command command_list = {
    .name = "variants list",
    .summary = "list all variants",
    .text =
        "Prints a line for each variant: its name, title, board, and the variant from which it inherits.\n",
    .examples = "  leaper variants list\n"
                "  leaper variants list --variants my.ini\n",
    .shared = {{&opening_files, offsetof(struct list_settings, files)}},
    .size = sizeof(struct list_settings),
    .run = run_list,
};

// ---- show ----

struct show_settings {
    struct opening opening;
};

static int run_show(void *given)
{
    const struct show_settings *settings = given;
    const struct variant_text *text = game_text(settings->opening.game);
    struct buffer out;
    buffer_init(&out);
    buffer_addf(&out, "# %s, line %u\n", text->source->name, source_place(text->source, text->at).line);
    game_write_letters(settings->opening.game, &out);
    game_write_definition(settings->opening.game, &out);
    fputs(buffer_text(&out), stdout);
    buffer_clear(&out);
    return output_finish("variants show");
}

static const struct argument show_operands[] = {
    {OPENING_GAME(struct show_settings), .help = "the variant",
     .missing = "which variant? leaper variants show GAME"},
    {.name = NULL},
};

static const struct command command_show_definition = {
    .name = "variants show",
    .summary = "print what defines a variant",
    .text =
        "Prints the entries that define a variant, with all that it inherits, and where it comes from. The output is a\n"
        "file of variants itself and defines the same game.\n",
    .examples = "  leaper variants show fuel\n",
    .operands = show_operands,
    .shared = {{&opening_files, offsetof(struct show_settings, opening.files)}},
    .size = sizeof(struct show_settings),
    .run = run_show,
};

static const struct command *const subcommands[] = {&command_check, &command_list, &command_show_definition,
                                                    NULL};

const struct command command_variants = {
    .name = "variants",
    .summary = "check, list and show variants that are defined by a text",
    .text =
        "Variants are defined by texts like Fairy-Stockfish's variants.ini; docs/variants.md describes them. Every command\n"
        "knows those of a file that is given to it: leaper COMMAND --variants FILE.\n",
    .subcommands = subcommands,
};

// ---- leaper --variants FILE ----

// As many as a child may be told of; the rest of them are known to this process only.
enum { LOADED_MAX = 4 };

static const char *loaded_paths[LOADED_MAX];
static unsigned loaded_count;

const char *variants_loaded(unsigned number)
{
    return number < loaded_count ? loaded_paths[number] : NULL;
}

bool variants_load(const char *path)
{
    struct error err;
    struct games_loaded loaded;
    bool good = games_load_file(path, false, &loaded, &err);
    size_t refused = good ? loaded.file->refused : 0, errors = report_count(&loaded.report);
    if (!good)
        usage_report("", &err);
    else if (refused)
        fprintf(stderr, "leaper: %zu variant%s of %s cannot be played; 'leaper variants check %s' says why\n",
                refused, refused == 1 ? "" : "s", path, path);
    else if (errors)
        fprintf(stderr, "leaper: %s has %zu error%s; 'leaper variants check %s' says what is wrong\n", path,
                errors, errors == 1 ? "" : "s", path);
    games_loaded_clear(&loaded);
    if (good && loaded_count < LOADED_MAX)
        loaded_paths[loaded_count++] = path;
    return good;
}
