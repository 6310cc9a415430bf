// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a file below one directory and says what it is.
#include "server/files.h"

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

struct MHD_Response *files_open(int root, const char *path, const char *if_none_match, unsigned *status)
{
    const char *name = !strcmp(path, "/") ? "index.html" : path + 1;
    struct stat file_status;
    int file = root >= 0 && path[0] == '/' && is_plain(name) ? open_plain_file(root, name, &file_status) : -1;
    if (file < 0)
        return NULL;
    char tag[80];
    snprintf(tag, sizeof tag, "\"%llx-%llx-%llx\"", (unsigned long long)file_status.st_size,
             (unsigned long long)file_status.st_mtim.tv_sec, (unsigned long long)file_status.st_mtim.tv_nsec);
    bool known = if_none_match && strstr(if_none_match, tag);
    struct MHD_Response *response;
    if (known) {
        close(file);
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    } else {
        response = MHD_create_response_from_fd64((uint64_t)file_status.st_size, file);
        if (!response)
            close(file);
    }
    if (!response)
        return NULL;
    *status = known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK;
    bool hashed = !strncmp(name, "assets/", strlen("assets/"));
    MHD_add_response_header(response, "Content-Type", type_of(name));
    MHD_add_response_header(response, "ETag", tag);
    MHD_add_response_header(response, "Cache-Control",
                            hashed ? "public, max-age=31536000, immutable" : "no-cache");
    return response;
}
