// SPDX-License-Identifier: GPL-3.0-or-later
// Where the texts of networks come from. The program and the library contain them (text.c); the module for the page asks its host for
// one when a game is searched for the first time (tools/wasm/networks.c).
#ifndef LEAPER_SEARCH_NETWORK_TEXT_H
#define LEAPER_SEARCH_NETWORK_TEXT_H

#include "variants/embedded.h"

struct network_text {
    const char *text;
    size_t length;
};

// The text of one of `embedded_networks`. It stays where it is as long as the program runs.
struct network_text network_text(const struct embedded_text *own);

#endif
