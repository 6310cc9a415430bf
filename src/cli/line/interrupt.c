// SPDX-License-Identifier: GPL-3.0-or-later
// The signal is blocked, and so stays pending.
#include "cli/line/interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

static sigset_t only_interrupt(void)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    return interrupt;
}

void interrupt_hold(void)
{
    sigset_t interrupt = only_interrupt();
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
}

bool interrupt_came(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

bool interrupt_take(void)
{
    static const struct timespec at_once = {0, 0};
    sigset_t interrupt = only_interrupt();
    return sigtimedwait(&interrupt, NULL, &at_once) == SIGINT;
}

bool interrupt_or_no_reader(void)
{
    return ferror(stdout) || interrupt_came();
}
