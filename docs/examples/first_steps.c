// SPDX-License-Identifier: GPL-3.0-or-later
// First steps with libleaper: prints a position, plays a game of Fuel Chess against the engine, draws a knight's tour.
//
//     cc first_steps.c $(pkg-config --cflags --libs leaper) -o first_steps && ./first_steps
#include <leaper/leaper.h>

#include <stdio.h>
#include <stdlib.h>

// Every function that can fail fills in a code, a place and a message.
static int failed(const struct leaper_error *error)
{
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    return EXIT_FAILURE;
}

// Texts that the library returns belong to the caller.
static bool print_and_free(const char *title, char *text)
{
    if (!text)
        return false;
    printf("%s%s\n", title, text);
    leaper_free(text);
    return true;
}

static bool print_position(const struct leaper_position *position, struct leaper_error *error)
{
    uint64_t count;
    size_t turns;
    struct leaper_turn *list = leaper_position_turns(position, &turns, error);
    if (!list || !leaper_position_perft(position, 3, NULL, &count, error)) {
        leaper_free(list);
        return false;
    }
    leaper_free(list);
    printf("turns: %zu, perft 3: %llu\n", turns, (unsigned long long)count);
    return print_and_free("position: ", leaper_position_fen(position, error));
}

// We play the first turn in the list; the engine plays the best that it finds in 2,000 nodes.
static bool choose(struct leaper_engine *engine, const struct leaper_position *position,
                   struct leaper_turn *turn, struct leaper_error *error)
{
    if (leaper_position_side(position) == LEAPER_WHITE) {
        size_t count;
        struct leaper_turn *turns = leaper_position_turns(position, &count, error);
        if (!turns)
            return false;
        *turn = turns[0];
        leaper_free(turns);
        return true;
    }
    struct leaper_search search = {.nodes = 2000};
    struct leaper_search_result result;
    if (!leaper_engine_search(engine, position, &search, &result, error))
        return false;
    *turn = result.turn;
    return true;
}

static bool play(struct leaper_session *session, struct leaper_engine *engine, struct leaper_error *error)
{
    enum { TURNS_MAX = 200 };
    while (leaper_session_outcome(session).result == LEAPER_ONGOING &&
           leaper_session_turn_count(session) < TURNS_MAX) {
        struct leaper_turn turn;
        struct leaper_position *position =
            leaper_session_position(session, leaper_session_turn_count(session), error);
        bool played =
            position && choose(engine, position, &turn, error) && leaper_session_play(session, &turn, error);
        leaper_position_free(position);
        if (!played)
            return false;
    }
    struct leaper_outcome outcome = leaper_session_outcome(session);
    printf("result: %s (%s)\n", leaper_result_name(outcome.result), leaper_reason_words(outcome.reason));
    struct leaper_record *record = leaper_session_record(session, error);
    bool written = record && leaper_record_set_tag(record, "Event", "First steps", error) &&
                   print_and_free("", leaper_record_pgn(record, false, error));
    leaper_record_free(record);
    return written;
}

// A game in which every piece starts with 20 units of fuel instead of 50.
static bool play_fuel(struct leaper_error *error)
{
    const struct leaper_setting settings[] = {{"fuel", "20"}};
    struct leaper_variant *variant = leaper_variant_new("fuel", settings, 1, error);
    struct leaper_position *start = variant ? leaper_position_new(variant, NULL, error) : NULL;
    struct leaper_session *session = variant ? leaper_session_new(variant, NULL, error) : NULL;
    struct leaper_engine *engine = leaper_engine_new(16, 1, error);
    bool fine = start && session && engine && print_position(start, error) && play(session, engine, error);
    leaper_engine_free(engine);
    leaper_session_free(session);
    leaper_position_free(start);
    leaper_variant_free(variant);
    return fine;
}

static bool draw_tour(const char *path, struct leaper_error *error)
{
    struct leaper_tours_spec spec = {.board = "8x8"};
    struct leaper_tours_finding finding = {.how = NULL};
    struct leaper_tours *tours = leaper_tours_new(&spec, error);
    int tour[64];
    bool found = tours && leaper_tours_find(tours, NULL, tour, &finding, error) &&
                 finding.status == LEAPER_TOURS_FOUND;
    char *svg = found ? leaper_tours_svg(tours, tour, LEAPER_TOURS_COLOURED, 0, error) : NULL;
    FILE *file = svg ? fopen(path, "w") : NULL;
    bool written = file && fputs(svg, file) >= 0;
    if (file)
        written = fclose(file) == 0 && written;
    if (written)
        printf("tour: %s, drawn in %s\n", finding.how, path);
    leaper_free(svg);
    leaper_tours_finding_clear(&finding);
    leaper_tours_free(tours);
    return written;
}

int main(void)
{
    struct leaper_error error = {.message = "cannot write tour.svg"};
    printf("leaper %s\n", leaper_version());
    return play_fuel(&error) && draw_tour("tour.svg", &error) ? EXIT_SUCCESS : failed(&error);
}
