// SPDX-License-Identifier: GPL-3.0-or-later
// Schoolbook arithmetic: counts of tours have a few hundred bits, rarely a few thousand.
#include "tours/natural.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

// The largest power of ten in a limb.
static const uint64_t TEN_TO_19 = UINT64_C(10000000000000000000);
enum { TEN_DIGITS = 19 };

void natural_clear(struct natural *number)
{
    free(number->limbs);
    *number = (struct natural){0};
}

bool natural_reserve(struct natural *number, size_t limbs)
{
    if (number->failed || limbs <= number->capacity)
        return !number->failed;
    uint64_t *grown = memory_try(number->limbs, limbs, sizeof *grown);
    if (!grown) {
        natural_clear(number);
        number->failed = true;
        return false;
    }
    number->limbs = grown;
    number->capacity = limbs;
    return true;
}

// Passes the failure of an operand on to a number. False if the operand has failed.
static bool is_good(struct natural *number, const struct natural *operand)
{
    if (!operand->failed)
        return true;
    natural_clear(number);
    number->failed = true;
    return false;
}

static void drop_leading_zeros(struct natural *number)
{
    while (number->count && !number->limbs[number->count - 1])
        number->count--;
}

void natural_set_limbs(struct natural *number, const uint64_t *limbs, size_t count)
{
    number->failed = false;
    if (!natural_reserve(number, count))
        return;
    if (count)
        memcpy(number->limbs, limbs, count * sizeof *limbs);
    number->count = count;
    drop_leading_zeros(number);
}

void natural_set(struct natural *number, uint64_t value)
{
    natural_set_limbs(number, &value, value != 0);
}

void natural_copy(struct natural *number, const struct natural *from)
{
    if (is_good(number, from))
        natural_set_limbs(number, from->limbs, from->count);
}

void natural_draw_below(struct natural *number, const struct natural *bound, struct random *random)
{
    size_t words = bound->count, spare = 64 * words - natural_bits(bound);
    number->failed = false;
    if (!is_good(number, bound) || !natural_reserve(number, words))
        return;
    assert(words > 0);
    // As many bits as the bound has, drawn again until they are below it.
    do {
        for (size_t i = words; i-- > 0;)
            number->limbs[i] = random_next(random) >> (i + 1 == words ? spare : 0);
        number->count = words;
        drop_leading_zeros(number);
    } while (natural_compare(number, bound) >= 0);
}

bool natural_set_text(struct natural *number, const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    natural_set(number, 0);
    if (!length || digits[length])
        return false;
    for (size_t i = 0; i < length; i++)
        natural_multiply_add(number, 10, (uint64_t)(digits[i] - '0'));
    return true;
}

void natural_add_limbs(struct natural *number, const uint64_t *limbs, size_t count)
{
    size_t longer = count > number->count ? count : number->count;
    uint64_t carry = 0;
    if (!natural_reserve(number, longer + 1))
        return;
    while (number->count <= longer)
        number->limbs[number->count++] = 0;
    for (size_t i = 0; i < count || carry; i++) {
        wide sum = (wide)number->limbs[i] + (i < count ? limbs[i] : 0) + carry;
        number->limbs[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    drop_leading_zeros(number);
}

void natural_add(struct natural *number, const struct natural *other)
{
    if (is_good(number, other))
        natural_add_limbs(number, other->limbs, other->count);
}

void natural_subtract(struct natural *number, const struct natural *other)
{
    uint64_t borrow = 0;
    if (!is_good(number, other) || number->failed)
        return;
    assert(natural_compare(number, other) >= 0);
    for (size_t i = 0; i < number->count; i++) {
        wide difference = (wide)number->limbs[i] - (i < other->count ? other->limbs[i] : 0) - borrow;
        number->limbs[i] = (uint64_t)difference;
        borrow = difference >> 64 != 0;
    }
    drop_leading_zeros(number);
}

void natural_multiply_add(struct natural *number, uint64_t factor, uint64_t addend)
{
    uint64_t carry = addend;
    if (!natural_reserve(number, number->count + 1))
        return;
    for (size_t i = 0; i < number->count; i++) {
        wide product = (wide)number->limbs[i] * factor + carry;
        number->limbs[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    number->limbs[number->count++] = carry;
    drop_leading_zeros(number);
}

void natural_multiply_by(struct natural *number, uint64_t factor)
{
    natural_multiply_add(number, factor, 0);
}

void natural_shift_left(struct natural *number, size_t bits)
{
    size_t limbs = bits / 64, rest = bits % 64, count = (natural_bits(number) + bits + 63) / 64;
    if (!number->count || !natural_reserve(number, count))
        return;
    for (size_t i = count; i-- > 0;) {
        uint64_t high = i >= limbs && i - limbs < number->count ? number->limbs[i - limbs] : 0;
        uint64_t low = i > limbs && i - limbs - 1 < number->count ? number->limbs[i - limbs - 1] : 0;
        number->limbs[i] = rest ? high << rest | low >> (64 - rest) : high;
    }
    number->count = count;
}

void natural_multiply(struct natural *product, const struct natural *a, const struct natural *b)
{
    size_t count = a->count + b->count;
    assert(product != a && product != b);
    product->failed = false;
    if (!is_good(product, a) || !is_good(product, b) || !natural_reserve(product, count))
        return;
    if (count)
        memset(product->limbs, 0, count * sizeof *product->limbs);
    for (size_t i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < b->count; j++) {
            wide sum = (wide)a->limbs[i] * b->limbs[j] + product->limbs[i + j] + carry;
            product->limbs[i + j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        product->limbs[i + b->count] = carry;
    }
    product->count = count;
    drop_leading_zeros(product);
}

uint64_t natural_divide_by(struct natural *number, uint64_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = number->count; i-- > 0;) {
        wide part = (wide)rest << 64 | number->limbs[i];
        number->limbs[i] = (uint64_t)(part / divisor);
        rest = (uint64_t)(part % divisor);
    }
    drop_leading_zeros(number);
    return rest;
}

uint64_t natural_remainder_of_limbs(const uint64_t *limbs, size_t count, uint64_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = count; i-- > 0;)
        rest = (uint64_t)(((wide)rest << 64 | limbs[i]) % divisor);
    return rest;
}

uint64_t natural_remainder(const struct natural *number, uint64_t divisor)
{
    return natural_remainder_of_limbs(number->limbs, number->count, divisor);
}

bool natural_is_zero(const struct natural *number)
{
    return !number->count;
}

int natural_compare(const struct natural *a, const struct natural *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;)
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    return 0;
}

size_t natural_bits(const struct natural *number)
{
    return number->count ? 64 * number->count - (size_t)__builtin_clzll(number->limbs[number->count - 1]) : 0;
}

double natural_mantissa(const struct natural *number, long *exponent)
{
    size_t bits = natural_bits(number), drop = bits > 53 ? bits - 53 : 0;
    uint64_t mantissa = 0;
    for (size_t i = 0; i < bits - drop; i++)
        mantissa |= (number->limbs[(drop + i) / 64] >> (drop + i) % 64 & 1) << i;
    *exponent = (long)bits;
    return ldexp((double)mantissa, -(int)(bits - drop));
}

double natural_double(const struct natural *number)
{
    long exponent;
    double mantissa = natural_mantissa(number, &exponent);
    return exponent > INT16_MAX ? INFINITY : ldexp(mantissa, (int)exponent);
}

void natural_store(const struct natural *number, uint64_t *limbs, size_t count)
{
    assert(number->count <= count);
    for (size_t i = 0; i < count; i++)
        limbs[i] = i < number->count ? number->limbs[i] : 0;
}

char *natural_text(const struct natural *number)
{
    struct natural rest = {0};
    // A limb has fewer than twenty digits.
    size_t size = 20 * number->count + TEN_DIGITS + 1, at = size - 1;
    char *text = memory_try(NULL, size, 1);
    natural_copy(&rest, number);
    if (!text || rest.failed) {
        natural_clear(&rest);
        free(text);
        return NULL;
    }
    text[at] = '\0';
    do {
        uint64_t digits = natural_divide_by(&rest, TEN_TO_19);
        for (int i = 0; i < TEN_DIGITS && (digits || rest.count); i++, digits /= 10)
            text[--at] = (char)('0' + digits % 10);
    } while (rest.count);
    if (!text[at])
        text[--at] = '0';
    memmove(text, text + at, size - at);
    natural_clear(&rest);
    return text;
}
