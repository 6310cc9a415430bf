// SPDX-License-Identifier: GPL-3.0-or-later
// The texts that the program contains; see text.h.
#include "search/network/text.h"

struct network_text network_text(const struct embedded_text *own)
{
    return (struct network_text){own->text, own->length};
}
