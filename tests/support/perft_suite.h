// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the positions of a perft suite of tests/data.
#ifndef LEAPER_TESTS_SUPPORT_PERFT_SUITE_H
#define LEAPER_TESTS_SUPPORT_PERFT_SUITE_H

// Fails the running test unless all counts of the suite are right; slow builds leave out large ones. At least `least` positions must be
// there, so that an emptied file does not pass.
void perft_suite_check(const char *name, int least);

#endif
