// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism of links: what its files share.
#ifndef LEAPER_MECHANICS_LINKS_H
#define LEAPER_MECHANICS_LINKS_H

#include "position/position.h"
#include "position/protection/announcement.h"

enum links_scoring { SCORING_STANDARD, SCORING_DISTANCE };

// A single piece's circuit when distances count [S].
enum { DISTANCE_SINGLE = 1 };

struct links_settings {
    bool links;
    int scoring; // enum links_scoring
};

extern const struct mechanism links_mechanism;

// The announcement that has been made, or MOVE_NONE.
move links_announced(const struct part *part, const struct position *pos);

// Whether all of the side's pieces are on the board and there is a path through them; true for a single piece.
bool links_has_path(const struct position *pos, enum color color);

// Hooks: see position/mechanism.h.
bool links_announceable(const struct part *part, const struct position *pos,
                        const struct announcement *announcement, struct buffer *why);
void links_explain(const struct part *part, const struct position *pos, move m, struct buffer *why);
int links_assess(const struct part *part, const struct position *pos);

#endif
