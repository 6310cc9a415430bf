// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons are named on the command line as in JSON, in any capitals.
#include "cli/line/reason.h"

#include "base/text.h"
#include "position/moves/outcome.h"

const char *line_reason_word(unsigned number)
{
    return number < REASONS - REASON_NONE - 1 ? reason_name((enum reason)(REASON_NONE + 1 + number)) : NULL;
}

bool line_read_reason(const char *text, void *member, struct error *err)
{
    const char *word;
    for (unsigned i = 0; (word = line_reason_word(i)); i++)
        if (text_equal_nocase(text, word)) {
            *(enum reason *)member = (enum reason)(REASON_NONE + 1 + i);
            return true;
        }
    return error_set(err, ERROR_PARAMETER, "", "no game is won by '%s'", text);
}
