// SPDX-License-Identifier: GPL-3.0-or-later
// The pages behind the links in messages. Mail programs and their scanners follow links by themselves, so a page that is looked at changes
// nothing: it has a button. A mail program that offers to unsubscribe presses that by itself (RFC 8058).
#ifndef LEAPER_SERVER_PAGES_H
#define LEAPER_SERVER_PAGES_H

#include "server/http/call.h"

// Answers a request for a path below /mail/; leaves the work to the threads that wait for the disk.
void pages_run(struct call *call);

#endif
