// SPDX-License-Identifier: GPL-3.0-or-later
// The key of a position for repetition.
#ifndef LEAPER_POSITION_KEY_H
#define LEAPER_POSITION_KEY_H

#include "position/position.h"

#ifdef __cplusplus
extern "C" {
#endif

// The hash of what makes two positions the same for repetition: as state.hash,
// but an en-passant target counts only when a legal capture exists.
uint64_t position_key(const struct position *pos);

#ifdef __cplusplus
}
#endif

#endif
