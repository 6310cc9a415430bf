// SPDX-License-Identifier: GPL-3.0-or-later
// Layers in files: beside its checkpoint, a count saves the first layers, which take a long time to compute.
//
// The file is replaced atomically. It is a list of 64-bit words in the machine's byte order:
//     "leaperls", version 3, the label, number of groups,
//     for each group its signature, number of states, bound, counts, ranks, both padded with zeros,
//     checksum of all before it
#ifndef LEAPER_TOURS_MITM_LAYER_LAYER_FILE_H
#define LEAPER_TOURS_MITM_LAYER_LAYER_FILE_H

#include "base/error.h"
#include "tours/mitm/layer/layer.h"

// Identifies a layer.
struct mitm_layer_label {
    uint64_t fingerprint; // of the request and its plan
    uint64_t mode, prime; // how counts are represented
    uint64_t side;        // 0 or 1
    uint64_t steps;       // that have been taken
};

// Writes a layer durably. False with ERROR_SYSTEM at the path of the file.
bool mitm_layer_file_write(const struct mitm_layer *layer, const struct mitm_layer_label *label,
                           const char *path, struct error *err);

// Reads a layer and sets label->steps, if the file exists and its mode, prime and side are those of the label; otherwise sets
// label->steps to 0 and leaves the layer empty. False with ERROR_CONFLICT when the file has another fingerprint or was written by
// another version, with ERROR_SYSTEM when it is damaged or cannot be read, or with the error of budget_error() when there is no
// room for the layer.
bool mitm_layer_file_read(struct mitm_layer *layer, struct mitm_layer_label *label, const char *path,
                          struct error *err);

#endif
