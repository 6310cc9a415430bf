// SPDX-License-Identifier: GPL-3.0-or-later
// The option --tables, which several commands have.
#ifndef LEAPER_CLI_ENDINGS_H
#define LEAPER_CLI_ENDINGS_H

#include "cli/line/argument.h"
#include "protocols/endings.h"

// Its row, for settings with a member `tables`, the folders as a text for endings_open(); `users` are words for who asks the tables.
#define ENDINGS_TABLES(settings, users)                                                                      \
    {                                                                                                        \
        .name = "tables", .value = "FOLDERS",                                                                \
        .help =                                                                                              \
            "tables of endings for " users ", from 'leaper tables build'; several folders with ':' between", \
        PATH(settings, tables)                                                                               \
    }

#endif
