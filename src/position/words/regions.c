// SPDX-License-Identifier: GPL-3.0-or-later
// Puts sets of squares into words: whole ranks and files, rectangles, runs along a rank, or single squares.
#include "position/words/wording.h"

#include "position/variant.h"

#include <string.h>

enum { RUN_MIN = 3, RECTANGLE_MIN = 6 };

// What a set is part of: the board with its walls or without.
struct frame {
    int width, height;
    struct set locations;
};

static struct set on_board(const struct wording *wording, const struct set *squares)
{
    return set_both(wording->variant->board.locations, squares);
}

static bool is_equal(const struct set *a, const struct set *b)
{
    return !memcmp(a, b, sizeof *a);
}

bool wording_is_all(const struct wording *wording, const struct set *squares)
{
    struct set there = on_board(wording, squares);
    return is_equal(&there, &wording->variant->board.locations);
}

bool wording_is_same(const struct wording *wording, const struct set *regions)
{
    struct set white = on_board(wording, &regions[WHITE]), black = on_board(wording, &regions[BLACK]);
    return is_equal(&white, &black);
}

// The locations from one corner to another.
static struct set rectangle(const struct frame *frame, int first_file, int first_rank, int last_file,
                            int last_rank)
{
    struct set set = {{0}};
    for (int rank = first_rank; rank <= last_rank; rank++)
        for (int file = first_file; file <= last_file; file++)
            if (set_has(&frame->locations, square_at(file, rank)))
                set_add(&set, square_at(file, rank));
    return set;
}

// Which lines the set is made of: whole ranks, or whole files. False if it is not.
static bool is_of_lines(const struct frame *frame, const struct set *squares, bool ranks,
                        bool lines[GRID_SIDE])
{
    struct set all = {{0}};
    for (int i = 0; i < (ranks ? frame->height : frame->width); i++) {
        struct set line = ranks ? rectangle(frame, 0, i, frame->width - 1, i)
                                : rectangle(frame, i, 0, i, frame->height - 1);
        lines[i] = !set_empty(&line);
        for (unsigned w = 0; w < 4; w++)
            lines[i] = lines[i] && !(line.word[w] & ~squares->word[w]);
        if (lines[i])
            set_add_all(&all, &line);
    }
    return is_equal(&all, squares);
}

static void add_line_name(struct buffer *out, bool ranks, int number)
{
    if (ranks)
        buffer_addf(out, "%d", number + 1);
    else
        buffer_add_char(out, (char)('a' + number));
}

// "rank 8", "ranks 1, 2 and 5", "ranks 6 to 8", "the a-file", "files a and c"
static void add_lines(struct buffer *out, bool ranks, const bool lines[GRID_SIDE], const char *conjunction)
{
    int count = 0, first = GRID_SIDE, last = 0, done = 0;
    for (int i = 0; i < GRID_SIDE; i++)
        if (lines[i]) {
            first = i < first ? i : first;
            last = i;
            count++;
        }
    if (count == 1 && !ranks) {
        buffer_addf(out, "the %c-file", 'a' + first);
        return;
    }
    buffer_addf(out, "%s%s ", ranks ? "rank" : "file", count == 1 ? "" : "s");
    if (count >= RUN_MIN && last - first + 1 == count) {
        add_line_name(out, ranks, first);
        buffer_add(out, " to ");
        add_line_name(out, ranks, last);
        return;
    }
    for (int i = 0; i < GRID_SIDE; i++)
        if (lines[i]) {
            buffer_add(out, !done ? "" : done + 1 == count ? conjunction : ", ");
            add_line_name(out, ranks, i);
            done++;
        }
}

static bool add_as_rectangle(struct buffer *out, const struct frame *frame, const struct set *squares)
{
    int first_file = GRID_SIDE, first_rank = GRID_SIDE, last_file = 0, last_rank = 0;
    square s;
    for (struct set_walk walk = set_walk(squares); set_next(&walk, &s);) {
        first_file = square_file(s) < first_file ? square_file(s) : first_file;
        last_file = square_file(s) > last_file ? square_file(s) : last_file;
        first_rank = square_rank(s) < first_rank ? square_rank(s) : first_rank;
        last_rank = square_rank(s) > last_rank ? square_rank(s) : last_rank;
    }
    struct set whole = rectangle(frame, first_file, first_rank, last_file, last_rank);
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    if (set_count(squares) < RECTANGLE_MIN || first_file == last_file || first_rank == last_rank ||
        !is_equal(&whole, squares))
        return false;
    square_name(square_at(first_file, first_rank), from);
    square_name(square_at(last_file, last_rank), to);
    buffer_addf(out, "the rectangle from %s to %s", from, to);
    return true;
}

// A square, or a run of squares along a rank or a file.
struct run {
    square from, to;
    unsigned length;
};

// Lists the runs along files or ranks, in that order. Short ones are single squares. Returns how many there are.
static unsigned list_runs(const struct set *squares, bool along_files, struct run runs[GRID_SQUARES])
{
    unsigned count = 0;
    for (int i = 0; i < GRID_SQUARES; i++) {
        int along = i % GRID_SIDE, line = i / GRID_SIDE;
        square s = along_files ? square_at(line, along) : square_at(along, line);
        struct run *last = &runs[count ? count - 1 : 0];
        if (!set_has(squares, s))
            continue;
        if (count && along && last->to == s - (along_files ? GRID_SIDE : 1)) {
            last->to = s;
            last->length++;
        } else {
            runs[count++] = (struct run){s, s, 1};
        }
    }
    return count;
}

static unsigned count_items(const struct run *runs, unsigned count)
{
    unsigned items = 0;
    for (unsigned i = 0; i < count; i++)
        items += runs[i].length >= RUN_MIN ? 1 : runs[i].length;
    return items;
}

static void name_square(struct buffer *out, square s)
{
    char name[SQUARE_NAME_SIZE];
    square_name(s, name);
    buffer_add(out, name);
}

static void add_run(struct buffer *out, const struct run *run, unsigned *done, unsigned items,
                    const char *last)
{
    int step = run->to - run->from >= GRID_SIDE ? GRID_SIDE : 1;
    for (int s = run->from; s <= run->to; s += step) {
        buffer_add(out, !*done ? "" : *done + 1 == items ? last : ", ");
        name_square(out, (square)s);
        ++*done;
        if (run->length >= RUN_MIN) {
            buffer_add(out, "–");
            name_square(out, run->to);
            return;
        }
    }
}

static void add_runs(struct buffer *out, const struct set *squares, const char *last)
{
    struct run ranks[GRID_SQUARES], files[GRID_SQUARES];
    unsigned rank_count = list_runs(squares, false, ranks), file_count = list_runs(squares, true, files);
    unsigned by_rank = count_items(ranks, rank_count), by_file = count_items(files, file_count), done = 0;
    bool along_files = by_file < by_rank;
    for (unsigned i = 0; i < (along_files ? file_count : rank_count); i++)
        add_run(out, along_files ? &files[i] : &ranks[i], &done, along_files ? by_file : by_rank, last);
}

static void add_squares(struct buffer *out, const struct frame *frame, const struct set *given,
                        const char *last)
{
    struct set squares = set_both(frame->locations, given);
    bool ranks[GRID_SIDE] = {false}, files[GRID_SIDE] = {false};
    if (set_empty(&squares))
        buffer_add(out, "no square");
    else if (is_equal(&squares, &frame->locations))
        buffer_add(out, "any square");
    else if (is_of_lines(frame, &squares, true, ranks))
        add_lines(out, true, ranks, last);
    else if (is_of_lines(frame, &squares, false, files))
        add_lines(out, false, files, last);
    else if (!add_as_rectangle(out, frame, &squares))
        add_runs(out, &squares, last);
}

static struct frame frame_of(const struct wording *wording)
{
    const struct board *board = &wording->variant->board;
    return (struct frame){board->width, board->height, board->locations};
}

static const char *list_squares(struct wording *wording, const struct set *squares, const char *last)
{
    struct frame frame = frame_of(wording);
    struct buffer out;
    buffer_init(&out);
    add_squares(&out, &frame, squares, last);
    return wording_keep(wording, &out);
}

const char *wording_squares(struct wording *wording, const struct set *squares)
{
    return list_squares(wording, squares, " and ");
}

const char *wording_any_of(struct wording *wording, const struct set *squares)
{
    return list_squares(wording, squares, " or ");
}

const char *wording_walls(struct wording *wording)
{
    struct frame frame = frame_of(wording);
    struct set walls = {{0}};
    struct buffer out;
    buffer_init(&out);
    for (int rank = 0; rank < frame.height; rank++)
        for (int file = 0; file < frame.width; file++)
            if (!set_has(&frame.locations, square_at(file, rank)))
                set_add(&walls, square_at(file, rank));
    set_add_all(&frame.locations, &walls);
    if (!set_empty(&walls))
        add_squares(&out, &frame, &walls, " and ");
    return wording_keep(wording, &out);
}

const char *wording_regions(struct wording *wording, const struct set *regions)
{
    struct frame frame = frame_of(wording);
    struct buffer out;
    if (wording_is_same(wording, regions))
        return wording_squares(wording, &regions[WHITE]);
    buffer_init(&out);
    for (unsigned color = WHITE; color <= BLACK; color++) {
        buffer_add(&out, color == WHITE ? "" : " or ");
        add_squares(&out, &frame, &regions[color], " and ");
        buffer_addf(&out, " (%s)", color_name((enum color)color));
    }
    return wording_keep(wording, &out);
}
