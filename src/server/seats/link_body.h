// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of requests about links and devices.
#ifndef LEAPER_SERVER_LINK_BODY_H
#define LEAPER_SERVER_LINK_BODY_H

#include "server/body.h"
#include "server/seats/seats_body.h"

struct accept_link_body {
    char link[LIMIT_SECRET + 1];
    char key[LIMIT_SECRET + 1];
    char name[NAME_SIZE]; // of the device
};

// Each is false with the problem. {"seats":[…]}, {"link":…}, {"link":…,"key":…,"name":…}
bool link_read_seats(struct seat_claims *claims, struct body_source source, struct problem *problem);
bool link_read_secret(char link[LIMIT_SECRET + 1], struct body_source source, struct problem *problem);
bool link_read_accept(struct accept_link_body *body, struct body_source source, struct problem *problem);

#endif
