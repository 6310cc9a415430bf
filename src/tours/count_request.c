// SPDX-License-Identifier: GPL-3.0-or-later
// Names of counting methods, and freeing results.
#include "tours/count_request.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[COUNT_METHODS] = {"auto", "plain", "meet"};
// The usual terms, which are accepted as well.
static const char *const terms[COUNT_METHODS] = {"auto", "frontier", "mitm"};

const char *count_method_name(enum count_method method)
{
    return names[method];
}

bool count_method_find(const char *name, enum count_method *method)
{
    for (int i = 0; i < COUNT_METHODS; i++)
        if (!strcmp(name, names[i]) || !strcmp(name, terms[i])) {
            *method = (enum count_method)i;
            return true;
        }
    return false;
}

void count_result_clear(struct count_result *result)
{
    free(result->count);
    free(result->directed);
    *result = (struct count_result){0};
}
