// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays that grow, of any type of item.
//
//     struct VECTOR_OF(struct turn) turns = {0};           // or, to pass it to functions: struct turns VECTOR_OF(struct turn);
//     if (!vector_push(&turns, turn))
//         return error_no_memory(err);
//     for (size_t i = 0; i < turns.count; i++)
//         use(&turns.items[i]);
//     vector_clear(&turns);
//
// Callers may read all members and lower `count`. A vector of zeros is empty. Items move when the vector grows. The macros
// evaluate the pointer to the vector more than once.
#ifndef LEAPER_BASE_VECTOR_H
#define LEAPER_BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// The body of a struct that is a vector of `type`.
// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses
#define VECTOR_OF(type)                                                                                      \
    {                                                                                                        \
        type *items;                                                                                         \
        size_t count, capacity;                                                                              \
    }
// NOLINTEND(bugprone-macro-parentheses)

// Makes room for `wanted` items in total, at least doubling the capacity if it grows. False, with the vector unchanged, if there
// is no memory.
#define vector_reserve(vector, wanted)                                                                       \
    ((wanted) <= (vector)->capacity || ((vector)->items = vector_grow((vector)->items, &(vector)->capacity,  \
                                                                      (wanted), sizeof *(vector)->items),    \
                                        (wanted) <= (vector)->capacity))

// Appends one item, which may be a compound literal. False, with the vector unchanged and the item not evaluated, if there is
// no memory.
#define vector_push(vector, ...)                                                                             \
    (vector_reserve((vector), (vector)->count + 1) &&                                                        \
     ((vector)->items[(vector)->count] = (__VA_ARGS__), (vector)->count++, true))

// The last item of a vector that is not empty.
#define vector_last(vector) (&(vector)->items[(vector)->count - 1])

// Frees the items; the vector is empty and can be used again.
#define vector_clear(vector)                                                                                 \
    do {                                                                                                     \
        free((vector)->items);                                                                               \
        (vector)->items = NULL;                                                                              \
        (vector)->count = (vector)->capacity = 0;                                                            \
    } while (0)

// For vector_reserve(). Returns the block, resized for at least `wanted` items of `size` bytes, and raises *capacity. If there is
// no memory, returns the same block and leaves *capacity unchanged.
void *vector_grow(void *items, size_t *capacity, size_t wanted, size_t size);

#endif
