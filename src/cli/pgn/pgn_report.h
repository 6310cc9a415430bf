// SPDX-License-Identifier: GPL-3.0-or-later
// What `leaper pgn check` reports of each game: as text for people, or as JSON.
#ifndef LEAPER_CLI_PGN_REPORT_H
#define LEAPER_CLI_PGN_REPORT_H

#include "cli/pgn/pgn_warnings.h"
#include "notation/pgn/pgn.h"

struct pgn_report {
    bool quiet;       // print nothing about legal games without warnings
    bool as_json;     // one object for each game
    const char *file; // the name of the file, or "standard input"
};

// Numbers of games.
struct pgn_sum {
    unsigned long games, faults, warned; // all, those with a fault, and those with warnings
};

// A legal game.
void pgn_report_good(const struct pgn_report *report, unsigned number, const struct record *record,
                     const struct pgn_warnings *warnings);

// A game with an illegal turn, and what may have been meant.
void pgn_report_fault(const struct pgn_report *report, unsigned number, const struct pgn_fault *fault,
                      const struct pgn_warnings *warnings);

// A game whose text is not PGN.
void pgn_report_form(const struct pgn_report *report, unsigned number, const struct error *err);

// The summary of all games.
void pgn_report_sum(const struct pgn_report *report, const struct pgn_sum *sum);

#endif
