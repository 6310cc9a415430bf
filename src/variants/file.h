// SPDX-License-Identifier: GPL-3.0-or-later
// A file of variants, read: the games and armies that it defines.
#ifndef LEAPER_VARIANTS_FILE_H
#define LEAPER_VARIANTS_FILE_H

#include "base/vector.h"
#include "variants/settings.h"
#include "variants/text/report.h"
#include "variants/text/variant_text.h"
#include "variants/vocabulary.h"

#include <stdatomic.h>

// A file is counted: whoever reads it has a share, and so has every variant that is built from one of its games. The last to free
// theirs frees the memory. It does not change once it has been read, so threads may share it.
struct variant_file {
    atomic_size_t shares;
    struct source source;
    struct pool pool;
    struct army_list armies;                       // its own, and before them those that it was read with
    struct VECTOR_OF(struct variant_text *) games; // new ones without a fault, in the order of the file
    struct VECTOR_OF(
        struct variant_text *) known; // those that were known already, and are defined here in the same way
    struct VECTOR_OF(struct variant_text *) faulty; // with a fault, but with a definition to look for more in
    size_t refused; // how many variants have a fault; heads that cannot be read count as one each
};

// What a file is read with.
struct variant_input {
    const char *name; // for messages
    const char *text;
    size_t length;
    // the program's own text, whose values a test checks: reading them would take most of the start-up
    bool trusted;
    bool alone;                     // games that are known already belong to the new ones, too
    unsigned most;                  // more variants are refused; 0: any number
    key_tables tables;              // of all mechanisms
    const struct army_list *armies; // known already, or NULL
    const struct variant_text *(*find)(void *context, const char *name); // a game known already, or NULL
    // offers the names of all games known already, for a suggestion; NULL: there are none
    void (*consider)(void *context, struct nearest *nearest);
    void *context;
};

// Reads a file. All that is wrong is reported; the variants without a fault can be used. NULL if there is no memory. Armies
// and games that are known already must outlive it.
struct variant_file *variant_file_read(const struct variant_input *input, struct report *report);

// Adds a share.
struct variant_file *variant_file_share(struct variant_file *file);

// Gives a share up; NULL is allowed.
void variant_file_free(struct variant_file *file);

// The game of that name (case does not matter) among the new ones, or NULL.
const struct game *variant_file_find(const struct variant_file *file, const char *name);

// Leaves out the variants about which `check` reports something.
void variant_file_keep(struct variant_file *file,
                       void (*check)(struct variant_text *text, struct report *report),
                       struct report *report);

// Lets `check` look for more faults in the variants that have some; they are forgotten then.
void variant_file_check_faulty(struct variant_file *file,
                               void (*check)(struct variant_text *text, struct report *report),
                               struct report *report);

#endif
