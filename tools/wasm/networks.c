// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of networks that the host has fetched; see src/search/network/text.h.
#include "search/network/text.h"

// What the host does: puts the text of that name, "weights/chess.net", into memory that it gets from malloc(). If it has none, it
// throws an exception, and the module is given up.
__attribute__((import_module("leaper"), import_name("network"))) const char *host_network(const char *name,
                                                                                          size_t *length);

struct network_text network_text(const struct embedded_text *own)
{
    enum { MOST = 256 };
    static struct network_text kept[MOST];
    size_t number = (size_t)(own - embedded_networks);
    if (number >= MOST)
        __builtin_trap();
    if (!kept[number].text)
        kept[number].text = host_network(own->name, &kept[number].length);
    return kept[number];
}
