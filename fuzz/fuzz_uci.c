// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines may be sent to the UCI engine: it answers in whole lines of the protocol, every search with one move.
//
// Left out are commands that only cost memory or time: large hash tables, many threads, the benchmark. A search is
// stopped as soon as it has begun.
#include "fuzz/property.h"

#include "protocols/uci.h"

static bool begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static bool is_costly(const char *line)
{
    return strstr(line, "ash") || strstr(line, "ASH") || strstr(line, "hreads") || strstr(line, "HREADS") ||
           strstr(line, "bench");
}

// Every line of the protocol begins with one of these words; `d` draws the board besides.
static void check_answers(const char *text, size_t length)
{
    PROPERTY(length == 0 || text[length - 1] == '\n');
    for (size_t i = 0; i < length; i++)
        PROPERTY(text[i] == '\n' || ((unsigned char)text[i] >= ' ' && text[i] != 127));
}

static unsigned count_lines(const char *text, const char *word)
{
    unsigned count = 0;
    for (const char *line = text; *line; line++) {
        count += begins_with(line, word);
        line = strchr(line, '\n');
        if (!line)
            break;
    }
    return count;
}

// Sends one command; false when the engine said goodbye. What would run for long is stopped as soon as it has begun;
// it must begin at once for that, while endless searches may leave others waiting for them.
static bool send(struct uci *uci, const char *line)
{
    if (is_costly(line))
        return true;
    bool works = strstr(line, "go") || strstr(line, "perft"), waits = strstr(line, "infinite") != NULL;
    if (works && !waits)
        uci_finish(uci);
    bool goes_on = uci_command(uci, line);
    if (works)
        goes_on = uci_command(uci, "stop") && goes_on;
    if (works && !waits)
        uci_finish(uci);
    return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *said = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&said, &length);
    PROPERTY(out != NULL);
    struct uci *uci = uci_new(out, NULL);
    PROPERTY(uci != NULL);

    bool goes_on = true;
    for (char *line = text, *next; goes_on && line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        goes_on = send(uci, line);
    }
    if (goes_on) {
        uci_command(uci, "stop");
        uci_command(uci, "isready");
        uci_command(uci, "position startpos");
        uci_command(uci, "go depth 1");
        uci_finish(uci);
    }
    uci_free(uci);
    PROPERTY(fclose(out) == 0);
    check_answers(said, length);
    // Whatever came before, the engine is still ready and finds a move.
    if (goes_on)
        PROPERTY(count_lines(said, "readyok") >= 1 && count_lines(said, "bestmove ") >= 1);
    free(said);
    free(text);
    return 0;
}
