// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes boards and the names of their cells.
#include "tours/board/board.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tour_board_init(struct tour_board *board, int width, int height)
{
    assert(width >= 1 && width <= TOUR_SIDE_MAX && height >= 1 && height <= TOUR_SIDE_MAX);
    size_t locations = (size_t)width * (size_t)height;
    *board = (struct tour_board){.width = width, .height = height, .cells = width * height};
    board->exists = memory_try(NULL, locations, sizeof *board->exists);
    if (!board->exists)
        return false;
    memset(board->exists, true, locations);
    return true;
}

void tour_board_clear(struct tour_board *board)
{
    free(board->exists);
    *board = (struct tour_board){0};
}

void tour_board_remove(struct tour_board *board, int cell)
{
    assert(board->exists[cell] && board->cells > 1);
    board->exists[cell] = false;
    board->cells--;
}

bool tour_board_equal(const struct tour_board *a, const struct tour_board *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->exists, b->exists, (size_t)a->width * (size_t)a->height * sizeof *a->exists) == 0;
}

static bool refuse(struct error *err, const char *text, const char *where, const char *what)
{
    char at[40];
    snprintf(at, sizeof at, "board[%td]", where - text);
    return error_set(err, ERROR_PARAMETER, at, "%s", what);
}

// The length in bytes of the sign between the sides of a size (x, X or the Unicode multiplication sign); 0 if there is none.
static size_t times_length(const char *text)
{
    static const char sign[] = "\xc3\x97";
    return *text == 'x' || *text == 'X' ? 1 : !strncmp(text, sign, sizeof sign - 1) ? sizeof sign - 1 : 0;
}

// "8x8"
static bool read_sides(struct tour_board *board, const char *text, struct error *err)
{
    const char *cursor = text;
    unsigned width, height;
    if (!text_read_number(&cursor, TOUR_SIDE_MAX, &width) || width == 0)
        return refuse(err, text, cursor, "the number of files must be from 1 to 1000");
    size_t times = times_length(cursor);
    if (!times)
        return refuse(err, text, cursor, "a size is two numbers with an x between them, as in 8x8");
    cursor += times;
    if (!text_read_number(&cursor, TOUR_SIDE_MAX, &height) || height == 0)
        return refuse(err, text, cursor, "the number of ranks must be from 1 to 1000");
    if (*cursor)
        return refuse(err, text, cursor, "nothing may follow the size");
    return tour_board_init(board, (int)width, (int)height) || error_no_memory(err);
}

// Reads one rank of a placement; its cells go to `row` (at most TOUR_SIDE_MAX) unless that is NULL.
static bool read_rank(const char *text, const char **cursor, bool *row, int *width, struct error *err)
{
    int files = 0;
    while (**cursor && **cursor != '/') {
        const char *start = *cursor;
        unsigned count = 1;
        bool exists = **cursor != '*';
        if (exists && !text_read_number(cursor, TOUR_SIDE_MAX, &count))
            return refuse(err, text, start,
                          "a rank consists of numbers of cells (at most 1000) and '*' for holes");
        if (exists && !count)
            return refuse(err, text, start, "a number of cells must be at least 1");
        if (!exists)
            (*cursor)++;
        if (files + (int)count > TOUR_SIDE_MAX)
            return refuse(err, text, start, "a rank has at most 1000 cells");
        for (unsigned i = 0; row && i < count; i++)
            row[files + (int)i] = exists;
        files += (int)count;
    }
    if (!files)
        return refuse(err, text, *cursor, "this rank is empty");
    *width = files;
    return true;
}

// First pass over a placement: its sides.
static bool measure(const char *text, int *width, int *height, struct error *err)
{
    *height = 0;
    for (const char *cursor = text;; cursor++) {
        const char *start = cursor;
        int files = 0;
        if (!read_rank(text, &cursor, NULL, &files, err))
            return false;
        if (*height == 0)
            *width = files;
        if (files != *width)
            return refuse(err, text, start, "this rank differs in length from the first");
        if (++*height > TOUR_SIDE_MAX)
            return refuse(err, text, start, "a board has at most 1000 ranks");
        if (!*cursor)
            return true;
    }
}

bool tour_board_read(struct tour_board *board, const char *text, struct error *err)
{
    int width, height;
    if (times_length(text + strspn(text, "0123456789")))
        return read_sides(board, text, err);
    if (!measure(text, &width, &height, err))
        return false;
    if (!tour_board_init(board, width, height))
        return error_no_memory(err);
    const char *cursor = text;
    bool good = true;
    for (int y = height - 1; y >= 0 && good; y--, cursor++)
        good = read_rank(text, &cursor, board->exists + (size_t)y * (size_t)width, &width, err);
    assert(good);
    board->cells = 0;
    for (int cell = 0; cell < width * height; cell++)
        board->cells += board->exists[cell];
    if (board->cells)
        return true;
    tour_board_clear(board);
    return refuse(err, text, text, "a board needs at least one cell");
}

void tour_board_write(const struct tour_board *board, struct buffer *out)
{
    if (board->cells == board->width * board->height) {
        buffer_addf(out, "%dx%d", board->width, board->height);
        return;
    }
    for (int y = board->height - 1; y >= 0; y--) {
        int run = 0;
        for (int x = 0; x < board->width; x++) {
            if (board->exists[y * board->width + x]) {
                run++;
                continue;
            }
            if (run)
                buffer_addf(out, "%d", run);
            buffer_add_char(out, '*');
            run = 0;
        }
        if (run)
            buffer_addf(out, "%d", run);
        if (y)
            buffer_add_char(out, '/');
    }
}

void tour_board_cell_name(const struct tour_board *board, int cell, char name[TOUR_CELL_NAME_SIZE])
{
    char letters[4];
    int count = 0, file = cell % board->width;
    // Bijective base 26: a … z, aa … zz, aaa …
    for (int rest = file + 1; rest > 0; rest = (rest - 1) / 26)
        letters[count++] = (char)('a' + (rest - 1) % 26);
    for (int i = 0; i < count; i++)
        name[i] = letters[count - 1 - i];
    snprintf(name + count, (size_t)(TOUR_CELL_NAME_SIZE - count), "%d", (cell / board->width + 1) % 10000);
}

bool tour_board_cell_read(const struct tour_board *board, const char *text, int *cell, const char *at,
                          struct error *err)
{
    const char *cursor = text;
    unsigned file = 0, rank;
    for (; ((*cursor | 32) >= 'a' && (*cursor | 32) <= 'z') && cursor - text < 3; cursor++)
        file = file * 26 + (unsigned)((*cursor | 32) - 'a') + 1;
    if (!file || !text_read_number(&cursor, 9999, &rank) || !rank || *cursor)
        return error_set(err, ERROR_PARAMETER, at, "'%.20s' is not a cell; cells are written like a1 or aa12",
                         text);
    if (file > (unsigned)board->width || rank > (unsigned)board->height)
        return error_set(err, ERROR_PARAMETER, at, "%s is outside the board of %d files and %d ranks", text,
                         board->width, board->height);
    *cell = (int)((rank - 1) * (unsigned)board->width + file - 1);
    if (!board->exists[*cell])
        return error_set(err, ERROR_PARAMETER, at, "%s is a hole in this board", text);
    return true;
}
