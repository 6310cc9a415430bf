// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern on its way over sorted groups: the images of those that suit it, some at a time.
//
// Which groups suit cannot be guessed, so asking for them one by one would take longer.
#ifndef LEAPER_TOURS_MITM_IMAGES_H
#define LEAPER_TOURS_MITM_IMAGES_H

#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

// So many images are looked for at a time, and listed up to as many more as the processor looks at together.
enum { MITM_IMAGES = 32, MITM_IMAGES_SPARE = 8 };

struct mitm_images {
    size_t at, end;                                       // groups that have not been looked at
    int next;                                             // of the images that are listed
    uint64_t signatures[MITM_IMAGES + MITM_IMAGES_SPARE]; // ascending; UINT64_MAX behind the last
    uint64_t groups[MITM_IMAGES + MITM_IMAGES_SPARE];     // what they are images of
};

// Lists the next images that do not have a forbidden degree (see mitm_has_degree()), and takes the first to be the next one.
void mitm_images_list(struct mitm_images *images, const struct mitm_pattern *pattern,
                      const struct mitm_group *groups, const uint64_t forbidden[3]);

// The signature of the next image; UINT64_MAX behind the last.
static inline uint64_t mitm_images_head(const struct mitm_images *images)
{
    return images->signatures[images->next];
}

#endif
