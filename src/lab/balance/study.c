// SPDX-License-Identifier: GPL-3.0-or-later
// What a study was, in words.
#include "lab/balance/study.h"

#include "lab/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

void study_clear(struct study *study)
{
    for (unsigned i = 0; study->points && i < sweep_points(&study->sweep); i++)
        variant_free(study->points[i].variant);
    free(study->points);
}

bool study_is_complete(const struct study *study)
{
    for (unsigned i = 0; i < sweep_points(&study->sweep); i++)
        if (i >= study->count || study->points[i].balance.games < study->games)
            return false;
    return true;
}

static bool is_swept(const struct study *study, unsigned parameter)
{
    for (unsigned i = 0; i < study->sweep.axes; i++)
        if (study->sweep.axis[i].parameter == parameter)
            return true;
    return false;
}

static void write_parameter(const struct parameter *parameter, int value, struct buffer *out)
{
    char text[16];
    parameter_write(parameter, value, text);
    buffer_addf(out, "%s %s", parameter->name, text);
}

void study_write_setup(const struct study *study, struct buffer *out)
{
    const char *before = "";
    for (unsigned i = 0; study->count && i < study->game->parameter_count; i++) {
        if (is_swept(study, i))
            continue;
        buffer_add(out, before);
        write_parameter(&study->game->parameters[i], study->points[0].variant->parameters.value[i], out);
        before = ", ";
    }
    buffer_addf(out,
                "%s%" PRIu64 " games%s, %" PRIu64
                " nodes a turn after %u random turns, at most %u turns, seed %" PRIu64
                ", Leaper " LEAPER_VERSION,
                *before ? "; " : "", study->games, study->sweep.axes ? " each" : "", study->plan.nodes,
                study->plan.opening, study->plan.longest, study->plan.seed);
}

void study_name_point(const struct study *study, unsigned point, struct buffer *out)
{
    struct parameters values;
    sweep_set(&study->sweep, point, &values);
    for (unsigned i = 0; i < study->sweep.axes; i++) {
        unsigned parameter = study->sweep.axis[i].parameter;
        buffer_add(out, i ? ", " : "");
        write_parameter(&study->game->parameters[parameter], values.value[parameter], out);
    }
}

static void write_bound(double share, struct buffer *out)
{
    if (share > 0 && share < 1)
        buffer_addf(out, "%+.0f", share_elo(share));
    else
        buffer_add(out, share > 0 ? "+∞" : "-∞");
}

void study_write_elo(const struct interval *share, struct buffer *out)
{
    write_bound(share->value, out);
    buffer_add(out, " (");
    write_bound(share->low, out);
    buffer_add(out, " … ");
    write_bound(share->high, out);
    buffer_add(out, ")");
}
