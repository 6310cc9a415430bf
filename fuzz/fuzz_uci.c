// SPDX-License-Identifier: GPL-3.0-or-later
// Any lines may be sent to the UCI engine: it answers in whole lines of the protocol, every `go` with one move.
//
// One engine serves all runs, with a small hash table, since making one takes a thousand times as long as most inputs do;
// before each run its options are set back and it forgets. Left out are commands that only cost memory or time: large
// hash tables, many threads, the benchmark, deep perfts. A search is stopped as soon as it has begun; and in most runs
// the engine begins at the level that looks one action deep, since `stop` comes late on a busy machine.
#include "fuzz/property.h"

#include "protocols/command.h"
#include "protocols/uci/uci.h"

// The engine of all runs, what it has said in this one, and the commands that set its options back.
static struct {
    struct uci *uci;
    FILE *out;
    char *said;
    size_t length;
    char *defaults[64];
    unsigned default_count;
} engine;

static bool begins_with(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

static bool is_costly(const char *line)
{
    const char *perft = strstr(line, "perft");
    return strstr(line, "ash") || strstr(line, "ASH") || strstr(line, "hreads") || strstr(line, "HREADS") ||
           strstr(line, "bench") || (perft && strpbrk(perft, "3456789"));
}

// ---- The engine ----

static void forget_said(void)
{
    rewind(engine.out);
}

// What was said since forget_said(), terminated.
static const char *said(void)
{
    PROPERTY(fflush(engine.out) == 0);
    engine.said[engine.length] = '\0';
    return engine.said;
}

// Turns "option name NAME type TYPE default VALUE …" into the command that sets the option so.
static void learn_default(const char *line)
{
    const char *name = line + strlen("option name "), *type = strstr(name, " type "), *value;
    PROPERTY(type != NULL);
    value = strstr(type, " default ");
    if (!value || is_costly(line))
        return;
    value += strlen(" default ");
    char *command = malloc(256);
    PROPERTY(command != NULL && engine.default_count < 64);
    int length = snprintf(command, 256, "setoption name %.*s value %.*s", (int)(type - name), name,
                          (int)strcspn(value, " \n"), value);
    PROPERTY(length < 256);
    engine.defaults[engine.default_count++] = command;
}

static void make_engine(void)
{
    engine.out = open_memstream(&engine.said, &engine.length);
    PROPERTY(engine.out != NULL);
    engine.uci = uci_new(engine.out, NULL);
    PROPERTY(engine.uci != NULL);
    uci_command(engine.uci, "setoption name Hash value 1");
    uci_command(engine.uci, "uci");
    for (const char *line = said(); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (begins_with(line, "option name "))
            learn_default(line);
    }
    PROPERTY(engine.default_count > 5);
}

// As good as new: what a run does may not depend on those before.
static void reset_engine(bool shallow)
{
    uci_command(engine.uci, "stop");
    uci_finish(engine.uci);
    for (unsigned i = 0; i < engine.default_count; i++)
        uci_command(engine.uci, engine.defaults[i]);
    if (shallow)
        uci_command(engine.uci, "setoption name Level value beginner");
    uci_command(engine.uci, "ucinewgame");
    forget_said();
}

// ---- A run ----

// Whole lines of what can be shown.
static void check_answers(const char *text)
{
    size_t length = strlen(text);
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

// Whether the first word that the engine knows is `go`, and no perft follows: then a move must come.
static bool asks_for_move(const char *line)
{
    static const char *const others[] = {"uci",   "isready",  "stop",       "ponderhit", "d",
                                         "debug", "register", "ucinewgame", "setoption", "position",
                                         "perft", "bench",    "quit",       NULL};
    char word[COMMAND_WORD_SIZE];
    while (command_word(&line, word)) {
        if (!strcmp(word, "go")) {
            while (command_word(&line, word))
                if (!strcmp(word, "perft"))
                    return false;
            return true;
        }
        for (int i = 0; others[i]; i++)
            if (!strcmp(word, others[i]))
                return false;
    }
    return false;
}

// Sends one command; false when the engine said goodbye. What would run for long is stopped as soon as it has begun.
// Some searches are left running, so that what follows waits for them; `asked` counts the moves that are owed.
static bool send(const char *line, unsigned *asked)
{
    if (is_costly(line))
        return true;
    bool works = strstr(line, "go") || strstr(line, "perft"), waits = strstr(line, "infinite") != NULL;
    *asked += asks_for_move(line);
    bool goes_on = uci_command(engine.uci, line);
    if (works && !waits) {
        goes_on = uci_command(engine.uci, "stop") && goes_on;
        uci_finish(engine.uci);
    }
    return goes_on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    unsigned asked = 1;
    bool goes_on = true;
    if (!engine.uci)
        make_engine();
    reset_engine(size % 8 != 0);
    for (char *line = text, *next; goes_on && line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        goes_on = send(line, &asked);
    }
    // Whatever came before, the engine is still ready and finds a move.
    uci_command(engine.uci, "stop");
    uci_command(engine.uci, "setoption name UCI_Variant value chess");
    uci_command(engine.uci, "position fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
    uci_command(engine.uci, "go depth 1");
    uci_command(engine.uci, "isready");
    uci_finish(engine.uci);
    check_answers(said());
    PROPERTY(count_lines(said(), "readyok") >= 1);
    // No `go` is left without an answer, and none has two; but for what was dropped, of which the engine says so.
    if (!strstr(said(), "too many commands"))
        PROPERTY(count_lines(said(), "bestmove ") == asked);
    free(text);
    return 0;
}
