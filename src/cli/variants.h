// SPDX-License-Identifier: GPL-3.0-or-later
// Files of variants on the command line.
#ifndef LEAPER_CLI_VARIANTS_H
#define LEAPER_CLI_VARIANTS_H

#include <stdbool.h>

// Adds the games of a file to the registry. False after a message on standard error; variants that are left out are only
// mentioned there.
bool variants_load(const char *path);

// The path of file `number` that has been loaded so, counted from 0; NULL: there is none.
const char *variants_loaded(unsigned number);

#endif
