// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern on its way over sorted groups: the images of those that suit it, some at a time.
//
// Which groups suit cannot be guessed, so asking for them one by one would take longer.
#ifndef LEAPER_TOURS_MEET_IMAGES_H
#define LEAPER_TOURS_MEET_IMAGES_H

#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

// So many images are looked for at a time, and listed up to as many more as the processor looks at together.
enum { MEET_IMAGES = 32, MEET_IMAGES_SPARE = 8 };

struct meet_images {
    size_t at, end;                                       // groups that have not been looked at
    int next;                                             // of the images that are listed
    uint64_t signatures[MEET_IMAGES + MEET_IMAGES_SPARE]; // ascending; UINT64_MAX behind the last
    uint64_t groups[MEET_IMAGES + MEET_IMAGES_SPARE];     // what they are images of
};

// Lists the next images that do not have a forbidden digit (see meet_has_digit()), and takes the first to be the next one.
void meet_images_list(struct meet_images *images, const struct meet_pattern *pattern,
                      const struct meet_group *groups, const uint64_t forbidden[3]);

// The signature of the next image; UINT64_MAX behind the last.
static inline uint64_t meet_images_head(const struct meet_images *images)
{
    return images->signatures[images->next];
}

#endif
