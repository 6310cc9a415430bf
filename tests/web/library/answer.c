// SPDX-License-Identifier: GPL-3.0-or-later
// Answers each line of standard input, a JSON request, with a line: what the WebAssembly module is compared with.
#include <leaper/leaper.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    while ((length = getline(&line, &size, stdin)) > 0) {
        char *answer = leaper_request(line, (size_t)length);
        if (!answer || puts(answer) < 0)
            return EXIT_FAILURE;
        leaper_free(answer);
    }
    free(line);
    return EXIT_SUCCESS;
}
