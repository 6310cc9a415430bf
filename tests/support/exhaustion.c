// SPDX-License-Identifier: GPL-3.0-or-later
// Allocations that fail, and the rounds in which they do.
#include "support/exhaustion.h"

#include "support/effort.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

// NOLINTBEGIN(cert-dcl37-c): the linker's --wrap makes these names
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);
void *__real_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset);
// NOLINTEND(cert-dcl37-c)

// Scenes may start threads, so all numbers are atomic.
static struct {
    _Atomic(bool) armed, lasting;
    _Atomic(long) left;   // before one fails
    _Atomic(long) failed; // so far
    _Atomic(long) blocks; // in use
} memory;

static bool fails(void)
{
    if (!memory.armed)
        return false;
    long left = memory.left--;
    bool failing = left == 0 || (left < 0 && memory.lasting);
    memory.failed += failing;
    if (failing)
        errno = ENOMEM;
    return failing;
}

static void *counted(void *block)
{
    memory.blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails())
        return NULL;
    return block ? __real_realloc(block, size) : counted(__real_realloc(NULL, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *block)
{
    memory.blocks -= block != NULL;
    __real_free(block);
}

void *__wrap_mmap(void *address, size_t size, int protection, int flags, int fd, off_t offset)
{
    return fails() ? MAP_FAILED : __real_mmap(address, size, protection, flags, fd, offset);
}

void exhaustion_pause(void)
{
    memory.armed = false;
}

bool exhaustion_has_struck(void)
{
    return memory.failed > 0;
}

void exhaustion_check(const struct error *err)
{
    assert_true(memory.failed > 0);
    assert_int_equal(err->code, ERROR_SYSTEM);
    assert_true(err->message[0]);
}

// Whether one allocation fails in a round, or all that follow do as well.
enum failing { ONE, LASTING, IN_TURN };

static void play_rounds(void (*scene)(void), enum failing failing, long rounds_max)
{
    long before = memory.blocks, round = 0;
    bool lasting = failing == LASTING;
    do {
        memory.left = round;
        memory.failed = 0;
        memory.lasting = lasting;
        memory.armed = true;
        scene();
        memory.armed = false;
        assert_int_equal(memory.blocks, before);
        round++;
        if (failing == IN_TURN) {
            lasting = !lasting;
            // Long scenes repeat themselves, so not every moment has to be tried where that takes long.
            round += round / 100;
        }
    } while (memory.failed && round < rounds_max);
    assert_true(round > 1); // something did fail
    assert_true(round < rounds_max);
}

void exhaust_within(void (*scene)(void), long rounds_max)
{
#ifdef EFFORT_SANITIZED
    play_rounds(scene, IN_TURN, rounds_max);
#else
    play_rounds(scene, ONE, rounds_max);
    play_rounds(scene, LASTING, rounds_max);
#endif
}

void exhaust(void (*scene)(void))
{
    exhaust_within(scene, 5000);
}

void exhaustion_run(void **state)
{
    exhaust((void (*)(void))(uintptr_t)*state);
}
