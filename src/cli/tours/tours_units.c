// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is counted in units, and prints the total.
#include "cli/tours/tours_units.h"

#include "base/memory.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool is_given(const char *text)
{
    return text && *text;
}

// An end of open tours.
struct end {
    const char *text, *at; // the name of its cell as given, or NULL; and the option that gave it
    char *name;            // its usual spelling
    int *vertex;
};

static bool read_end(const struct tours_ground *ground, const struct end *end, struct error *err)
{
    int cell;
    if (!is_given(end->text))
        return true;
    if (!tour_board_cell_read(&ground->board, end->text, &cell, end->at, err))
        return false;
    tour_board_cell_name(&ground->board, cell, end->name);
    *end->vertex = ground->graph.vertex[cell];
    return true;
}

int tours_job_init(struct tours_job *job, const char *command, const struct tours_job_request *request)
{
    struct error err;
    struct tour_constraint ends = {request->open, -1, -1};
    *job = (struct tours_job){.from = "", .to = ""};
    if (!request->open && (is_given(request->from) || is_given(request->to)))
        return usage_error(command, "closed tours pass through every cell; --from and --to go with --open");
    int status = tours_ground_read(&job->ground, command, &request->ground);
    if (status != EXIT_FINE)
        return status;
    const struct end from = {request->from, "from", job->from, &ends.from};
    const struct end to = {request->to, "to", job->to, &ends.to};
    if (!read_end(&job->ground, &from, &err) || !read_end(&job->ground, &to, &err) ||
        !cycle_graph_init(&job->cycles, &job->ground.graph, &ends, &err)) {
        tours_ground_clear(&job->ground);
        return usage_report(command, &err);
    }
    struct buffer board;
    buffer_init(&board);
    tour_board_write(&job->ground.board, &board);
    job->board = buffer_take(&board);
    job->leaper = memory_try_copy_text(tours_leaper_name(&request->ground));
    struct unit_subject subject = {
        &job->ground.graph, &job->cycles, job->board, job->leaper, request->open ? "open" : "closed",
        job->from,          job->to};
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
    tours_json_print("tours count", json);
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
