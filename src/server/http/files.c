// SPDX-License-Identifier: GPL-3.0-or-later
// Finds files below one directory, and their types.
#include "server/http/files.h"

#include "server/http/compress.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *suffix, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
};

static const char *type_of(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t suffix = strlen(types[i].suffix);
        if (length > suffix && !strcmp(path + length - suffix, types[i].suffix))
            return types[i].type;
    }
    return "application/octet-stream";
}

// Whether every part of the path is a plain name: none empty, hidden, "." or "..".
static bool is_plain(const char *path)
{
    for (;;) {
        size_t length = strcspn(path, "/");
        if (length == 0 || path[0] == '.' || memchr(path, '\\', length))
            return false;
        if (!path[length])
            return true;
        path += length + 1;
    }
}

static int open_plain_file(int root, const char *path, struct stat *status)
{
    int file = openat(root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file >= 0 && (fstat(file, status) != 0 || !S_ISREG(status->st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

// A file in a coding.
struct found {
    int file; // -1: there is none
    struct stat status;
    enum coding coding;
    bool varies; // it is stored in several codings
};

// Opens the file in the coding that the client prefers; among equals, the shortest, which comes last.
static struct found find(int root, const char *name, const char *accept)
{
    struct found best = {.file = open_plain_file(root, name, &best.status)};
    double wanted = coding_wanted(accept, CODING_IDENTITY);
    for (int coding = CODING_IDENTITY + 1; coding < CODINGS && best.file >= 0; coding++) {
        char coded[512];
        struct found other = {.coding = (enum coding)coding, .varies = true};
        if (snprintf(coded, sizeof coded, "%s%s", name, coding_suffixes[coding]) >= (int)sizeof coded)
            break;
        other.file = open_plain_file(root, coded, &other.status);
        best.varies |= other.file >= 0;
        double own = other.file >= 0 ? coding_wanted(accept, other.coding) : 0;
        bool better = own > 0 && own >= wanted;
        if (better || other.file >= 0)
            close(better ? best.file : other.file);
        if (better) {
            best = other;
            wanted = own;
        }
    }
    return best;
}

struct MHD_Response *files_open(int root, const char *path, const struct files_wish *wish, unsigned *status,
                                int64_t *bytes)
{
    const char *name = !strcmp(path, "/") ? "index.html" : path + 1;
    if (root < 0 || path[0] != '/' || !is_plain(name))
        return NULL;
    struct found found = find(root, name, wish->accept_encoding);
    if (found.file < 0)
        return NULL;
    char tag[96];
    snprintf(tag, sizeof tag, "\"%llx-%llx-%llx%s%s\"", (unsigned long long)found.status.st_size,
             (unsigned long long)found.status.st_mtim.tv_sec,
             (unsigned long long)found.status.st_mtim.tv_nsec, found.coding ? "-" : "",
             found.coding ? coding_names[found.coding] : "");
    bool known = wish->if_none_match && strstr(wish->if_none_match, tag);
    struct MHD_Response *response;
    *bytes = known ? 0 : found.status.st_size;
    if (known) {
        close(found.file);
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    } else {
        response = MHD_create_response_from_fd64((uint64_t)found.status.st_size, found.file);
        if (!response)
            close(found.file);
    }
    if (!response)
        return NULL;
    *status = known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK;
    bool hashed = !strncmp(name, "assets/", strlen("assets/"));
    MHD_add_response_header(response, "Content-Type", type_of(name));
    MHD_add_response_header(response, "ETag", tag);
    if (found.coding && !known)
        MHD_add_response_header(response, "Content-Encoding", coding_names[found.coding]);
    if (found.varies)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    MHD_add_response_header(response, "Cache-Control",
                            hashed ? "public, max-age=31536000, immutable" : "no-cache");
    return response;
}
