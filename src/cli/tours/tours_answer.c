// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper answer-about-tours`: computes one answer of the server in a separate process with limits. Only the server calls it.
#include "base/memory.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "server/limits.h"
#include "server/tours/child.h"
#include "server/tours/tours_work.h"

#include <jansson.h>
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

static bool read_input(struct buffer *body)
{
    char bytes[4096];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0 && body->length <= LIMIT_BODY)
        buffer_add_bytes(body, bytes, count);
    return !ferror(stdin) && body->length <= LIMIT_BODY;
}

static int answer(enum tours_question question, double seconds, bool modest)
{
    struct buffer body, out;
    struct problem problem = {.code = PROBLEM_NONE};
    buffer_init(&body);
    buffer_init(&out);
    bool fine = read_input(&body);
    struct tours_body *read =
        fine ? tours_body_read(buffer_text(&body), body.length, question, &problem) : NULL;
    const struct tours_work work = {.body = read, .seconds = seconds, .modest = modest, .out = &out};
    fine = read && tours_work_run(&work, question) && fwrite(out.text, out.length, 1, stdout) == 1;
    tours_body_free(read);
    buffer_clear(&body);
    buffer_clear(&out);
    return fine ? output_finish("answer-about-tours") : EXIT_FAILED;
}

static int run(int argc, char **argv)
{
    enum tours_question question;
    struct error err = {0};
    long parent = argc > 2 ? strtol(argv[2], NULL, 10) : 0,
         seconds = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (parent <= 0 || seconds <= 0 || !tours_question_find(argv[1], &question)) {
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
    return answer(question, (double)seconds, argc > 4 && !strcmp(argv[4], "modest"));
}

const struct command command_tours_answer = {.name = "answer-about-tours", .main = run};
