// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of all engine protocols have in common: words, and text that is safe to send back.
#ifndef LEAPER_PROTOCOLS_COMMAND_H
#define LEAPER_PROTOCOLS_COMMAND_H

#include <stdbool.h>

enum { COMMAND_WORD_SIZE = 64 };

// Reads the next word at *cursor, truncated to fit, and moves past it. False at the end of the line.
bool command_word(const char **cursor, char word[COMMAND_WORD_SIZE]);

// Replaces everything but printable ASCII by question marks, since programs might choke on it.
void command_printable(char *text);

#endif
