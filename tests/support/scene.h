// SPDX-License-Identifier: GPL-3.0-or-later
// A game played side by side on the real board and on the reference's, and what a test says about it.
//
// Every function fails the running test by itself, naming the position, when the two disagree.
#ifndef LEAPER_TESTS_SUPPORT_SCENE_H
#define LEAPER_TESTS_SUPPORT_SCENE_H

#include "base/buffer.h"
#include "position/outcome.h"
#include "reference/reference.h"

struct scene {
    struct variant *variant; // owned
    struct position position;
    struct history history;
    struct ref_game reference;
    struct ref_list turns; // all legal turns now, in byte order
};

// Builds the variant that "NAME=VALUE NAME=VALUE …" asks for; the caller frees it.
struct variant *scene_variant(const char *name, const char *parameters);

// Starts from a position string, NULL for the game's own start.
void scene_init(struct scene *scene, const char *game, const char *parameters, const char *fen);
void scene_clear(struct scene *scene);

// Asserts that turns, check, result, reason and position string are the same on both boards, then
// that the position is sound in itself (see scene_check_properties). Called after every turn.
void scene_compare(struct scene *scene);

// Plays turns separated by blanks; each must be legal.
void scene_play(struct scene *scene, const char *turns);

// All turns of the list, separated by blanks, are legal; none of it is legal.
void scene_legal(struct scene *scene, const char *turns);
void scene_illegal(struct scene *scene, const char *turns);

// The legal turns whose text begins with `start` are exactly these, in byte order.
void scene_only(struct scene *scene, const char *start, const char *turns);

void scene_outcome(struct scene *scene, const char *result, const char *reason);
void scene_fen(struct scene *scene, const char *fen);
void scene_in_check(struct scene *scene, bool in_check);

// Fills `list` with the real generator's turns in machine notation, in byte order.
void scene_list_turns(const struct position *pos, struct ref_list *list);

// Asserts what must hold in any position: generated actions are unique and known as legal, apply and
// undo leave no trace, the hash equals the recomputed one, turns and position string are read back.
void scene_check_properties(const struct position *pos);

#endif
