// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a text of variants, and what its games are, as JSON: the answer to {"do":"check"} (docs/library.md) and to
// POST /api/variants/check (docs/api.md).
#ifndef LEAPER_SESSION_CHECKUP_H
#define LEAPER_SESSION_CHECKUP_H

#include "variants/file.h"

#include <jansson.h>

// The name under which a text is read that is a member of a request. Faults in it need not say where they are; those in the program's own
// texts do.
#define CHECKUP_NAME "variants"

// {"faults":[…],"hidden":…,"games":[…]}, a new reference; NULL without memory. `file` may be NULL: no game could be taken. Sorts the report.
json_t *checkup_describe(const struct variant_file *file, struct report *report);

#endif
