// SPDX-License-Identifier: GPL-3.0-or-later
// A study as one page of HTML.
#include "lab/balance/plots.h"

#include <inttypes.h>
#include <math.h>

static const char page_style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:800px;margin:2em auto;padding:0 1em;color:#2a2722;background:#fff}"
    "h1,h2{line-height:1.2}table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.25em .7em;border-bottom:1px solid #e6e2d8;text-align:right}"
    "th:first-child,td:first-child{text-align:left}svg{max-width:100%;height:auto}"
    ".wide{overflow-x:auto}.note{color:#6a6356}";

static void add_escaped(struct buffer *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<')
            buffer_add(out, "&lt;");
        else if (*text == '&')
            buffer_add(out, "&amp;");
        else
            buffer_add_char(out, *text);
}

// An SVG document within a page: without the declaration of XML before it. Clears the picture.
static void add_plot(struct buffer *out, struct picture *picture)
{
    struct buffer svg;
    buffer_init(&svg);
    picture_write_svg(picture, &svg);
    const char *text = buffer_text(&svg);
    while (*text && !(text[0] == '<' && text[1] == 's'))
        text++;
    buffer_add(out, text);
    buffer_fail_with(out, &svg);
    buffer_clear(&svg);
    picture_clear(picture);
}

static double hundredths(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void add_results(struct buffer *out, const struct balance *balance)
{
    static const struct {
        const char *label;
        enum result result;
    } rows[] = {{"White wins", RESULT_WHITE},
                {"Black wins", RESULT_BLACK},
                {"Draws", RESULT_DRAW},
                {"Unfinished", RESULT_ONGOING}};
    buffer_add(out, "<table><tr><th>Result<th>games<th>%\n");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        buffer_addf(out, "<tr><td>%s<td>%" PRIu64 "<td>%.1f\n", rows[i].label,
                    balance->results[rows[i].result],
                    hundredths((double)balance->results[rows[i].result], (double)balance->games));
    buffer_addf(
        out, "</table><p>White scores %.1f&nbsp;%% ± %.1f of the points (95&nbsp;%% interval), Elo %+.0f.\n",
        100 * balance->share, 100 * balance->margin, study_elo(balance->share));
    buffer_addf(
        out,
        "<p>A game takes %.1f turns on average, half of the games at most %u. At the beginning of a turn there are "
        "%.1f actions to choose from.\n",
        balance->turns, balance->quartiles[2], balance->choices);
}

static void add_endings(struct buffer *out, const struct balance *balance)
{
    buffer_add(out, "<h2>Endings</h2><table><tr><th>Reason<th>games<th>White<th>Black<th>drawn\n");
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        uint64_t sum =
            results[RESULT_WHITE] + results[RESULT_BLACK] + results[RESULT_DRAW] + results[RESULT_ONGOING];
        if (sum)
            buffer_addf(out, "<tr><td>%s<td>%" PRIu64 "<td>%" PRIu64 "<td>%" PRIu64 "<td>%" PRIu64 "\n",
                        reason == REASON_NONE ? "unfinished" : reason_words((enum reason)reason), sum,
                        results[RESULT_WHITE], results[RESULT_BLACK], results[RESULT_DRAW]);
    }
    buffer_add(out, "</table>\n");
}

static void add_worth(struct buffer *out, const struct variant *variant, const struct worth *worth)
{
    struct picture picture;
    if (!worth->count)
        return;
    buffer_add(out, "<h2>What the pieces are worth</h2>\n");
    plot_worth(&picture, variant, worth);
    add_plot(out, &picture);
    buffer_addf(out, "<table><tr><th>Piece%s<th>log-odds<th>scores<th>worth more than the next\n",
                worth->pawn ? "<th>pawns" : "");
    for (unsigned i = 0; i < worth->count; i++) {
        buffer_add(out, "<tr><td>");
        add_escaped(out, variant->pieces[worth->kinds[i]].name);
        if (worth->pawn)
            buffer_addf(out, "<td>%.2f ± %.2f", worth->in_pawns[i], worth->in_pawns_error[i]);
        buffer_addf(out, "<td>%.2f ± %.2f<td>%.1f&nbsp;%%<td>", worth->value[i], worth->error[i],
                    100 / (1 + exp(-worth->value[i])));
        if (i + 1 < worth->count)
            buffer_addf(out, "%.1f&nbsp;%%", 100 * worth->above[i]);
        buffer_add_char(out, '\n');
    }
    buffer_addf(
        out,
        "</table><p class=note>Logistic regression of results on material, from %" PRIu64
        " positions of %" PRIu64
        " games, with standard errors (in the plot 95&nbsp;%% intervals). “Scores”: what one piece more brings in a game "
        "that is even otherwise.\n",
        worth->positions, worth->games);
}

static void add_point(struct buffer *out, const struct study_point *point)
{
    struct picture picture;
    add_results(out, &point->balance);
    buffer_add(out, "<h2>Lengths</h2>\n");
    plot_lengths(&picture, &point->balance);
    add_plot(out, &picture);
    add_endings(out, &point->balance);
    add_worth(out, point->variant, &point->balance.worth);
}

// From red (Black wins all) through white to blue (White wins all).
static unsigned heat(double share)
{
    double away = fmin(1, 2 * fabs(share - 0.5));
    unsigned faded = (unsigned)(255 - 150 * away);
    return share < 0.5 ? 0xff0000U | faded << 8 | faded : faded << 16 | faded << 8 | 0xff;
}

static void write_value(struct buffer *out, const struct study *study, unsigned axis, unsigned number)
{
    char text[16];
    const struct sweep_axis *swept = &study->sweep.axis[axis];
    parameter_write(&study->game->parameters[swept->parameter], swept->values[number], text);
    add_escaped(out, text);
}

// White's share for each pair of values: the first axis downwards, the second to the right.
static void add_grid(struct buffer *out, const struct study *study)
{
    const struct sweep *sweep = &study->sweep;
    const struct parameter *parameters = study->game->parameters;
    buffer_addf(out, "<div class=wide><table><tr><th>%s \\ %s", parameters[sweep->axis[0].parameter].name,
                parameters[sweep->axis[1].parameter].name);
    for (unsigned i = 0; i < sweep->axis[1].count; i++) {
        buffer_add(out, "<th>");
        write_value(out, study, 1, i);
    }
    unsigned point = 0;
    for (unsigned row = 0; row < sweep->axis[0].count && point < study->count; row++) {
        buffer_add(out, "\n<tr><th>");
        write_value(out, study, 0, row);
        for (unsigned i = 0; i < sweep->axis[1].count && point < study->count; i++, point++) {
            const struct balance *balance = &study->points[point].balance;
            buffer_addf(out, "<td style=\"background:#%06x\">%.1f ± %.1f", heat(balance->share),
                        100 * balance->share, 100 * balance->margin);
        }
    }
    buffer_add(
        out,
        "\n</table></div><p class=note>White's share of the points in percent, with 95&nbsp;% intervals.\n");
}

static void add_sweep(struct buffer *out, const struct study *study)
{
    struct picture picture;
    if (study->sweep.axes == 2) {
        add_grid(out, study);
    } else if (study->count) {
        plot_sweep(&picture, study);
        add_plot(out, &picture);
        buffer_add(
            out, "<p class=note>Blue: White's share of the points, with 95&nbsp;% intervals. Red: draws.\n");
    }
    buffer_add(out, "<table><tr><th>Values<th>games<th>White, %<th>draws, %<th>turns<th>choices\n");
    for (unsigned i = 0; i < study->count; i++) {
        const struct balance *balance = &study->points[i].balance;
        struct buffer name;
        buffer_init(&name);
        study_name_point(study, i, &name);
        buffer_add(out, "<tr><td>");
        add_escaped(out, buffer_text(&name));
        buffer_addf(out, "<td>%" PRIu64 "<td>%.1f ± %.1f<td>%.1f<td>%.1f<td>%.1f\n", balance->games,
                    100 * balance->share, 100 * balance->margin,
                    hundredths((double)(balance->results[RESULT_DRAW] + balance->results[RESULT_ONGOING]),
                               (double)balance->games),
                    balance->turns, balance->choices);
        buffer_clear(&name);
    }
    buffer_add(out, "</table>\n");
}

void study_write_page(const struct study *study, struct buffer *out)
{
    buffer_add(out, "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
                    "content=\"width=device-width\"><title>");
    add_escaped(out, study->game->title);
    buffer_addf(out, ": balance</title><style>%s</style>\n<h1>", page_style);
    add_escaped(out, study->game->title);
    buffer_addf(out,
                "</h1>\n<p>Games of the engine against itself, %" PRIu64
                " nodes a turn after %u random turns; at most %u turns; seed %" PRIu64 " (Leaper %s).\n",
                study->plan.nodes, study->plan.opening, study->plan.longest, study->plan.seed,
                LEAPER_VERSION);
    if (study->sweep.axes)
        add_sweep(out, study);
    else if (study->count)
        add_point(out, &study->points[0]);
    buffer_add(out, "</html>\n");
}
