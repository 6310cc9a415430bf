// SPDX-License-Identifier: GPL-3.0-or-later
// The whole public interface of libleaper in one include: `cc $(pkg-config --cflags --libs leaper) program.c`.

#ifndef LEAPER_H
#define LEAPER_H

#endif
