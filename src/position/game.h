// SPDX-License-Identifier: GPL-3.0-or-later
// How the rest of the program sees a game: what is known of it before a variant is built.
#ifndef LEAPER_POSITION_GAME_H
#define LEAPER_POSITION_GAME_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct parameter;
struct variant;

// A rule in our own words, for people.
struct help_rule {
    bool published; // true: stated on the game's page [S]; false: our reading [R]
    const char *text;
};

struct help_section {
    const char *title;
    const struct help_rule *rules; // ends with a rule whose text is NULL
};

// Squares with a special meaning, for drawing the board; the rules do not use them.
struct site {
    const char *kind;    // "gate", "corner"
    const char *squares; // their names, separated by spaces
};

struct game {
    const char *name;    // "fuel": commands, JSON, UCI_Variant
    const char *title;   // "Fuel Chess"
    const char *family;  // the name of the family of games, or NULL
    const char *author;  // "FIDE", "… Thomas, 2023"
    const char *summary; // one sentence
    const char *network; // the game from which this one borrows a network if it has none, or NULL
    uint8_t width, height;
    const struct parameter *parameters; // parameter_count of them
    uint8_t parameter_count;
    const struct site *sites;        // end with one whose kind is NULL; NULL: there are none
    const struct help_section *help; // ends with a section whose title is NULL

    uint64_t
        fingerprint; // tells a game that was loaded from another at the same place in memory; 0: it stays for ever

    bool announces; // players may announce something
    bool scores;    // the winner gets points

    // Builds the tables of a variant whose board and parameters are set: its pieces, castlings, start position, and the
    // mechanisms that it uses. False and an error if there is no memory.
    bool (*prepare)(struct variant *variant, struct error *err);
};

#endif
