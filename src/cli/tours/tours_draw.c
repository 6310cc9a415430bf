// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours draw`: draws tours from a file.
#include "base/file_input.h"
#include "base/memory.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/board/image.h"
#include "tours/draw/draw.h"
#include "tours/draw/picture_png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct settings {
    const char *file, *leaper, *board, *out, *title;
    int style, half; // enum draw_style, enum draw_half
    bool open, classes, names;
    long columns, cell, scale, limit;
};

enum { INPUT_MAX = 1 << 28, TOURS_MAX = 400, NAMES_SIZE = 96, CAPTION_SIZE = NAMES_SIZE + 32 };

// The tours of a file, all on one board.
struct sheet {
    const struct settings *settings;
    struct tour_board board;
    struct tour_graph graph;
    bool ready; // the two above are initialised
    bool open;
    size_t count;          // tours to draw
    int *tours[TOURS_MAX]; // their cells
    int *least[TOURS_MAX]; // of their classes, as vertices
    char captions[TOURS_MAX][CAPTION_SIZE];
};

static void clear(struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++) {
        free(sheet->tours[i]);
        free(sheet->least[i]);
    }
    if (sheet->ready) {
        tour_graph_clear(&sheet->graph);
        tour_board_clear(&sheet->board);
    }
    free(sheet);
}

static bool prepare(struct sheet *sheet, const struct tour_reader *reader, struct tour_record *record,
                    struct error *err)
{
    const char *given = sheet->settings->leaper, *name = given            ? given
                                                         : reader->leaper ? reader->leaper
                                                                          : "N";
    struct leaper leaper;
    if (!leaper_read(&leaper, name, err) ||
        !tour_graph_init(&sheet->graph, &record->board, &leaper, NULL, err))
        return false;
    sheet->board = record->board;
    record->board = (struct tour_board){0};
    sheet->open = sheet->settings->open || reader->open == 1;
    sheet->ready = true;
    return true;
}

// The caption of a class: its symmetries, and how many tours it has.
static void describe_class(const struct tour_graph *graph, uint8_t fixed, char *text, size_t size)
{
    int symmetries = 0, own = 0;
    char names[NAMES_SIZE] = "";
    for (int s = 0; s < SYMMETRIES; s++) {
        symmetries += graph->symmetries >> s & 1;
        own += fixed >> s & 1;
        if (s == SYMMETRY_NONE || !(fixed >> s & 1))
            continue;
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", tour_symmetry_name(s));
    }
    int members = symmetries / own;
    snprintf(text, size, "%s \xc2\xb7 %d tour%s", *names ? names : "no symmetry", members,
             members == 1 ? "" : "s");
}

// Adds a checked tour and takes over its memory, unless another tour of its class is on the sheet already. False when there
// is no memory.
static bool add(struct sheet *sheet, int *tour)
{
    size_t size = (size_t)sheet->graph.vertices, at = sheet->count;
    int *least = NULL;
    bool known = false;
    sheet->captions[at][0] = '\0';
    if (sheet->settings->classes) {
        least = memory_try(NULL, size, sizeof *least);
        uint8_t fixed = least ? tour_canonical(&sheet->graph, sheet->open, tour, least) : 0;
        if (!fixed) {
            free(least);
            free(tour);
            return false;
        }
        describe_class(&sheet->graph, fixed, sheet->captions[at], CAPTION_SIZE);
        for (size_t i = 0; i < sheet->count; i++)
            known |= !memcmp(sheet->least[i], least, size * sizeof *least);
    }
    if (known) {
        free(least);
        free(tour);
        return true;
    }
    for (int i = 0; i < sheet->graph.vertices; i++)
        tour[i] = sheet->graph.cell[tour[i]];
    sheet->least[at] = least;
    sheet->tours[at] = tour;
    sheet->count++;
    return true;
}

static bool take(struct sheet *sheet, const struct tour_reader *reader, struct tour_record *record,
                 struct error *err)
{
    char at[32];
    int step;
    snprintf(at, sizeof at, "line %d", record->line);
    if (!sheet->ready && !prepare(sheet, reader, record, err))
        return false;
    if (record->board.exists && !tour_board_equal(&record->board, &sheet->board))
        return error_set(err, ERROR_REQUEST, at, "all tours on a sheet must have the same board");
    const struct tour_constraint constraint = {sheet->open, -1, -1};
    for (int i = 0; i < record->count; i++)
        record->cells[i] = sheet->graph.vertex[record->cells[i]];
    enum tour_fault fault = tour_check(&sheet->graph, &constraint, record->cells, record->count, &step);
    if (fault == TOUR_NO_MEMORY)
        return error_no_memory(err);
    if (fault != TOUR_FINE)
        return error_set(err, ERROR_REQUEST, at, "this is not %s tour; 'leaper tours check' explains why",
                         sheet->open ? "an open" : "a closed");
    int *tour = record->cells;
    record->cells = NULL;
    return add(sheet, tour) || error_no_memory(err);
}

static bool read_all(struct sheet *sheet, struct tour_reader *reader, const struct tour_board *board,
                     struct error *err)
{
    while (sheet->count < (size_t)sheet->settings->limit) {
        struct tour_record record;
        enum tour_reading reading = tour_reader_next(reader, board, &record, err);
        if (reading != TOUR_READ)
            return reading == TOUR_READ_END;
        bool fine = take(sheet, reader, &record, err);
        tour_record_clear(&record);
        if (!fine)
            return false;
    }
    return true;
}

static bool write_out(const struct picture *picture, const char *path, double scale, struct error *err)
{
    struct buffer text;
    size_t length = path ? strlen(path) : 0;
    bool png = length > 4 && !strcmp(path + length - 4, ".png"), fine = true;
    buffer_init(&text);
    if (png)
        fine = picture_write_png(picture, scale, &text, err);
    else
        picture_write_svg(picture, &text);
    if (fine && text.failed)
        fine = error_no_memory(err);
    if (fine && !path)
        fwrite(buffer_text(&text), 1, text.length, stdout);
    else if (fine && !tours_save(path, &text))
        fine = error_set(err, ERROR_SYSTEM, "", "cannot write %s: %s", path, strerror(errno));
    buffer_clear(&text);
    return fine;
}

static int draw(const struct sheet *sheet)
{
    const struct settings *settings = sheet->settings;
    const struct draw_options options = {.style = (enum draw_style)settings->style,
                                         .half = (enum draw_half)settings->half,
                                         .cell = (double)settings->cell,
                                         .columns = (int)settings->columns,
                                         .names = settings->names,
                                         .title = settings->title};
    struct drawn_tour tours[TOURS_MAX];
    struct picture picture;
    struct error err;
    for (size_t i = 0; i < sheet->count; i++)
        tours[i] = (struct drawn_tour){sheet->tours[i], !sheet->open,
                                       *sheet->captions[i] ? sheet->captions[i] : NULL};
    draw_sheet(&picture, &sheet->board, tours, sheet->count, &options);
    int status = EXIT_FINE;
    if (!write_out(&picture, settings->out, (double)settings->scale, &err)) {
        usage_report("tours draw", &err);
        status = err.code == ERROR_SYSTEM ? EXIT_FAILED : EXIT_USAGE;
    }
    picture_clear(&picture);
    int written = output_finish("tours draw");
    return status != EXIT_FINE ? status : written;
}

static int read_and_draw(const struct settings *settings, const struct tour_board *board)
{
    struct sheet *sheet = memory_try(NULL, 1, sizeof *sheet);
    struct buffer text;
    struct tour_reader reader;
    struct error err;
    const char *path = settings->file;
    if (!sheet) {
        error_no_memory(&err);
        return failure_report("tours draw", &err);
    }
    memset(sheet, 0, sizeof *sheet);
    sheet->settings = settings;
    buffer_init(&text);
    bool fine = strcmp(path, "-") == 0 ? input_read(stdin, "standard input", INPUT_MAX, &text, &err)
                                       : input_read_file(path, INPUT_MAX, &text, &err);
    int status = fine ? EXIT_FINE : EXIT_FAILED;
    tour_reader_init(&reader, buffer_text(&text), text.length);
    if (fine && !read_all(sheet, &reader, board, &err)) {
        fine = false;
        status = err.code == ERROR_SYSTEM ? EXIT_FAILED : EXIT_USAGE;
    }
    if (!fine)
        usage_report("tours draw", &err);
    else if (sheet->count == 0)
        status = usage_error("tours draw", "there are no tours in %s", path);
    else if (settings->half != DRAW_WHOLE && sheet->board.height < 2)
        status = usage_error("tours draw", "a board of one rank has no halves");
    else
        status = draw(sheet);
    tour_reader_clear(&reader);
    buffer_clear(&text);
    clear(sheet);
    return status;
}

static int run(void *given)
{
    const struct settings *settings = given;
    struct tour_board board;
    struct error err;
    const char *dot = settings->out ? strrchr(settings->out, '.') : NULL;
    if (settings->out && (!dot || (strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0)))
        return usage_error("tours draw", "the name of a picture ends in .svg or .png, unlike '%s'",
                           settings->out);
    if (settings->board && !tour_board_read(&board, settings->board, &err))
        return usage_report("tours draw", &err);
    int status = read_and_draw(settings, settings->board ? &board : NULL);
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

static const char *const halves[] = {
    [DRAW_WHOLE] = "none", [DRAW_LOWER] = "lower", [DRAW_UPPER] = "upper", [DRAW_BOTH] = "both", NULL};

static const struct argument options[] = {
    {.name = "leaper",
     .value = "PIECE",
     .help = "r,s or Betza notation, several joined by +",
     TEXT(struct settings, leaper),
     .otherwise = "as the file says, or N"},
    {.name = "board",
     .value = "BOARD",
     .help = "the board of lists of squares: a size or a placement",
     TEXT(struct settings, board)},
    {.name = "open", .help = "tours need not return to their first square", FLAG(struct settings, open)},
    {.name = "out",
     .value = "PICTURE",
     .help = "the file to write, .svg or .png",
     PATH(struct settings, out)},
    {.name = "style",
     .value = "STYLE",
     .help = "the style of the drawing",
     CHOICE(struct settings, style),
     .choices = draw_style_names},
    {.name = "half",
     .value = "HALF",
     .help = "draw half-tours",
     CHOICE(struct settings, half),
     .choices = halves},
    {.name = "classes",
     .help = "draw one tour of each class, with its symmetries",
     FLAG(struct settings, classes)},
    {.name = "columns",
     .value = "N",
     .help = "boards in a row of the sheet",
     NUMBER(struct settings, columns),
     .minimum = 1,
     .maximum = TOURS_MAX,
     .otherwise = "as many as make the sheet about square"},
    {.name = "cell",
     .value = "POINTS",
     .help = "the size of a square",
     NUMBER(struct settings, cell),
     .minimum = 4,
     .maximum = 200,
     .initial = 40},
    {.name = "scale",
     .value = "N",
     .help = "pixels per point in a PNG",
     NUMBER(struct settings, scale),
     .minimum = 1,
     .maximum = 10,
     .initial = 2},
    {.name = "names",
     .help = "print file letters and rank numbers beside the board",
     FLAG(struct settings, names)},
    {.name = "title", .value = "TEXT", .help = "a line above the sheet", TEXT(struct settings, title)},
    {.name = "limit",
     .value = "N",
     .help = "draw the first N tours",
     NUMBER(struct settings, limit),
     .minimum = 1,
     .maximum = TOURS_MAX,
     .initial = TOURS_MAX},
    {.name = NULL},
};

const struct command command_tours_draw = {
    .name = "tours draw",
    .summary = "draw tours from a file as SVG or PNG",
    .text =
        "Draws the tours in a file ('-' is standard input), as 'tours list', 'find' and 'random' print them,\n"
        "on one sheet. PICTURE ends in .svg or .png; without --out, SVG goes to standard output. Every tour is\n"
        "verified first. The styles are line, numbered and coloured (the colour changes along the tour).\n"
        "--classes draws one tour of each class under the board's symmetries, with its own symmetries.\n"
        "--half leaves out the steps across the middle and draws the paths that remain in the halves.\n",
    .examples =
        "  leaper tours find 8x8 | leaper tours draw - --style numbered --out tour.png\n"
        "  leaper tours list 5x6 | leaper tours draw - --classes --out classes.svg\n"
        "  leaper tours random 8x8 --count 12 | leaper tours draw - --style coloured --columns 4 --out sheet.svg\n"
        "  leaper tours find 8x8 | leaper tours draw - --half both --out half.svg\n",
    .synopsis = "FILE [--out PICTURE] [options]",
    .operands = operands,
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};
