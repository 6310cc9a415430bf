// SPDX-License-Identifier: GPL-3.0-or-later
// Tours of knights and other leapers: counting, finding, listing, sampling, estimating, checking and drawing
// them.
//
//     struct leaper_tours_spec spec = {.board = "6x6"};
//     struct leaper_tours *tours = leaper_tours_new(&spec, &error);
//     struct leaper_tours_number number;
//     if (leaper_tours_count(tours, NULL, &number, &error)) puts(number.tours); // 9862
//
// All builds of the library have these functions. Without counting by meeting in the middle, which
// leaper_has_feature("meeting") tells, only small boards can be counted.
#ifndef LEAPER_TOURS_H
#define LEAPER_TOURS_H

#include <leaper/error.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Which tours ----

// A board and a leaper whose tours are considered. Immutable: threads may share it.
struct leaper_tours;

// Only the board is required; zeros and NULLs are the defaults.
struct leaper_tours_spec {
    // "8x8" (files × ranks, up to 1000 each), or the ranks from the top as in a FEN, with '*' for holes:
    // "5/5/5/3**".
    const char *board;
    // "1,2", "camel", any Betza notation of a leaper, or several joined by '+'; NULL: the knight.
    const char *leaper;
    bool open;            // open tours: the last cell need not be a leap from the first
    const char *from;     // the name of the cell where an open tour starts; NULL: anywhere
    const char *to;       // and where it ends; NULL: anywhere
    uint64_t reserved[4]; // zeros, or LEAPER_ERROR_PARAMETER
};

// Returns NULL with LEAPER_ERROR_PARAMETER or LEAPER_ERROR_REQUEST (the place is "board[OFFSET]",
// "leaper[OFFSET]", "from" or "to"), or LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_tours *leaper_tours_new(const struct leaper_tours_spec *spec,
                                                 struct leaper_error *error);
LEAPER_API void leaper_tours_free(struct leaper_tours *tours);

// The number of cells of the board, which is the length of a tour.
LEAPER_API size_t leaper_tours_length(const struct leaper_tours *tours);

// A tour is an array of that many cell numbers, in order. A cell's number is file + files * rank, both from
// 0: on a board with 8 files a1 is 0 and a2 is 8. Functions that return tours return each in a canonical
// form: a closed tour starts on the lowest-numbered cell and continues to the lower-numbered of its two
// neighbours in the tour; an open tour starts at the lower-numbered of its ends unless `from` or `to` is
// given.
//
// The name of a cell: "a1", "aa30". Fails with LEAPER_ERROR_NOT_FOUND if the board has no such cell. Free
// with leaper_free().
LEAPER_API char *leaper_tours_cell_name(const struct leaper_tours *tours, int cell,
                                        struct leaper_error *error);

// The number of the cell with that name, or -1 if there is none.
LEAPER_API int leaper_tours_cell_find(const struct leaper_tours *tours, const char *name);

// ---- Options ----

// The progress of a long computation.
struct leaper_tours_progress {
    double done;      // fraction of the work, 0 … 1; negative if unknown
    uint64_t states;  // number of states, probes or tours so far
    uint64_t memory;  // bytes used for states; 0 if not measured
    const char *what; // the current step, in words; valid during the callback
};

// Called from time to time, from any thread but never from two at once. Return false to end the work with
// LEAPER_ERROR_CANCELLED.
typedef bool (*leaper_tours_callback)(void *context, const struct leaper_tours_progress *now);

enum leaper_tours_method {
    LEAPER_TOURS_AUTO = 0,     // chosen by the library according to the board
    LEAPER_TOURS_FRONTIER = 1, // the frontier method, vertex by vertex
    LEAPER_TOURS_MITM = 2      // meet-in-the-middle: two halves of the board are joined;
                               // LEAPER_ERROR_NOT_BUILT_IN in a library without it
};

// Resources and settings of a computation. Wherever options are passed, NULL means all zeros.
struct leaper_tours_options {
    unsigned threads;      // 0: one per processor; at most 256
    uint64_t memory;       // limit in bytes; 0: three quarters of the machine's memory
    uint64_t disk;         // limit on temporary files in bytes; 0: no temporary files
    const char *directory; // for temporary files; NULL: /var/tmp
    double seconds;        // time limit; 0: none
    uint64_t seed;         // for finding, sampling and estimating: the same seed gives the same result
    enum leaper_tours_method method; // for counting
    leaper_tours_callback progress;  // NULL: no callback
    void *context;                   // for `progress`
    uint64_t reserved[8];            // zeros, or LEAPER_ERROR_PARAMETER
};

// ---- Counting ----

struct leaper_tours_number {
    char *tours;                     // number of undirected tours, in decimal
    char *directed;                  // number of directed tours
    enum leaper_tours_method method; // the method that was used
    uint64_t states;                 // total over all steps
    uint64_t memory;                 // peak number of bytes used for states
    uint64_t spilled;                // bytes written to temporary files
    uint64_t reserved[4];            // zeros
};

// Counts the tours exactly. Free the result with leaper_tours_number_clear(). Fails with
// LEAPER_ERROR_TOO_LARGE if the memory or disk limit is too low (the place says which),
// LEAPER_ERROR_PARAMETER if the method cannot handle the board, LEAPER_ERROR_CANCELLED (also when the time
// limit is reached), LEAPER_ERROR_SYSTEM, or LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_tours_count(const struct leaper_tours *tours,
                                   const struct leaper_tours_options *options,
                                   struct leaper_tours_number *number, struct leaper_error *error);

// Frees the strings. Allowed after a failed count.
LEAPER_API void leaper_tours_number_clear(struct leaper_tours_number *number);

// The number of undirected tours if it is in the library's table of known counts that take long to compute,
// otherwise NULL. Static storage.
LEAPER_API const char *leaper_tours_known(const struct leaper_tours *tours);

// ---- Finding and listing ----

enum leaper_tours_status {
    LEAPER_TOURS_FOUND = 0,
    LEAPER_TOURS_NONE = 1,     // proved that there is none
    LEAPER_TOURS_UNSETTLED = 2 // time, memory or the callback ended the search
};

struct leaper_tours_finding {
    enum leaper_tours_status status;
    // The method that found it, or the reason why there is no tour: a sentence without a final full stop.
    char *how;
    uint64_t reserved[2]; // zeros
};

// Looks for one tour and stores it in `tour`, an array of leaper_tours_length() ints. The tour is verified
// before it is returned. Different seeds often give different tours. Free `finding` with
// leaper_tours_finding_clear(). Fails with LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_tours_find(const struct leaper_tours *tours,
                                  const struct leaper_tours_options *options, int *tour,
                                  struct leaper_tours_finding *finding, struct leaper_error *error);

// Frees the string. Allowed after a failed search.
LEAPER_API void leaper_tours_finding_clear(struct leaper_tours_finding *finding);

// Called with each tour, which is valid during the call; return false to stop.
typedef bool (*leaper_tours_visitor)(void *context, const int *tour);

// Visits every tour of a small board exactly once, in lexicographic order of cell numbers. Fails with
// LEAPER_ERROR_CANCELLED if the visitor, the progress callback or the time limit ended the listing.
LEAPER_API bool leaper_tours_list(const struct leaper_tours *tours,
                                  const struct leaper_tours_options *options, leaper_tours_visitor visit,
                                  void *context, struct leaper_error *error);

// ---- Sampling ----

// Draws tours uniformly at random, independently of each other. For one thread at a time.
struct leaper_tours_sampler;

// Builds the tables (8x8: half a second and 300 MB). Fails with LEAPER_ERROR_NOT_FOUND if the board has no
// tour, LEAPER_ERROR_TOO_LARGE, LEAPER_ERROR_CANCELLED, or LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_tours_sampler *leaper_tours_sampler_new(const struct leaper_tours *tours,
                                                                 const struct leaper_tours_options *options,
                                                                 struct leaper_error *error);
LEAPER_API void leaper_tours_sampler_free(struct leaper_tours_sampler *sampler);

// Draws the next tour. Fails with LEAPER_ERROR_NOT_FOUND after a million draws without a tour: there are very
// few, or none.
LEAPER_API bool leaper_tours_sampler_next(struct leaper_tours_sampler *sampler, int *tour,
                                          struct leaper_error *error);

// ---- Estimating ----

// An estimate of the number of undirected tours. The three logarithms are natural; -infinity stands for 0.
struct leaper_tours_estimate {
    int probes;    // number of probes made
    int successes; // number of probes that ended in a tour
    bool exact;    // the number is proved, not estimated: 0 or 1
    double log_mean;
    double log_low, log_high; // 95 % confidence interval; infinite if unknown
    double effective;         // effective sample size; below about 30 the interval is unreliable
    uint64_t reserved[4];     // zeros
};

// Estimates the number of tours by `probes` (1 … 10,000,000) random probes of the search tree (Knuth, 1975).
// The same seed gives the same result with any number of threads. If the time limit or the callback ends the
// work, the result covers the probes made so far; it is an error (LEAPER_ERROR_CANCELLED) only if there are
// none.
LEAPER_API bool leaper_tours_estimate_number(const struct leaper_tours *tours, int probes,
                                             const struct leaper_tours_options *options,
                                             struct leaper_tours_estimate *estimate,
                                             struct leaper_error *error);

// ---- Checking, reading, writing, drawing ----

enum leaper_tours_fault {
    LEAPER_TOUR_FINE = 0,
    LEAPER_TOUR_TOO_SHORT = 1, // it ends before every cell has been visited
    LEAPER_TOUR_AGAIN = 2,     // the cell at `step` has already been visited
    LEAPER_TOUR_NO_LEAP = 3,   // the piece cannot leap from the previous cell to the one at `step`
    LEAPER_TOUR_NO_RETURN = 4, // the piece cannot leap from the last cell to the first
    LEAPER_TOUR_WRONG_END = 5, // the tour does not start at `from` or end at `to`
    LEAPER_TOUR_NO_CELL = 6    // the number at `step` is not a cell of the board
};

struct leaper_tours_verdict {
    enum leaper_tours_fault fault;
    size_t step; // index of the fault; 0 if there is none
};

// Checks whether `count` cells are a tour of the whole board. Returns false only with LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_tours_check(const struct leaper_tours *tours, const int *tour, size_t count,
                                   struct leaper_tours_verdict *verdict, struct leaper_error *error);

enum leaper_tours_format {
    LEAPER_TOURS_GRID = 0,    // the step number of each cell, top rank first
    LEAPER_TOURS_SQUARES = 1, // "a1 b3 c5 …" on one line
    LEAPER_TOURS_JSON = 2     // {"board":"8x8","leaper":"N","kind":"closed","squares":["a1","b3",…]}
};

// The tour as text, ending with a newline. Fails with LEAPER_ERROR_REQUEST if it is not a tour. Free with
// leaper_free().
LEAPER_API char *leaper_tours_text(const struct leaper_tours *tours, const int *tour,
                                   enum leaper_tours_format format, struct leaper_error *error);

// Reads the first tour in a text in any of these formats into an array of leaper_tours_length() ints. Fails
// with LEAPER_ERROR_REQUEST at "line N" if there is none or it is not a tour of this board.
LEAPER_API bool leaper_tours_read(const struct leaper_tours *tours, const char *text, int *tour,
                                  struct leaper_error *error);

enum leaper_tours_style {
    LEAPER_TOURS_LINE = 0,     // one line through all cells
    LEAPER_TOURS_NUMBERED = 1, // numbers over a faint line
    LEAPER_TOURS_COLOURED = 2  // a line whose colour changes along the tour
};

// The tour as an SVG 1.1 document. `cell` is the size of a cell in points, 4 … 200, or 0 for 40. Fails with
// LEAPER_ERROR_REQUEST if it is not a tour and LEAPER_ERROR_PARAMETER if the size is out of range. Free with
// leaper_free().
LEAPER_API char *leaper_tours_svg(const struct leaper_tours *tours, const int *tour,
                                  enum leaper_tours_style style, int cell, struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
