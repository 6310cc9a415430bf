// SPDX-License-Identifier: GPL-3.0-or-later
// Reads UCI commands and carries them out, one after the other.
#include "protocols/uci/uci.h"

#include "base/text.h"
#include "protocols/command.h"
#include "protocols/lines.h"
#include "protocols/uci/uci_state.h"
#include "tables/shelf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- Commands ----

static void identify(struct uci *uci, const char *rest)
{
    (void)rest;
    uci_say(uci, "id name Leaper %s", LEAPER_VERSION);
    uci_say(uci, "id author the Leaper authors");
    uci_options_print(uci);
    uci_say(uci, "uciok");
}

// A GUI that announces no new games expects the engine to take its time here.
static void is_ready(struct uci *uci, const char *rest)
{
    (void)rest;
    if (!uci->warm && uci->work == WORK_NONE)
        uci_warm(uci);
    uci_say(uci, "readyok");
}

static void ignore(struct uci *uci, const char *rest)
{
    (void)uci;
    (void)rest;
}

// `stop` applies to everything before it: what is running, and what is waiting to run.
static void stop(struct uci *uci, const char *rest)
{
    (void)rest;
    uci->waiting_stopped = uci->waiting.length;
    uci_stop(uci);
}

static void ponderhit(struct uci *uci, const char *rest)
{
    (void)rest;
    uci_ponderhit(uci);
}

// When a command is carried out while something is running.
enum timing {
    AT_ONCE,
    IN_ORDER,  // at once unless others wait
    PONDERING, // at once when that is running; else in order, for a `go ponder` may be among those that wait
    AFTERWARDS
};

static const struct uci_word_row {
    const char *word;
    enum timing timing;
    void (*obey)(struct uci *uci, const char *rest);
} commands[] = {
    {"uci", AT_ONCE, identify},
    {"isready", AT_ONCE, is_ready},
    {"stop", AT_ONCE, stop},
    {"ponderhit", PONDERING, ponderhit},
    {"d", IN_ORDER, uci_display},
    {"debug", AT_ONCE, ignore},
    {"register", AT_ONCE, ignore},
    {"ucinewgame", AFTERWARDS, uci_new_game},
    {"setoption", AFTERWARDS, uci_set_option},
    {"position", AFTERWARDS, uci_set_position},
    {"go", AFTERWARDS, uci_go},
    {"perft", AFTERWARDS, uci_perft},
    {"bench", AFTERWARDS, uci_bench},
    {NULL, AFTERWARDS, NULL},
};

static const struct uci_word_row *find_word(const char *word)
{
    for (const struct uci_word_row *row = commands; row->word; row++)
        if (!strcmp(row->word, word))
            return row;
    return NULL;
}

// Keeps a command until the running work has ended.
static void wait_with(struct uci *uci, const char *line)
{
    if (uci->waiting.length + strlen(line) > UCI_LINE_MAX) {
        uci_complain(uci, "too many commands while the engine is busy; this one is dropped: %.60s", line);
        return;
    }
    if (uci->endless && !uci->waiting.length)
        uci_say(uci, "info string the engine is searching; what follows waits for 'stop'");
    buffer_addf(&uci->waiting, "%s\n", line);
}

// Carries out a line now. Unknown words at its beginning are skipped, as the protocol demands. False after `quit`.
static bool obey(struct uci *uci, const char *line)
{
    char word[COMMAND_WORD_SIZE], skipped[COMMAND_WORD_SIZE] = "";
    const char *rest = line;
    while (command_word(&rest, word)) {
        const struct uci_word_row *row = find_word(word);
        bool quits = !strcmp(word, "quit");
        if ((row || quits) && skipped[0])
            uci_complain(uci, "ignored '%s' before '%s'", skipped, word);
        if (quits)
            return false;
        if (row) {
            row->obey(uci, rest);
            return true;
        }
        if (!skipped[0])
            memcpy(skipped, word, sizeof skipped);
    }
    if (skipped[0])
        uci_complain(uci,
                     "there is no command '%s'; this is the UCI protocol: uci, isready, setoption, position, "
                     "go, stop, d, bench, perft, quit",
                     skipped);
    return true;
}

// Whether the first known word of a line is carried out while something is running.
static bool is_obeyed_at_once(const struct uci *uci, const char *line, bool others_wait)
{
    char word[COMMAND_WORD_SIZE];
    while (command_word(&line, word)) {
        const struct uci_word_row *row = find_word(word);
        if (row)
            return row->timing == AT_ONCE || (row->timing == PONDERING && uci_is_pondering(uci)) ||
                   (row->timing != AFTERWARDS && !others_wait);
        if (!strcmp(word, "quit"))
            return true;
    }
    return true;
}

// The first of the waiting commands, which the caller frees; NULL when it must go on waiting.
static char *take_waiting(struct uci *uci)
{
    const char *text = buffer_text(&uci->waiting);
    size_t length = strcspn(text, "\n");
    char *line = strndup(text, length);
    if (!line || (uci->work != WORK_NONE && !is_obeyed_at_once(uci, line, false))) {
        free(line);
        return NULL;
    }
    char *all = buffer_take(&uci->waiting);
    buffer_add(&uci->waiting, all + length + 1);
    free(all);
    return line;
}

// Carries out the waiting commands, until one of them starts work that the next must wait for. False after `quit`.
static bool obey_waiting(struct uci *uci)
{
    char *line;
    while (uci->waiting.length && (line = take_waiting(uci))) {
        bool is_stopped = uci->waiting_stopped > 0;
        size_t used = strlen(line) + 1;
        uci->waiting_stopped -= used < uci->waiting_stopped ? used : uci->waiting_stopped;
        uci->read_at = 0;
        bool more = obey(uci, line);
        free(line);
        if (!more)
            return false;
        if (is_stopped)
            uci_stop(uci);
    }
    return true;
}

bool uci_command(struct uci *uci, const char *line)
{
    if (uci->work != WORK_NONE && atomic_load(&uci->ended)) {
        uci_join(uci);
        if (!obey_waiting(uci))
            return false;
    }
    if (uci->work != WORK_NONE && !is_obeyed_at_once(uci, line, uci->waiting.length > 0)) {
        wait_with(uci, line);
        return true;
    }
    return obey(uci, line);
}

void uci_finish(struct uci *uci)
{
    do {
        if (uci->work != WORK_NONE && uci->endless)
            uci_stop(uci);
        uci_join(uci);
    } while (obey_waiting(uci) && uci->work != WORK_NONE);
}

// After `quit`: every `go` that was read is owed a move, so those that are still waiting get one too, as if each had been
// stopped at once.
static void give_up(struct uci *uci)
{
    do {
        if (uci->work != WORK_NONE) {
            uci_stop(uci);
            uci_join(uci);
        }
    } while (obey_waiting(uci) && uci->work != WORK_NONE);
}

// ---- Life ----

struct uci *uci_new(FILE *out, struct error *err)
{
    struct uci *uci = calloc(1, sizeof *uci);
    if (!uci) {
        error_set_no_memory(err);
        return NULL;
    }
    uci->out = out;
    uci->wake[0] = uci->wake[1] = -1;
    buffer_init(&uci->waiting);
    uci_options_init(&uci->options);
    uci->session = session_new(uci->options.settings.game, NULL, NULL, err);
    uci->thinker = uci->session ? thinker_new(ENGINE_HASH_DEFAULT, 1, err) : NULL;
    if (!uci->thinker || pipe(uci->wake) != 0) {
        if (uci->thinker)
            error_set(err, ERROR_SYSTEM, "", "no pipe can be opened");
        uci_free(uci);
        return NULL;
    }
    return uci;
}

void uci_free(struct uci *uci)
{
    if (!uci)
        return;
    give_up(uci);
    thinker_free(uci->thinker);
    shelf_free(uci->tables);
    session_free(uci->spare);
    session_free(uci->session);
    buffer_clear(&uci->waiting);
    for (int i = 0; i < 2; i++)
        if (uci->wake[i] != -1)
            close(uci->wake[i]);
    free(uci);
}

// One line, or the end of some work. False when there is nothing more to do.
static bool serve(struct uci *uci, struct lines *lines)
{
    char *line;
    size_t length;
    if (ferror(uci->out))
        return false; // whoever listened is gone
    switch (lines_next(lines, uci->work != WORK_NONE ? uci->wake[0] : -1, &line, &length)) {
    case LINES_LINE:
        uci->read_at = lines->read_at;
        if (strlen(line) == length)
            return uci_command(uci, line);
        uci_complain(uci, "a zero byte in the line; it is ignored");
        return true;
    case LINES_TOO_LONG:
        uci_complain(uci, "the line is longer than %d bytes; it is ignored", UCI_LINE_MAX);
        return true;
    case LINES_WOKEN:
        uci_join(uci);
        return obey_waiting(uci);
    case LINES_END:
        uci_finish(uci);
        return false;
    }
    return false;
}

bool uci_run(int input, FILE *out, struct error *err)
{
    struct lines lines;
    if (!lines_init(&lines, input, UCI_LINE_MAX))
        return error_no_memory(err);
    struct uci *uci = uci_new(out, err);
    while (uci && serve(uci, &lines))
        ;
    lines_clear(&lines);
    bool done = uci != NULL;
    uci_free(uci);
    return done;
}
