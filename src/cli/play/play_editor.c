// SPDX-License-Identifier: GPL-3.0-or-later
// Line editing by libedit.
#include "cli/play/play_editor.h"

#include "base/file_output.h"
#include "base/memory.h"
#include "cli/line/interrupt.h"
#include "cli/play/play_files.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// The number of lines remembered, and the longest word that completion offers.
enum { HISTORY_LINES = 500, WORD = 64, SHOWN = 400 };

// The longest prompt, in columns.
enum { PROMPT_COLUMNS = 24 };

struct play_editor {
    EditLine *line;
    char *file;                 // of the history, or NULL; owned
    char *lines[HISTORY_LINES]; // the oldest first; owned
    int count, at;              // `at`: libedit's position
    play_prompt *prompt;
    int prompt_stays; // milliseconds until the prompt is another one; -1: it stays
    play_completer *complete;
    void *context;
    char *text; // of the last line; owned
    int watched;
    mbstate_t partial; // of a character whose bytes have not all arrived
};

// ---- History ----
// libedit has one, but the names of its functions clash with position/moves/history.h.

static void remember(struct play_editor *editor, const char *text)
{
    if (editor->count && !strcmp(editor->lines[editor->count - 1], text))
        return;
    if (editor->count == HISTORY_LINES) {
        free(editor->lines[0]);
        memmove(editor->lines, editor->lines + 1, (HISTORY_LINES - 1) * sizeof *editor->lines);
        editor->count--;
    }
    editor->lines[editor->count++] = memory_copy_text(text);
}

// Called by libedit, for which the first event is the newest and the next one is older.
static int recall(void *context, HistEvent *event, int wanted, ...)
{
    struct play_editor *editor = context;
    int at = wanted == H_FIRST  ? editor->count - 1
             : wanted == H_LAST ? 0
             : wanted == H_NEXT ? editor->at - 1
             : wanted == H_PREV ? editor->at + 1
             : wanted == H_CURR ? editor->at
                                : -1;
    if (at < 0 || at >= editor->count)
        return -1;
    editor->at = at;
    event->num = at + 1;
    event->str = editor->lines[at];
    return 0;
}

static void load(struct play_editor *editor)
{
    struct buffer text;
    buffer_init(&text);
    if (editor->file && play_file_read(editor->file, &text, NULL) && text.length)
        for (char *line = text.text, *end; *line; line = end + 1) {
            end = line + strcspn(line, "\n");
            bool last = !*end;
            *end = '\0';
            if (*line)
                remember(editor, line);
            if (last)
                break;
        }
    buffer_clear(&text);
}

static void store(const struct play_editor *editor)
{
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i < editor->count; i++)
        buffer_addf(&text, "%s\n", editor->lines[i]);
    // Nothing depends on the history, so errors are ignored.
    if (editor->file && editor->count)
        (void)file_output_replace(editor->file, 0600, text.text, text.length);
    buffer_clear(&text);
}

// ---- Completion ----

// The common prefix of the candidates for a word.
struct matches {
    const char *word;
    size_t length;
    char common[WORD];
    unsigned count;
    bool listing; // on the second round: print them
    unsigned column;
};

static void take(void *sink, const char *candidate)
{
    struct matches *matches = sink;
    if (strncmp(candidate, matches->word, matches->length) != 0 || strlen(candidate) >= WORD)
        return;
    if (matches->listing) {
        if (matches->count++ >= SHOWN)
            return;
        if (matches->column > 70) {
            printf("\n");
            matches->column = 0;
        }
        matches->column += (unsigned)printf(" %s", candidate);
        return;
    }
    if (!matches->count++) {
        snprintf(matches->common, sizeof matches->common, "%s", candidate);
        return;
    }
    size_t same = 0;
    while (matches->common[same] && matches->common[same] == candidate[same])
        same++;
    matches->common[same] = '\0';
}

static unsigned char complete(EditLine *line, int key)
{
    struct play_editor *editor = NULL;
    (void)key;
    el_get(line, EL_CLIENTDATA, &editor);
    const LineInfo *info = el_line(line);
    char word[WORD];
    size_t length = (size_t)(info->cursor - info->buffer);
    // Only the first word of a line is a command or a move.
    if (length >= sizeof word || memchr(info->buffer, ' ', length))
        return CC_ERROR;
    memcpy(word, info->buffer, length);
    word[length] = '\0';
    struct matches matches = {.word = word, .length = length};
    editor->complete(editor->context, take, &matches);
    if (!matches.count)
        return CC_ERROR;
    if (strlen(matches.common) > length) {
        if (el_insertstr(line, matches.common + length) != 0)
            return CC_ERROR;
        if (matches.count == 1)
            el_insertstr(line, " ");
        return CC_REFRESH;
    }
    if (matches.count == 1)
        return el_insertstr(line, " ") == 0 ? CC_REFRESH : CC_ERROR;
    matches.listing = true;
    matches.count = 0;
    printf("\n");
    editor->complete(editor->context, take, &matches);
    printf("%s\n", matches.count > SHOWN ? " ..." : "");
    fflush(stdout);
    return CC_REDISPLAY;
}

static unsigned char leave(EditLine *line, int key)
{
    (void)line;
    (void)key;
    return CC_EOF;
}

// Called by libedit whenever it draws the line.
static char *prompt_of(EditLine *line)
{
    static char prompt[PLAY_PROMPT_SIZE];
    struct play_editor *editor = NULL;
    el_get(line, EL_CLIENTDATA, &editor);
    editor->prompt_stays = editor->prompt ? editor->prompt(editor->context, prompt) : -1;
    return prompt;
}

// Draws prompt and line anew where they stand. libedit would do it where the cursor is. A line that goes on in the next row is left alone.
static void redraw(EditLine *line)
{
    int columns = 0;
    const LineInfo *info = el_line(line);
    el_get(line, EL_GETTC, "co", &columns);
    if (info->lastchar - info->buffer + PROMPT_COLUMNS >= columns) {
        // How long it would stay: the wait is for the next one all the same.
        prompt_of(line);
        return;
    }
    fputs("\r\x1b[K", stdout);
    el_set(line, EL_REFRESH, NULL);
}

// Called by libedit for the next character: 1, 0 at the end of the line, -1 after an error.
static int next_character(EditLine *line, wchar_t *character)
{
    struct play_editor *editor = NULL;
    el_get(line, EL_CLIENTDATA, &editor);
    for (;;) {
        struct pollfd descriptors[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                       {.fd = editor->watched, .events = POLLIN}};
        char byte;
        int ready = poll(descriptors, 2, editor->prompt_stays);
        if (ready < 0 && errno != EINTR)
            return -1;
        if (ready == 0)
            redraw(line);
        if (descriptors[1].revents)
            return 0;
        if (!descriptors[0].revents)
            continue;
        ssize_t count = read(STDIN_FILENO, &byte, 1);
        if (count <= 0)
            return count < 0 && errno != EINTR ? -1 : 0;
        size_t read = mbrtowc(character, &byte, 1, &editor->partial);
        if (read == (size_t)-2)
            continue;
        if (read != (size_t)-1)
            return 1;
        // Not a character of this locale: it is dropped.
        editor->partial = (mbstate_t){0};
    }
}

void play_editor_watch(struct play_editor *editor, int descriptor)
{
    editor->watched = descriptor;
    el_set(editor->line, EL_GETCFN, next_character);
}

struct play_editor *play_editor_new(const char *history, play_completer *completer, void *context)
{
    struct play_editor *editor = memory_resize(NULL, 1, sizeof *editor);
    *editor = (struct play_editor){.complete = completer, .context = context, .prompt_stays = -1};
    editor->line = el_init("leaper", stdin, stdout, stderr);
    if (!editor->line) {
        free(editor);
        return NULL;
    }
    editor->file = history ? memory_copy_text(history) : NULL;
    load(editor);
    el_set(editor->line, EL_CLIENTDATA, editor);
    el_set(editor->line, EL_PROMPT_ESC, prompt_of, '\1');
    el_set(editor->line, EL_EDITOR, "emacs");
    el_set(editor->line, EL_HIST, recall, editor);
    el_set(editor->line, EL_ADDFN, "leaper-complete", "complete a command or a move", complete);
    el_set(editor->line, EL_ADDFN, "leaper-leave", "save the game and leave", leave);
    el_set(editor->line, EL_BIND, "^I", "leaper-complete", NULL);
    el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
    // While a line is edited Ctrl-C is an ordinary key, so that the terminal is always restored.
    el_set(editor->line, EL_SETTY, "-d", "-isig", NULL);
    el_set(editor->line, EL_BIND, "^C", "leaper-leave", NULL);
    interrupt_hold();
    return editor;
}

void play_editor_free(struct play_editor *editor)
{
    if (!editor)
        return;
    store(editor);
    el_end(editor->line);
    for (int i = 0; i < editor->count; i++)
        free(editor->lines[i]);
    free(editor->file);
    free(editor->text);
    free(editor);
}

// libedit shows its prompt before it sets up the terminal. What is typed in between must be treated the same
// way: Ctrl-C is not a signal, Ctrl-D is not the end of the input, and nothing is echoed twice.
static bool prepare_terminal(struct termios *before)
{
    if (tcgetattr(STDIN_FILENO, before) != 0)
        return false;
    struct termios settings = *before;
    settings.c_lflag &= ~(tcflag_t)(ISIG | ICANON | ECHO);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0;
}

char *play_editor_line(struct play_editor *editor, play_prompt *prompt, size_t *length)
{
    int count = 0;
    editor->prompt = prompt;
    editor->at = editor->count;
    struct termios before;
    bool prepared = prepare_terminal(&before);
    // Asked only now, when Ctrl-C sends no signal any more, so that none can come unseen in between.
    const char *got = interrupt_take() ? NULL : el_gets(editor->line, &count);
    if (prepared)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    if (!got || count <= 0)
        return NULL;
    free(editor->text);
    editor->text = memory_copy_text(got);
    editor->text[strcspn(editor->text, "\r\n")] = '\0';
    *length = strlen(editor->text);
    if (*length)
        remember(editor, editor->text);
    return editor->text;
}
