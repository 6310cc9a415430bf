// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours classes`: counts symmetric tours, and tours up to rotation and reflection.
#include "base/memory.h"
#include "cli/tours/tours.h"
#include "cli/tours/tours_commands.h"
#include "notation/json/json_text.h"
#include "tours/count/count.h"
#include "tours/symmetry/classes.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    struct tours_ground_settings ground;
    struct tours_constraint_settings constraint; // without ends
    bool quick, as_json;
    const char *symmetry, *tours, *spill;
    long memory, disk;
};

static const size_t MEMORY_DEFAULT = (size_t)4096 << 20;

struct question {
    const struct tours_ground *ground;
    const struct settings *settings;
    struct tours_bar bar;
    size_t memory, disk;
};

static bool progress_of_symmetric(void *context, double done, uint64_t states)
{
    struct question *question = context;
    char text[64];
    snprintf(text, sizeof text, "symmetric tours, %" PRIu64 " states", states);
    (void)done; // not shown: it is that of one group of several, and the last steps are by far the quickest
    tours_bar_show(&question->bar, -1, text);
    return !tours_is_interrupted();
}

static bool progress_of_all(void *context, const struct count_progress *now)
{
    struct question *question = context;
    char text[128];
    snprintf(text, sizeof text, "all tours: %s, %" PRIu64 " states", now->what, now->states);
    tours_bar_show(&question->bar, now->done, text);
    return !tours_is_interrupted();
}

// Finds the number of all tours: as given, or by counting.
static bool find_tours(struct question *question, struct natural *tours, struct error *err)
{
    const char *given = question->settings->tours;
    if (given)
        return natural_set_text(tours, given) ||
               error_set(err, ERROR_PARAMETER, "tours", "'%s' is not a number of tours", given);
    struct cycle_graph cycles;
    struct count_result result;
    if (!cycle_graph_init(&cycles, &question->ground->graph, &question->ground->constraint, err))
        return false;
    struct count_request request = {.graph = &question->ground->graph,
                                    .cycles = &cycles,
                                    .method = COUNT_AUTO,
                                    .threads = tours_threads(0),
                                    .memory = question->memory,
                                    .disk = question->disk,
                                    .directory = question->settings->spill,
                                    .progress = progress_of_all,
                                    .context = question};
    bool counted = count_tours(&request, &result, err);
    if (counted) {
        natural_set_text(tours, result.count);
        count_result_clear(&result);
    }
    cycle_graph_clear(&cycles);
    return counted;
}

// ---- Answers

// The digits of a number; ends the program when there is no memory for them.
static char *digits_of(const struct natural *number)
{
    char *text = natural_text(number);
    if (!text)
        memory_exhausted();
    return text;
}

// The number of invariant tours of a row, shifted or reversed.
static struct natural sum_of(const struct natural *shifted, const struct natural *reversed)
{
    struct natural sum = {0};
    natural_copy(&sum, shifted);
    natural_add(&sum, reversed);
    return sum;
}

// Prints a number by a format with one "%s".
__attribute__((format(printf, 1, 0))) static void print_number(const char *format,
                                                               const struct natural *number)
{
    char *text = digits_of(number);
    printf(format, text);
    free(text);
}

static json_t *json_number(const struct natural *number)
{
    char *text = digits_of(number);
    json_t *json = json_string(text);
    free(text);
    return json;
}

static void json_finish(const struct question *question, json_t *json, const struct circuit_result *work)
{
    json_put(&json, "states", json_integer((json_int_t)work->states));
    json_put(&json, "memory", json_integer((json_int_t)work->memory));
    json_put(&json, "seconds", json_real(tours_bar_seconds(&question->bar)));
    tours_json_print(json);
}

static json_t *json_row(const struct tour_classes *classes, const struct class_row *row)
{
    json_t *json = json_object();
    struct natural invariant = sum_of(&row->shifted, &row->reversed);
    json_put(&json, "group", json_string(class_group_name(row->group)));
    json_put(&json, "invariant", json_number(&invariant));
    json_put(&json, "shifted", json_number(&row->shifted));
    json_put(&json, "reversed", json_number(&row->reversed));
    json_put(&json, "exactly", json_number(&row->exact));
    json_put(&json, "classes", json_number(&row->classes));
    json_put(&json, "counted", json_boolean(row->counted));
    json_put(&json, "theorem", row->excluded ? json_string(buffer_text(&row->reason)) : json_null());
    if (row->like >= 0)
        json_put(&json, "like", json_string(class_group_name(classes->rows[row->like].group)));
    natural_clear(&invariant);
    return json;
}

static void print_json(const struct question *question, const struct tour_classes *classes)
{
    json_t *json = tours_json_begin(question->ground), *rows = json_array();
    json_put(&json, "count", json_number(&classes->tours));
    json_put(&json, "symmetries", json_integer(classes->order));
    json_put(&json, "classes", json_number(&classes->classes));
    json_put(&json, "directed_classes", json_number(&classes->directed_classes));
    json_put(&json, "symmetric", json_number(&classes->symmetric));
    json_put(&json, "symmetric_classes", json_number(&classes->symmetric_classes));
    for (int i = 0; i < classes->rows_count; i++)
        json_append(&rows, json_row(classes, &classes->rows[i]));
    json_put(&json, "groups", rows);
    json_finish(question, json, &classes->work);
}

static void print_row(const struct tour_classes *classes, const struct class_row *row)
{
    struct natural invariant = sum_of(&row->shifted, &row->reversed);
    printf("%-15s ", class_group_name(row->group));
    print_number("%20s ", &invariant);
    print_number("%20s ", &row->exact);
    if (row->like >= 0)
        printf("%20s", "");
    else
        print_number("%20s", &row->classes);
    if (row->like >= 0)
        printf("  classes counted with %s", class_group_name(classes->rows[row->like].group));
    else if (row->trivial && row->group != GROUP_TRIVIAL)
        printf("  moves no cell");
    else if (row->excluded)
        printf("  %s%s", row->counted ? "" : "not counted: ", buffer_text(&row->reason));
    else if (!natural_is_zero(&row->reversed) && !natural_is_zero(&row->shifted))
        print_number("  %s are reversed", &row->reversed);
    else if (!natural_is_zero(&row->reversed))
        printf("  reversed");
    printf("\n");
    natural_clear(&invariant);
}

static void print_text(const struct question *question, const struct tour_classes *classes)
{
    printf("%-15s %20s %20s %20s\n", "symmetries", "invariant tours", "with exactly these", "classes");
    for (int i = 0; i < classes->rows_count; i++)
        print_row(classes, &classes->rows[i]);
    printf("\n%-6s tours             ", tour_kind_name(question->ground->constraint.open));
    print_number("%s\n", &classes->tours);
    print_number("symmetric ones           %s in ", &classes->symmetric);
    print_number("%s classes\n", &classes->symmetric_classes);
    print_number("classes of all tours     %s", &classes->classes);
    printf(" under %d symmetries\n", classes->order);
    print_number("classes with direction   %s\n", &classes->directed_classes);
    printf("time                     %.2f s\n", tours_bar_seconds(&question->bar));
}

// ---- Questions

static int answer_all(struct question *question, struct error *err)
{
    struct tour_classes classes;
    struct natural tours = {0};
    struct classes_request request = {.graph = &question->ground->graph,
                                      .open = question->ground->constraint.open,
                                      .quick = question->settings->quick,
                                      .memory = question->memory,
                                      .progress = progress_of_symmetric,
                                      .context = question};
    bool found = find_tours(question, &tours, err);
    if (found) {
        found = tour_classes_count(&request, &tours, &classes, err);
        tours_bar_erase(&question->bar);
        if (found && question->settings->as_json)
            print_json(question, &classes);
        else if (found)
            print_text(question, &classes);
        tour_classes_clear(&classes);
    }
    natural_clear(&tours);
    return found ? EXIT_FINE : EXIT_FAILED;
}

static void print_one(const struct question *question, uint8_t group, const struct natural *shifted,
                      const struct natural *reversed, const struct circuit_result *work)
{
    struct natural invariant = sum_of(shifted, reversed);
    if (question->settings->as_json) {
        json_t *json = tours_json_begin(question->ground);
        json_put(&json, "group", json_string(class_group_name(group)));
        json_put(&json, "invariant", json_number(&invariant));
        json_put(&json, "shifted", json_number(shifted));
        json_put(&json, "reversed", json_number(reversed));
        json_finish(question, json, work);
    } else {
        print_number("invariant  %s\n", &invariant);
        print_number("shifted    %s\n", shifted);
        print_number("reversed   %s\n", reversed);
        printf("states     %" PRIu64 "\nmemory     %.1f MB\ntime       %.2f s\n", work->states,
               (double)work->memory / 1048576, tours_bar_seconds(&question->bar));
    }
    natural_clear(&invariant);
}

static int answer_one(struct question *question, const char *name, struct error *err)
{
    const struct tour_graph *graph = &question->ground->graph;
    uint8_t group;
    if (!class_group_find(name, &group))
        return usage_error("tours classes",
                           "there is no group '%s'; 'leaper tours classes --help' lists them", name);
    if (group & ~graph->symmetries)
        return usage_error("tours classes", "the board and the piece do not have the symmetries '%s'", name);
    if (symmetric_is_trivial(graph, group))
        return usage_error("tours classes", "'%s' moves no cell of this board: every tour is invariant",
                           name);
    struct circuit_result work = {0};
    struct natural shifted = {0}, reversed = {0};
    struct symmetric_request request = {
        graph, group, question->ground->constraint.open, question->memory, progress_of_symmetric, question};
    bool counted = symmetric_count(&request, &shifted, &reversed, &work, err);
    tours_bar_erase(&question->bar);
    if (counted)
        print_one(question, group, &shifted, &reversed, &work);
    natural_clear(&shifted);
    natural_clear(&reversed);
    return counted ? EXIT_FINE : EXIT_FAILED;
}

static int answer(struct question *question)
{
    struct error err;
    const char *name = question->settings->symmetry;
    err.code = ERROR_NONE;
    tours_catch_interrupts("tours classes");
    tours_bar_init(&question->bar);
    int status = name ? answer_one(question, name, &err) : answer_all(question, &err);
    tours_bar_erase(&question->bar);
    if (status == EXIT_FAILED)
        usage_report("tours classes", &err);
    if (status == EXIT_FAILED && err.code == ERROR_PARAMETER)
        return EXIT_USAGE;
    return status == EXIT_FINE ? output_finish("tours classes") : status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    const char *command = "tours classes";
    struct tours_ground ground;
    struct question question = {
        .ground = &ground, .settings = settings, .disk = tours_disk(settings->disk, settings->spill)};
    if (settings->symmetry && settings->tours)
        return usage_error(command, "--tours cannot be used with --symmetry");
    if (!tours_memory_apply(command, settings->memory, MEMORY_DEFAULT, &question.memory))
        return EXIT_USAGE;
    int status = tours_ground_read(&ground, command, &settings->ground, &settings->constraint);
    if (status != EXIT_FINE)
        return status;
    status = answer(&question);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {TOURS_CLOSED_OPTION(struct settings, constraint.closed)},
    {TOURS_OPEN_OPTION(struct settings, constraint.open)},
    {.name = "symmetry",
     .value = "GROUP",
     .help = "count only the tours invariant under one group of symmetries",
     TEXT(struct settings, symmetry)},
    {.name = "tours",
     .value = "N",
     .help = "the number of all tours, instead of counting them",
     TEXT(struct settings, tours)},
    {.name = "quick",
     .help = "do not count groups for which a theorem excludes tours",
     FLAG(struct settings, quick)},
    {TOURS_MEMORY_OPTION(struct settings, memory, "4096")},
    {.name = "spill",
     .value = "DIRECTORY",
     .help = "directory for states of the count of all tours that do not fit into memory",
     PATH(struct settings, spill),
     .otherwise = "/var/tmp"},
    {.name = "disk",
     .value = "MIB",
     .help = "how much space these files may take, in MiB; 0: use none",
     NUMBER(struct settings, disk),
     .maximum = 1 << 30,
     .initial = -1,
     .otherwise = "half of the free space there"},
    {.name = "json", .help = "print one JSON object", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_classes = {
    .name = "tours classes",
    .summary = "count symmetric tours, and classes under rotation and reflection",
    .text =
        "For each group of symmetries of the board: how many tours are invariant under it, how many have exactly\n"
        "these symmetries, and how many classes those form; and the number of classes of all tours under\n"
        "rotation and reflection. Tours have no direction. Groups for which a theorem excludes tours are\n"
        "counted anyway, unless --quick is given. --symmetry counts the tours of one group only, without\n"
        "the number of all tours. Groups: half-turn, left-right, top-bottom, diagonal, antidiagonal,\n"
        "quarter-turns, both-axes, both-diagonals, all.\n",
    .examples = "  leaper tours classes 6x6\n"
                "  leaper tours classes 8x8 --tours 13267364410532\n"
                "  leaper tours classes 10x10 --symmetry quarter-turns\n",
    .synopsis = "BOARD [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)}},
    .size = sizeof(struct settings),
    .run = run,
};
