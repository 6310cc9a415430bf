// SPDX-License-Identifier: GPL-3.0-or-later
// The public interface of libleaper in one include.
//
//     cc program.c $(pkg-config --cflags --libs leaper) -o program
//
// The rules that hold for every function:
//
// * Memory. A pointer that a function returns belongs to the caller unless the comment says otherwise: objects
//   are freed by their own *_free() function, texts and arrays by leaper_free(). Texts that go in are copied.
//   Objects keep alive what they need, so they can be freed in any order. Every *_free() function accepts NULL.
// * Errors. A function that can fail takes a `struct leaper_error *` as its last parameter (NULL when the caller
//   does not care) and returns false or NULL. The struct is written only on failure. Running out of memory is
//   such a failure. The library never ends the process, never prints, and leaves signals and the locale alone.
// * Threads. Games and variants never change: any number of threads may share them. Every other object may be
//   used by one thread at a time; different objects are independent. The few functions that another thread may
//   call meanwhile say so, such as leaper_engine_stop().
// * Pointers must not be NULL unless the comment says that they may.
// * Texts are UTF-8, terminated by a zero byte. Messages are in English.
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
