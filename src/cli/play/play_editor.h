// SPDX-License-Identifier: GPL-3.0-or-later
// Lines typed at a terminal, with editing, history and completion.
#ifndef LEAPER_CLI_PLAY_EDITOR_H
#define LEAPER_CLI_PLAY_EDITOR_H

#include <stddef.h>

// Calls `offer` for each word with which a line may begin.
typedef void play_offer(void *sink, const char *candidate);
typedef void play_completer(void *context, play_offer *offer, void *sink);

struct play_editor;

// An editor on standard input and output; the history is read from the file, which need not exist. NULL if
// editing is impossible; lines are then read without it. If it succeeds, interrupt_hold() has been called: Ctrl-C between two lines stays pending, and ends
// the next line at once, unless play_search() takes it first. Call it before other threads are started.
struct play_editor *play_editor_new(const char *history, play_completer *complete, void *context);

// Writes the latest part of the history, and frees the editor. NULL is allowed.
void play_editor_free(struct play_editor *editor);

enum { PLAY_PROMPT_SIZE = 64 };

// Writes the prompt, in which sequences for the terminal stand between characters 1. Returns after how many milliseconds it will be another
// one; -1: it stays.
typedef int play_prompt(void *context, char text[PLAY_PROMPT_SIZE]);

// The next line, without its line break; valid until the next call. NULL at the end of the input or after
// Ctrl-C. The context of the prompt is that of the completer.
char *play_editor_line(struct play_editor *editor, play_prompt *prompt, size_t *length);

// Makes play_editor_line() end, with NULL, as soon as that descriptor can be read.
void play_editor_watch(struct play_editor *editor, int descriptor);

#endif
