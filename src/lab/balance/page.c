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

static double percent(double part, double whole)
{
    return 100 * part / whole;
}

static void add_results(struct buffer *out, const struct study *study, const struct balance *balance)
{
    buffer_add(out, "<table><tr><th>Result<th>games<th>%\n");
    for (const struct balance_row *row = balance_rows; row->label; row++)
        buffer_addf(out, "<tr><td>%s<td>%" PRIu64 "<td>%.1f\n", row->label, balance->results[row->result],
                    percent((double)balance->results[row->result], (double)balance->games));
    buffer_addf(out, "</table><p>White scores %.1f&nbsp;%% (%.1f … %.1f) of the points, Elo ",
                100 * balance->share.value, 100 * balance->share.low, 100 * balance->share.high);
    study_write_elo(&balance->share, out);
    buffer_addf(out,
                ". A game takes %.1f (%.1f … %.1f) turns on average, half of the games at most %u. At the "
                "beginning of a turn there are %.1f (%.1f … %.1f) actions to choose from.",
                balance->turns.value, balance->turns.low, balance->turns.high, balance->quartiles[2],
                balance->choices.value, balance->choices.low, balance->choices.high);
    if (study->game->scores)
        buffer_addf(out, " White gains %+.2f (%+.2f … %+.2f) points a game.", balance->points.value,
                    balance->points.low, balance->points.high);
    if (balance->different < balance->games)
        buffer_addf(
            out,
            " <strong>Only %" PRIu64
            " of the games are different; the others repeat them, and the intervals are too narrow.</strong>",
            balance->different);
    buffer_add(out, "<p class=note>In parentheses: 95&nbsp;% intervals.\n");
}

static void add_endings(struct buffer *out, const struct balance *balance)
{
    buffer_add(out, "<h2>Endings</h2><table><tr><th>Reason<th>games<th>White<th>Black<th>drawn\n");
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        uint64_t games = balance_ended(balance, (enum reason)reason);
        if (!games)
            continue;
        buffer_add(out, "<tr><td>");
        add_escaped(out, reason == REASON_NONE ? "unfinished" : reason_words((enum reason)reason));
        buffer_addf(out, "<td>%" PRIu64 "<td>%" PRIu64 "<td>%" PRIu64 "<td>%" PRIu64 "\n", games,
                    results[RESULT_WHITE], results[RESULT_BLACK], results[RESULT_DRAW]);
    }
    buffer_add(out, "</table>\n");
}

static void add_pieces(struct buffer *out, const struct variant *variant, const struct worth *worth)
{
    buffer_addf(out, "<table><tr><th>Piece%s<th>log-odds<th>scores\n", worth->pawn ? "<th>pawns" : "");
    for (unsigned i = 0; i < worth->count; i++) {
        const struct worth_estimate *log_odds = &worth->log_odds[i];
        buffer_add(out, "<tr><td>");
        add_escaped(out, variant->pieces[worth->kinds[i]].name);
        if (worth->pawn)
            buffer_addf(out, "<td>%.2f ± %.2f", worth->pawns[i].value, worth->pawns[i].error);
        buffer_addf(out, "<td>%.2f ± %.2f<td>%.1f&nbsp;%%\n", log_odds->value, log_odds->error,
                    100 / (1 + exp(-log_odds->value)));
    }
    buffer_addf(
        out,
        "</table><p class=note>Logistic regression of results on material, from %" PRIu64
        " positions of %" PRIu64
        " games, with standard errors (in the plot 95&nbsp;%% intervals). “Scores”: what one piece more "
        "brings in a game that is even otherwise. White's edge at equal material: %.2f ± %.2f log-odds.\n",
        worth->positions, worth->games, worth->edge.value, worth->edge.error);
}

// The probability that the kind on the left is worth more than the one above.
static void add_comparison(struct buffer *out, const struct variant *variant, const struct worth *worth)
{
    buffer_add(out, "<div class=wide><table><tr><th>worth more than, %");
    for (unsigned k = 1; k < worth->count; k++) {
        buffer_add(out, "<th>");
        add_escaped(out, variant->pieces[worth->kinds[k]].name);
    }
    for (unsigned i = 0; i + 1 < worth->count; i++) {
        buffer_add(out, "\n<tr><th>");
        add_escaped(out, variant->pieces[worth->kinds[i]].name);
        for (unsigned k = 1; k < worth->count; k++)
            if (k <= i)
                buffer_add(out, "<td>");
            else
                buffer_addf(out, "<td>%.1f", fmin(99.9, 100 * worth->above[i][k]));
    }
    buffer_add(
        out,
        "\n</table></div><p class=note>For pairs chosen beforehand; that a list is in order is no evidence.\n");
}

static void add_worth(struct buffer *out, const struct variant *variant, const struct worth *worth)
{
    struct picture picture;
    if (!worth->count && !worth->silent)
        return;
    buffer_add(out, "<h2>What the pieces are worth</h2>\n");
    if (worth->count) {
        plot_worth(&picture, variant, worth);
        add_plot(out, &picture);
        add_pieces(out, variant, worth);
        add_comparison(out, variant, worth);
    }
    if (worth->silent)
        buffer_add(out, "<p>These games say nothing about the worth of");
    for (unsigned i = 0; i < worth->silent; i++) {
        buffer_add(out, i ? ", " : " ");
        add_escaped(out, variant->pieces[worth->silent_kinds[i]].name);
    }
    buffer_add(out, worth->silent ? ".\n" : "");
}

static void add_point(struct buffer *out, const struct study *study, const struct study_point *point)
{
    struct picture picture;
    add_results(out, study, &point->balance);
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
                parameters[sweep->axis[1].parameter].name); // identifiers: nothing to escape
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
            buffer_addf(out, "<td style=\"background:#%06x\">%.1f<br><small>%.1f … %.1f</small>",
                        heat(balance->share.value), 100 * balance->share.value, 100 * balance->share.low,
                        100 * balance->share.high);
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
    buffer_addf(
        out,
        "<div class=wide><table><tr><th>Values<th>games<th>White scores, %%<th>draws, %%<th>turns<th>choices%s\n",
        study->game->scores ? "<th>points for White" : "");
    for (unsigned i = 0; i < study->count; i++) {
        const struct balance *balance = &study->points[i].balance;
        struct buffer name;
        buffer_init(&name);
        study_name_point(study, i, &name);
        buffer_add(out, "<tr><td>");
        add_escaped(out, buffer_text(&name));
        buffer_addf(out, "<td>%" PRIu64 "<td>%.1f (%.1f … %.1f)<td>%.1f<td>%.1f<td>%.1f", balance->games,
                    100 * balance->share.value, 100 * balance->share.low, 100 * balance->share.high,
                    100 * balance->drawn.value, balance->turns.value, balance->choices.value);
        if (study->game->scores)
            buffer_addf(out, "<td>%+.2f (%+.2f … %+.2f)", balance->points.value, balance->points.low,
                        balance->points.high);
        buffer_add_char(out, '\n');
        buffer_clear(&name);
    }
    buffer_add(
        out,
        "</table></div><p class=note>In parentheses: 95&nbsp;% intervals. Of twenty values, one is outside by chance.\n");
}

void study_write_page(const struct study *study, struct buffer *out)
{
    struct buffer setup;
    buffer_init(&setup);
    study_write_setup(study, &setup);
    buffer_add(out, "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><meta name=viewport "
                    "content=\"width=device-width\"><title>");
    add_escaped(out, study->game->title);
    buffer_addf(out, ": balance</title><style>%s</style>\n<h1>", page_style);
    add_escaped(out, study->game->title);
    buffer_add(out, "</h1>\n<p>The engine against itself: ");
    add_escaped(out, buffer_text(&setup));
    buffer_add(out, ".\n");
    buffer_clear(&setup);
    if (study->sweep.axes)
        add_sweep(out, study);
    else if (study->count)
        add_point(out, study, &study->points[0]);
    buffer_add(out, "</html>\n");
}
