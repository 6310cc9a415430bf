// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of leaper/tours.h in a library built without tours (-Dtours=disabled). All are defined, so
// that programs link with either library. No caller can get a `struct leaper_tours`, so only
// leaper_tours_new() needs to do anything.
#include "api/handle.h"

static bool absent(struct leaper_error *error)
{
    return fail(error, LEAPER_ERROR_NOT_BUILT_IN, "", "this library was built without tours");
}

struct leaper_tours *leaper_tours_new(const struct leaper_tours_spec *spec, struct leaper_error *error)
{
    (void)spec;
    absent(error);
    return NULL;
}

void leaper_tours_free(struct leaper_tours *tours)
{
    (void)tours;
}

size_t leaper_tours_length(const struct leaper_tours *tours)
{
    (void)tours;
    return 0;
}

char *leaper_tours_cell_name(const struct leaper_tours *tours, int cell, struct leaper_error *error)
{
    (void)tours;
    (void)cell;
    absent(error);
    return NULL;
}

int leaper_tours_cell_find(const struct leaper_tours *tours, const char *name)
{
    (void)tours;
    (void)name;
    return -1;
}

bool leaper_tours_count(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                        struct leaper_tours_number *number, struct leaper_error *error)
{
    (void)tours;
    (void)options;
    (void)number;
    return absent(error);
}

void leaper_tours_number_clear(struct leaper_tours_number *number)
{
    (void)number;
}

const char *leaper_tours_known(const struct leaper_tours *tours)
{
    (void)tours;
    return NULL;
}

bool leaper_tours_find(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                       int *tour, struct leaper_tours_finding *finding, struct leaper_error *error)
{
    (void)tours;
    (void)options;
    (void)tour;
    (void)finding;
    return absent(error);
}

void leaper_tours_finding_clear(struct leaper_tours_finding *finding)
{
    (void)finding;
}

bool leaper_tours_list(const struct leaper_tours *tours, const struct leaper_tours_options *options,
                       leaper_tours_visitor visit, void *context, struct leaper_error *error)
{
    (void)tours;
    (void)options;
    (void)visit;
    (void)context;
    return absent(error);
}

struct leaper_tours_sampler *leaper_tours_sampler_new(const struct leaper_tours *tours,
                                                      const struct leaper_tours_options *options,
                                                      struct leaper_error *error)
{
    (void)tours;
    (void)options;
    absent(error);
    return NULL;
}

void leaper_tours_sampler_free(struct leaper_tours_sampler *sampler)
{
    (void)sampler;
}

bool leaper_tours_sampler_next(struct leaper_tours_sampler *sampler, int *tour, struct leaper_error *error)
{
    (void)sampler;
    (void)tour;
    return absent(error);
}

bool leaper_tours_estimate_number(const struct leaper_tours *tours, int probes,
                                  const struct leaper_tours_options *options,
                                  struct leaper_tours_estimate *estimate, struct leaper_error *error)
{
    (void)tours;
    (void)probes;
    (void)options;
    (void)estimate;
    return absent(error);
}

bool leaper_tours_check(const struct leaper_tours *tours, const int *tour, size_t count,
                        struct leaper_tours_verdict *verdict, struct leaper_error *error)
{
    (void)tours;
    (void)tour;
    (void)count;
    (void)verdict;
    return absent(error);
}

char *leaper_tours_text(const struct leaper_tours *tours, const int *tour, enum leaper_tours_format format,
                        struct leaper_error *error)
{
    (void)tours;
    (void)tour;
    (void)format;
    absent(error);
    return NULL;
}

bool leaper_tours_read(const struct leaper_tours *tours, const char *text, int *tour,
                       struct leaper_error *error)
{
    (void)tours;
    (void)text;
    (void)tour;
    return absent(error);
}

char *leaper_tours_svg(const struct leaper_tours *tours, const int *tour, enum leaper_tours_style style,
                       int cell, struct leaper_error *error)
{
    (void)tours;
    (void)tour;
    (void)style;
    (void)cell;
    absent(error);
    return NULL;
}
