// SPDX-License-Identifier: GPL-3.0-or-later
// Writes layers of states to files and reads them again.
#include "tours/mitm/layer/layer_file.h"

#include "base/memory.h"
#include "base/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "leaperls";
enum { VERSION = 3, LABEL_WORDS = 8, GROUP_WORDS = 3 };

// A file and the checksum of what has passed.
struct stream {
    FILE *file;
    uint64_t sum;
    uint64_t left; // bytes to read
    bool failed;   // to write
};

static void add_to_sum(struct stream *stream, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes; size > 0; at += 8) {
        size_t part = size < 8 ? size : 8;
        uint64_t word = 0;
        memcpy(&word, at, part);
        stream->sum = random_mix(stream->sum ^ word);
        size -= part;
    }
}

static size_t padding(size_t size)
{
    return -size & 7;
}

static void put(struct stream *stream, const void *bytes, size_t size)
{
    static const unsigned char zeros[8];
    add_to_sum(stream, bytes, size);
    if (fwrite(bytes, 1, size, stream->file) != size ||
        fwrite(zeros, 1, padding(size), stream->file) != padding(size))
        stream->failed = true;
}

static bool get(struct stream *stream, void *bytes, size_t size)
{
    static const unsigned char zeros[8];
    unsigned char rest[8];
    size_t pad = padding(size);
    if (size + pad > stream->left || fread(bytes, 1, size, stream->file) != size ||
        fread(rest, 1, pad, stream->file) != pad || memcmp(rest, zeros, pad) != 0)
        return false;
    stream->left -= size + pad;
    add_to_sum(stream, bytes, size);
    return true;
}

static void put_layer(struct stream *stream, const struct mitm_layer *layer,
                      const struct mitm_layer_label *label)
{
    uint64_t head[LABEL_WORDS] = {0,           VERSION,      label->fingerprint, label->mode, label->prime,
                                  label->side, label->steps, layer->count};
    memcpy(head, magic, sizeof magic);
    put(stream, head, sizeof head);
    for (size_t i = 0; i < layer->count && !stream->failed; i++) {
        const struct mitm_group *group = &layer->groups[i];
        uint64_t words[GROUP_WORDS] = {group->signature, group->states, group->bound};
        put(stream, words, sizeof words);
        // Not what may lie between them, which nobody has written.
        put(stream, group->counts, group->states * mitm_count_size(group->bound));
        put(stream, mitm_ranks(group), mitm_ranks_bytes(mitm_pairs(group->signature), group->states));
    }
    uint64_t sum = stream->sum;
    put(stream, &sum, sizeof sum);
}

bool mitm_layer_file_write(const struct mitm_layer *layer, const struct mitm_layer_label *label,
                           const char *path, struct error *err)
{
    size_t length = strlen(path) + sizeof ".new";
    char *draft = memory_resize(NULL, length, 1);
    snprintf(draft, length, "%s.new", path);
    struct stream stream = {.file = fopen(draft, "wbe")};
    bool good = stream.file != NULL;
    if (good) {
        put_layer(&stream, layer, label);
        good = !stream.failed && fflush(stream.file) == 0 && fsync(fileno(stream.file)) == 0;
        if (fclose(stream.file) != 0)
            good = false;
    }
    if (!good || rename(draft, path) != 0) {
        error_set(err, ERROR_SYSTEM, path, "cannot write the list of states: %s", strerror(errno));
        unlink(draft);
        good = false;
    }
    free(draft);
    return good;
}

// What nobody writes is damage, and is found before memory is asked for.
static bool is_possible(uint64_t signature, uint64_t before, uint64_t states, bool is_first)
{
    return (is_first || signature > before) && !(signature & signature >> 1 & MITM_ONES) &&
           mitm_pairs(signature) <= MATCHING_PAIRS_MAX && states > 0 && states <= UINT32_MAX;
}

// Whether a list has ranks only: what lies beyond would be looked up outside the tables.
static bool has_listed_ranks(const unsigned char *ranks, int pairs, uint64_t states)
{
    for (uint64_t i = 0; i < states; i++)
        if (mitm_rank_at(ranks, pairs, i) >= matching_count(pairs))
            return false;
    return true;
}

// Whether there are as many ranks as states, and all of them are some.
static bool has_ranks(const unsigned char *ranks, uint64_t signature, uint64_t states)
{
    int pairs = mitm_pairs(signature);
    uint64_t words[2] = {0}, found = 0;
    if (!mitm_is_packed(pairs))
        return has_listed_ranks(ranks, pairs, states);
    memcpy(words, ranks, mitm_ranks_bytes(pairs, states));
    for (uint64_t rank = 0; rank < matching_count(pairs); rank++)
        found += words[rank / 64] >> rank % 64 & 1;
    uint64_t bits = (uint64_t)__builtin_popcountll(words[0]) + (uint64_t)__builtin_popcountll(words[1]);
    return found == states && bits == states;
}

static bool get_groups(struct stream *stream, struct mitm_layer *layer, uint64_t count)
{
    uint64_t words[GROUP_WORDS], before = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!get(stream, words, sizeof words) || !is_possible(words[0], before, words[1], i == 0) ||
            words[2] > UINT32_MAX)
            return false;
        uint32_t bound = (uint32_t)words[2];
        size_t states = words[1], ranks_at = mitm_ranks_offset(words[0], states, bound),
               bytes = mitm_group_bytes(words[0], states, bound);
        if (bytes > stream->left)
            return false;
        unsigned char *room = mitm_layer_room(layer, bytes);
        if (!room)
            return false;
        if (!get(stream, room, states * mitm_count_size(bound)) ||
            !get(stream, room + ranks_at, bytes - ranks_at))
            return false;
        if (!has_ranks(room + ranks_at, words[0], states))
            return false;
        mitm_layer_add(layer, words[0], states, bound);
        before = words[0];
    }
    uint64_t sum = stream->sum, written;
    return get(stream, &written, sizeof written) && written == sum && stream->left == 0;
}

// Reads label and groups. False with *err when the file cannot be used and must not be passed over.
static bool get_layer(struct stream *stream, struct mitm_layer *layer, struct mitm_layer_label *label,
                      const char *path, struct error *err)
{
    uint64_t head[LABEL_WORDS];
    bool known = get(stream, head, sizeof head) && !memcmp(head, magic, sizeof magic);
    if (known && head[1] != VERSION)
        return error_set(err, ERROR_CONFLICT, path,
                         "another version wrote this list of states; the count can go on without the file");
    if (known && head[2] != label->fingerprint)
        return error_set(err, ERROR_CONFLICT, path, "this list of states belongs to another count");
    if (known && (head[3] != label->mode || head[4] != label->prime || head[5] != label->side))
        return true;
    if (!known || !get_groups(stream, layer, head[7])) {
        mitm_layer_clear(layer);
        return error_set(err, ERROR_SYSTEM, path,
                         "this list of states is damaged; the count can go on without the file");
    }
    label->steps = head[6];
    return true;
}

bool mitm_layer_file_read(struct mitm_layer *layer, struct mitm_layer_label *label, const char *path,
                          struct error *err)
{
    struct stream stream = {.file = fopen(path, "rbe")};
    label->steps = 0;
    if (!stream.file)
        return errno == ENOENT ||
               error_set(err, ERROR_SYSTEM, path, "cannot read the list of states: %s", strerror(errno));
    struct stat status;
    stream.left = fstat(fileno(stream.file), &status) == 0 ? (uint64_t)status.st_size : 0;
    bool good = get_layer(&stream, layer, label, path, err);
    fclose(stream.file);
    return good;
}
