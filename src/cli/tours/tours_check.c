// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours check`: whether the tours in a file are tours.
#include "cli/command.h"
#include "cli/line/input.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"

#include <inttypes.h>
#include <string.h>

static const struct usage usage = {
    "leaper tours check FILE [options]",
    "Verifies every tour in a file ('-' is standard input) and names the first wrong step of each that is\n"
    "none. The file may hold numbered grids, lists of squares, or JSON, as 'tours list', 'find' and\n"
    "'random' print them. Board, leaper and whether tours are to be closed come from the file where it says\n"
    "so; options go before it. A grid is its own board; a file that says nothing is of closed knight's tours.\n"
    "The exit status is 0 when all are tours, 1 when one is not.\n",
    "  leaper tours list 5x6 | leaper tours check -\n"
    "  leaper tours check tour.txt --leaper 1,4\n"
    "  leaper tours check squares.txt --board 4/4/4 --open\n",
    false,
};

enum { BOARD, LEAPER, CLOSED, OPEN, JSON };
enum { INPUT_MAX = 1 << 30 };

struct checking {
    const struct option *options;
    const struct tour_board *board; // of --board, or NULL
    uint64_t tours, wrong;
};

// What is wrong, in words that name squares; `step` counts from 0.
static void describe(enum tour_fault fault, const struct tour_record *record, int step, const char *leaper,
                     char *text, size_t size)
{
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
        snprintf(text, size, "step %d: from %s to %s is no leap of %s", step + 1, there, here, leaper);
        break;
    case TOUR_NO_RETURN:
        snprintf(text, size, "the last step: from %s back to %s is no leap of %s", there, first, leaper);
        break;
    case TOUR_TOO_SHORT:
        snprintf(text, size, "it ends after %d of %d squares", record->count, record->board.cells);
        break;
    default:
        snprintf(text, size, "it is fine");
    }
}

static void print_verdict(struct checking *checking, const struct tour_record *record, bool open,
                          const char *fault)
{
    if (checking->options[JSON].given) {
        // The words hold names of squares and a leaper that could be read: nothing to escape.
        printf("{\"tour\":%" PRIu64 ",\"line\":%d,\"squares\":%d,\"closed\":%s,\"fine\":%s", checking->tours,
               record->line, record->count, open ? "false" : "true", fault ? "false" : "true");
        if (fault)
            printf(",\"fault\":\"%s\"", fault);
        printf("}\n");
    } else if (fault) {
        printf("tour %" PRIu64 " (line %d): %s\n", checking->tours, record->line, fault);
    }
}

static bool check_record(struct checking *checking, const struct tour_reader *reader,
                         const struct tour_record *record, struct error *err)
{
    const struct option *options = checking->options;
    const char *name = options[LEAPER].given ? options[LEAPER].given : reader->leaper ? reader->leaper : "N";
    struct leaper leaper;
    struct tour_graph graph;
    struct tour_constraint constraint = {options[OPEN].given || (!options[CLOSED].given && reader->open == 1),
                                         -1, -1};
    if (!leaper_read(&leaper, name, err) || !tour_graph_init(&graph, &record->board, &leaper, NULL, err))
        return false;
    int step;
    for (int i = 0; i < record->count; i++)
        record->cells[i] = graph.vertex[record->cells[i]];
    enum tour_fault fault = tour_check(&graph, &constraint, record->cells, record->count, &step);
    for (int i = 0; i < record->count; i++)
        record->cells[i] = graph.cell[record->cells[i]];
    tour_graph_clear(&graph);
    char words[160];
    describe(fault, record, step, name, words, sizeof words);
    checking->tours++;
    checking->wrong += fault != TOUR_FINE;
    print_verdict(checking, record, constraint.open, fault == TOUR_FINE ? NULL : words);
    return true;
}

// Whether the board of a grid is the one that --board asked for.
static bool boards_agree(const struct tour_board *a, const struct tour_board *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->exists, b->exists, (size_t)a->width * (size_t)a->height) == 0;
}

static bool check_all(struct checking *checking, struct tour_reader *reader, struct error *err)
{
    for (;;) {
        struct tour_record record;
        enum tour_reading reading = tour_reader_next(reader, checking->board, &record, err);
        if (reading != TOUR_READ)
            return reading == TOUR_READ_END;
        bool fine = !checking->board || boards_agree(checking->board, &record.board) ||
                    error_set(err, ERROR_REQUEST, "--board", "the grid has another board");
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
        status = EXIT_USAGE;
    if (status != EXIT_FINE)
        usage_report("tours check", &err);
    else if (checking->tours == 0)
        status = usage_error("tours check", "there is no tour in %s", path);
    else if (!checking->options[JSON].given && !checking->wrong)
        printf("%" PRIu64 " tour%s, all fine\n", checking->tours, checking->tours == 1 ? "" : "s");
    else if (!checking->options[JSON].given)
        printf("%" PRIu64 " of %" PRIu64 " tours wrong\n", checking->wrong, checking->tours);
    tour_reader_clear(&reader);
    buffer_clear(&text);
    int written = output_finish("tours check");
    if (status != EXIT_FINE)
        return status;
    return checking->wrong ? EXIT_FAILED : written;
}

int cmd_tours_check(int argc, char **argv)
{
    struct option options[] = {
        [BOARD] = {"board", "BOARD", "the board of lists of squares: a size or a placement", NULL},
        [LEAPER] = {"leaper", "PIECE",
                    "r,s or Betza notation, several joined by + (default: as the file says, or N)", NULL},
        [CLOSED] = {"closed", NULL, "tours have to return to their first square", NULL},
        [OPEN] = {"open", NULL, "tours need not return", NULL},
        [JSON] = {"json", NULL, "one JSON object a tour", NULL},
        {0},
    };
    struct arguments arguments;
    struct tour_board board;
    struct error err;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count != 1)
        return arguments.count ? usage_error("tours check", "'%s' is one word too many", arguments.words[1])
                               : usage_error("tours check", "which file? '-' is standard input");
    if (options[CLOSED].given && options[OPEN].given)
        return usage_error("tours check", "a tour is closed or open, not both");
    if (options[BOARD].given && !tour_board_read(&board, options[BOARD].given, &err))
        return usage_report("tours check", &err);
    struct checking checking = {options, options[BOARD].given ? &board : NULL, 0, 0};
    status = check(&checking, arguments.words[0]);
    if (options[BOARD].given)
        tour_board_clear(&board);
    return status;
}
