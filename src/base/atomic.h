// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic members of structs, in headers that C++ programs also include.
//
// C++ before C++23 has no <stdatomic.h>, but with gcc and clang std::atomic has the layout of the C type, which C++23
// relies on as well.
#ifndef LEAPER_BASE_ATOMIC_H
#define LEAPER_BASE_ATOMIC_H

#ifdef __cplusplus
#include <atomic>
#define LEAPER_ATOMIC(type) std::atomic<type>
using std::atomic_load_explicit;
using std::memory_order_acquire;
#else
#include <stdatomic.h>
#define LEAPER_ATOMIC(type) _Atomic(type)
#endif

#endif
