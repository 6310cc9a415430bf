// SPDX-License-Identifier: GPL-3.0-or-later
// Atomic members of structs in headers that C++ programs include too.
//
// C++ before C++23 has no <stdatomic.h>, but its std::atomic has the layout of the C type with gcc and clang, which is what
// C++23 relies on as well.
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
