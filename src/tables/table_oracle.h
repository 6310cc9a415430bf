// SPDX-License-Identifier: GPL-3.0-or-later
// A shelf of tables as an oracle for the search.
#ifndef LEAPER_TABLES_TABLE_ORACLE_H
#define LEAPER_TABLES_TABLE_ORACLE_H

#include "position/oracle.h"
#include "tables/shelf.h"

// The shelf outlives whoever asks the oracle, and does not change meanwhile. NULL is a shelf without tables.
struct oracle table_oracle(struct shelf *shelf);

#endif
