// SPDX-License-Identifier: GPL-3.0-or-later
// Theme words: what happens in the solution of a problem.
#ifndef LEAPER_LAB_THEMES_H
#define LEAPER_LAB_THEMES_H

#include "lab/problems/problem.h"

struct problem_story;

// docs/problems.md has the same table.
struct problem_theme {
    const char *name; // "quiet-first-turn"
    const char *help; // a clause: when a problem has the theme
    bool (*happens)(const struct problem_story *story);
};

enum { PROBLEM_THEMES_MAX = 32 };

// Ends with a row without a name; there are at most PROBLEM_THEMES_MAX. The order never changes: bits of problem.themes are indices.
extern const struct problem_theme problem_themes[];

// The themes of a problem whose solution is known.
uint32_t problem_find_themes(const struct problem *problem, bool zugzwang);

#endif
