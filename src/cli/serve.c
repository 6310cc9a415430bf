// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper serve`: the games in a browser.
#include "base/buffer.h"
#include "cli/archive.h"
#include "cli/commands.h"
#include "cli/endings.h"
#include "cli/line/opening.h"
#include "server/limits.h"
#include "server/secret.h"
#include "server/server.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The page that belongs to this program: in a source tree, web/dist beside the build directory; otherwise the
// installed one. NULL if there is none.
static char *find_web(void)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    struct buffer path;
    buffer_init(&path);
    if (length > 0) {
        program[length] = '\0';
        *strrchr(program, '/') = '\0';
        buffer_addf(&path, "%s/../web/dist", program);
    }
    if (path.length == 0 || access(path.text, R_OK) != 0) {
        buffer_reset(&path);
        buffer_add(&path, LEAPER_DATA_DIR "/web");
    }
    if (access(path.text, R_OK) == 0)
        return buffer_take(&path);
    buffer_clear(&path);
    return NULL;
}

static unsigned processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 8 ? 8 : (unsigned)count;
}

// The threads of each search, if that many people may analyse at the same time.
static unsigned shared_processors(long people)
{
    return people < 2 ? processors() : (processors() + (unsigned)people - 1) / (unsigned)people;
}

// The first line of the file; `token` has room for one character more than a token may have, so that a token
// that is too long is detected.
static bool read_token(const char *path, char token[LIMIT_SECRET + 2])
{
    FILE *file = fopen(path, "r");
    bool fine = file && fgets(token, LIMIT_SECRET + 2, file);
    int failure = file && !fine ? 0 : errno;
    if (file)
        fclose(file);
    if (!fine) {
        usage_error("serve", "cannot read a token from %s: %s", path,
                    failure ? strerror(failure) : "the file is empty");
        return false;
    }
    token[strcspn(token, "\r\n")] = '\0';
    if (strlen(token) >= LIMIT_KEY_LEAST && secret_is_text(token))
        return true;
    usage_error("serve", "the token in %s must have %d to %d characters of A-Z a-z 0-9 - _", path,
                LIMIT_KEY_LEAST, LIMIT_SECRET);
    return false;
}

// The signals that shut the server down.
static void block_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    // Reaching a file size limit is a write error, like a full disk.
    signal(SIGXFSZ, SIG_IGN);
}

static int serve(const struct server_options *options)
{
    sigset_t set;
    struct error err = {0};
    block_signals(&set);
    struct server *server = server_new(options, &err);
    if (!server) {
        fprintf(stderr, "leaper serve: %s\n", err.message);
        return EXIT_FAILED;
    }
    printf("Leaper is ready at %s\n", server_url(server));
    if (!options->web)
        printf("(The web page is not built; only the API is there.)\n");
    fflush(stdout);
    if (!server_can_write(server, &err))
        fprintf(stderr, "leaper serve: matches can be viewed, but not changed: %s\n", err.message);
    struct timespec second = {.tv_sec = 1};
    while (sigtimedwait(&set, NULL, &second) < 0 && !server_has_failed(server))
        server_tick(server);
    bool failed = server_has_failed(server);
    server_free(server);
    if (failed)
        fprintf(
            stderr,
            "leaper serve: the disk failed while matches were being written; when the server is started again, it will show what is on the disk\n");
    return failed ? EXIT_FAILED : EXIT_FINE;
}

// ---- The command line ----

struct settings {
    struct opening_files files;
    const char *bind, *database, *web, *host, *token_file, *mail, *mail_from, *url, *tables;
    long port, text_mib, new_texts, engines; // engines 0: one for each processor
    long analyses;                           // -1: one, if only this machine can reach the server
    int64_t expire;
    int log_format, log_addresses;
    struct address_blocks trusted, generous;
};

static bool read_addresses(const char *text, void *member, struct error *err)
{
    return address_blocks_add(member, text, err);
}

static int run(void *given)
{
    const struct settings *settings = given;
    char token[LIMIT_SECRET + 2];
    if (settings->token_file && !read_token(settings->token_file, token))
        return EXIT_USAGE;
    struct error err = {0};
    char *database = settings->database ? NULL : archive_default_path(&err);
    char *web = settings->web ? NULL : find_web();
    struct server_options options = {
        .bind = settings->bind ? settings->bind : "127.0.0.1",
        .port = (unsigned)settings->port,
        .database = database ? database : settings->database,
        .web = web ? web : settings->web,
        .host = settings->host,
        .mail = settings->mail,
        .mail_from = settings->mail_from,
        .url = settings->url,
        .engines = settings->engines ? (unsigned)settings->engines : processors(),
        .analyses = (int)settings->analyses,
        .analysis_threads = shared_processors(settings->analyses),
        .expire = settings->expire,
        .text_mib = (unsigned)settings->text_mib,
        .new_texts = (unsigned)settings->new_texts,
        .log = {(enum log_format)settings->log_format, (enum log_addresses)settings->log_addresses},
        .metrics_token = settings->token_file ? token : NULL,
        .trusted = settings->trusted,
        .generous = settings->generous,
    };
    int status = EXIT_USAGE;
    if (settings->tables && !(options.tables = endings_open(settings->tables, &err)))
        usage_report("serve", &err);
    else
        status = options.database ? serve(&options) : failure_report("serve", &err);
    shelf_free(options.tables);
    free(database);
    free(web);
    return status;
}

static const struct argument options[] = {
    {.name = "bind",
     .value = "ADDRESS",
     .help = "address to listen on",
     TEXT(struct settings, bind),
     .otherwise = "127.0.0.1, this machine only"},
    {.name = "port",
     .value = "N",
     .help = "port to listen on, 0 for any that is free",
     NUMBER(struct settings, port),
     .maximum = 65535,
     .initial = 8080},
    {.name = "db", .value = "FILE", ARCHIVE_DATABASE, PATH(struct settings, database)},
    {.name = "web",
     .value = "DIRECTORY",
     .help = "the built web page",
     PATH(struct settings, web),
     .otherwise = "the one that belongs to this program"},
    {.name = "host",
     .value = "NAME",
     .help = "the name by which clients reach this server",
     TEXT(struct settings, host)},
    {.name = "url",
     .value = "URL",
     .help = "where players find this server, for links in messages: https://NAME",
     TEXT(struct settings, url)},
    {.name = "mail",
     .value = "COMMAND",
     .help = "command that sends messages to players: a program and its arguments, separated by blanks",
     TEXT(struct settings, mail),
     .otherwise = "no messages are sent"},
    {.name = "mail-from",
     .value = "ADDRESS",
     .help = "address that messages come from",
     TEXT(struct settings, mail_from),
     .otherwise = "leaper at the host of --url"},
    {.name = "engines",
     .value = "N",
     .help = "engines that may think at the same time",
     NUMBER(struct settings, engines),
     .minimum = 1,
     .maximum = LIMIT_WORKERS,
     .otherwise = "one for each processor"},
    {.name = "analysis",
     .value = "N",
     .help = "people for whom positions are analysed at the same time, 0: nobody",
     NUMBER(struct settings, analyses),
     .minimum = 0,
     .maximum = LIMIT_ANALYSES,
     .initial = -1,
     .otherwise = "1 if only this machine can reach the server, else 0"},
    ENDINGS_TABLES(struct settings, "engines at full strength and for analysis"),
    {.name = "expire",
     .value = "DAYS",
     .help = "delete matches without a turn after this time, in days, or as in 12h; 0: never",
     SPAN(struct settings, expire),
     .initial = 7 * 86400,
     .otherwise = "7"},
    {.name = "texts",
     .value = "MIB",
     .help = "refuse matches with new texts of variants when the database has this much of them",
     NUMBER(struct settings, text_mib),
     .minimum = 1,
     .maximum = 65536,
     .initial = ARCHIVE_TEXT_MIB},
    {.name = "new-texts",
     .value = "N",
     .help = "different texts of variants that one client may bring into the database in a day",
     NUMBER(struct settings, new_texts),
     .minimum = 1,
     .maximum = 65536,
     .initial = LIMIT_TEXTS_KEPT},
    {.name = "log-format",
     .value = "FORMAT",
     .help = "log each request on standard error",
     CHOICE(struct settings, log_format),
     .choices = log_format_names},
    {.name = "log-addresses",
     .value = "HOW",
     .help = "how addresses are logged",
     CHOICE(struct settings, log_addresses),
     .choices = log_address_names},
    {.name = "metrics-token-file",
     .value = "FILE",
     .help = "file with the token that GET /metrics requires; without it, only this machine may use /metrics",
     PATH(struct settings, token_file)},
    {.name = "trusted-proxy",
     .value = "LIST",
     .help = "proxies trusted to report the client's address: addresses or ADDRESS/BITS, separated by commas",
     READ(struct address_blocks, struct settings, trusted, read_addresses)},
    {.name = "generous",
     .value = "LIST",
     .help = "clients that get the limits of this machine, such as a school's address",
     READ(struct address_blocks, struct settings, generous, read_addresses)},
    {.name = NULL},
};

const struct command command_serve = {
    .name = "serve",
    .summary = "serve the games to browsers, with an engine and with friends",
    .text =
        "Serves the games to browsers: against the engine, or against a friend by a link. Prints the\n"
        "address when it is ready. Ctrl-C stops it; all matches are kept and continue when it is started again.\n"
        "Only this machine can reach it unless --bind says otherwise.\n",
    .examples =
        "  leaper serve\n"
        "  leaper serve --bind 0.0.0.0 --port 8000     everybody in your network can play\n"
        "  leaper serve --db /srv/games.db --host chess.example.org\n"
        "  leaper serve --host chess.example.org --url https://chess.example.org --mail \"sendmail -t -i\"\n",
    .options = options,
    .shared = {{&opening_files, offsetof(struct settings, files)}},
    .size = sizeof(struct settings),
    .run = run,
};
