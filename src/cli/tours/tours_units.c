// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is counted in units, and prints the total.
#include "cli/tours/tours_units.h"

#include "base/memory.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// Files have "" for an end that was not given.
static const char *end_named(const char *name)
{
    return *name ? name : NULL;
}

struct tours_job_request tours_job_named(const struct unit_names *names)
{
    return (struct tours_job_request){.ground = {.placement = names->board, .leaper = names->leaper},
                                      .constraint = {.open = !strcmp(names->kind, tour_kind_name(true)),
                                                     .from = end_named(names->from),
                                                     .to = end_named(names->to)},
                                      .cut = names->cut};
}

// Writes the usual spelling of the name of an end, if there is one.
static void name_end(const struct tours_ground *ground, int vertex, char name[TOUR_CELL_NAME_SIZE])
{
    if (vertex >= 0)
        tour_board_cell_name(&ground->board, ground->graph.cell[vertex], name);
}

int tours_job_init(struct tours_job *job, const char *command, const struct tours_job_request *request)
{
    struct error err;
    const struct tours_ground *ground = &job->ground;
    *job = (struct tours_job){.from = "", .to = ""};
    int status = tours_ground_read(&job->ground, command, &request->ground, &request->constraint);
    if (status != EXIT_FINE)
        return status;
    name_end(ground, ground->constraint.from, job->from);
    name_end(ground, ground->constraint.to, job->to);
    if (!cycle_graph_init(&job->cycles, &ground->graph, &ground->constraint, &err)) {
        tours_ground_clear(&job->ground);
        return usage_report(command, &err);
    }
    struct buffer board;
    buffer_init(&board);
    tour_board_write(&ground->board, &board);
    job->board = buffer_take(&board);
    job->leaper = memory_try_copy_text(ground->leaper_name);
    struct unit_subject subject = {
        &ground->graph, &job->cycles, job->board, job->leaper, tour_kind_name(ground->constraint.open),
        job->from,      job->to};
    job->ground.leaper_name = job->leaper; // the request's may not live as long
    bool room = (job->board && job->leaper) || error_no_memory(&err);
    if (room && unit_job_init(&job->job, &subject, request->cut, &err))
        return EXIT_FINE;
    tours_job_clear(job);
    return room ? usage_report(command, &err) : failure_report(command, &err);
}

void tours_job_clear(struct tours_job *job)
{
    unit_job_clear(&job->job);
    cycle_graph_clear(&job->cycles);
    tours_ground_clear(&job->ground);
    free(job->board);
    free(job->leaper);
}

struct unit_result *tours_job_results(const struct tours_job *job, bool **found)
{
    *found = memory_try(NULL, job->job.units, sizeof **found);
    struct unit_result *results = memory_try(NULL, job->job.units, sizeof *results);
    if (!*found || !results) {
        free(*found);
        free(results);
        *found = NULL;
        return NULL;
    }
    memset(*found, 0, job->job.units * sizeof **found);
    memset(results, 0, job->job.units * sizeof *results);
    return results;
}

static void print_json(const struct tours_job *job, const struct count_result *result, double work,
                       double seconds)
{
    const struct unit_subject *subject = &job->job.subject;
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:I, s:i}", "board", subject->board,
                  "leaper", subject->leaper, "kind", subject->kind, "count", result->count, "directed",
                  result->directed, "method", count_method_name(result->method), "units",
                  (json_int_t)job->job.units, "states", (json_int_t)result->states, "seconds", seconds,
                  "cpu_seconds", work, "memory", (json_int_t)result->memory, "moduli", (int)result->moduli);
    tours_json_print(json);
}

int tours_job_print(const char *command, const struct tours_job *job, const struct unit_result *results,
                    bool json, double seconds)
{
    struct count_result result;
    struct error err;
    double work = 0;
    for (uint32_t u = 0; u < job->job.units; u++)
        work += results[u].cpu;
    if (!unit_combine(&job->job, results, &result, &err)) {
        usage_report(command, &err);
        return EXIT_FAILED;
    }
    if (json)
        print_json(job, &result, work, seconds);
    else
        printf("tours     %s\ndirected  %s\nmethod    %s, in %" PRIu32 " unit%s\nstates    %" PRIu64
               "\ntime      %.2f s (%.2f s of processor time)\nmemory    %.1f MB (the largest unit)\n",
               result.count, result.directed, count_method_name(result.method), job->job.units,
               job->job.units == 1 ? "" : "s", result.states, seconds, work, (double)result.memory / 1048576);
    count_result_clear(&result);
    return output_finish(command);
}
