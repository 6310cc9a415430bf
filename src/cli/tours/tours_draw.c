// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper tours draw`: tours from a file as a picture.
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/line/input.h"
#include "cli/tours/tours_commands.h"
#include "cli/tours/tours_text.h"
#include "tours/board/image.h"
#include "tours/draw/draw.h"
#include "tours/draw/picture_png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct usage usage = {
    "leaper tours draw FILE --out PICTURE [options]",
    "Draws the tours in a file ('-' is standard input), as 'tours list', 'find' and 'random' print them, on\n"
    "one sheet. PICTURE ends in .svg or .png; without --out, SVG goes to standard output. Every tour is verified\n"
    "first. Styles: line, numbered, coloured (the colour goes along with the tour).\n"
    "With --classes one tour of each class under the board's symmetries is drawn, with its own symmetry.\n"
    "With --half the steps over the middle are taken away, and the paths left in the halves are drawn.\n",
    "  leaper tours find 8x8 | leaper tours draw - --style numbered --out tour.png\n"
    "  leaper tours list 5x6 | leaper tours draw - --classes --out classes.svg\n"
    "  leaper tours random 8x8 --count 12 | leaper tours draw - --style coloured --columns 4 --out sheet.svg\n"
    "  leaper tours find 8x8 | leaper tours draw - --half both --out half.svg\n",
    false,
};

enum { LEAPER, BOARD, OPEN, OUT, STYLE, HALF, CLASSES, COLUMNS, CELL, SCALE, NAMES, TITLE, LIMIT };
enum { INPUT_MAX = 1 << 28, TOURS_MAX = 400, CELL_DEFAULT = 40, CAPTION_SIZE = 96 };

// The tours of a file, all on one board.
struct sheet {
    const struct option *options;
    struct tour_board board;
    struct tour_graph graph;
    bool ready; // the two above are there
    bool open;
    size_t count, classes_of; // drawn tours; how many were read
    int *tours[TOURS_MAX];    // vertices, then cells
    int *least[TOURS_MAX];    // of their classes
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
    const char *name = sheet->options[LEAPER].given ? sheet->options[LEAPER].given
                       : reader->leaper             ? reader->leaper
                                                    : "N";
    struct leaper leaper;
    if (!leaper_read(&leaper, name, err) ||
        !tour_graph_init(&sheet->graph, &record->board, &leaper, NULL, err))
        return false;
    sheet->board = record->board;
    record->board = (struct tour_board){0};
    sheet->open = sheet->options[OPEN].given || reader->open == 1;
    sheet->ready = true;
    return true;
}

// What a class is called: its symmetries, and how many tours it has.
static void describe_class(const struct tour_graph *graph, uint8_t fixed, char *text, size_t size)
{
    int symmetries = 0, own = 0;
    char names[CAPTION_SIZE] = "";
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

// Adds a checked tour, or forgets it when one of its class is there already.
static void add(struct sheet *sheet, int *tour)
{
    size_t size = (size_t)sheet->graph.vertices, at = sheet->count;
    int *least = NULL;
    sheet->captions[at][0] = '\0';
    sheet->classes_of++;
    if (sheet->options[CLASSES].given) {
        least = memory_resize(NULL, size, sizeof *least);
        uint8_t fixed = tour_canonical(&sheet->graph, sheet->open, tour, least);
        describe_class(&sheet->graph, fixed, sheet->captions[at], CAPTION_SIZE);
        for (size_t i = 0; i < sheet->count; i++)
            if (!memcmp(sheet->least[i], least, size * sizeof *least)) {
                free(least);
                free(tour);
                return;
            }
    }
    for (int i = 0; i < sheet->graph.vertices; i++)
        tour[i] = sheet->graph.cell[tour[i]];
    sheet->least[at] = least;
    sheet->tours[at] = tour;
    sheet->count++;
}

static bool take(struct sheet *sheet, const struct tour_reader *reader, struct tour_record *record,
                 struct error *err)
{
    char at[32];
    int step;
    snprintf(at, sizeof at, "line %d", record->line);
    if (!sheet->ready && !prepare(sheet, reader, record, err))
        return false;
    if (record->board.exists &&
        (record->board.width != sheet->board.width || record->board.height != sheet->board.height ||
         memcmp(record->board.exists, sheet->board.exists,
                (size_t)sheet->board.width * (size_t)sheet->board.height) != 0))
        return error_set(err, ERROR_REQUEST, at, "all tours of a sheet must have the same board");
    const struct tour_constraint constraint = {sheet->open, -1, -1};
    for (int i = 0; i < record->count; i++)
        record->cells[i] = sheet->graph.vertex[record->cells[i]];
    if (tour_check(&sheet->graph, &constraint, record->cells, record->count, &step) != TOUR_FINE)
        return error_set(err, ERROR_REQUEST, at, "this is no %s tour; 'leaper tours check' says why",
                         sheet->open ? "open" : "closed");
    add(sheet, record->cells);
    record->cells = NULL;
    return true;
}

static bool read_all(struct sheet *sheet, struct tour_reader *reader, const struct tour_board *board,
                     long limit, struct error *err)
{
    while (sheet->count < (size_t)limit) {
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
    FILE *file = !fine ? NULL : path ? fopen(path, "wb") : stdout;
    if (fine && !file)
        fine = error_set(err, ERROR_SYSTEM, "", "cannot write %s: %s", path, strerror(errno));
    if (file)
        fwrite(buffer_text(&text), 1, text.length, file);
    if (file && file != stdout && (ferror(file) | fclose(file)))
        fine = error_set(err, ERROR_SYSTEM, "", "cannot write %s: %s", path, strerror(errno));
    buffer_clear(&text);
    return fine;
}

static int draw(const struct sheet *sheet, const struct draw_options *draw_options, double scale)
{
    struct drawn_tour tours[TOURS_MAX];
    struct picture picture;
    struct error err;
    for (size_t i = 0; i < sheet->count; i++)
        tours[i] = (struct drawn_tour){sheet->tours[i], !sheet->open,
                                       *sheet->captions[i] ? sheet->captions[i] : NULL};
    draw_sheet(&picture, &sheet->board, tours, sheet->count, draw_options);
    const char *out = sheet->options[OUT].given;
    int status = EXIT_FINE;
    if (!write_out(&picture, out, scale, &err)) {
        usage_report("tours draw", &err);
        status = err.code == ERROR_SYSTEM ? EXIT_FAILED : EXIT_USAGE;
    }
    picture_clear(&picture);
    int written = output_finish("tours draw");
    return status != EXIT_FINE ? status : written;
}

static int read_and_draw(const struct option *options, const char *path, const struct tour_board *board,
                         const struct draw_options *draw_options, long limit, double scale)
{
    struct sheet *sheet = memory_resize(NULL, 1, sizeof *sheet);
    struct buffer text;
    struct tour_reader reader;
    struct error err;
    memset(sheet, 0, sizeof *sheet);
    sheet->options = options;
    buffer_init(&text);
    bool fine = strcmp(path, "-") == 0 ? input_read(stdin, "standard input", INPUT_MAX, &text, &err)
                                       : input_read_file(path, INPUT_MAX, &text, &err);
    int status = fine ? EXIT_FINE : EXIT_FAILED;
    tour_reader_init(&reader, buffer_text(&text), text.length);
    if (fine && !read_all(sheet, &reader, board, limit, &err)) {
        fine = false;
        status = EXIT_USAGE;
    }
    if (!fine)
        usage_report("tours draw", &err);
    else if (sheet->count == 0)
        status = usage_error("tours draw", "there is no tour in %s", path);
    else if (draw_options->half != DRAW_WHOLE && sheet->board.height < 2)
        status = usage_error("tours draw", "a board of one rank has no halves");
    else
        status = draw(sheet, draw_options, scale);
    tour_reader_clear(&reader);
    buffer_clear(&text);
    clear(sheet);
    return status;
}

static bool read_half(const char *text, enum draw_half *half)
{
    static const char *const names[] = {[DRAW_LOWER] = "lower", [DRAW_UPPER] = "upper", [DRAW_BOTH] = "both"};
    for (int i = DRAW_LOWER; i <= DRAW_BOTH; i++)
        if (!strcmp(text, names[i])) {
            *half = (enum draw_half)i;
            return true;
        }
    usage_error("tours draw", "--half is lower, upper or both, not '%s'", text);
    return false;
}

// Fills in how to draw. False after having complained.
static bool read_options(const struct option *options, struct draw_options *draw_options, long *limit,
                         long *scale)
{
    long columns = 0, cell = CELL_DEFAULT;
    const char *out = options[OUT].given, *dot = out ? strrchr(out, '.') : NULL;
    if (out && (!dot || (strcmp(dot, ".svg") != 0 && strcmp(dot, ".png") != 0))) {
        usage_error("tours draw", "'%s' should end in .svg or .png", out);
        return false;
    }
    if (options[STYLE].given && !draw_style_read(options[STYLE].given, &draw_options->style)) {
        usage_error("tours draw", "--style is line, numbered or coloured, not '%s'", options[STYLE].given);
        return false;
    }
    if ((options[HALF].given && !read_half(options[HALF].given, &draw_options->half)) ||
        (options[COLUMNS].given && !option_number("tours draw", &options[COLUMNS], 1, TOURS_MAX, &columns)) ||
        (options[CELL].given && !option_number("tours draw", &options[CELL], 4, 200, &cell)) ||
        (options[SCALE].given && !option_number("tours draw", &options[SCALE], 1, 10, scale)) ||
        (options[LIMIT].given && !option_number("tours draw", &options[LIMIT], 1, TOURS_MAX, limit)))
        return false;
    draw_options->columns = (int)columns;
    draw_options->cell = (double)cell;
    draw_options->names = options[NAMES].given != NULL;
    draw_options->title = options[TITLE].given;
    return true;
}

int cmd_tours_draw(int argc, char **argv)
{
    struct option options[] = {
        [LEAPER] = {"leaper", "PIECE",
                    "r,s or Betza notation, several joined by + (default: as the file says, or N)", NULL},
        [BOARD] = {"board", "BOARD", "the board of lists of squares: a size or a placement", NULL},
        [OPEN] = {"open", NULL, "the tours need not return", NULL},
        [OUT] = {"out", "PICTURE", "the file to write, .svg or .png", NULL},
        [STYLE] = {"style", "STYLE", "line (the default), numbered or coloured", NULL},
        [HALF] = {"half", "HALF", "draw half-tours: lower, upper or both", NULL},
        [CLASSES] = {"classes", NULL, "one tour of each class, with its symmetries", NULL},
        [COLUMNS] = {"columns", "N", "boards in a row of the sheet", NULL},
        [CELL] = {"cell", "POINTS", "the size of a square (default 40)", NULL},
        [SCALE] = {"scale", "N", "pixels a point in a PNG (default 2)", NULL},
        [NAMES] = {"names", NULL, "letters and numbers beside the board", NULL},
        [TITLE] = {"title", "TEXT", "a line over the sheet", NULL},
        [LIMIT] = {"limit", "N", "draw the first N tours (default and most: 400)", NULL},
        {0},
    };
    struct arguments arguments;
    struct draw_options draw_options = {.style = DRAW_LINE};
    struct tour_board board;
    struct error err;
    long limit = TOURS_MAX, scale = 2;
    int status = options_read(&usage, options, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count != 1)
        return arguments.count ? usage_error("tours draw", "'%s' is one word too many", arguments.words[1])
                               : usage_error("tours draw", "which file? '-' is standard input");
    if (!read_options(options, &draw_options, &limit, &scale))
        return EXIT_USAGE;
    if (options[BOARD].given && !tour_board_read(&board, options[BOARD].given, &err))
        return usage_report("tours draw", &err);
    status = read_and_draw(options, arguments.words[0], options[BOARD].given ? &board : NULL, &draw_options,
                           limit, (double)scale);
    if (options[BOARD].given)
        tour_board_clear(&board);
    return status;
}
