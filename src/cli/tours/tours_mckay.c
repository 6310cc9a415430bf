// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours mckay`: repeats the count of B. D. McKay's paper, with all its figures.
#include "cli/tours/tours.h"
#include "cli/tours/tours_commands.h"
#include "notation/json/json_text.h"
#include "tours/mckay/mckay.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    struct tours_ground_settings ground;
    bool mirror, both, as_json;
    long threads, memory;
};

static const size_t MEMORY_DEFAULT = (size_t)4096 << 20;

struct working {
    struct tours_bar bar;
    const char *board; // shown before the phase
};

static bool progress(void *context, enum mckay_phase phase, double done)
{
    static const char *const names[MCKAY_PHASES] = {"half-tours", "types", "joins"};
    struct working *working = context;
    char text[64];
    snprintf(text, sizeof text, "%s%s", working->board, names[phase]);
    // How long the joins will take is unknown before they begin, so each phase has its own bar.
    tours_bar_show(&working->bar, done, text);
    if (done >= 1)
        tours_bar_init(&working->bar);
    return !tours_is_interrupted();
}

// Writes digits in groups of three.
static const char *group_digits(const char *digits, char *text, size_t size)
{
    size_t length = strlen(digits), at = 0;
    for (size_t i = 0; i < length && at + 2 < size; i++) {
        if (i && (length - i) % 3 == 0)
            text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}

static void print_rows(const struct mckay_row *rows, bool has_paper)
{
    printf("%-40s", "");
    if (has_paper)
        printf("%24s", "paper");
    printf("%24s\n", "computed");
    for (int i = 0; i < MCKAY_ROWS; i++) {
        const struct mckay_row *row = &rows[i];
        char text[2 * MCKAY_TEXT_SIZE], paper[2 * MCKAY_TEXT_SIZE + 8] = "";
        if (!row->computed[0])
            continue;
        if (row->paper)
            snprintf(paper, sizeof paper, "%s%s", row->is_rounded ? "about " : "",
                     group_digits(row->paper, text, sizeof text));
        printf("%-40s", row->name);
        if (has_paper)
            printf("%24s", paper);
        printf("%24s", group_digits(row->computed, text, sizeof text));
        if (row->paper)
            printf("  %s", mckay_row_differs(row) ? "DIFFERS" : row->is_rounded ? "within 1 %" : "equal");
        printf("\n");
    }
}

static json_t *rows_json(const struct mckay_row *rows, double seconds)
{
    json_t *run = json_object();
    json_put(&run, "seconds", json_real(seconds));
    for (int i = 0; i < MCKAY_ROWS; i++) {
        if (!rows[i].computed[0])
            continue;
        json_t *row = json_object();
        json_put(&row, "computed", json_string(rows[i].computed));
        if (rows[i].paper) {
            json_put(&row, "paper", json_string(rows[i].paper));
            json_put(&row, "agrees", json_boolean(!mckay_row_differs(&rows[i])));
        }
        json_put(&run, rows[i].key, row);
    }
    return run;
}

struct mckay_runs {
    int count;
    struct mckay_row rows[2][MCKAY_ROWS];
    bool mirrored[2];
    double seconds[2];
};

static void print_json(const struct tours_ground *ground, const struct mckay_runs *runs)
{
    json_t *json = tours_json_begin(ground);
    for (int i = 0; i < runs->count; i++)
        json_put(&json, runs->mirrored[i] ? "mirrored" : "plain", rows_json(runs->rows[i], runs->seconds[i]));
    tours_json_print(json);
}

// Whether a figure contradicts the paper or the other run.
static bool differs(const struct mckay_runs *runs)
{
    for (int i = 0; i < MCKAY_ROWS; i++) {
        for (int r = 0; r < runs->count; r++)
            if (mckay_row_differs(&runs->rows[r][i]))
                return true;
        if (runs->count == 2 && strcmp(runs->rows[0][i].computed, runs->rows[1][i].computed) != 0)
            return true;
    }
    return false;
}

static int count(const struct tours_ground *ground, const struct mckay_request *request,
                 const struct settings *settings)
{
    struct mckay_runs runs = {.count = settings->both ? 2 : 1};
    struct error err;
    tours_catch_interrupts("tours mckay");
    for (int i = 0; i < runs.count; i++) {
        struct mckay_figures figures;
        struct working working = {.board = runs.count == 2 && i ? "mirror image: " : ""};
        struct tours_bar whole;
        tours_bar_init(&working.bar);
        tours_bar_init(&whole);
        struct mckay_request asked = *request;
        asked.mirrored = settings->mirror || i;
        asked.context = &working;
        bool done = mckay_run(&ground->graph, &asked, &figures, &err);
        tours_bar_erase(&working.bar);
        if (!done) {
            usage_report("tours mckay", &err);
            return err.code == ERROR_BUSY || !strcmp(err.at, "memory") ? EXIT_FAILED : EXIT_USAGE;
        }
        mckay_compare(&ground->graph, &figures, runs.rows[i]);
        runs.mirrored[i] = asked.mirrored;
        runs.seconds[i] = tours_bar_seconds(&whole);
        if (!settings->as_json) {
            printf("%s%s", i ? "\n" : "", runs.mirrored[i] ? "on the mirror image\n" : "");
            print_rows(runs.rows[i], runs.rows[i][0].paper != NULL);
            printf("%-40s%.1f s, %d thread%s\n", "time", runs.seconds[i], request->threads,
                   request->threads == 1 ? "" : "s");
            fflush(stdout);
        }
    }
    if (settings->as_json)
        print_json(ground, &runs);
    int status = output_finish("tours mckay");
    if (differs(&runs)) {
        fprintf(stderr, "leaper tours mckay: the figures do not agree\n");
        return EXIT_FAILED;
    }
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tours_ground_settings asked = settings->ground;
    struct tours_ground ground;
    struct mckay_request request = {.threads = (int)tours_threads(settings->threads), .progress = progress};
    if (settings->mirror && settings->both)
        return usage_error("tours mckay", "--both includes --mirror");
    if (!tours_memory_apply("tours mckay", settings->memory, MEMORY_DEFAULT, &request.memory))
        return EXIT_USAGE;
    if (!asked.size && !asked.placement)
        asked.size = "8x8";
    int status = tours_ground_read(&ground, "tours mckay", &asked, NULL);
    if (status != EXIT_FINE)
        return status;
    status = count(&ground, &request, settings);
    tours_ground_clear(&ground);
    return status;
}

static const struct argument operands[] = {{TOURS_BOARD_OPERAND(struct settings)}, {.name = NULL}};

static const struct argument options[] = {
    {.name = "mirror", .help = "count on the mirror image of the board", FLAG(struct settings, mirror)},
    {.name = "both",
     .help = "count on the board and on its mirror image, and compare",
     FLAG(struct settings, both)},
    {TOURS_THREADS_OPTION(struct settings, threads)},
    {TOURS_MEMORY_OPTION(struct settings, memory, "4096")},
    {.name = "json", .help = "print the figures as JSON", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_mckay = {
    .name = "tours mckay",
    .summary = "count by half-tours, with every figure of McKay's paper",
    .text =
        "Counts closed tours as B. D. McKay did in 1997: enumerates all half-tours of the lower half, sorts\n"
        "them by path structure and type, and joins them with their mirror images by all sets of steps across\n"
        "the middle. On the 8x8 board (the default), his figures are printed beside the computed ones. Other\n"
        "boards need an even height and an upper half that mirrors the lower; pieces may leap at most two\n"
        "ranks. --mirror counts on the mirror image of the board, as the paper did for a check: different\n"
        "pairs of half-tours are then joined. Ctrl-C ends the count.\n",
    .examples = "  leaper tours mckay\n"
                "  leaper tours mckay 6x8 --mirror\n"
                "  leaper tours mckay --board '8/8/3**3/3**3/8/8' --json\n",
    .synopsis = "[BOARD] [options]\n--board PLACEMENT [options]",
    .operands = operands,
    .options = options,
    .shared = {{&tours_ground_options, offsetof(struct settings, ground)}},
    .size = sizeof(struct settings),
    .run = run,
};
