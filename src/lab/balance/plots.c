// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the plots of a study.
#include "lab/balance/plots.h"

#include <math.h>
#include <stdio.h>

enum {
    PLOT_WIDTH = 760,
    PLOT_HEIGHT = 340,
    PLOT_LEFT = 64,
    PLOT_RIGHT = 20,
    PLOT_TOP = 20,
    PLOT_BOTTOM = 48
};

static const colour PLOT_PAPER = 0xffffffff, PLOT_GRID = 0xe6e2d8ff, PLOT_TEXT = 0x4a4438ff,
                    PLOT_BAR = 0x2f6fb0ff, PLOT_WHISKER = 0x2a2722ff, PLOT_DRAWS = 0xb5482aff;

// A rectangle of the picture, and the values at its edges.
struct field {
    double left, right, top, bottom; // in points of the drawing
    double x0, x1, y0, y1;           // the values at left, right, bottom, top
};

static double field_x(const struct field *field, double x)
{
    return field->left + (x - field->x0) / (field->x1 - field->x0) * (field->right - field->left);
}

static double field_y(const struct field *field, double y)
{
    return field->bottom - (y - field->y0) / (field->y1 - field->y0) * (field->bottom - field->top);
}

static void draw_rule(struct picture *picture, double x1, double y1, double x2, double y2, colour stroke)
{
    picture_line(picture, (struct segment){x1, y1, x2, y2}, (struct ink){.stroke = stroke, .width = 1});
}

static void draw_label(struct picture *picture, double x, double y, enum anchor anchor, const char *text)
{
    picture_text(picture, (struct lettering){.x = x, .y = y, .size = 12, .anchor = anchor, .fill = PLOT_TEXT},
                 text);
}

static void draw_number(struct picture *picture, double x, double y, enum anchor anchor, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", fabs(value) < 1e-9 ? 0 : value);
    draw_label(picture, x, y, anchor, text);
}

static void begin(struct picture *picture, double height, const char *title)
{
    picture_init(picture, PLOT_WIDTH, height);
    picture_title(picture, title);
    picture_rectangle(picture, (struct rectangle){0, 0, PLOT_WIDTH, height},
                      (struct ink){.fill = PLOT_PAPER});
}

static void draw_x_axis(struct picture *picture, const struct field *field, const char *caption)
{
    double step = picture_axis_step(field->x1 - field->x0, 10);
    int last = (int)floor(field->x1 / step + 1e-3);
    for (int i = (int)ceil(field->x0 / step); i <= last; i++) {
        double x = i * step;
        draw_rule(picture, field_x(field, x), field->top, field_x(field, x), field->bottom, PLOT_GRID);
        draw_number(picture, field_x(field, x), field->bottom + 16, ANCHOR_MIDDLE, x);
    }
    draw_label(picture, (field->left + field->right) / 2, field->bottom + 36, ANCHOR_MIDDLE, caption);
}

static void draw_y_axis(struct picture *picture, const struct field *field)
{
    double step = picture_axis_step(field->y1 - field->y0, 5);
    int last = (int)floor(field->y1 / step + 1e-3);
    for (int i = (int)ceil(field->y0 / step); i <= last; i++) {
        double y = i * step;
        draw_rule(picture, field->left, field_y(field, y), field->right, field_y(field, y), PLOT_GRID);
        draw_number(picture, field->left - 8, field_y(field, y) + 4, ANCHOR_END, y);
    }
}

static struct field whole_field(double height)
{
    return (struct field){
        .left = PLOT_LEFT, .right = PLOT_WIDTH - PLOT_RIGHT, .top = PLOT_TOP, .bottom = height - PLOT_BOTTOM};
}

void plot_lengths(struct picture *picture, const struct balance *balance)
{
    struct field field = whole_field(PLOT_HEIGHT);
    double step = balance->length_step;
    unsigned most = 1;
    for (int i = 0; i < BALANCE_LENGTHS; i++)
        most = balance->lengths[i] > most ? balance->lengths[i] : most;
    field.x1 = step * BALANCE_LENGTHS;
    field.y1 = most;
    begin(picture, PLOT_HEIGHT, "Lengths of the games");
    draw_y_axis(picture, &field);
    draw_x_axis(picture, &field, "turns of a game");
    for (int i = 0; i < BALANCE_LENGTHS; i++) {
        double left = field_x(&field, i * step), right = field_x(&field, (i + 1) * step);
        double top = field_y(&field, balance->lengths[i]);
        if (balance->lengths[i])
            picture_rectangle(picture,
                              (struct rectangle){left + 1, top, right - left - 2, field.bottom - top},
                              (struct ink){.fill = PLOT_BAR});
    }
}

static void draw_whiskers(struct picture *picture, double x1, double y1, double x2, double y2)
{
    picture_line(picture, (struct segment){x1, y1, x2, y2}, (struct ink){.stroke = PLOT_WHISKER, .width = 2});
}

void plot_worth(struct picture *picture, const struct variant *variant, const struct worth *worth)
{
    enum { ROW = 26, NAMES = 150 };
    double height = PLOT_TOP + PLOT_BOTTOM + ROW * (double)worth->count;
    struct field field = whole_field(height);
    const struct worth_estimate *estimates = worth->pawn ? worth->pawns : worth->log_odds;
    field.left += NAMES - PLOT_LEFT;
    for (unsigned i = 0; i < worth->count; i++) {
        field.x0 = fmin(field.x0, estimates[i].value - 1.96 * estimates[i].error);
        field.x1 = fmax(field.x1, estimates[i].value + 1.96 * estimates[i].error);
    }
    begin(picture, height, "What one piece more is worth");
    draw_x_axis(picture, &field,
                worth->pawn ? "pawns, with 95 % intervals" : "logarithm of the odds, with 95 % intervals");
    for (unsigned i = 0; i < worth->count; i++) {
        double y = field.top + ROW * (i + 0.5), zero = field_x(&field, 0),
               end = field_x(&field, estimates[i].value);
        draw_label(picture, field.left - 8, y + 4, ANCHOR_END, variant->pieces[worth->kinds[i]].name);
        picture_rectangle(picture, (struct rectangle){fmin(zero, end), y - 8, fabs(end - zero), 16},
                          (struct ink){.fill = PLOT_BAR});
        draw_whiskers(picture, field_x(&field, estimates[i].value - 1.96 * estimates[i].error), y,
                      field_x(&field, estimates[i].value + 1.96 * estimates[i].error), y);
    }
}

// Where on the x axis a point of the sweep is: at its value if that is a number, else at its place in the list.
static double place_of(const struct study *study, unsigned point)
{
    const struct sweep_axis *axis = &study->sweep.axis[0];
    bool number = study->game->parameters[axis->parameter].kind == PARAMETER_NUMBER;
    return number ? axis->values[point] : (double)point;
}

static void name_places(struct picture *picture, const struct field *field, const struct study *study)
{
    const struct parameter *parameter = &study->game->parameters[study->sweep.axis[0].parameter];
    if (parameter->kind == PARAMETER_NUMBER) {
        draw_x_axis(picture, field, parameter->name);
        return;
    }
    for (unsigned i = 0; i < study->count; i++)
        draw_label(picture, field_x(field, i), field->bottom + 16, ANCHOR_MIDDLE,
                   parameter->choices[study->sweep.axis[0].values[i]]);
    draw_label(picture, (field->left + field->right) / 2, field->bottom + 36, ANCHOR_MIDDLE, parameter->name);
}

void plot_sweep(struct picture *picture, const struct study *study)
{
    struct field field = whole_field(PLOT_HEIGHT);
    field.x0 = place_of(study, 0);
    field.x1 = field.x0;
    for (unsigned i = 0; i < study->count; i++) {
        field.x0 = fmin(field.x0, place_of(study, i));
        field.x1 = fmax(field.x1, place_of(study, i));
    }
    double margin = fmax(0.5, (field.x1 - field.x0) / 40);
    field.x0 -= margin;
    field.x1 += margin;
    field.y1 = 100;
    begin(picture, PLOT_HEIGHT, "White's share of the points, and draws, in percent");
    draw_y_axis(picture, &field);
    name_places(picture, &field, study);
    draw_rule(picture, field.left, field_y(&field, 50), field.right, field_y(&field, 50), PLOT_WHISKER);
    for (unsigned i = 0; i < study->count; i++) {
        const struct balance *balance = &study->points[i].balance;
        double x = field_x(&field, place_of(study, i));
        draw_whiskers(picture, x, field_y(&field, 100 * balance->share.low), x,
                      field_y(&field, 100 * balance->share.high));
        picture_circle(picture, x, field_y(&field, 100 * balance->share.value), 4,
                       (struct ink){.fill = PLOT_BAR});
        picture_circle(picture, x, field_y(&field, 100 * balance->drawn.value), 3,
                       (struct ink){.fill = PLOT_DRAWS});
    }
}
