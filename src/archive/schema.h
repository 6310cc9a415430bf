// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of the database, version by version.
#ifndef LEAPER_ARCHIVE_SCHEMA_H
#define LEAPER_ARCHIVE_SCHEMA_H

// SQLite's application id (bytes 68 to 71 of the file): "Leap" in ASCII.
enum { SCHEMA_APPLICATION = 0x4c656170 };

// Row n of the table upgrades version n to version n+1; version 0 is an empty file.
enum { SCHEMA_VERSION = 8 };
extern const char *const schema_steps[SCHEMA_VERSION];

#endif
