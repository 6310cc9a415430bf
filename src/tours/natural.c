// SPDX-License-Identifier: GPL-3.0-or-later
// Schoolbook arithmetic: counts of tours have a few hundred bits, seldom some thousand.
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

// Makes room for so many limbs. False when the number has failed, which it may do here.
static bool reserve(struct natural *number, size_t limbs)
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

// Takes over the failure of an operand. False when there is one.
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
    if (!reserve(number, count))
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

void natural_add(struct natural *number, const struct natural *other)
{
    size_t longer = other->count > number->count ? other->count : number->count;
    uint64_t carry = 0;
    if (!is_good(number, other) || !reserve(number, longer + 1))
        return;
    for (size_t i = 0; i <= longer; i++) {
        wide sum = (wide)carry + (i < number->count ? number->limbs[i] : 0) +
                   (i < other->count ? other->limbs[i] : 0);
        number->limbs[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    number->count = longer + 1;
    drop_leading_zeros(number);
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
    if (!reserve(number, number->count + 1))
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

void natural_multiply(struct natural *product, const struct natural *a, const struct natural *b)
{
    size_t count = a->count + b->count;
    assert(product != a && product != b);
    product->failed = false;
    if (!is_good(product, a) || !is_good(product, b) || !reserve(product, count))
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

uint64_t natural_remainder(const struct natural *number, uint64_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = number->count; i-- > 0;)
        rest = (uint64_t)(((wide)rest << 64 | number->limbs[i]) % divisor);
    return rest;
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

double natural_double(const struct natural *number)
{
    size_t bits = natural_bits(number), drop = bits > 53 ? bits - 53 : 0;
    uint64_t mantissa = 0;
    for (size_t i = 0; i < bits - drop; i++)
        mantissa |= (number->limbs[(drop + i) / 64] >> (drop + i) % 64 & 1) << i;
    return drop > INT16_MAX ? INFINITY : ldexp((double)mantissa, (int)drop);
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
