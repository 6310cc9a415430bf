// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how an estimate converges.
#include "tours/estimate/plot.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 760, HEIGHT = 440, LEFT = 84, RIGHT = 24, TOP = 52, BOTTOM = 58 };

static const colour PAPER = 0xffffffff, GRID = 0xe6e2d8ff, AXIS = 0x9a9078ff, TEXT = 0x2a2722ff,
                    QUIET = 0x6a6356ff;
static const colour BAND = 0x2f6fb030, INK = 0x1f4f86ff, ACCENT = 0xb5482aff;

// Values are divided by 10^power; the window shows the range from `low` to `high` of the quotients.
struct plot {
    struct picture *picture;
    const struct estimate_course *course;
    int power;
    double low, high;
    double first, last; // logarithms of the numbers of probes
};

void plot_number(double log, struct buffer *out)
{
    double ten = log / M_LN10;
    if (log == -INFINITY) {
        buffer_add_char(out, '0');
    } else if (ten < 6) {
        buffer_addf(out, ten < 3 ? "%.2f" : "%.0f", exp(log));
    } else {
        double power = floor(ten), mantissa = pow(10, ten - power);
        if (mantissa >= 9.9995) {
            mantissa = 1;
            power += 1;
        }
        buffer_addf(out, "%.3fe%.0f", mantissa, power);
    }
}

static double across(const struct plot *plot, double probes)
{
    return LEFT + (log(probes) - plot->first) / (plot->last - plot->first) * (WIDTH - LEFT - RIGHT);
}

static double value_of(const struct plot *plot, double log)
{
    return exp(log - plot->power * M_LN10);
}

static double up(const struct plot *plot, double value)
{
    double share = (value - plot->low) / (plot->high - plot->low);
    return HEIGHT - BOTTOM - fmin(fmax(share, 0), 1) * (HEIGHT - TOP - BOTTOM);
}

static void find_window(struct plot *plot, double exact)
{
    const struct estimate *last = &plot->course->points[plot->course->count - 1];
    plot->power = (int)floor(last->log_mean / M_LN10);
    double mean = value_of(plot, last->log_mean), error = value_of(plot, last->log_error);
    double reach = fmax(fmin(8 * error, mean * 2), mean * 0.02);
    plot->low = fmax(mean - reach, 0);
    plot->high = mean + reach;
    if (!isnan(exact)) {
        plot->low = fmin(plot->low, value_of(plot, exact) * 0.98);
        plot->high = fmax(plot->high, value_of(plot, exact) * 1.02);
    }
    plot->first = log(plot->course->points[0].probes);
    plot->last = fmax(log(last->probes), plot->first + 1e-9);
}

static void draw_line(struct picture *picture, struct segment segment, colour stroke, double width)
{
    picture_line(picture, segment, (struct ink){.stroke = stroke, .width = width});
}

// Small text on an axis.
static void write(struct picture *picture, double x, double y, enum anchor anchor, const char *text)
{
    picture_text(picture, (struct lettering){.x = x, .y = y, .size = 13, .anchor = anchor, .fill = QUIET},
                 text);
}

static void draw_axes(const struct plot *plot)
{
    struct picture *picture = plot->picture;
    double step = picture_axis_step(plot->high - plot->low, 6);
    int places = (int)fmax(0, ceil(-log10(step) - 1e-9));
    char text[64];
    double first = ceil(plot->low / step);
    for (int i = 0; (first + i) * step <= plot->high; i++) {
        double value = (first + i) * step, y = up(plot, value);
        snprintf(text, sizeof text, "%.*f", places, value);
        draw_line(picture, (struct segment){LEFT, y, WIDTH - RIGHT, y}, GRID, 1);
        write(picture, LEFT - 10, y + 4.5, ANCHOR_END, text);
    }
    for (int digits = 0; digits * log(10) <= plot->last + 1e-9; digits++)
        for (int times = 1; times < 10; times++) {
            double power = pow(10, digits), probes = power * times;
            if (log(probes) < plot->first - 1e-9 || log(probes) > plot->last + 1e-9)
                continue;
            double x = across(plot, probes);
            draw_line(picture,
                      (struct segment){x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + (times == 1 ? 7 : 4)}, AXIS,
                      1);
            snprintf(text, sizeof text, "%.0f", probes);
            if (times == 1 || (plot->last - plot->first < 4 && (times == 2 || times == 5)))
                write(picture, x, HEIGHT - BOTTOM + 22, ANCHOR_MIDDLE, text);
        }
    draw_line(picture, (struct segment){LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM}, AXIS, 1.2);
    picture_text(picture,
                 (struct lettering){.x = (LEFT + WIDTH - RIGHT) / 2.0,
                                    .y = HEIGHT - 14,
                                    .size = 14,
                                    .anchor = ANCHOR_MIDDLE,
                                    .fill = TEXT},
                 plot->course->points[0].population > 1 ? "probes (populations)" : "probes");
    if (plot->power != 0) {
        snprintf(text, sizeof text, "\xc3\x97 1e%d", plot->power);
        write(picture, LEFT - 10, TOP - 14, ANCHOR_END, text);
    }
}

// Draws the band of intervals, along the lower bounds and back along the upper ones, and the line of estimates.
static void draw_course(const struct plot *plot)
{
    int count = plot->course->count;
    double *band = picture_add_path(plot->picture, 2 * (size_t)count, true, (struct ink){.fill = BAND});
    for (int i = 0; band && i < count; i++) {
        const struct estimate *low = &plot->course->points[i], *high = &plot->course->points[count - 1 - i];
        band[2 * i] = across(plot, low->probes);
        band[2 * i + 1] = up(plot, value_of(plot, low->log_low));
        band[2 * (count + i)] = across(plot, high->probes);
        band[2 * (count + i) + 1] = up(plot, value_of(plot, high->log_high));
    }
    double *line =
        picture_add_path(plot->picture, (size_t)count, false, (struct ink){.stroke = INK, .width = 2});
    for (int i = 0; line && i < count; i++) {
        line[2 * i] = across(plot, plot->course->points[i].probes);
        line[2 * i + 1] = up(plot, value_of(plot, plot->course->points[i].log_mean));
    }
}

void plot_course(struct picture *picture, const struct estimate_course *course, const char *title,
                 double exact)
{
    struct plot plot = {.picture = picture, .course = course};
    picture_init(picture, WIDTH, HEIGHT);
    picture_rectangle(picture, (struct rectangle){0, 0, WIDTH, HEIGHT}, (struct ink){.fill = PAPER});
    find_window(&plot, exact);
    draw_axes(&plot);
    draw_course(&plot);
    if (!isnan(exact)) {
        double y = up(&plot, value_of(&plot, exact));
        picture_line(picture, (struct segment){LEFT, y, WIDTH - RIGHT, y},
                     (struct ink){.stroke = ACCENT, .width = 1.5, .dash = 5});
        picture_text(picture, (struct lettering){.x = LEFT + 6, .y = y - 7, .size = 13, .fill = ACCENT},
                     "exact");
    }
    picture_title(picture, title);
    picture_text(picture,
                 (struct lettering){.x = (LEFT + WIDTH - RIGHT) / 2.0,
                                    .y = 26,
                                    .size = 16,
                                    .anchor = ANCHOR_MIDDLE,
                                    .bold = true,
                                    .fill = TEXT},
                 title);
}
