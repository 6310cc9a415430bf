// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever brings pieces into a row, a block, or a chain between two regions wins.
#include "mechanics/endings/connect.h"

#include "position/moves/outcome.h"
#include "position/words/wording.h"

// The directions that count: files and ranks of a step.
struct way {
    int dx, dy;
};

static unsigned list_ways(const struct connect_settings *settings, struct way ways[4])
{
    unsigned count = 0;
    if (settings->horizontal)
        ways[count++] = (struct way){1, 0};
    if (settings->vertical)
        ways[count++] = (struct way){0, 1};
    if (settings->diagonal) {
        ways[count++] = (struct way){1, 1};
        ways[count++] = (struct way){1, -1};
    }
    return count;
}

static bool has_row(const struct connect_settings *settings, const struct set *pieces)
{
    struct way ways[4];
    unsigned count = list_ways(settings, ways);
    for (unsigned i = 0; i < count; i++) {
        struct set row = *pieces;
        for (int n = 1; n < settings->in_row && !set_empty(&row); n++) {
            struct set shifted = set_moved(&row, ways[i].dx, ways[i].dy);
            row = set_both(shifted, pieces);
        }
        if (!set_empty(&row))
            return true;
    }
    return false;
}

static bool has_block(const struct connect_settings *settings, const struct set *pieces)
{
    struct set corners = *pieces;
    for (int n = 1; n < settings->block && !set_empty(&corners); n++) {
        struct set right = set_moved(&corners, 1, 0), up = set_moved(&corners, 0, 1),
                   across = set_moved(&corners, 1, 1);
        corners = set_both(set_both(set_both(corners, &right), &up), &across);
    }
    return !set_empty(&corners);
}

// Whether so many pieces stand on one line, with anything between them.
static bool has_line(const struct connect_settings *settings, const struct set *pieces)
{
    struct way ways[4];
    unsigned count = list_ways(settings, ways);
    for (unsigned i = 0; i < count; i++) {
        uint8_t on[4 * GRID_SIDE] = {0};
        square s;
        for (struct set_walk walk = set_walk(pieces); set_next(&walk, &s);) {
            // The number of the line through the square.
            int line = square_file(s) * ways[i].dy - square_rank(s) * ways[i].dx + 2 * GRID_SIDE;
            if (++on[line] >= settings->in_line)
                return true;
        }
    }
    return false;
}

static bool has_chain(const struct connect_settings *settings, const struct set *pieces, enum color color)
{
    struct way ways[4];
    unsigned count = list_ways(settings, ways);
    struct set chain = set_both(settings->from[color], pieces), end = set_both(settings->to[color], pieces);
    while (!set_empty(&chain) && !set_empty(&end)) {
        struct set met = set_both(chain, &end), longer = chain;
        if (!set_empty(&met))
            return true;
        for (unsigned i = 0; i < count; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                struct set step = set_moved(&chain, sign * ways[i].dx, sign * ways[i].dy);
                step = set_both(step, pieces);
                set_add_all(&longer, &step);
            }
        if (set_count(&longer) == set_count(&chain))
            return false;
        chain = longer;
    }
    return false;
}

static struct set counting_pieces(const struct connect_settings *settings, const struct position *pos,
                                  enum color color)
{
    struct set pieces = pos->sets[color];
    square s;
    if (!(settings->types & 1))
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);)
            if (!(settings->types >> pos->variant->counted[pos->pieces[s]] & 1))
                set_remove(&pieces, s);
    return pieces;
}

// Only the pieces of the side that has just moved count.
static bool ended(const struct part *part, const struct position *pos, struct outcome *outcome)
{
    const struct connect_settings *settings = part->settings;
    enum color color = other_color(position_side(pos));
    struct set pieces = counting_pieces(settings, pos, color);
    bool connected = (settings->in_row && has_row(settings, &pieces)) ||
                     has_chain(settings, &pieces, color) ||
                     (settings->block && has_block(settings, &pieces)) ||
                     (settings->in_line && has_line(settings, &pieces));
    if (connected)
        *outcome = (struct outcome){result_of_value(settings->value, color), REASON_CONNECTION};
    return connected;
}

static bool prepare(struct part *part, struct variant *variant, struct error *err)
{
    const struct connect_settings *settings = part->settings;
    (void)variant;
    return settings->value != VALUE_NONE ||
           error_set(err, ERROR_VARIANT, "connectValue", "connectValue must be win, loss or draw, not none");
}

#define AT(member) KEY_AT(struct connect_settings, member)

static const struct key keys[] = {
    {"connectN", VALUE_NUMBER, AT(in_row), .maximum = GRID_SIDE, .preset = "0",
     .help = "so many pieces in an unbroken row win; 0: none do", .example = "4"},
    {"connectNxN", VALUE_NUMBER, AT(block), .maximum = GRID_SIDE, .preset = "0",
     .help = "a block of so many ranks and files wins; 0: none does", .example = "2"},
    {"collinearN", VALUE_NUMBER, AT(in_line), .maximum = GRID_SIDE, .preset = "0",
     .help = "so many pieces on one line win, whatever is between them; 0: none do", .example = "3"},
    {"connectPieceTypes", VALUE_PIECES, AT(types), .preset = "*", .help = "the pieces that count",
     .example = "nr"},
    {"connectHorizontal", VALUE_FLAG, AT(horizontal), .preset = "true", .help = "ranks connect",
     .example = "false"},
    {"connectVertical", VALUE_FLAG, AT(vertical), .preset = "true", .help = "files connect",
     .example = "false"},
    {"connectDiagonal", VALUE_FLAG, AT(diagonal), .preset = "true", .help = "diagonals connect",
     .example = "false"},
    {"connectRegion1White", VALUE_SQUARES, AT(from[0]),
     .help = "a chain of white pieces from here to connectRegion2White wins", .example = "*1"},
    {"connectRegion2White", VALUE_SQUARES, AT(to[0]), .help = "the other end of the chain", .example = "*8"},
    {"connectRegion1Black", VALUE_SQUARES, AT(from[1]),
     .help = "a chain of black pieces from here to connectRegion2Black wins", .example = "a*"},
    {"connectRegion2Black", VALUE_SQUARES, AT(to[1]), .help = "the other end of the chain", .example = "h*"},
    {"connectValue", VALUE_RESULT, AT(value), .preset = "win",
     .help = "the result for whoever has connected pieces", .example = "loss"},
    {0},
};

static bool wanted(const void *settings)
{
    const struct connect_settings *own = settings;
    return own->in_row || own->block || own->in_line || !set_empty(&own->from[0]) ||
           !set_empty(&own->from[1]);
}

static void say_rows(const struct connect_settings *settings, struct wording *wording)
{
    const char *verb = wording_result(settings->value);
    struct buffer ways;
    buffer_init(&ways);
    if (settings->horizontal)
        buffer_add(&ways, "a rank");
    if (settings->vertical)
        buffer_addf(&ways, "%sa file", settings->horizontal ? settings->diagonal ? ", " : " or " : "");
    if (settings->diagonal)
        buffer_addf(&ways, "%sa diagonal", settings->horizontal || settings->vertical ? " or " : "");
    const char *lines = wording_keep(wording, &ways);
    if (settings->in_row)
        wording_say(wording, WORDING_END, "A side that has %s of these pieces side by side along %s %s.",
                    wording_number(wording, settings->in_row), lines, verb);
    if (settings->in_line)
        wording_say(wording, WORDING_END,
                    "A side that has %s of these pieces on %s, whatever is between them, %s.",
                    wording_number(wording, settings->in_line), lines, verb);
}

static void words(const struct part *part, struct wording *wording)
{
    const struct connect_settings *settings = part->settings;
    const char *verb = wording_result(settings->value);
    wording_say(wording, WORDING_END, "What counts for connections: %s.",
                settings->types & 1 ? "all pieces"
                                    : wording_types(wording, settings->types, FORM_MANY, "and"));
    say_rows(settings, wording);
    if (settings->block)
        wording_say(wording, WORDING_END,
                    "A side that fills a block of %s ranks and as many files with them %s.",
                    wording_number(wording, settings->block), verb);
    for (unsigned color = WHITE; color <= BLACK; color++)
        if (!set_empty(&settings->from[color]))
            wording_say(wording, WORDING_END,
                        "%s %s with a chain of them, each beside the next, from %s to %s.",
                        color_name((enum color)color), verb, wording_squares(wording, &settings->from[color]),
                        wording_squares(wording, &settings->to[color]));
}

const struct mechanism connect_mechanism = {
    .name = "connect",
    .keys = keys,
    .wanted = wanted,
    .settings_size = sizeof(struct connect_settings),
    .prepare = prepare,
    .ended = ended,
    .words = words,
};
