// SPDX-License-Identifier: GPL-3.0-or-later
// Which texts are taken as addresses for messages. They end up in headers, and with programs that give some characters a meaning, so only
// those are allowed that ordinary addresses have.
#ifndef LEAPER_SERVER_MAIL_ADDRESS_H
#define LEAPER_SERVER_MAIL_ADDRESS_H

#include <stdbool.h>

// Whether it is an address like bea.b+chess@example.org: letters, digits and ._+-=~'& before the sign, the name of a host with a dot in it
// after it; at most 254 bytes, all ASCII.
bool mail_address_is_valid(const char *text);

#endif
