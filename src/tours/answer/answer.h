// SPDX-License-Identifier: GPL-3.0-or-later
// Answers for pages about tours, as docs/api.md has them: the server gives them, and so does the library where there is no server.
//
// Every function that returns JSON returns NULL when memory runs out.
#ifndef LEAPER_TOURS_ANSWER_H
#define LEAPER_TOURS_ANSWER_H

#include "tours/answer/question.h"
#include "tours/draw/picture.h"

// What an answer may take.
struct tours_limits {
    size_t tables; // bytes of tables of counts
    bool modest;   // draw random tours without large tables, estimate with one walk at a time
    // Whether the work may go on if it uses no more than this share of its time, 0 … 1. Called often.
    bool (*has)(void *context, double share);
    void *context;
};

// What a page needs to begin with: pieces, known numbers, and the limits of questions.
json_t *tours_catalogue(void);

// The known number that is the answer to a question for a count. False if there is none; `answer` may be NULL then or now.
bool tours_answer_known(const struct tours_question *question, json_t **answer);

// Counts, draws at random or estimates.
json_t *tours_answer(const struct tours_question *question, const struct tours_limits *limits);

// Counts did not finish: what is answered then.
json_t *tours_answer_too_many(const struct tours_question *question);

// Draws the picture of the tour that is in the question, which the caller clears.
void tours_answer_picture(const struct tours_question *question, struct picture *picture);

// ---- Shared by the sources of this room ----

// Whether to go on until nearly all the time is used, so that some is left to write the answer. Takes a struct tours_limits, as the
// callers in src/tours expect.
bool tours_limits_go_on(void *limits);

// Why there can be no tour, appended to `reason`; false if that is not known.
bool tours_forbidden(const struct tours_question *question, struct buffer *reason);

// Random tours: uniform if the tables fit into the limits, else from a random walk (random.c).
json_t *tours_answer_random(const struct tours_question *question, const struct tours_limits *limits);

#endif
