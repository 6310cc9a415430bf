// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the tables of a database up to date.
#ifndef LEAPER_ARCHIVE_MIGRATE_H
#define LEAPER_ARCHIVE_MIGRATE_H

#include "archive/connection.h"

// Migrates from `version` (0 for an empty file) to the current one, in one transaction.
bool migrate(struct connection *connection, int64_t version, struct error *err);

#endif
