// SPDX-License-Identifier: GPL-3.0-or-later
// The engine in a thread of its own: start a search, go on living, be called when it has found its turn.
//
//     struct thinker *thinker = thinker_new(16, 1, &err);
//     thinker_start(thinker, &request, found, context, &err);  // returns at once
//     …                                                       // found() is called by the thinking thread
//     thinker_stop(thinker);                                   // optional: found() is called soon
//     thinker_wait(thinker);
#ifndef LEAPER_SESSION_THINKER_H
#define LEAPER_SESSION_THINKER_H

#include "search/search.h"

#ifdef __cplusplus
extern "C" {
#endif

struct thinker;

// Called once for each search that was started, by the thinking thread, when
// the search has ended by itself or was stopped. It may not call the thinker's functions.
typedef void thinker_found(void *context, const struct search_result *result);

// A thinker with an engine of its own; errors as in engine_new().
struct thinker *thinker_new(unsigned hash, unsigned threads, struct error *err);

// Stops and waits first. NULL is allowed.
void thinker_free(struct thinker *thinker);

// Its engine, for engine_resize() and the like: only while no search is running.
struct engine *thinker_engine(struct thinker *thinker);

// Starts a search. Position, history and the list `only` are copied; the
// variant must live until the search has ended, and so must `request->context`
// and `context`. ERROR_BUSY while another search is running.
bool thinker_start(struct thinker *thinker, const struct search_request *request, thinker_found *found,
                   void *context, struct error *err);

// Makes the running search, if any, end soon. Does not wait. From any thread.
void thinker_stop(struct thinker *thinker);

// What the running search, if any, ponders on was played: see engine_ponderhit(). From any thread.
void thinker_ponderhit(struct thinker *thinker);

// Waits until the running search, if any, has ended and found() has returned.
void thinker_wait(struct thinker *thinker);

// Whether a search was started and its found() has not yet returned.
bool thinker_is_running(struct thinker *thinker);

#ifdef __cplusplus
}
#endif

#endif
