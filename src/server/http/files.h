// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the web page.
#ifndef LEAPER_SERVER_FILES_H
#define LEAPER_SERVER_FILES_H

#include <microhttpd.h>
#include <stdint.h>

// Headers of the request, or NULL.
struct files_wish {
    const char *if_none_match, *accept_encoding;
};

// The answer to a request for a path outside /api/, complete with headers; sets *status (200 or 304) and *bytes, the length of
// the body. A file that is also stored in other codings, "x.js.gz" beside "x.js", is sent in the one that the client prefers.
// `root` is a descriptor of the directory, or negative if there is none. NULL: there is no such file.
struct MHD_Response *files_open(int root, const char *path, const struct files_wish *wish, unsigned *status,
                                int64_t *bytes);

#endif
