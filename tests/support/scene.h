// SPDX-License-Identifier: GPL-3.0-or-later
// A game played side by side on the real board and on the reference's, and what a test says about it.
//
// Every function fails the running test by itself, naming the position, when the two disagree.
#ifndef LEAPER_TESTS_SUPPORT_SCENE_H
#define LEAPER_TESTS_SUPPORT_SCENE_H

#include "base/buffer.h"
#include "position/moves/outcome.h"
#include "reference/reference.h"

struct scene {
    struct variant *variant; // owned
    struct position position;
    struct history history;
    struct ref_game reference;
    bool partial;          // there are too many turns to hold them all
    struct ref_list turns; // all legal turns now, in byte order; none when partial
};

// Builds the variant that "NAME=VALUE NAME=VALUE …" asks for; the caller frees it.
struct variant *scene_variant(const char *name, const char *parameters);

// Starts from a position string, NULL for the game's own start.
void scene_init(struct scene *scene, const char *game, const char *parameters, const char *fen);
void scene_clear(struct scene *scene);

// The same for any variant, which the scene then owns, and rules of the reference.
void scene_begin(struct scene *scene, struct variant *variant, const struct ref_rules *rules,
                 const char *fen);

// Asserts that turns (a sample of them where they are many), check, result, reason and position string are the same on both boards, then
// that the position is sound in itself (see scene_check_properties). Called after every turn.
void scene_compare(struct scene *scene);

// Plays turns separated by blanks; each must be legal.
void scene_play(struct scene *scene, const char *turns);

// All turns of the list, separated by blanks, are legal; none of it is legal.
void scene_legal(struct scene *scene, const char *turns);
void scene_illegal(struct scene *scene, const char *turns);

// The legal turns whose text begins with `start` are exactly these, in byte order. Not where there are thousands.
void scene_only(struct scene *scene, const char *start, const char *turns);

// After the actions of `begun` (joined by commas, "" for none) a legal turn may go on with exactly these of the
// actions that begin with `start`, in byte order. The end of the turn is `.`, and comes first.
void scene_next(struct scene *scene, const char *begun, const char *start, const char *actions);

void scene_outcome(struct scene *scene, const char *result, const char *reason);
void scene_fen(struct scene *scene, const char *fen);
void scene_in_check(struct scene *scene, bool in_check);

// Asserts what must hold in any position: generated actions are unique and known as legal, apply and
// undo leave no trace, the hash equals the recomputed one, turns and position string are read back.
void scene_check_properties(const struct position *pos);

#endif
