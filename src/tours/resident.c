// SPDX-License-Identifier: GPL-3.0-or-later
// What the system says about the memory of this process.
#include "tours/budget.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

size_t budget_resident(size_t *shared)
{
    char text[128];
    unsigned long long all, resident = 0, files = 0;
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (length > 0) {
        text[length] = '\0';
        // NOLINTNEXTLINE(cert-err34-c): the kernel writes numbers
        if (sscanf(text, "%llu %llu %llu", &all, &resident, &files) != 3)
            resident = files = 0;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (shared)
        *shared = (size_t)files * page;
    return (size_t)resident * page;
}
