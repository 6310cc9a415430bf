// SPDX-License-Identifier: GPL-3.0-or-later
// Includes the whole public interface of libleaper.
//
//     cc program.c $(pkg-config --cflags --libs leaper) -o program
// These rules apply to every function:
//
// * Memory. A pointer that a function returns belongs to the caller unless the comment says otherwise: free
//   objects with their own *_free() function, strings and arrays with leaper_free(). Strings passed in are
//   copied. Objects keep alive what they need, so they can be freed in any order. Every *_free() function
//   accepts NULL.
// * Errors. A function that can fail takes a `struct leaper_error *` as its last parameter (NULL if the
//   caller does not need it) and returns false or NULL. The struct is written only on failure. Running out of
//   memory is an error like any other. The library never ends the process, never prints, and leaves signals
//   and the locale alone.
// * Threads. Games, variants and `struct leaper_tours` are immutable: any number of threads may share them.
//   Every other object may be used by one thread at a time; different objects are independent. The few
//   functions that may be called from another thread meanwhile, such as leaper_engine_stop(), say so.
// * Pointers must not be NULL unless the comment allows it.
// * Strings are UTF-8 and end with a zero byte. Messages are in English.
//
// docs/library.md is the guide; docs/examples has complete programs.
#ifndef LEAPER_LEAPER_H
#define LEAPER_LEAPER_H

#include <leaper/engine.h>
#include <leaper/error.h>
#include <leaper/json.h>
#include <leaper/notation.h>
#include <leaper/rules.h>
#include <leaper/session.h>
#include <leaper/tours.h>
#include <leaper/version.h>

#endif
