// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a pattern to sorted groups: lists the images of the groups that it applies to, a few at a time.
//
// Which groups those are is unpredictable, so testing one after the other would often cost a mispredicted branch.
#ifndef LEAPER_TOURS_MITM_IMAGES_H
#define LEAPER_TOURS_MITM_IMAGES_H

#include "tours/mitm/layer/layer.h"
#include "tours/mitm/plan/pattern.h"

// How many images are requested at a time; up to MITM_IMAGES_SPARE more may be listed, since several groups are tested together.
enum { MITM_IMAGES = 32, MITM_IMAGES_SPARE = 8 };

struct mitm_images {
    size_t at, end;                                       // the range of groups that have not been tested
    int next;                                             // the index of the next listed image
    uint64_t signatures[MITM_IMAGES + MITM_IMAGES_SPARE]; // ascending; UINT64_MAX after the last
    uint64_t groups[MITM_IMAGES + MITM_IMAGES_SPARE];     // the groups that they are images of
};

// Lists more images without a forbidden degree (see mitm_has_degree()); the first of them becomes the next image.
void mitm_images_list(struct mitm_images *images, const struct mitm_pattern *pattern,
                      const struct mitm_group *groups, const uint64_t forbidden[3]);

// The signature of the next image; UINT64_MAX after the last.
static inline uint64_t mitm_images_head(const struct mitm_images *images)
{
    return images->signatures[images->next];
}

#endif
