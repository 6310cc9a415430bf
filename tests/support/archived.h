// SPDX-License-Identifier: GPL-3.0-or-later
// An archive in a directory of its own, and matches that need not follow any rules.
#ifndef LEAPER_TESTS_SUPPORT_ARCHIVED_H
#define LEAPER_TESTS_SUPPORT_ARCHIVED_H

#include "archive/archive.h"

struct fixture {
    char directory[64], path[96];
    struct archive *archive;
};

int fixture_set_up(void **state);
int fixture_tear_down(void **state);
void fixture_open_again(struct fixture *fixture);
struct archived_match fixture_make_match(const char *id, const char *game);
struct archived_match fixture_create(struct fixture *fixture, const char *id, const char *game);
void fixture_play(struct fixture *fixture, struct archived_match *match, const char *turn);
void fixture_assert_turns(struct fixture *fixture, const char *id, const char *expected);

#endif
