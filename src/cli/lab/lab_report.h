// SPDX-License-Identifier: GPL-3.0-or-later
// What `leaper lab` prints.
#ifndef LEAPER_CLI_LAB_REPORT_H
#define LEAPER_CLI_LAB_REPORT_H

#include "lab/balance/study.h"

// Prints a study: in full if nothing was swept, else a line for each point.
void lab_report(const struct study *study);

#endif
