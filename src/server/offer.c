// SPDX-License-Identifier: GPL-3.0-or-later
// The games are described when somebody asks for the first time, so that a server that is started again is ready at once.
#include "server/offer.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "server/analysis/analysis.h"
#include "session/catalogue.h"

#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>

struct offer {
    bool loopback, mail;
    const struct analyses *analyses;
    pthread_mutex_t lock;
    struct buffer text; // empty until it is asked for; guarded by the lock
};

struct offer *offer_new(bool loopback, bool mail, const struct analyses *analyses)
{
    struct offer *offer = memory_resize(NULL, 1, sizeof *offer);
    *offer = (struct offer){.loopback = loopback, .mail = mail, .analyses = analyses};
    pthread_mutex_init(&offer->lock, NULL);
    buffer_init(&offer->text);
    return offer;
}

void offer_free(struct offer *offer)
{
    if (!offer)
        return;
    pthread_mutex_destroy(&offer->lock);
    buffer_clear(&offer->text);
    free(offer);
}

static void describe(const struct offer *offer, struct buffer *out)
{
    json_t *all = catalogue_all();
    json_t *own = json_pack("{s:b, s:b, s:o*}", "loopback", offer->loopback, "mail", offer->mail, "analysis",
                            analyses_describe(offer->analyses));
    bool whole = all && own && json_object_update(all, own) == 0;
    char *text = whole ? json_dumps(all, JSON_COMPACT) : NULL;
    json_decref(own);
    json_decref(all);
    if (!text)
        memory_exhausted();
    buffer_add(out, text);
    free(text);
}

void offer_write(struct offer *offer, struct buffer *out)
{
    pthread_mutex_lock(&offer->lock);
    if (offer->text.length == 0)
        describe(offer, &offer->text);
    buffer_add(out, buffer_text(&offer->text));
    pthread_mutex_unlock(&offer->lock);
}
