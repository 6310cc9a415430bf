// SPDX-License-Identifier: GPL-3.0-or-later
// A study as JSON.
#include "lab/balance/study.h"
#include "lab/statistics.h"

// null where there is no bound.
static json_t *describe_number(double value)
{
    return value > -1e300 && value < 1e300 ? json_real(value) : json_null();
}

static json_t *describe_interval(const struct interval *interval)
{
    return json_pack("{s:o, s:o, s:o}", "value", describe_number(interval->value), "low",
                     describe_number(interval->low), "high", describe_number(interval->high));
}

static json_t *describe_elo(const struct interval *share)
{
    struct interval elo = {share_elo(share->value), share_elo(share->low), share_elo(share->high)};
    return describe_interval(&elo);
}

static json_t *describe_endings(const struct balance *balance)
{
    json_t *list = json_array();
    for (int reason = 0; reason < REASONS; reason++) {
        const uint64_t *results = balance->reasons[reason];
        uint64_t games = balance_ended(balance, (enum reason)reason);
        if (games)
            json_array_append_new(
                list,
                json_pack("{s:s, s:I, s:I, s:I, s:I}", "reason",
                          reason == REASON_NONE ? "unfinished" : reason_name((enum reason)reason), "games",
                          (json_int_t)games, "white", (json_int_t)results[RESULT_WHITE], "black",
                          (json_int_t)results[RESULT_BLACK], "drawn", (json_int_t)results[RESULT_DRAW]));
    }
    return list;
}

static json_t *describe_lengths(const struct balance *balance)
{
    json_t *counts = json_array(), *quartiles = json_array();
    for (int i = 0; i < BALANCE_LENGTHS; i++)
        json_array_append_new(counts, json_integer(balance->lengths[i]));
    for (int i = 0; i < 5; i++)
        json_array_append_new(quartiles, json_integer(balance->quartiles[i]));
    return json_pack("{s:o, s:o, s:i, s:o}", "mean", describe_interval(&balance->turns), "quartiles",
                     quartiles, "step", (int)balance->length_step, "counts", counts);
}

static json_t *describe_estimate(const struct worth_estimate *estimate)
{
    return json_pack("{s:f, s:f}", "value", estimate->value, "error", estimate->error);
}

static json_t *describe_worth(const struct variant *variant, const struct worth *worth)
{
    json_t *pieces = json_array(), *silent = json_array();
    for (unsigned i = 0; i < worth->count; i++) {
        const struct piece_rules *rules = &variant->pieces[worth->kinds[i]];
        json_t *above = json_object();
        for (unsigned k = 0; k < worth->count; k++)
            if (k != i)
                json_object_set_new(above, variant->pieces[worth->kinds[k]].text[WHITE],
                                    json_real(worth->above[i][k]));
        json_array_append_new(
            pieces,
            json_pack("{s:s, s:s, s:o, s:o, s:o}", "piece", rules->text[WHITE], "name", rules->name,
                      "log_odds", describe_estimate(&worth->log_odds[i]), "pawns",
                      worth->pawn ? describe_estimate(&worth->pawns[i]) : json_null(), "above", above));
    }
    for (unsigned i = 0; i < worth->silent; i++)
        json_array_append_new(silent, json_string(variant->pieces[worth->silent_kinds[i]].text[WHITE]));
    return json_pack("{s:I, s:I, s:o, s:o, s:o}", "games", (json_int_t)worth->games, "positions",
                     (json_int_t)worth->positions, "edge",
                     worth->count ? describe_estimate(&worth->edge) : json_null(), "pieces", pieces, "silent",
                     silent);
}

static json_t *describe_point(const struct study *study, const struct study_point *point)
{
    const struct balance *balance = &point->balance;
    const uint64_t *results = balance->results;
    json_t *parameters = json_object();
    for (unsigned i = 0; i < study->game->parameter_count; i++) {
        const struct parameter *parameter = &study->game->parameters[i];
        int value = point->variant->parameters.value[i];
        char text[16];
        parameter_write(parameter, value, text);
        json_object_set_new(parameters, parameter->name,
                            parameter->kind == PARAMETER_NUMBER ? json_integer(value) : json_string(text));
    }
    json_t *described =
        json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "parameters",
                  parameters, "games", (json_int_t)balance->games, "different",
                  (json_int_t)balance->different, "white", (json_int_t)results[RESULT_WHITE], "black",
                  (json_int_t)results[RESULT_BLACK], "drawn", (json_int_t)results[RESULT_DRAW], "unfinished",
                  (json_int_t)results[RESULT_ONGOING], "share", describe_interval(&balance->share), "elo",
                  describe_elo(&balance->share), "draws", describe_interval(&balance->drawn), "choices",
                  describe_interval(&balance->choices), "turns", describe_lengths(balance), "endings",
                  describe_endings(balance), "worth", describe_worth(point->variant, &balance->worth));
    if (study->game->scores)
        json_object_set_new(described, "points", describe_interval(&balance->points));
    return described;
}

json_t *study_describe(const struct study *study)
{
    json_t *points = json_array();
    for (unsigned i = 0; i < study->count; i++)
        json_array_append_new(points, describe_point(study, &study->points[i]));
    return json_pack("{s:s, s:I, s:i, s:i, s:I, s:s, s:b, s:o}", "game", study->game->name, "nodes",
                     (json_int_t)study->plan.nodes, "opening", (int)study->plan.opening, "longest",
                     (int)study->plan.longest, "seed", (json_int_t)study->plan.seed, "version",
                     LEAPER_VERSION, "complete", study_is_complete(study), "points", points);
}
