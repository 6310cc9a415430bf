// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a study, point by point.
#include "lab/balance/study.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

bool study_run(struct study *study, const struct parameters *parameters,
               const struct balance_request *request, struct error *err)
{
    unsigned points = sweep_points(&study->sweep);
    study->count = 0;
    study->points = memory_try_zeroed(points, sizeof *study->points);
    if (!study->points)
        return error_no_memory(err);
    for (unsigned i = 0; i < points; i++) {
        struct study_point *point = &study->points[i];
        struct balance_request own = *request;
        struct parameters values = *parameters;
        sweep_set(&study->sweep, i, &values);
        point->variant = variant_new(study->game, &values, err);
        if (!point->variant)
            return false;
        own.plan = study->plan;
        own.plan.variant = point->variant;
        if (!balance_find(&own, &point->balance, err))
            return false;
        study->count += point->balance.games > 0;
        if (point->balance.games < request->games)
            break;
    }
    return true;
}

void study_clear(struct study *study)
{
    for (unsigned i = 0; study->points && i < sweep_points(&study->sweep); i++)
        variant_free(study->points[i].variant);
    free(study->points);
}

void study_name_point(const struct study *study, unsigned point, struct buffer *out)
{
    struct parameters values;
    sweep_set(&study->sweep, point, &values);
    for (unsigned i = 0; i < study->sweep.axes; i++) {
        const struct parameter *parameter = &study->game->parameters[study->sweep.axis[i].parameter];
        char text[16];
        parameter_write(parameter, values.value[study->sweep.axis[i].parameter], text);
        buffer_addf(out, "%s%s %s", i ? ", " : "", parameter->name, text);
    }
}

double study_elo(double share)
{
    return fmax(-9999, fmin(9999, 400 * log10(share / (1 - share))));
}
