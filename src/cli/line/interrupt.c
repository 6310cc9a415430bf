// SPDX-License-Identifier: GPL-3.0-or-later
// The signal is blocked, and so stays pending.
#include "cli/line/interrupt.h"

#include <signal.h>
#include <stdio.h>

void interrupt_hold(void)
{
    sigset_t interrupt;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
}

bool interrupt_came(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

bool interrupt_or_no_reader(void)
{
    return ferror(stdout) || interrupt_came();
}
