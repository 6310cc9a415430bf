// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the UCI engine share; nobody else includes this.
#ifndef LEAPER_PROTOCOLS_UCI_STATE_H
#define LEAPER_PROTOCOLS_UCI_STATE_H

#include "protocols/settings.h"
#include "protocols/uci.h"
#include "search/search.h"
#include "session/session.h"
#include "session/thinker.h"

#include <pthread.h>
#include <stdatomic.h>

enum { UCI_LINES_MAX = 64 };

struct uci_options {
    struct settings settings;
    const struct level *level;
    unsigned lines; // MultiPV
};

// What runs in another thread.
enum work { WORK_NONE, WORK_SEARCH, WORK_PERFT };

struct uci {
    FILE *out;
    struct uci_options options;
    struct session *session; // the position that `go` searches
    struct thinker *thinker;
    struct buffer waiting; // commands that wait for the work to end, each with "\n"
    int wake[2];           // a pipe; its reading end becomes readable when work has ended

    enum work work;
    bool endless;         // the work ends only by `stop`
    bool pondering;       // it is a search during the opponent's time …
    struct limits limits; // … which will have these limits after `ponderhit`
    struct position root; // where the work began
    pthread_t perft_thread;
    int perft_depth;
    atomic_bool ended;   // the work is about to say its last word: who reads that may count on its being over
    atomic_bool stopped; // the perft should end
    atomic_bool silent;  // the search ends without `bestmove`, because it goes on as another one
};

// Writes a line, its end added, at once and whole, from whatever thread.
void uci_say(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
void uci_say_text(struct uci *uci, const char *text);

// `info string error: …`; bytes that a GUI might choke on are replaced.
void uci_complain(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
void uci_report(struct uci *uci, const struct error *err);

// ---- uci_options.c ----

void uci_options_init(struct uci_options *options);

// Prints all `option name …` lines.
void uci_options_print(struct uci *uci);

// Obeys `setoption` with what follows the word.
void uci_set_option(struct uci *uci, const char *rest);

// ---- uci_work.c ----

// Obeys `go` with what follows the word.
void uci_go(struct uci *uci, const char *rest);

// Counts turns to the depth that `rest` gives.
void uci_perft(struct uci *uci, const char *rest);

void uci_bench(struct uci *uci, const char *rest);

// The opponent played what we pondered on.
void uci_ponderhit(struct uci *uci);

// Makes the running work end soon.
void uci_stop(struct uci *uci);

// Waits until the running work has ended, and cleans up behind it.
void uci_join(struct uci *uci);

#endif
