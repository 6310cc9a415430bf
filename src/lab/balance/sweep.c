// SPDX-License-Identifier: GPL-3.0-or-later
// Reads which values of parameters are to be compared.
#include "lab/balance/sweep.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static bool add_value(struct sweep_axis *axis, const char *name, int value, struct error *err)
{
    for (unsigned i = 0; i < axis->count; i++)
        if (axis->values[i] == value)
            return error_set(err, ERROR_PARAMETER, name, "a value is given twice");
    if (axis->count == SWEEP_POINTS_MAX)
        return error_set(err, ERROR_PARAMETER, name, "more than %d values", SWEEP_POINTS_MAX);
    axis->values[axis->count++] = value;
    return true;
}

static bool add_range(struct sweep_axis *axis, const struct parameter *parameter, int first, int last,
                      int step, struct error *err)
{
    for (long value = first; value <= last; value += step)
        if (!add_value(axis, parameter->name, (int)value, err))
            return false;
    return true;
}

// FIRST..LAST or FIRST..LAST/STEP, which the call may change.
static bool read_range(struct sweep_axis *axis, const struct parameter *parameter, char *text, char *dots,
                       struct error *err)
{
    int first, last;
    long step = 1;
    char *slash = strchr(dots, '/');
    *dots = '\0';
    if (slash)
        *slash = '\0';
    if (!parameter_read(parameter, text, &first, err) || !parameter_read(parameter, dots + 2, &last, err))
        return false;
    if (slash && !text_read_integer(slash + 1, 1, 1000000, &step))
        return error_set(err, ERROR_PARAMETER, parameter->name, "'%s' is no step", slash + 1);
    if (first > last)
        return error_set(err, ERROR_PARAMETER, parameter->name, "%d..%d ends before it begins", first, last);
    return add_range(axis, parameter, first, last, (int)step, err);
}

static bool read_value(struct sweep_axis *axis, const struct parameter *parameter, char *text,
                       struct error *err)
{
    int value;
    char *dots = strstr(text, "..");
    if (dots && parameter->kind == PARAMETER_NUMBER)
        return read_range(axis, parameter, text, dots, err);
    return parameter_read(parameter, text, &value, err) && add_value(axis, parameter->name, value, err);
}

// The parameter of that name; an error lists those that there are.
static bool find_parameter(const struct game *game, const char *name, unsigned *number, struct error *err)
{
    char names[160] = "";
    size_t length = 0;
    for (unsigned i = 0; i < game->parameter_count; i++) {
        const char *known = game->parameters[i].name;
        if (text_equal_nocase(name, known)) {
            *number = i;
            return true;
        }
        int written = snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "", known);
        length += written > 0 && (size_t)written < sizeof names - length ? (size_t)written : 0;
    }
    if (!game->parameter_count)
        return error_set(err, ERROR_PARAMETER, name, "%s has no parameters", game->name);
    return error_set(err, ERROR_PARAMETER, name, "%s has no such parameter; it has %s", game->name, names);
}

static bool read_axis(const struct game *game, char *text, struct sweep_axis *axis, struct error *err)
{
    char *values = strchr(text, '=');
    if (values)
        *values++ = '\0';
    axis->count = 0;
    if (!find_parameter(game, text, &axis->parameter, err))
        return false;
    const struct parameter *parameter = &game->parameters[axis->parameter];
    if (!values)
        return add_range(axis, parameter, parameter->minimum, parameter->maximum, 1, err);
    for (char *rest = values, *value; (value = rest);) {
        rest = strchr(value, ',');
        if (rest)
            *rest++ = '\0';
        if (!read_value(axis, parameter, value, err))
            return false;
    }
    return true;
}

bool sweep_read(const struct game *game, const char *text, struct sweep *sweep, struct error *err)
{
    char copy[1024];
    sweep->axes = 0;
    if (strlen(text) >= sizeof copy)
        return error_set(err, ERROR_PARAMETER, "", "more than %zu characters", sizeof copy - 1);
    memcpy(copy, text, strlen(text) + 1);
    for (char *rest = copy, *axis; (axis = rest);) {
        rest = strchr(axis, ':');
        if (rest)
            *rest++ = '\0';
        if (sweep->axes == SWEEP_AXES)
            return error_set(err, ERROR_PARAMETER, axis, "more than %d parameters", SWEEP_AXES);
        if (!read_axis(game, axis, &sweep->axis[sweep->axes], err))
            return false;
        if (sweep->axes && sweep->axis[0].parameter == sweep->axis[1].parameter)
            return error_set(err, ERROR_PARAMETER, axis, "the parameter is swept twice");
        sweep->axes++;
    }
    if (sweep_points(sweep) > SWEEP_POINTS_MAX)
        return error_set(err, ERROR_PARAMETER, "", "%u combinations of values; at most %d are compared",
                         sweep_points(sweep), SWEEP_POINTS_MAX);
    return true;
}

unsigned sweep_points(const struct sweep *sweep)
{
    unsigned points = 1;
    for (unsigned i = 0; i < sweep->axes; i++)
        points *= sweep->axis[i].count;
    return points;
}

void sweep_set(const struct sweep *sweep, unsigned point, struct parameters *parameters)
{
    for (unsigned i = sweep->axes; i--;) {
        const struct sweep_axis *axis = &sweep->axis[i];
        parameters->value[axis->parameter] = axis->values[point % axis->count];
        point /= axis->count;
    }
}
