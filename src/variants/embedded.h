// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own texts, made into C by tools/embed_texts.py: its variants, tuned weights of the evaluation,
// and what levels are in each game.
#ifndef LEAPER_VARIANTS_EMBEDDED_H
#define LEAPER_VARIANTS_EMBEDDED_H

#include "base/text.h"

#include <stddef.h>
#include <string.h>

struct embedded_text {
    const char *name; // "variants/chess.ini"
    const char *text;
    size_t length;
};

// The files of variants/, in the order in which they are read; ends with one whose name is NULL.
extern const struct embedded_text embedded_variants[];

// Those of weights/, "weights/GAME.txt"; ends likewise.
extern const struct embedded_text embedded_weights[];

// Networks of weights/, "weights/GAME.net"; ends likewise. In the module for the page they have no text: network_text() has it.
extern const struct embedded_text embedded_networks[];

// Those of levels/, each of several games; ends likewise. That of all games that none of them names comes first.
extern const struct embedded_text embedded_levels[];

// What stands in such a list for the game, whose name may have capitals, or NULL. Not for variants, of which a file has several.
static inline const struct embedded_text *embedded_of_game(const struct embedded_text *texts,
                                                           const char *game)
{
    for (; texts->name; texts++) {
        const char *file = strchr(texts->name, '/') + 1;
        size_t at = 0;
        while (game[at] && text_lower(game[at]) == file[at])
            at++;
        if (!game[at] && file[at] == '.')
            return texts;
    }
    return NULL;
}

#endif
