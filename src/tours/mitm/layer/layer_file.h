// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of states in files: what a count keeps beside its checkpoint of lists that took long to make.
//
// The file is written beside its name and then renamed. It is a list of 64-bit words in the machine's order:
//     "leaperls", version 3, the label, number of groups,
//     for each group its signature, number of states, bound, counts, ranks, both padded with zeros,
//     checksum of all before it
#ifndef LEAPER_TOURS_MITM_STORE_H
#define LEAPER_TOURS_MITM_STORE_H

#include "base/error.h"
#include "tours/mitm/layer/layer.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a layer is.
struct mitm_layer_label {
    uint64_t fingerprint; // of the question and its plan
    uint64_t mode, prime; // how counts are kept
    uint64_t side;        // 0 or 1
    uint64_t steps;       // that led to it
};

// Writes a layer durably. ERROR_SYSTEM at the path.
bool mitm_layer_file_write(const struct mitm_layer *layer, const struct mitm_layer_label *label,
                           const char *path, struct error *err);

// Reads a layer, if the file exists and has this label's mode, prime and side: label->steps is set; else it is
// set to 0 and the layer stays empty. ERROR_CONFLICT when the file has another fingerprint or another version
// wrote it, ERROR_SYSTEM when it is damaged or cannot be read.
bool mitm_layer_file_read(struct mitm_layer *layer, struct mitm_layer_label *label, const char *path,
                          struct error *err);

#ifdef __cplusplus
}
#endif

#endif
