// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that runs out at every possible moment: plays a scene again and again, letting one more allocation succeed each time.
//
// A test that uses this must be linked with the option --wrap for the functions that exhaustion.c defines, which directs the
// allocations of the library and of the test here (unit_test_link_args in the meson.build files).
#ifndef LEAPER_TESTS_SUPPORT_EXHAUSTION_H
#define LEAPER_TESTS_SUPPORT_EXHAUSTION_H

#include "base/error.h"

#include <stdbool.h>

// Plays the scene until no allocation fails in it any more: first with a single failure each time, then with all allocations
// failing after the first failure; under sanitizers, which are slow, in one of the two ways in turn, and after the first hundred rounds
// leaving out more and more of the moments. Fails the test when a scene loses memory, when nothing ever failed, or when failures still
// occur after `rounds_max` allocations have succeeded.
void exhaust_within(void (*scene)(void), long rounds_max);

// The same within 5,000 allocations, which is enough for most scenes.
void exhaust(void (*scene)(void));

// The same for cmocka, whose state is the scene. EXHAUSTION_TEST(scene) is the entry of a list of tests.
void exhaustion_run(void **state);
#define EXHAUSTION_TEST(scene)                                                                               \
    {                                                                                                        \
#scene, exhaustion_run, NULL, NULL, (void *)(uintptr_t)(scene)                                       \
    }

// Lets all allocations succeed in the rest of the scene.
void exhaustion_pause(void);

// Whether an allocation has failed in the scene so far.
bool exhaustion_has_struck(void);

// Fails the test unless an allocation has failed and the error says so.
void exhaustion_check(const struct error *err);

#endif
