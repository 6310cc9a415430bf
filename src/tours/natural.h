// SPDX-License-Identifier: GPL-3.0-or-later
// Natural numbers of any size, for counts. Running out of memory does not end the process, as it would with GMP's integers.
//
//     struct natural count = {0};
//     natural_set(&count, 1);
//     for (unsigned long i = 2; i <= 100; i++)
//         natural_multiply_by(&count, i);
//     char *text = natural_text(&count);   // NULL: there was no memory, here or in any operation before
//
// A zeroed struct is the number 0 and owns no memory. When there is no memory for a number, it has *failed*: it stays failed until
// it is set again, and everything computed from it has failed too. So a whole computation needs only one check, at its end.
#ifndef LEAPER_TOURS_NATURAL_H
#define LEAPER_TOURS_NATURAL_H

#include "base/random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct natural {
    uint64_t *limbs; // [count], least significant first; the last is not 0
    size_t count, capacity;
    bool failed;
};

void natural_clear(struct natural *number);

// Makes room for that many limbs, so that computations in the number cannot fail as long as the result fits. False when the number
// has failed.
bool natural_reserve(struct natural *number, size_t limbs);

void natural_set(struct natural *number, uint64_t value);
// From limbs, least significant first.
void natural_set_limbs(struct natural *number, const uint64_t *limbs, size_t count);
// From decimal digits. False when the text is anything else; the number is then 0.
bool natural_set_text(struct natural *number, const char *digits);
void natural_copy(struct natural *number, const struct natural *from);
// A number below the bound, which is not 0; each is equally likely.
void natural_draw_below(struct natural *number, const struct natural *bound, struct random *random);

void natural_add(struct natural *number, const struct natural *other);
void natural_add_limbs(struct natural *number, const uint64_t *limbs, size_t count);
// Subtracts `other`, which must not be larger.
void natural_subtract(struct natural *number, const struct natural *other);
// number · factor + addend.
void natural_multiply_add(struct natural *number, uint64_t factor, uint64_t addend);
void natural_multiply_by(struct natural *number, uint64_t factor);
// number · 2^bits. Needs the limbs of the result and no more.
void natural_shift_left(struct natural *number, size_t bits);
// Sets `product` to a · b; neither factor may be `product` itself.
void natural_multiply(struct natural *product, const struct natural *a, const struct natural *b);
// Rounds down; returns the remainder.
uint64_t natural_divide_by(struct natural *number, uint64_t divisor);

uint64_t natural_remainder(const struct natural *number, uint64_t divisor);
// The same for limbs, least significant first.
uint64_t natural_remainder_of_limbs(const uint64_t *limbs, size_t count, uint64_t divisor);
bool natural_is_zero(const struct natural *number);
// Below 0, 0 or above 0 if the first is less than, equal to or greater than the second.
int natural_compare(const struct natural *a, const struct natural *b);
// The length in bits: 0 for 0.
size_t natural_bits(const struct natural *number);
// The number as a double, rounded towards 0; infinity when it is too large.
double natural_double(const struct natural *number);
// The same for numbers of any size, as m · 2^exponent, 0.5 <= m < 1; both are 0 for 0.
double natural_mantissa(const struct natural *number, long *exponent);
// Writes the limbs, least significant first, and zeros up to `count`, into which the number fits. Zeros when it has failed.
void natural_store(const struct natural *number, uint64_t *limbs, size_t count);

// Decimal, malloc'ed; NULL when the number has failed or there is no memory.
char *natural_text(const struct natural *number);

#endif
