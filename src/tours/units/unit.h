// SPDX-License-Identifier: GPL-3.0-or-later
// A count in independent units of work, each of which can be computed on a different machine, written to a file and checked.
//
// A count by meet-in-the-middle (tours/mitm/run/mitm.h) is divided by the final degrees of the first `cut` cells of the separator
// in half 0: this gives 3^cut restrictions, whose counts add up to the whole count. Where the flip of the board exchanges the
// halves, a restriction and its image have the same count; only the one with the smaller degrees is a unit, of weight 2. A count by
// any other method is one unit.
//
// The result of a unit is kept as remainders modulo primes, one prime more than the bound on the number of tours requires. So a
// wrong remainder in one of the units is detected: the number combined from all units would exceed the bound.
//
// A unit's file is a JSON object: what is counted (board, leaper, kind, from, to, and fingerprints of the graph and of the plan),
// which unit of how many (unit, units, cut, digits, weight), what was found (primes, remainders), how (version, states, seconds,
// cpu_seconds, memory), and a checksum of 64 bits over the rest. The checksum guards against damage, not against forgery.
#ifndef LEAPER_TOURS_UNIT_H
#define LEAPER_TOURS_UNIT_H

#include "tours/count_request.h"

#include <stdbool.h>
#include <stdint.h>

enum { UNIT_PRIMES_MAX = 64, UNIT_CUT_MAX = 12 };

// What is counted, and its description for messages and files.
struct unit_subject {
    const struct tour_graph *graph;
    const struct cycle_graph *cycles; // of that graph
    const char *board, *leaper;       // as tour_board_write() and the user write them
    const char *kind;                 // "closed" or "open"
    const char *from, *to;            // names of cells; "" for any
};

struct unit_job {
    struct unit_subject subject;
    enum count_method method; // COUNT_MITM, or COUNT_FRONTIER for boards that have no separator
    uint64_t graph_print, plan_print;
    int cut;         // cells of the separator
    uint32_t units;  // the number of units
    uint32_t *codes; // [units] the degrees of each, as digits in base 3, that of the first cell leading
    uint8_t *weights;
    unsigned primes;
    uint64_t prime[UNIT_PRIMES_MAX];
};

struct unit_result {
    uint32_t unit;
    uint64_t remainder[UNIT_PRIMES_MAX]; // of the count times the weight
    uint64_t states, memory;
    double seconds, cpu; // elapsed; processor time of all threads together
};

// Divides a count into units. `cut` is the least number of cells to fix; 0: the program chooses. The texts of the subject must
// outlive the job. False with ERROR_PARAMETER at "cut" when it is too large for the board, with ERROR_SYSTEM when there is no
// memory.
bool unit_job_init(struct unit_job *job, const struct unit_subject *subject, int cut, struct error *err);
void unit_job_clear(struct unit_job *job);

// A unit to compute.
struct unit_task {
    uint32_t unit;
    const struct count_request *request; // its method, graph and cycles are ignored
    // Count only modulo the last prime, with all arithmetic modulo that prime; the other remainders are not filled in. This
    // calculation shares no sum with the usual one, so each checks the other.
    bool modulo_only;
};

// Computes a unit. Errors as for count_tours().
bool unit_compute(const struct unit_job *job, const struct unit_task *task, struct unit_result *result,
                  struct error *err);

// The text of a unit's file, malloc'ed; NULL when there is no memory.
char *unit_write(const struct unit_job *job, const struct unit_result *result);

// Reads a unit's file. Errors are reported at `name` and say what is wrong: not a unit, damaged, or a unit of another count.
bool unit_read(const struct unit_job *job, const char *text, const char *name, struct unit_result *result,
               struct error *err);

// Saves a unit as DIRECTORY/unit-NUMBER.json, atomically.
bool unit_save(const struct unit_job *job, const char *directory, const struct unit_result *result,
               struct error *err);

// Reads the units in a directory: for each, sets found[unit] and fills in results[unit]. Files with other names are ignored; a
// damaged unit is an error.
bool unit_load(const struct unit_job *job, const char *directory, bool *found, struct unit_result *results,
               struct error *err);

// The job that a unit's file belongs to, as texts.
struct unit_names {
    char *board, *leaper, *kind, *from, *to;
    int cut;
};
bool unit_read_names(const char *text, const char *name, struct unit_names *names, struct error *err);
void unit_names_clear(struct unit_names *names);

// The contents of a file, malloc'ed; NULL with an error at the path.
char *unit_read_file(const char *path, struct error *err);

// Combines all units of a job. False with ERROR_CONFLICT when the remainders contradict each other, with ERROR_SYSTEM when there is
// no memory.
bool unit_combine(const struct unit_job *job, const struct unit_result *results, struct count_result *result,
                  struct error *err);

#endif
