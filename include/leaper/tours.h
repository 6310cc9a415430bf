// SPDX-License-Identifier: GPL-3.0-or-later
// Tours of leapers: counting, finding, listing, sampling, estimating, checking and drawing them.
//
//     struct leaper_tours_spec spec = {.board = "6x6"};
//     struct leaper_tours *tours = leaper_tours_new(&spec, &error);
//     struct leaper_tours_number number;
//     if (leaper_tours_count(tours, NULL, &number, &error)) puts(number.tours); // 9862
//
// A library built without tours has these functions too; leaper_tours_new() then fails with
// LEAPER_ERROR_NOT_BUILT_IN, and leaper_has_feature("tours") says so beforehand.
#ifndef LEAPER_TOURS_H
#define LEAPER_TOURS_H

#include <leaper/error.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Which tours ----

// The tours of one piece on one board. It never changes: threads may share it.
struct leaper_tours;

// Zeros and NULLs are the usual values; only the board must be given.
struct leaper_tours_spec {
    // "8x8" (files × ranks, up to 1000 each), or ranks from the top with '*' for holes: "5/5/5/3**".
    const char *board;
    // "1,2", "camel", any Betza notation of a leaper, or several joined by '+'; NULL: the knight.
    const char *leaper;
    bool open;        // the tour need not return to where it began
    const char *from; // the name of the cell where an open tour begins; NULL: anywhere
    const char *to;   // … and where it ends
};

// NULL with LEAPER_ERROR_PARAMETER or LEAPER_ERROR_REQUEST (the place is "board[OFFSET]", "leaper[OFFSET]",
// "from" or "to"), LEAPER_ERROR_NO_MEMORY, or LEAPER_ERROR_NOT_BUILT_IN.
LEAPER_API struct leaper_tours *leaper_tours_new(const struct leaper_tours_spec *spec,
                                                 struct leaper_error *error);
LEAPER_API void leaper_tours_free(struct leaper_tours *tours);

// How many cells the board has, and so how many numbers there are in a tour.
LEAPER_API size_t leaper_tours_length(const struct leaper_tours *tours);

// A tour is an array of as many cells, in order. Cells are numbered file + files * rank, both from 0: on a
// board of 8 files a1 is 0, a2 is 8. Every function that gives tours gives each in one way only: a closed
// tour begins on the first cell and goes on to the smaller of its neighbours there; an open tour begins on
// the smaller of its ends unless `from` or `to` says otherwise.
//
// The name of a cell, to be freed: "a1", "aa30". LEAPER_ERROR_NOT_FOUND when the board has no such cell.
LEAPER_API char *leaper_tours_cell_name(const struct leaper_tours *tours, int cell,
                                        struct leaper_error *error);

// The number of the cell of that name, -1 when there is none.
LEAPER_API int leaper_tours_cell_find(const struct leaper_tours *tours, const char *name);

// ---- How to work ----

// How far a long computation has come.
struct leaper_tours_progress {
    double done;      // share of the work, 0 … 1; negative when it cannot be told
    uint64_t states;  // states, probes or tours so far
    uint64_t memory;  // bytes held for states; 0 where nobody counts
    const char *what; // what is going on, for people; valid during the callback
};

// Called now and then, from any thread but only from one at a time. False ends the work, with
// LEAPER_ERROR_CANCELLED.
typedef bool (*leaper_tours_callback)(void *context, const struct leaper_tours_progress *now);

enum leaper_tours_method {
    LEAPER_TOURS_AUTO = 0,     // the library chooses by the board
    LEAPER_TOURS_FRONTIER = 1, // vertex by vertex over the whole board
    LEAPER_TOURS_MITM = 2      // two halves that meet in the middle
};

// What a computation may use, and how it is done. Where options are passed, NULL means all of these zeros.
struct leaper_tours_options {
    unsigned threads;      // 0: one for each processor; at most 256
    uint64_t memory;       // bytes that the work may take; 0: three quarters of the machine's memory
    uint64_t disk;         // bytes of temporary files; 0: none are made
    const char *directory; // for these files; NULL: /var/tmp
    double seconds;        // time after which the work is given up; 0: never
    uint64_t seed;         // of finding, sampling and estimating: the same seed, the same result
    enum leaper_tours_method method; // of counting
    leaper_tours_callback progress;  // NULL: nobody is told
    void *context;                   // for `progress`
};

// ---- Counting ----

struct leaper_tours_number {
    char *tours;                     // undirected tours, as a decimal number
    char *directed;                  // the same with a direction
    enum leaper_tours_method method; // the one that was used
    uint64_t states;                 // written in all steps together
    uint64_t memory;                 // most bytes held for states at a time
    uint64_t spilled;                // bytes written to temporary files
};

// Counts exactly. Free the number with leaper_tours_number_clear(). LEAPER_ERROR_TOO_LARGE when memory or
// disk do not suffice (the place says which), LEAPER_ERROR_PARAMETER when the board does not suit the method,
// LEAPER_ERROR_CANCELLED (also when the time is over), LEAPER_ERROR_SYSTEM, LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_tours_count(const struct leaper_tours *tours,
                                   const struct leaper_tours_options *options,
                                   struct leaper_tours_number *number, struct leaper_error *error);

// Frees the texts. Allowed after a failed count.
LEAPER_API void leaper_tours_number_clear(struct leaper_tours_number *number);

// The number of undirected tours where it stands in the library's table of numbers that take long to count,
// NULL where it does not. Static storage.
LEAPER_API const char *leaper_tours_known(const struct leaper_tours *tours);

// ---- Finding and listing ----

enum leaper_tours_status {
    LEAPER_TOURS_FOUND = 0,
    LEAPER_TOURS_NONE = 1,     // it is proved that there is none
    LEAPER_TOURS_UNSETTLED = 2 // time, memory or the callback ended the search
};

struct leaper_tours_finding {
    enum leaper_tours_status status;
    char *
        how; // by which method it was found, or the theorem that forbids a tour: a sentence without a final full stop
};

// Looks for one tour, into an array of leaper_tours_length() ints; every tour is checked before it is given.
// Another seed often gives another tour. Free `finding` with leaper_tours_finding_clear().
// LEAPER_ERROR_NO_MEMORY.
LEAPER_API bool leaper_tours_find(const struct leaper_tours *tours,
                                  const struct leaper_tours_options *options, int *tour,
                                  struct leaper_tours_finding *finding, struct leaper_error *error);

// Frees the text. Allowed after a failed search.
LEAPER_API void leaper_tours_finding_clear(struct leaper_tours_finding *finding);

// Called with a tour, which is valid during the call; false ends the listing.
typedef bool (*leaper_tours_visitor)(void *context, const int *tour);

// Visits every tour of a small board, each once, in the order of their cells compared one by one.
// LEAPER_ERROR_CANCELLED when the visitor, the callback or the time ended the listing.
LEAPER_API bool leaper_tours_list(const struct leaper_tours *tours,
                                  const struct leaper_tours_options *options, leaper_tours_visitor visit,
                                  void *context, struct leaper_error *error);

// ---- Sampling ----

// Random tours, of which each of the board has the same chance. Used by one thread at a time.
struct leaper_tours_sampler;

// Makes the tables (8x8: half a second and 300 MB). LEAPER_ERROR_NOT_FOUND when the board has no tour,
// LEAPER_ERROR_TOO_LARGE, LEAPER_ERROR_CANCELLED, LEAPER_ERROR_NO_MEMORY.
LEAPER_API struct leaper_tours_sampler *leaper_tours_sampler_new(const struct leaper_tours *tours,
                                                                 const struct leaper_tours_options *options,
                                                                 struct leaper_error *error);
LEAPER_API void leaper_tours_sampler_free(struct leaper_tours_sampler *sampler);

// The next tour. LEAPER_ERROR_NOT_FOUND after a million draws without a tour: there are very few, or none.
LEAPER_API bool leaper_tours_sampler_next(struct leaper_tours_sampler *sampler, int *tour,
                                          struct leaper_error *error);

// ---- Estimating ----

// Natural logarithms of the number of undirected tours; -infinity for 0.
struct leaper_tours_estimate {
    int probes;    // made
    int successes; // probes that ended in a tour
    bool exact;    // the number is proved: 0, or a single tour
    double log_mean;
    double log_low, log_high; // the 95 % confidence interval; infinite where nothing is known
    double
        effective; // as many equal probes would tell as much; below about 30 the interval is not to be trusted
};

// Estimates the number of tours by `probes` (1 … 10,000,000) random probes of the search tree (Knuth, 1975).
// The same seed gives the same result, whatever the threads. When the time or the callback ends the work, the
// result is that of the probes made by then, and there is no error unless there are none
// (LEAPER_ERROR_CANCELLED).
LEAPER_API bool leaper_tours_estimate_number(const struct leaper_tours *tours, int probes,
                                             const struct leaper_tours_options *options,
                                             struct leaper_tours_estimate *estimate,
                                             struct leaper_error *error);

// ---- Checking, reading, writing, drawing ----

enum leaper_tours_fault {
    LEAPER_TOUR_FINE = 0,
    LEAPER_TOUR_TOO_SHORT = 1, // it ends before every cell was visited
    LEAPER_TOUR_AGAIN = 2,     // the cell at *step has been visited before
    LEAPER_TOUR_NO_LEAP = 3,   // the piece cannot leap to the cell at *step from the one before it
    LEAPER_TOUR_NO_RETURN = 4, // it cannot leap from the last cell to the first
    LEAPER_TOUR_WRONG_END = 5, // the tour does not begin or end where it was to
    LEAPER_TOUR_NO_CELL = 6    // the number at *step is not a cell of the board
};

struct leaper_tours_verdict {
    enum leaper_tours_fault fault;
    size_t step; // the index of what is wrong; 0 where nothing is
};

// Judges the first `count` cells as a tour of the whole board. False with LEAPER_ERROR_NO_MEMORY only.
LEAPER_API bool leaper_tours_check(const struct leaper_tours *tours, const int *tour, size_t count,
                                   struct leaper_tours_verdict *verdict, struct leaper_error *error);

enum leaper_tours_format {
    LEAPER_TOURS_GRID = 0,    // a number for each cell, top rank first
    LEAPER_TOURS_SQUARES = 1, // "a1 b3 c5 …" in one line
    LEAPER_TOURS_JSON = 2     // {"board":"8x8","leaper":"N","kind":"closed","squares":["a1","b3",…]}
};

// The tour as text that ends with a newline, to be freed. LEAPER_ERROR_REQUEST when it is not a tour.
LEAPER_API char *leaper_tours_text(const struct leaper_tours *tours, const int *tour,
                                   enum leaper_tours_format format, struct leaper_error *error);

// Reads the first tour of a text in any of these formats into an array of leaper_tours_length() ints.
// LEAPER_ERROR_REQUEST at "line N" when there is none, or when it is not a tour of this board.
LEAPER_API bool leaper_tours_read(const struct leaper_tours *tours, const char *text, int *tour,
                                  struct leaper_error *error);

enum leaper_tours_style {
    LEAPER_TOURS_LINE = 0,     // one line through all cells
    LEAPER_TOURS_NUMBERED = 1, // numbers over a faint line
    LEAPER_TOURS_COLOURED = 2  // a line whose colour changes along the tour
};

// The tour as a document of SVG 1.1, to be freed; `cell` is the size of a cell in points, 4 … 200, or 0 for
// 40. LEAPER_ERROR_REQUEST when it is not a tour, LEAPER_ERROR_PARAMETER for a size out of range.
LEAPER_API char *leaper_tours_svg(const struct leaper_tours *tours, const int *tour,
                                  enum leaper_tours_style style, int cell, struct leaper_error *error);

#ifdef __cplusplus
}
#endif

#endif
