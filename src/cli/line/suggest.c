// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the closest word by Damerau-Levenshtein distance (a swap of neighbours counts once).
#include "cli/line/suggest.h"

#include <stdbool.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
#define DIGITS  "0123456789"

enum { LONGEST = 32, FAR = 99 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned suggest_distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return FAR;
    unsigned row[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= m; i++)
        row[i][0] = (unsigned)i;
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (unsigned)j;
    for (size_t i = 1; i <= m; i++)
        for (size_t j = 1; j <= n; j++) {
            unsigned change = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            row[i][j] = least(change, least(row[i - 1][j], row[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[i][j] = least(row[i][j], row[i - 2][j - 2] + 1);
        }
    return row[m][n];
}

void suggest_offer(struct suggestion *suggestion, const char *candidate)
{
    const char *word = suggestion->word;
    size_t length = strlen(word);
    // Text with other characters, such as @e5 or 8x8, is not a word; and a typo leaves most letters
    // unchanged.
    bool numbered = candidate[strcspn(candidate, DIGITS)] != '\0';
    if (word[strspn(word, numbered ? LETTERS DIGITS : LETTERS)])
        return;
    unsigned distance = suggest_distance(word, candidate);
    if (distance > (length + 2) / 3 || distance >= strlen(candidate) || (length < 3 && distance > 1))
        return;
    if (!suggestion->nearest || distance < suggestion->distance) {
        suggestion->nearest = candidate;
        suggestion->distance = distance;
    }
}
