// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours check`: verifies the tours in a file.
#include "base/file_input.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    const char *file, *board, *leaper;
    bool closed, open, as_json;
};

enum { INPUT_MAX = 1 << 30 };

struct checking {
    const struct settings *settings;
    const struct tour_board *board; // given by --board, or NULL
    uint64_t tours, wrong;
};

struct verdict {
    char text[160];
};

// Describes a fault in words that name squares; `step` counts from 0.
static struct verdict describe(enum tour_fault fault, const struct tour_record *record, int step,
                               const char *leaper)
{
    struct verdict verdict;
    char *text = verdict.text;
    size_t size = sizeof verdict.text;
    char here[TOUR_CELL_NAME_SIZE] = "", there[TOUR_CELL_NAME_SIZE] = "", first[TOUR_CELL_NAME_SIZE] = "";
    int before = 0;
    if (step < record->count) {
        tour_board_cell_name(&record->board, record->cells[step], here);
        while (record->cells[before] != record->cells[step])
            before++;
    }
    if (step > 0 && record->count > 0)
        tour_board_cell_name(&record->board, record->cells[step - 1], there);
    if (record->count > 0)
        tour_board_cell_name(&record->board, record->cells[0], first);
    switch (fault) {
    case TOUR_AGAIN:
        snprintf(text, size, "step %d: %s was visited before, as square %d", step + 1, here, before + 1);
        break;
    case TOUR_NO_LEAP:
        snprintf(text, size, "step %d: from %s to %s is not a leap of %s", step + 1, there, here, leaper);
        break;
    case TOUR_NO_RETURN:
        snprintf(text, size, "the last step: from %s back to %s is not a leap of %s", there, first, leaper);
        break;
    case TOUR_TOO_SHORT:
        snprintf(text, size, "it ends after %d of %d squares", record->count, record->board.cells);
        break;
    default:
        snprintf(text, size, "it is a tour");
    }
    return verdict;
}

// False when there is no memory.
static bool print_verdict(struct checking *checking, const struct tour_record *record, bool open,
                          const char *fault)
{
    if (!checking->settings->as_json) {
        if (fault)
            printf("tour %" PRIu64 " (line %d): %s\n", checking->tours, record->line, fault);
        return true;
    }
    json_t *json =
        json_pack("{s:I, s:i, s:i, s:b, s:b, s:s*}", "tour", (json_int_t)checking->tours, "line",
                  record->line, "squares", record->count, "closed", !open, "fine", !fault, "fault", fault);
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    if (text)
        printf("%s\n", text);
    bool printed = text != NULL;
    free(text);
    return printed;
}

static bool check_record(struct checking *checking, const struct tour_reader *reader,
                         const struct tour_record *record, struct error *err)
{
    const struct settings *settings = checking->settings;
    const char *name = settings->leaper ? settings->leaper : reader->leaper ? reader->leaper : "N";
    struct leaper leaper;
    struct tour_graph graph;
    struct tour_constraint constraint = {settings->open || (!settings->closed && reader->open == 1), -1, -1};
    if (!leaper_read(&leaper, name, err) || !tour_graph_init(&graph, &record->board, &leaper, NULL, err))
        return false;
    int step;
    for (int i = 0; i < record->count; i++)
        record->cells[i] = graph.vertex[record->cells[i]];
    enum tour_fault fault = tour_check(&graph, &constraint, record->cells, record->count, &step);
    for (int i = 0; i < record->count; i++)
        record->cells[i] = graph.cell[record->cells[i]];
    tour_graph_clear(&graph);
    if (fault == TOUR_NO_MEMORY)
        return error_no_memory(err);
    struct verdict verdict = describe(fault, record, step, name);
    checking->tours++;
    checking->wrong += fault != TOUR_FINE;
    return print_verdict(checking, record, constraint.open, fault == TOUR_FINE ? NULL : verdict.text) ||
           error_no_memory(err);
}

static bool check_all(struct checking *checking, struct tour_reader *reader, struct error *err)
{
    for (;;) {
        struct tour_record record;
        enum tour_reading reading = tour_reader_next(reader, checking->board, &record, err);
        if (reading != TOUR_READ)
            return reading == TOUR_READ_END;
        bool fine = !checking->board || tour_board_equal(checking->board, &record.board) ||
                    error_set(err, ERROR_REQUEST, "--board", "the grid has a different board");
        fine = fine && check_record(checking, reader, &record, err);
        tour_record_clear(&record);
        if (!fine)
            return false;
    }
}

static int check(struct checking *checking, const char *path)
{
    struct buffer text;
    struct tour_reader reader;
    struct error err;
    buffer_init(&text);
    bool fine = strcmp(path, "-") == 0 ? input_read(stdin, "standard input", INPUT_MAX, &text, &err)
                                       : input_read_file(path, INPUT_MAX, &text, &err);
    int status = fine ? EXIT_FINE : EXIT_FAILED;
    tour_reader_init(&reader, buffer_text(&text), text.length);
    if (fine && !check_all(checking, &reader, &err))
        status = err.code == ERROR_SYSTEM ? EXIT_FAILED : EXIT_USAGE;
    if (status != EXIT_FINE)
        usage_report("tours check", &err);
    else if (checking->tours == 0)
        status = usage_error("tours check", "there are no tours in %s", path);
    else if (!checking->settings->as_json && !checking->wrong)
        printf("%" PRIu64 " tour%s, all fine\n", checking->tours, checking->tours == 1 ? "" : "s");
    else if (!checking->settings->as_json)
        printf("%" PRIu64 " of %" PRIu64 " are not tours\n", checking->wrong, checking->tours);
    tour_reader_clear(&reader);
    buffer_clear(&text);
    int written = output_finish("tours check");
    if (status != EXIT_FINE)
        return status;
    return checking->wrong ? EXIT_FAILED : written;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tour_board board;
    struct error err;
    if (settings->closed && settings->open)
        return usage_error("tours check", "a tour is closed or open, not both");
    if (settings->board && !tour_board_read(&board, settings->board, &err))
        return usage_report("tours check", &err);
    struct checking checking = {.settings = settings, .board = settings->board ? &board : NULL};
    int status = check(&checking, settings->file);
    if (settings->board)
        tour_board_clear(&board);
    return status;
}

static const struct argument operands[] = {
    {.name = "FILE",
     .help = "the file; '-' is standard input",
     PATH(struct settings, file),
     .missing = "which file? '-' is standard input"},
    {.name = NULL},
};

static const struct argument options[] = {
    {.name = "board",
     .value = "BOARD",
     .help = "the board of lists of squares: a size or a placement",
     TEXT(struct settings, board)},
    {.name = "leaper",
     .value = "PIECE",
     .help = "r,s or Betza notation, several joined by +",
     TEXT(struct settings, leaper),
     .otherwise = "as the file says, or N"},
    {.name = "closed", .help = "tours must return to their first square", FLAG(struct settings, closed)},
    {.name = "open", .help = "tours need not return", FLAG(struct settings, open)},
    {.name = "json", .help = "print one JSON object per tour", FLAG(struct settings, as_json)},
    {.name = NULL},
};

const struct command command_tours_check = {
    .name = "tours check",
    .summary = "verify tours in a file, name the first wrong step",
    .text =
        "Verifies every tour in a file ('-' is standard input) and names the first wrong step of each that\n"
        "is not a tour. The file may contain numbered grids, lists of squares, or JSON, as 'tours list', 'find'\n"
        "and 'random' print them. The board, the leaper and whether tours must be closed come from the file if\n"
        "it says so; options override it. A grid defines its own board; without other information, closed\n"
        "knight's tours are assumed. The exit status is 0 if all are tours, 1 if one is not.\n",
    .examples = "  leaper tours list 5x6 | leaper tours check -\n"
                "  leaper tours check tour.txt --leaper 1,4\n"
                "  leaper tours check squares.txt --board 4/4/4 --open\n",
    .operands = operands,
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};
