// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's compiler-rt guards the stack of its 128-bit division, and its C library for WebAssembly lacks what that takes.
#include <stdint.h>
#include <stdnoreturn.h>

extern uintptr_t __stack_chk_guard;
noreturn void __stack_chk_fail(void);

uintptr_t __stack_chk_guard = 0x5bd1e995;

void __stack_chk_fail(void)
{
    __builtin_trap();
}
