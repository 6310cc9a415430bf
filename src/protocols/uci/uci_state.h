// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the UCI engine share; no other file includes this.
#ifndef LEAPER_PROTOCOLS_UCI_STATE_H
#define LEAPER_PROTOCOLS_UCI_STATE_H

#include "protocols/settings.h"
#include "search/level.h"
#include "search/search.h"
#include "session/session.h"
#include "session/thinker.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { UCI_LINES_MAX = 64 };

struct uci_options {
    struct settings settings;
    const struct level *level;
    bool limited;      // UCI_LimitStrength: `rating` holds, not `level`
    unsigned rating;   // UCI_Elo
    unsigned lines;    // MultiPV
    unsigned overhead; // Move Overhead, milliseconds
    bool chess960;     // king and rooks castle from any files
    bool analysis;     // the GUI analyses and does not play
    bool chances;      // scores come with wins, draws and losses
};

// What runs in another thread.
enum work { WORK_NONE, WORK_SEARCH, WORK_PERFT, WORK_BENCH };

enum { UCI_REFUSAL_SIZE = 512 };

struct uci {
    FILE *out;
    struct uci_options options;
    struct session *session; // the position that `go` searches
    struct session *spare;   // the next position is read into it; or NULL
    struct thinker *thinker;
    struct shelf *tables;           // of endings, which the engine asks; or NULL
    char refused[UCI_REFUSAL_SIZE]; // why the last `position` was, or ""
    struct buffer waiting;          // commands that wait for the running work to end, each with "\n"
    size_t waiting_stopped;         // the number of bytes in `waiting` when the last `stop` came
    int wake[2];                    // a pipe; its reading end becomes readable when work has ended
    // When the command was read, as clock_microseconds() has it; 0: it has waited since, or unknown.
    int64_t read_at;

    bool warm; // the engine's memory has been touched

    enum work work;
    bool endless;         // the work ends only by `stop` …
    bool pondering;       // … or by `ponderhit` …
    bool endless_after;   // … after which only `stop` ends it
    struct position root; // where the work began
    pthread_t thread;     // of a perft or the bench
    int depth;            // of a perft or the bench
    struct engine *bench; // the bench's
    // The work is about to send its final line; whoever reads that may rely on its being over.
    atomic_bool ended;
    atomic_bool stopped; // the work should end
};

// ---- uci_output.c ----

// Writes a whole line at once, with its line break, from any thread.
void uci_say(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
void uci_say_text(struct uci *uci, const char *text);

// `info string error: …`; bytes that a GUI might choke on are replaced.
void uci_complain(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
void uci_report(struct uci *uci, const struct error *err);

// ---- uci_options.c ----

void uci_options_init(struct uci_options *options);

// Prints all `option name …` lines.
void uci_options_print(struct uci *uci);

// With which the engine plays the game on the board.
unsigned uci_handicap(const struct uci *uci);

// Reads the value of an option of the type `check`.
bool uci_read_check(const char *value, bool *is_set, struct error *err);

// Carries out `setoption`; `rest` is what follows the word.
void uci_set_option(struct uci *uci, const char *rest);

// ---- uci_variants.c: the game that is played ----

bool uci_set_variant(struct uci *uci, const char *value, struct error *err);
bool uci_set_parameter(struct uci *uci, const char *name, const char *value, struct error *err);
bool uci_set_chess960(struct uci *uci, const char *value, struct error *err);

// Adds the variants of a file (empty: of none); those with a fault are left out, and every fault is complained of with its line.
void uci_load_variants(struct uci *uci, const char *path);

// ---- uci_position.c: each gets what follows the command's word ----

void uci_new_game(struct uci *uci, const char *rest);
void uci_set_position(struct uci *uci, const char *rest);
void uci_display(struct uci *uci, const char *rest);

// Makes the engine forget everything and touches its memory, so that no search has to wait for pages.
void uci_warm(struct uci *uci);

// Replaces the session by one of another variant.
void uci_begin(struct uci *uci, struct session *session);

// Says that a command cannot be carried out because the last position was refused.
void uci_say_refused(struct uci *uci, const char *command);

// ---- uci_counts.c: perft and bench, in a thread of their own ----

// Counts turns to the depth that `rest` gives.
void uci_perft(struct uci *uci, const char *rest);

void uci_count(struct uci *uci, int depth);
void uci_bench(struct uci *uci, const char *rest);

// Makes the running one end soon.
void uci_stop_count(struct uci *uci);

// Waits until it has ended.
void uci_join_count(struct uci *uci);

// ---- uci_work.c ----

// Carries out `go`; `rest` is what follows the word.
void uci_go(struct uci *uci, const char *rest);

// Whether a running search waits for `ponderhit`.
bool uci_is_pondering(const struct uci *uci);

// The opponent has played the turn that the engine ponders on, if it does.
void uci_ponderhit(struct uci *uci);

// Tells the reading thread, from any thread, that the work has ended.
void uci_wake(struct uci *uci);

// Makes the running work end soon.
void uci_stop(struct uci *uci);

// Waits until the running work has ended, and cleans up after it.
void uci_join(struct uci *uci);

#endif
