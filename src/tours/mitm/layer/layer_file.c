// SPDX-License-Identifier: GPL-3.0-or-later
// Writes layers to files and reads them back.
#include "tours/mitm/layer/layer_file.h"

#include "base/file_output.h"
#include "base/random.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[8] = "leaperls";
enum { VERSION = 3, LABEL_WORDS = 8, GROUP_WORDS = 3 };

static uint64_t add_to_sum(uint64_t sum, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes; size > 0; at += 8) {
        size_t part = size < 8 ? size : 8;
        uint64_t word = 0;
        memcpy(&word, at, part);
        sum = random_mix(sum ^ word);
        size -= part;
    }
    return sum;
}

static size_t padding(size_t size)
{
    return -size & 7;
}

// ---- Writing ----

struct writer {
    struct file_output output;
    uint64_t sum; // checksum of what has been written
};

static void put(struct writer *writer, const void *bytes, size_t size)
{
    static const unsigned char zeros[8];
    writer->sum = add_to_sum(writer->sum, bytes, size);
    file_output_write(&writer->output, bytes, size);
    file_output_write(&writer->output, zeros, padding(size));
}

static void put_layer(struct writer *writer, const struct mitm_layer *layer,
                      const struct mitm_layer_label *label)
{
    uint64_t head[LABEL_WORDS] = {0,           VERSION,      label->fingerprint, label->mode, label->prime,
                                  label->side, label->steps, layer->count};
    memcpy(head, magic, sizeof magic);
    put(writer, head, sizeof head);
    for (size_t i = 0; i < layer->count && !writer->output.failure; i++) {
        const struct mitm_group *group = &layer->groups[i];
        uint64_t words[GROUP_WORDS] = {group->signature, group->states, group->bound};
        put(writer, words, sizeof words);
        // Counts and ranks are written separately, because padding between them may be uninitialized.
        put(writer, group->counts, group->states * mitm_count_size(group->bound));
        put(writer, mitm_ranks(group), mitm_ranks_bytes(mitm_pairs(group->signature), group->states));
    }
    uint64_t sum = writer->sum;
    put(writer, &sum, sizeof sum);
}

bool mitm_layer_file_write(const struct mitm_layer *layer, const struct mitm_layer_label *label,
                           const char *path, struct error *err)
{
    struct writer writer = {.sum = 0};
    bool good = file_output_open(&writer.output, path, 0666);
    if (good) {
        put_layer(&writer, layer, label);
        good = file_output_commit(&writer.output);
    }
    return good || error_set(err, ERROR_SYSTEM, path, "cannot write the list of states: %s", strerror(errno));
}

// ---- Reading ----

struct reader {
    FILE *file;
    uint64_t sum;  // checksum of what has been read
    uint64_t left; // bytes to read
};

static bool get(struct reader *reader, void *bytes, size_t size)
{
    static const unsigned char zeros[8];
    unsigned char rest[8];
    size_t pad = padding(size);
    if (size + pad > reader->left || fread(bytes, 1, size, reader->file) != size ||
        fread(rest, 1, pad, reader->file) != pad || memcmp(rest, zeros, pad) != 0)
        return false;
    reader->left -= size + pad;
    reader->sum = add_to_sum(reader->sum, bytes, size);
    return true;
}

// Whether this program can have written such a group. This detects damage before memory is requested.
static bool is_possible(uint64_t signature, uint64_t before, uint64_t states, bool is_first)
{
    return (is_first || signature > before) && !(signature & signature >> 1 & MITM_ONES) &&
           mitm_pairs(signature) <= MATCHING_PAIRS_MAX && states > 0 && states <= UINT32_MAX;
}

// Whether all ranks of a list are valid: others would be looked up outside the tables.
static bool has_listed_ranks(const unsigned char *ranks, int pairs, uint64_t states)
{
    for (uint64_t i = 0; i < states; i++)
        if (mitm_rank_at(ranks, pairs, i) >= matching_count(pairs))
            return false;
    return true;
}

// Whether there are as many ranks as states, and all of them are valid.
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

static bool get_groups(struct reader *reader, struct mitm_layer *layer, uint64_t count)
{
    uint64_t words[GROUP_WORDS], before = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!get(reader, words, sizeof words) || !is_possible(words[0], before, words[1], i == 0) ||
            words[2] > UINT32_MAX)
            return false;
        uint32_t bound = (uint32_t)words[2];
        size_t states = words[1], ranks_at = mitm_ranks_offset(words[0], states, bound),
               bytes = mitm_group_bytes(words[0], states, bound);
        if (bytes > reader->left)
            return false;
        unsigned char *room = mitm_layer_room(layer, bytes);
        if (!room)
            return false;
        if (!get(reader, room, states * mitm_count_size(bound)) ||
            !get(reader, room + ranks_at, bytes - ranks_at))
            return false;
        if (!has_ranks(room + ranks_at, words[0], states))
            return false;
        mitm_layer_add(layer, words[0], states, bound);
        before = words[0];
    }
    uint64_t sum = reader->sum, written;
    return get(reader, &written, sizeof written) && written == sum && reader->left == 0;
}

// Reads the label and the groups. False, with *err set, when the file cannot be used but must not be ignored.
static bool get_layer(struct reader *reader, struct mitm_layer *layer, struct mitm_layer_label *label,
                      const char *path, struct error *err)
{
    uint64_t head[LABEL_WORDS];
    bool known = get(reader, head, sizeof head) && !memcmp(head, magic, sizeof magic);
    if (known && head[1] != VERSION)
        return error_set(err, ERROR_CONFLICT, path,
                         "another version wrote this list of states; remove the file to continue without it");
    if (known && head[2] != label->fingerprint)
        return error_set(err, ERROR_CONFLICT, path, "this list of states belongs to another count");
    if (known && (head[3] != label->mode || head[4] != label->prime || head[5] != label->side))
        return true;
    if (!known || !get_groups(reader, layer, head[7])) {
        bool no_room = layer->arena->budget && !budget_lasts(layer->arena->budget);
        mitm_layer_clear(layer);
        if (no_room)
            return budget_error(layer->arena->budget, err);
        return error_set(err, ERROR_SYSTEM, path,
                         "this list of states is damaged; remove the file to continue without it");
    }
    label->steps = head[6];
    return true;
}

bool mitm_layer_file_read(struct mitm_layer *layer, struct mitm_layer_label *label, const char *path,
                          struct error *err)
{
    struct reader reader = {.file = fopen(path, "rbe")};
    label->steps = 0;
    if (!reader.file)
        return errno == ENOENT ||
               error_set(err, ERROR_SYSTEM, path, "cannot read the list of states: %s", strerror(errno));
    struct stat status;
    reader.left = fstat(fileno(reader.file), &status) == 0 ? (uint64_t)status.st_size : 0;
    bool good = get_layer(&reader, layer, label, path, err);
    fclose(reader.file);
    return good;
}
