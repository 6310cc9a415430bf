// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates a slower disk: when preloaded, every wait for the disk takes SLOW_FSYNC milliseconds longer.
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <sys/syscall.h>

static void wait_longer(void)
{
    const char *text = getenv("SLOW_FSYNC");
    long milliseconds = text ? strtol(text, NULL, 10) : 0;
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

int fsync(int file) // NOLINT(readability-inconsistent-declaration-parameter-name)
{
    wait_longer();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) // NOLINT(readability-inconsistent-declaration-parameter-name)
{
    wait_longer();
    return (int)syscall(SYS_fdatasync, file);
}
