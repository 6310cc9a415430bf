// SPDX-License-Identifier: GPL-3.0-or-later
// A study as JSON.
#include "lab/balance/study.h"

static json_t *describe_reasons(const struct balance *balance)
{
    json_t *list = json_array();
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        uint64_t sum = 0;
        for (int result = 0; result <= RESULT_NONE; result++)
            sum += results[result];
        if (sum)
            json_array_append_new(
                list,
                json_pack("{s:s, s:I, s:I, s:I, s:I}", "reason",
                          reason == REASON_NONE ? "unfinished" : reason_name((enum reason)reason), "games",
                          (json_int_t)sum, "white", (json_int_t)results[RESULT_WHITE], "black",
                          (json_int_t)results[RESULT_BLACK], "drawn", (json_int_t)results[RESULT_DRAW]));
    }
    return list;
}

static json_t *describe_lengths(const struct balance *balance)
{
    json_t *counts = json_array();
    for (int i = 0; i < BALANCE_LENGTHS; i++)
        json_array_append_new(counts, json_integer(balance->lengths[i]));
    const unsigned *quartiles = balance->quartiles;
    return json_pack("{s:f, s:[i, i, i, i, i], s:i, s:o}", "mean", balance->turns, "quartiles",
                     (int)quartiles[0], (int)quartiles[1], (int)quartiles[2], (int)quartiles[3],
                     (int)quartiles[4], "step", (int)balance->length_step, "counts", counts);
}

static json_t *describe_worth(const struct variant *variant, const struct worth *worth)
{
    json_t *pieces = json_array();
    for (unsigned i = 0; i < worth->count; i++) {
        piece_type type = worth->kinds[i];
        json_t *entry =
            json_pack("{s:s, s:s, s:f, s:f}", "piece", variant->pieces[type].text[WHITE], "name",
                      variant->pieces[type].name, "worth", worth->value[i], "error", worth->error[i]);
        if (worth->pawn) {
            json_object_set_new(entry, "pawns", json_real(worth->in_pawns[i]));
            json_object_set_new(entry, "pawns_error", json_real(worth->in_pawns_error[i]));
        }
        if (i + 1 < worth->count)
            json_object_set_new(entry, "above_next", json_real(worth->above[i]));
        json_array_append_new(pieces, entry);
    }
    return json_pack("{s:I, s:I, s:o}", "games", (json_int_t)worth->games, "positions",
                     (json_int_t)worth->positions, "pieces", pieces);
}

static json_t *describe_point(const struct study *study, const struct study_point *point)
{
    const struct balance *balance = &point->balance;
    json_t *parameters = json_object();
    for (unsigned i = 0; i < study->game->parameter_count; i++) {
        const struct parameter *parameter = &study->game->parameters[i];
        int value = point->variant->parameters.value[i];
        char text[16];
        parameter_write(parameter, value, text);
        json_object_set_new(parameters, parameter->name,
                            parameter->kind == PARAMETER_NUMBER ? json_integer(value) : json_string(text));
    }
    const uint64_t *results = balance->results;
    return json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:o, s:o, s:o}", "parameters",
                     parameters, "games", (json_int_t)balance->games, "white",
                     (json_int_t)results[RESULT_WHITE], "black", (json_int_t)results[RESULT_BLACK], "drawn",
                     (json_int_t)results[RESULT_DRAW], "unfinished", (json_int_t)results[RESULT_ONGOING],
                     "share", balance->share, "margin", balance->margin, "elo", study_elo(balance->share),
                     "choices", balance->choices, "turns", describe_lengths(balance), "endings",
                     describe_reasons(balance), "worth", describe_worth(point->variant, &balance->worth));
}

json_t *study_describe(const struct study *study)
{
    json_t *points = json_array();
    for (unsigned i = 0; i < study->count; i++)
        json_array_append_new(points, describe_point(study, &study->points[i]));
    return json_pack("{s:s, s:I, s:i, s:i, s:I, s:s, s:o}", "game", study->game->name, "nodes",
                     (json_int_t)study->plan.nodes, "opening", (int)study->plan.opening, "longest",
                     (int)study->plan.longest, "seed", (json_int_t)study->plan.seed, "version",
                     LEAPER_VERSION, "points", points);
}
