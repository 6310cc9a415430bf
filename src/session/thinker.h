// SPDX-License-Identifier: GPL-3.0-or-later
// Searches in the background: an engine with a thread of its own, and a callback when a search has ended.
//
//     struct thinker *thinker = thinker_new(16, 1, &err);
//     thinker_start(thinker, &request, found, context, &err);  // returns at once
//     …                                                       // found() is called by the search thread
//     thinker_stop(thinker);                                   // optional: found() is called soon
//     thinker_wait(thinker);
#ifndef LEAPER_SESSION_THINKER_H
#define LEAPER_SESSION_THINKER_H

#include "search/search.h"

struct thinker;

// Called by the search thread once for each search, when it has ended by itself
// or was stopped. It must not call functions of the thinker.
typedef void thinker_found(void *context, const struct search_result *result);

// A thinker with an engine of its own. Errors as for engine_new().
struct thinker *thinker_new(unsigned hash, unsigned threads, struct error *err);

// Stops the search and waits for it first. NULL is allowed.
void thinker_free(struct thinker *thinker);

// Its engine, for engine_resize() and the like. Use it only while no search is running.
struct engine *thinker_engine(struct thinker *thinker);

// Starts a search. Position, history and the list `only` are copied. The
// variant, `request->context` and `context` must exist until the search has
// ended. ERROR_BUSY while another search is running.
bool thinker_start(struct thinker *thinker, const struct search_request *request, thinker_found *found,
                   void *context, struct error *err);

// Stops the running search, if any, without waiting for it. From any thread.
void thinker_stop(struct thinker *thinker);

// The turn that the running search, if any, was waiting for has been played: see engine_ponderhit(). From any thread.
void thinker_ponderhit(struct thinker *thinker);

// Waits until the running search, if any, has ended and found() has returned.
void thinker_wait(struct thinker *thinker);

// Whether a search is running or its found() has not yet returned.
bool thinker_is_running(struct thinker *thinker);

#endif
