// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper serve`: the games in a browser.
#include "archive/archive.h"
#include "base/buffer.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/line/options.h"
#include "server/limits.h"
#include "server/secret.h"
#include "server/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct usage usage = {
    "leaper serve [options]",
    "Serves the games to browsers: against the engine, or against a friend by a link. Prints the\n"
    "address when it is ready. Ctrl-C ends it; all matches are kept and go on at the next start.\n"
    "Only this machine can reach it unless --bind says otherwise.\n",
    "  leaper serve\n"
    "  leaper serve --bind 0.0.0.0 --port 8000     everybody in your network can play\n"
    "  leaper serve --db /srv/games.db --host chess.example.org\n",
    false,
};

enum {
    BIND,
    PORT,
    DATABASE,
    WEB,
    HOST,
    ENGINES,
    EXPIRE,
    TRUSTED,
    GENEROUS,
    LOG_FORMAT,
    LOG_ADDRESS,
    METRICS_TOKEN,
    OPTIONS
};

// The page that belongs to this program: in a source tree web/dist beside the
// build directory, else what was installed. NULL when there is none.
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

// Which of the names an option has; the first when it was not given. -1 after having complained.
static int read_name(const struct option *option, const char *const *names)
{
    if (!option->given)
        return 0;
    struct buffer all;
    buffer_init(&all);
    for (int i = 0; names[i]; i++) {
        if (!strcmp(option->given, names[i])) {
            buffer_clear(&all);
            return i;
        }
        buffer_addf(&all, "%s%s", i ? ", " : "", names[i]);
    }
    usage_error("serve", "--%s: '%s' is none of %s", option->name, option->given, buffer_text(&all));
    buffer_clear(&all);
    return -1;
}

static bool read_log(const struct option *given, struct log *log)
{
    int format = read_name(&given[LOG_FORMAT], log_format_names);
    int addresses = format < 0 ? -1 : read_name(&given[LOG_ADDRESS], log_address_names);
    if (addresses < 0)
        return false;
    *log = (struct log){(enum log_format)format, (enum log_addresses)addresses};
    return true;
}

// The first line of the file; `token` has room for one character more than a token may have, so that a longer one is noticed.
static bool read_token(const char *path, char token[LIMIT_SECRET + 2])
{
    FILE *file = fopen(path, "r");
    bool fine = file && fgets(token, LIMIT_SECRET + 2, file);
    int failure = file && !fine ? 0 : errno;
    if (file)
        fclose(file);
    if (!fine) {
        usage_error("serve", "no token can be read from %s: %s", path,
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

static bool read_addresses(const struct option *option, struct address_blocks *blocks)
{
    struct error err;
    if (!option->given || address_blocks_add(blocks, option->given, &err))
        return true;
    usage_error("serve", "--%s: %s", option->name, err.message);
    return false;
}

static bool read_options(const struct option *given, struct server_options *options)
{
    long number;
    if (given[PORT].given) {
        if (!option_number("serve", &given[PORT], 0, 65535, &number))
            return false;
        options->port = (unsigned)number;
    }
    if (given[ENGINES].given) {
        if (!option_number("serve", &given[ENGINES], 1, LIMIT_WORKERS, &number))
            return false;
        options->engines = (unsigned)number;
    }
    if (given[EXPIRE].given && !option_span("serve", &given[EXPIRE], &options->expire))
        return false;
    if (given[BIND].given)
        options->bind = given[BIND].given;
    options->host = given[HOST].given;
    return read_log(given, &options->log) && read_addresses(&given[TRUSTED], &options->trusted) &&
           read_addresses(&given[GENEROUS], &options->generous);
}

// The signals that end the server in good order.
static void block_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    // A file size limit is an error of writing like a full disk.
    signal(SIGXFSZ, SIG_IGN);
}

static int run(const struct server_options *options)
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
        fprintf(stderr, "leaper serve: matches can be looked at, but nothing can be changed: %s\n",
                err.message);
    struct timespec second = {.tv_sec = 1};
    while (sigtimedwait(&set, NULL, &second) < 0 && !server_has_failed(server))
        server_tick(server);
    bool failed = server_has_failed(server);
    server_free(server);
    if (failed)
        fprintf(stderr,
                "leaper serve: the disk failed while matches were being written; when the server is started "
                "again, they are as the disk has them\n");
    return failed ? EXIT_FAILED : EXIT_FINE;
}

int cmd_serve(int argc, char **argv)
{
    struct option given[OPTIONS + 1] = {
        [BIND] = {"bind", "ADDRESS", "address to listen on (127.0.0.1: this machine only)", NULL},
        [PORT] = {"port", "N", "port to listen on (8080); 0 takes any that is free", NULL},
        [DATABASE] = {"db", "FILE", "database (in the user's data directory)", NULL},
        [WEB] = {"web", "DIRECTORY", "the built web page (the one that belongs to this program)", NULL},
        [HOST] = {"host", "NAME", "name of this server, when it is reached by one", NULL},
        [ENGINES] = {"engines", "N", "engines that think at the same time (one for each processor)", NULL},
        [EXPIRE] = {"expire", "DAYS",
                    "delete matches that stand without a turn so long (7; 12h and the like; 0: never)", NULL},
        [LOG_FORMAT] = {"log-format", "FORMAT",
                        "a line on standard error for each request: none, text or json (none)", NULL},
        [LOG_ADDRESS] = {"log-addresses", "HOW", "how addresses are logged: trimmed, full or none (trimmed)",
                         NULL},
        [METRICS_TOKEN] = {"metrics-token-file", "FILE",
                           "token for GET /metrics (without one only this machine may ask)", NULL},
        [TRUSTED] = {"trusted-proxy", "LIST",
                     "proxies that may name the client: addresses or ADDRESS/BITS, with commas", NULL},
        [GENEROUS] = {"generous", "LIST",
                      "clients with the limits of this machine, such as a school's address", NULL},
    };
    struct arguments arguments;
    int status = options_read(&usage, given, &arguments, argc, argv);
    if (status != OPTIONS_GO_ON)
        return status;
    if (arguments.count)
        return usage_error("serve", "'%s' is one word too many", arguments.words[0]);
    struct server_options options = {
        .bind = "127.0.0.1", .port = 8080, .engines = processors(), .expire = 7 * 86400};
    char token[LIMIT_SECRET + 2];
    if (!read_options(given, &options) ||
        (given[METRICS_TOKEN].given && !read_token(given[METRICS_TOKEN].given, token)))
        return EXIT_USAGE;
    options.metrics_token = given[METRICS_TOKEN].given ? token : NULL;
    struct error err = {0};
    char *database = given[DATABASE].given ? NULL : archive_default_path(&err);
    char *web = given[WEB].given ? NULL : find_web();
    options.database = database ? database : given[DATABASE].given;
    options.web = web ? web : given[WEB].given;
    status = options.database ? run(&options) : EXIT_FAILED;
    if (!options.database)
        fprintf(stderr, "leaper serve: %s\n", err.message);
    free(database);
    free(web);
    return status;
}
