// SPDX-License-Identifier: GPL-3.0-or-later
// Counting tours exactly: the choice of a method.
#ifndef LEAPER_TOURS_COUNT_H
#define LEAPER_TOURS_COUNT_H

#include "base/error.h"
#include "tours/count_request.h"

// Counts. False with ERROR_TOO_LARGE when memory or disk space does not suffice (the error's place says which), ERROR_PARAMETER
// when the board does not suit the method (or the only suitable method has no checkpoints), ERROR_CONFLICT for a checkpoint of
// another count, ERROR_SYSTEM for a damaged checkpoint or a failed system call, ERROR_BUSY when `progress` ended the count.
bool count_tours(const struct count_request *request, struct count_result *result, struct error *err);

#endif
