// SPDX-License-Identifier: GPL-3.0-or-later
// A count in independent units of work, each of which can be done on another machine, written to a file and checked.
//
// A count by the meeting method (tours/mitm/run/mitm.h) falls apart by the digits with which the first `cut` cells of the separator
// end in half 0: 3^cut restrictions, whose counts add up. Where the board's flip exchanges the halves, a
// restriction and its image have the same count; only the one with the smaller digits is a unit, of weight 2.
// A count by any other method is one unit.
//
// What a unit finds is kept as remainders modulo primes: one more than the bound on the number of tours needs. So a
// wrong remainder in one of the units shows: the number put together from all of them would exceed the bound.
//
// A unit's file is a JSON object: what is counted (board, leaper, kind, from, to, and fingerprints of the graph and of the plan), which unit of
// how many (unit, units, cut, digits, weight), what was found (primes, remainders), how (version, states, seconds,
// cpu_seconds, memory), and a checksum of 64 bits over the rest. That guards against damage, not against somebody who means ill.
#ifndef LEAPER_TOURS_UNIT_H
#define LEAPER_TOURS_UNIT_H

#include "tours/count_request.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { UNIT_PRIMES_MAX = 64, UNIT_CUT_MAX = 12 };

// What is counted, in words for people and for files.
struct unit_subject {
    const struct tour_graph *graph;
    const struct cycle_graph *cycles; // of that graph
    const char *board, *leaper;       // as tour_board_write() and the user write them
    const char *kind;                 // "closed" or "open"
    const char *from, *to;            // names of cells, "" for any
};

struct unit_job {
    struct unit_subject subject;
    enum count_method method; // COUNT_MITM, or COUNT_FRONTIER for boards that have no separator
    uint64_t graph_print, plan_print;
    int cut;         // cells of the separator
    uint32_t units;  // how many
    uint32_t *codes; // [units] digits of each, as a number in base 3 with the first cell's digit in front
    uint8_t *weights;
    unsigned primes;
    uint64_t prime[UNIT_PRIMES_MAX];
};

struct unit_result {
    uint32_t unit;
    uint64_t remainder[UNIT_PRIMES_MAX]; // of the count times the weight
    uint64_t states, memory;
    double seconds, cpu; // on the clock; of processors, all threads together
};

// Cuts a count. `cut` is how many cells to fix, at least; 0: the program chooses. The texts of the subject must
// outlive the job. Fails with ERROR_PARAMETER at "cut" when it is too large for the board.
bool unit_job_init(struct unit_job *job, const struct unit_subject *subject, int cut, struct error *err);
void unit_job_clear(struct unit_job *job);

// Computes a unit; the request's method, graph and cycles are not looked at. Errors as of count_tours().
// With `modulo_only` the arithmetic is modulo the last prime throughout, and only that remainder is filled in: a
// calculation that shares no sum with the usual one, to check it by.
bool unit_compute(const struct unit_job *job, uint32_t unit, const struct count_request *request,
                  bool modulo_only, struct unit_result *result, struct error *err);

// The text of a unit's file, malloc'ed.
char *unit_write(const struct unit_job *job, const struct unit_result *result);

// Reads one. The error's place is `name`; it says what is wrong: no unit, damaged, or a unit of another count.
bool unit_read(const struct unit_job *job, const char *text, const char *name, struct unit_result *result,
               struct error *err);

// Saves a unit as DIRECTORY/unit-NUMBER.json (never leaving half a file), and reads the units that a directory has:
// found[unit] is set, results[unit] filled. Files of other names are left alone; a damaged unit is an error.
bool unit_save(const struct unit_job *job, const char *directory, const struct unit_result *result,
               struct error *err);
bool unit_load(const struct unit_job *job, const char *directory, bool *found, struct unit_result *results,
               struct error *err);

// Removes the half of a file that this process may be writing to a directory, because it is about to end.
void unit_remove_drafts(const char *directory);

// Reads the job that a unit's file belongs to: the board, the leaper, the kind, from, to and the cut, as texts that
// the caller frees with unit_names_clear().
struct unit_names {
    char *board, *leaper, *kind, *from, *to;
    int cut;
};
bool unit_read_names(const char *text, const char *name, struct unit_names *names, struct error *err);
void unit_names_clear(struct unit_names *names);

// The contents of a file, malloc'ed; NULL with an error whose place is the path.
char *unit_read_file(const char *path, struct error *err);

// Puts all units of a job together. Fails with ERROR_CONFLICT when the remainders contradict each other.
bool unit_combine(const struct unit_job *job, const struct unit_result *results, struct count_result *result,
                  struct error *err);

#ifdef __cplusplus
}
#endif

#endif
