// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper answer-about-tours`: computes one answer of the server in a separate process with limits. Only the server calls it.
#include "base/clock.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "server/limits.h"
#include "server/process/child.h"
#include "tours/answer/answer.h"
#include "tours/draw/picture_png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool leave(void *context, size_t size)
{
    (void)context;
    (void)size;
    _exit(CHILD_EXIT_MEMORY);
}

// Work that can stop by itself stops a little before the system ends the process.
static bool has_time(void *context, double share)
{
    const double *seconds = context;
    return clock_process_seconds() < share * *seconds;
}

static bool print_picture(const struct tours_question *asked)
{
    struct picture picture;
    struct buffer out;
    struct error err;
    bool fine = true;
    buffer_init(&out);
    tours_answer_picture(asked, &picture);
    if (asked->png)
        fine = picture_write_png(&picture, 2, &out, &err);
    else
        picture_write_svg(&picture, &out);
    picture_clear(&picture);
    fine = fine && !out.failed && fwrite(out.text, out.length, 1, stdout) == 1;
    buffer_clear(&out);
    return fine;
}

static bool print_answer(const struct tours_question *asked, double seconds, bool modest)
{
    const struct tours_limits limits = {
        .tables = (size_t)LIMIT_TOUR_TABLES << 20, .modest = modest, .has = has_time, .context = &seconds};
    json_t *answer = tours_answer(asked, &limits);
    if (!answer)
        memory_exhausted();
    bool fine = !json_dumpf(answer, stdout, JSON_COMPACT);
    json_decref(answer);
    return fine;
}

static int answer(enum tours_ask ask, double seconds, bool modest)
{
    struct tours_question asked = {.ask = ask};
    struct error err;
    json_t *body = json_loadf(stdin, 0, NULL);
    bool fine = body && tours_question_read(&asked, ask, body, &err) &&
                (ask == TOURS_ASK_DRAW ? print_picture(&asked) : print_answer(&asked, seconds, modest));
    tours_question_clear(&asked);
    json_decref(body);
    return fine ? output_finish("answer-about-tours") : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    enum tours_ask ask;
    struct error err = {0};
    long parent = argc > 2 ? strtol(argv[2], NULL, 10) : 0,
         seconds = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (parent <= 0 || seconds <= 0 || !tours_ask_find(argv[1], &ask)) {
        fprintf(stderr,
                "leaper answer-about-tours: this command is internal; only the server may start it\n");
        return EXIT_USAGE;
    }
    const struct child_bounds bounds = {(unsigned)seconds, (size_t)LIMIT_TOUR_MEMORY << 20, parent};
    if (!child_confine(&bounds, &err)) {
        fprintf(stderr, "leaper answer-about-tours: %s\n", err.message);
        return EXIT_FAILED;
    }
    memory_set_handler(leave, NULL);
    return answer(ask, (double)seconds, argc > 4 && !strcmp(argv[4], "modest"));
}

const struct command command_tours_answer = {.name = "answer-about-tours", .main = run};
