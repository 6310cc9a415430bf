// SPDX-License-Identifier: GPL-3.0-or-later
// Splits lines into words.
#include "protocols/command.h"

#include <string.h>

bool command_word(const char **cursor, char word[COMMAND_WORD_SIZE])
{
    const char *c = *cursor + strspn(*cursor, " \t\r\v\f");
    size_t length = strcspn(c, " \t\r\v\f"),
           kept = length < COMMAND_WORD_SIZE ? length : COMMAND_WORD_SIZE - 1;
    memcpy(word, c, kept);
    word[kept] = '\0';
    *cursor = c + length;
    return length > 0;
}

void command_printable(char *text)
{
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}
