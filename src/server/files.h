// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the web page.
#ifndef LEAPER_SERVER_FILES_H
#define LEAPER_SERVER_FILES_H

#include <microhttpd.h>

// The answer to a request for a path outside /api/, with its own headers, and
// its status in *status (200 or 304). `root` is a descriptor of the directory,
// or negative when there is none. NULL: there is no such file.
struct MHD_Response *files_open(int root, const char *path, const char *if_none_match, unsigned *status);

#endif
