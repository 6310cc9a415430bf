// SPDX-License-Identifier: GPL-3.0-or-later
// Draws sheets of boards with tours on them.
#include "tours/draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Warm paper, blue ink: readable in print and on a screen.
static const colour PAPER = 0xffffffff, LIGHT = 0xfaf6edff, DARK = 0xebe3d2ff, BORDER = 0x9a9078ff;
static const colour INK = 0x1f3a5fff, FAINT = 0xc98a5b8c, TEXT = 0x2a2722ff, QUIET = 0x7a7260ff,
                    ACCENT = 0xb5482aff;

// One board on the sheet.
struct place {
    struct picture *picture;
    const struct tour_board *board;
    const struct draw_options *options;
    double x, y;            // of its upper left corner
    int low_rank, top_rank; // the ranks drawn, both included
    int middle;             // ranks below it are the lower half
    double gap;             // between the halves, in points
};

const char *const draw_style_names[DRAW_STYLES + 1] = {
    [DRAW_LINE] = "line", [DRAW_NUMBERED] = "numbered", [DRAW_COLOURED] = "coloured"};

bool draw_style_read(const char *text, enum draw_style *style)
{
    for (int i = 0; i < DRAW_STYLES; i++)
        if (!strcmp(text, draw_style_names[i])) {
            *style = (enum draw_style)i;
            return true;
        }
    return false;
}

static double rank_top(const struct place *place, int rank)
{
    double y = place->y + (place->top_rank - rank) * place->options->cell;
    return rank < place->middle && place->top_rank >= place->middle ? y + place->gap : y;
}

static double centre_x(const struct place *place, int cell)
{
    return place->x + (cell % place->board->width + 0.5) * place->options->cell;
}

static double centre_y(const struct place *place, int cell)
{
    return rank_top(place, cell / place->board->width) + 0.5 * place->options->cell;
}

static bool is_shown(const struct place *place, int cell)
{
    int rank = cell / place->board->width;
    return rank >= place->low_rank && rank <= place->top_rank;
}

static bool is_lower(const struct place *place, int cell)
{
    return cell / place->board->width < place->middle;
}

// ---- The board ----

static bool has_square(const struct tour_board *board, int x, int y)
{
    return x >= 0 && y >= 0 && x < board->width && y < board->height && board->exists[y * board->width + x];
}

static void draw_squares(const struct place *place)
{
    const struct tour_board *board = place->board;
    double cell = place->options->cell;
    struct ink edge = {.stroke = BORDER, .width = fmax(0.75, cell / 40)};
    for (int y = place->low_rank; y <= place->top_rank; y++)
        for (int x = 0; x < board->width; x++)
            if (has_square(board, x, y))
                picture_rectangle(place->picture,
                                  (struct rectangle){place->x + x * cell, rank_top(place, y), cell, cell},
                                  (struct ink){.fill = (x + y) % 2 ? LIGHT : DARK});
    // The border follows the edges of the squares, around holes and along the cut as well.
    for (int y = place->low_rank; y <= place->top_rank; y++)
        for (int x = 0; x < board->width; x++) {
            double left = place->x + x * cell, top = rank_top(place, y);
            double right = left + cell, bottom = top + cell;
            bool cut_above = y == place->top_rank || (place->gap > 0 && y + 1 == place->middle);
            bool cut_below = y == place->low_rank || (place->gap > 0 && y == place->middle);
            if (!has_square(board, x, y))
                continue;
            if (!has_square(board, x - 1, y))
                picture_line(place->picture, (struct segment){left, top, left, bottom}, edge);
            if (!has_square(board, x + 1, y))
                picture_line(place->picture, (struct segment){right, top, right, bottom}, edge);
            if (cut_above || !has_square(board, x, y + 1))
                picture_line(place->picture, (struct segment){left, top, right, top}, edge);
            if (cut_below || !has_square(board, x, y - 1))
                picture_line(place->picture, (struct segment){left, bottom, right, bottom}, edge);
        }
}

static void draw_names(const struct place *place)
{
    const struct tour_board *board = place->board;
    double cell = place->options->cell, size = cell * 0.3;
    for (int x = 0; x < board->width; x++) {
        char name[TOUR_CELL_NAME_SIZE];
        tour_board_cell_name(board, x, name);
        name[strlen(name) - 1] = '\0'; // removes the rank, which is 1
        picture_text(place->picture,
                     (struct lettering){.x = place->x + (x + 0.5) * cell,
                                        .y = rank_top(place, place->low_rank) + cell + size * 1.3,
                                        .size = size,
                                        .anchor = ANCHOR_MIDDLE,
                                        .fill = QUIET},
                     name);
    }
    for (int y = place->low_rank; y <= place->top_rank; y++) {
        char name[16];
        snprintf(name, sizeof name, "%d", y + 1);
        picture_text(place->picture,
                     (struct lettering){.x = place->x - size * 0.5,
                                        .y = rank_top(place, y) + cell / 2 + size * 0.36,
                                        .size = size,
                                        .anchor = ANCHOR_END,
                                        .fill = QUIET},
                     name);
    }
}

// ---- Whole tours ----

// Part of a tour: `length` cells from index `from` on, wrapping around from the last cell to the first.
struct stretch {
    const struct drawn_tour *tour;
    int from, length;
};

static int cell_at(const struct place *place, const struct stretch *stretch, int i)
{
    return stretch->tour->cells[(stretch->from + i) % place->board->cells];
}

static void draw_stretch(const struct place *place, const struct stretch *stretch, bool closed,
                         struct ink ink)
{
    double *points = picture_add_path(place->picture, (size_t)stretch->length, closed, ink);
    for (int i = 0; points && i < stretch->length; i++) {
        points[2 * i] = centre_x(place, cell_at(place, stretch, i));
        points[2 * i + 1] = centre_y(place, cell_at(place, stretch, i));
    }
}

static void draw_tour(const struct place *place, const struct drawn_tour *tour, struct ink ink)
{
    draw_stretch(place, &(struct stretch){tour, 0, place->board->cells}, tour->closed, ink);
}

static void draw_dot(const struct place *place, int cell, double radius, struct ink ink)
{
    picture_circle(place->picture, centre_x(place, cell), centre_y(place, cell), radius, ink);
}

// A filled dot where an open tour begins, a ring where it ends.
static void draw_ends(const struct place *place, int first, int last, colour begins, colour ends)
{
    double cell = place->options->cell;
    draw_dot(place, first, cell * 0.17, (struct ink){.fill = begins, .stroke = PAPER, .width = cell * 0.04});
    draw_dot(place, last, cell * 0.15, (struct ink){.fill = PAPER, .stroke = ends, .width = cell * 0.07});
}

static void draw_lined(const struct place *place, const struct drawn_tour *tour)
{
    int count = place->board->cells;
    double cell = place->options->cell;
    draw_tour(place, tour, (struct ink){.stroke = INK, .width = cell * 0.07});
    for (int i = 0; i < count; i++)
        draw_dot(place, tour->cells[i], cell * 0.085, (struct ink){.fill = INK});
    if (!tour->closed)
        draw_ends(place, tour->cells[0], tour->cells[count - 1], ACCENT, ACCENT);
}

static void draw_numbered(const struct place *place, const struct drawn_tour *tour)
{
    int count = place->board->cells, digits = snprintf(NULL, 0, "%d", count);
    double cell = place->options->cell, size = cell * (digits < 3 ? 0.4 : 1.2 / (digits + 0.6));
    draw_tour(place, tour, (struct ink){.stroke = FAINT, .width = cell * 0.05});
    for (int i = 0; i < count; i++) {
        char number[16];
        bool end = i == 0 || (!tour->closed && i == count - 1);
        double x = centre_x(place, tour->cells[i]), y = centre_y(place, tour->cells[i]);
        bool dark = (tour->cells[i] % place->board->width + tour->cells[i] / place->board->width) % 2 == 0;
        snprintf(number, sizeof number, "%d", i + 1);
        // The line passes behind the numbers, not through them.
        picture_circle(place->picture, x, y, cell * 0.33,
                       (struct ink){.fill = end    ? INK
                                            : dark ? DARK
                                                   : LIGHT});
        picture_text(place->picture,
                     (struct lettering){.x = x,
                                        .y = y + size * 0.36,
                                        .size = size,
                                        .anchor = ANCHOR_MIDDLE,
                                        .bold = end,
                                        .fill = end ? PAPER : TEXT},
                     number);
    }
}

// The colour at a fraction of the tour: once around the hues for closed tours, from blue to red for open ones.
static colour colour_along(double share, bool closed)
{
    return closed ? colour_of(0.64, 0.16, 0.72 + share)
                  : colour_of(0.45 + 0.3 * share, 0.15, 0.76 - 0.62 * share);
}

static void draw_coloured(const struct place *place, const struct drawn_tour *tour)
{
    int count = place->board->cells, steps = tour->closed ? count : count - 1;
    double cell = place->options->cell;
    // Each step is drawn with a pale edge over the earlier ones, so that crossings are easy to follow.
    for (int i = 0; i < steps; i++) {
        const struct stretch step = {tour, i, 2};
        draw_stretch(place, &step, false, (struct ink){.stroke = 0xfdfbf6ff, .width = cell * 0.17});
        draw_stretch(
            place, &step, false,
            (struct ink){.stroke = colour_along((i + 0.5) / steps, tour->closed), .width = cell * 0.1});
    }
    for (int i = 0; i < count; i++)
        draw_dot(place, tour->cells[i], cell * 0.1,
                 (struct ink){.fill = colour_along((double)i / steps, tour->closed)});
    if (!tour->closed)
        draw_ends(place, tour->cells[0], tour->cells[count - 1], colour_along(0, false),
                  colour_along(1, false));
}

// ---- Half-tours ----

// One path of a half.
static void draw_half_path(const struct place *place, const struct stretch *path, colour ink)
{
    int length = path->length;
    double cell = place->options->cell;
    if (!is_shown(place, cell_at(place, path, 0)))
        return;
    draw_stretch(place, path, false, (struct ink){.stroke = 0xfdfbf6ff, .width = cell * 0.16});
    draw_stretch(place, path, false, (struct ink){.stroke = ink, .width = cell * 0.085});
    for (int i = 1; i + 1 < length; i++)
        draw_dot(place, cell_at(place, path, i), cell * 0.075, (struct ink){.fill = ink});
    // Endpoints are filled, trivial paths hollow.
    if (length == 1)
        draw_dot(place, cell_at(place, path, 0), cell * 0.14,
                 (struct ink){.fill = PAPER, .stroke = ink, .width = cell * 0.06});
    for (int i = 0; length > 1 && i < length; i += length - 1)
        draw_dot(place, cell_at(place, path, i), cell * 0.16,
                 (struct ink){.fill = ink, .stroke = PAPER, .width = cell * 0.03});
}

// The steps that cross the middle, dashed across the gap.
static void draw_crossings(const struct place *place, const struct drawn_tour *tour, int steps)
{
    int count = place->board->cells;
    double cell = place->options->cell;
    for (int i = 0; i < steps; i++) {
        int ends[2] = {tour->cells[i], tour->cells[(i + 1) % count]};
        if (is_lower(place, ends[0]) != is_lower(place, ends[1]) && is_shown(place, ends[0]) &&
            is_shown(place, ends[1]))
            draw_stretch(place, &(struct stretch){tour, i, 2}, false,
                         (struct ink){.stroke = 0x9a9078b0, .width = cell * 0.035, .dash = cell * 0.1});
    }
}

static void draw_halves(const struct place *place, const struct drawn_tour *tour)
{
    int count = place->board->cells, steps = tour->closed ? count : count - 1, start = 0, paths = 0;
    draw_crossings(place, tour, steps);
    // Start where the tour enters a half, so that no path is cut in two.
    while (tour->closed && start < count &&
           is_lower(place, tour->cells[start]) == is_lower(place, tour->cells[(start + count - 1) % count]))
        start++;
    for (int i = 0, length; i < count; i += length) {
        int from = (start + i) % count;
        length = 1;
        while (i + length < count &&
               is_lower(place, tour->cells[(from + length) % count]) == is_lower(place, tour->cells[from]))
            length++;
        // Steps of the golden ratio keep the hues of successive paths apart.
        draw_half_path(place, &(struct stretch){tour, from, length},
                       colour_of(0.56, 0.15, 0.7 + 0.381966 * paths++));
    }
}

// ---- The sheet ----

static void draw_one(const struct place *place, const struct drawn_tour *tour)
{
    double cell = place->options->cell;
    draw_squares(place);
    if (place->options->names)
        draw_names(place);
    if (place->options->half != DRAW_WHOLE)
        draw_halves(place, tour);
    else if (place->options->style == DRAW_NUMBERED)
        draw_numbered(place, tour);
    else if (place->options->style == DRAW_COLOURED)
        draw_coloured(place, tour);
    else
        draw_lined(place, tour);
    if (tour->caption)
        picture_text(place->picture,
                     (struct lettering){.x = place->x + place->board->width * cell / 2,
                                        .y = rank_top(place, place->low_rank) +
                                             cell * (place->options->names ? 1.95 : 1.55),
                                        .size = cell * 0.36,
                                        .anchor = ANCHOR_MIDDLE,
                                        .fill = QUIET},
                     tour->caption);
}

static struct place place_of(const struct tour_board *board, const struct draw_options *options)
{
    struct place place = {.board = board, .options = options, .top_rank = board->height - 1};
    place.middle = (board->height + 1) / 2;
    if (options->half == DRAW_LOWER)
        place.top_rank = place.middle - 1;
    if (options->half == DRAW_UPPER)
        place.low_rank = place.middle;
    if (options->half == DRAW_BOTH)
        place.gap = options->cell;
    return place;
}

void draw_sheet(struct picture *picture, const struct tour_board *board, const struct drawn_tour *tours,
                size_t count, const struct draw_options *options)
{
    struct place place = place_of(board, options);
    double cell = options->cell, margin = cell * 0.6, left = options->names ? cell * 0.7 : 0, bottom = 0;
    for (size_t i = 0; i < count; i++)
        bottom = tours[i].caption ? cell * 0.8 : bottom;
    bottom += options->names ? cell * 0.45 : 0;
    double width = board->width * cell + left;
    double height = (place.top_rank - place.low_rank + 1) * cell + place.gap + bottom;
    size_t columns = options->columns > 0
                         ? (size_t)options->columns
                         : (size_t)ceil(sqrt((double)count * (height + margin) / (width + margin)));
    columns = columns > count ? count : columns;
    columns = columns < 1 ? 1 : columns;
    size_t rows = (count + columns - 1) / columns;
    double head = options->title ? cell * 0.9 : 0;
    picture_init(picture, (double)columns * (width + margin) + margin,
                 (double)rows * (height + margin) + margin + head);
    picture_rectangle(picture, (struct rectangle){0, 0, picture->width, picture->height},
                      (struct ink){.fill = PAPER});
    if (options->title) {
        picture_title(picture, options->title);
        picture_text(picture,
                     (struct lettering){.x = picture->width / 2,
                                        .y = margin + cell * 0.35,
                                        .size = cell * 0.5,
                                        .anchor = ANCHOR_MIDDLE,
                                        .bold = true,
                                        .fill = TEXT},
                     options->title);
    }
    place.picture = picture;
    for (size_t i = 0; i < count; i++) {
        // The last row is centred if it is not full.
        size_t row = i / columns, empty = row == rows - 1 ? rows * columns - count : 0;
        place.x = margin + left + ((double)(i % columns) + (double)empty / 2) * (width + margin);
        place.y = margin + head + (double)row * (height + margin);
        draw_one(&place, &tours[i]);
    }
}
