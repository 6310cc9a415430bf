// SPDX-License-Identifier: GPL-3.0-or-later
// `leaper hamiltonian max-score`: solves the exercise that the author of Hamiltonian Chess left to the
// reader.
#include "base/clock.h"
#include "cli/commands.h"
#include "cli/line/json_out.h"
#include "lab/max_score_game.h"

#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_PATH, CIRCUIT, TASKS };

static const char *const task_names[TASKS] = {"path", "circuit"};

static const char command_name[] = "hamiltonian max-score";

// A request and its result.
struct exercise {
    struct max_score_query query;
    struct max_score found[TASKS];
    bool exists[TASKS];
    double seconds;
};

static void name_square(const struct exercise *exercise, unsigned square, char name[3])
{
    name[0] = (char)('a' + square % exercise->query.size);
    name[1] = (char)('1' + square / exercise->query.size);
    name[2] = '\0';
}

// The squares in order, the first again at the end of a circuit.
static unsigned stops_of(const struct max_score *found, int task)
{
    return found->count + (task == CIRCUIT);
}

// The piece at a step of the path.
static unsigned piece_at(const struct max_score *found, unsigned stop)
{
    return stop < found->count ? stop : 0;
}

static unsigned step_of(const struct exercise *exercise, const struct max_score *found, unsigned number)
{
    unsigned from = found->squares[number], to = found->squares[piece_at(found, number + 1)];
    int size = (int)exercise->query.size;
    int files = abs((int)from % size - (int)to % size), ranks = abs((int)from / size - (int)to / size);
    return (unsigned)(files > ranks ? files : ranks);
}

// Only on the game's own board do the squares make a game.
static bool has_game(const struct exercise *exercise)
{
    return exercise->query.size == LINK_SIDE_MAX;
}

// ---- JSON ----

static void add_text(json_t *object, const char *key,
                     void (*write)(const struct max_score_game *, struct buffer *),
                     const struct max_score_game *game)
{
    struct buffer text;
    buffer_init(&text);
    write(game, &text);
    json_object_set_new(object, key, json_string(buffer_text(&text)));
    buffer_clear(&text);
}

static json_t *moves_to_json(const struct max_score_game *game)
{
    json_t *moves = json_array();
    struct buffer text;
    buffer_init(&text);
    for (unsigned number = 0; max_score_game_turn(game, number, &text); number++) {
        json_array_append_new(moves, json_string(buffer_text(&text)));
        buffer_reset(&text);
    }
    buffer_clear(&text);
    return moves;
}

static json_t *task_to_json(const struct exercise *exercise, int task)
{
    const struct max_score *found = &exercise->found[task];
    if (!exercise->exists[task])
        return json_null();
    char pieces[MAX_SCORE_PIECES + 1] = "";
    json_t *squares = json_array();
    for (unsigned i = 0; i < found->count; i++)
        pieces[i] = max_score_letters[found->kinds[i]];
    for (unsigned i = 0; i < stops_of(found, task); i++) {
        char name[3];
        name_square(exercise, found->squares[piece_at(found, i)], name);
        json_array_append_new(squares, json_string(name));
    }
    json_t *object =
        json_pack("{s:i,s:i,s:s,s:o,s:I,s:i,s:i,s:I}", "score", (int)found->score, "sum", (int)found->sum,
                  "pieces", pieces, "squares", squares, "ways", (json_int_t)found->ways, "bound",
                  (int)found->bound, "sets", (int)found->sets, "nodes", (json_int_t)found->nodes);
    if (object && has_game(exercise)) {
        struct max_score_game game;
        max_score_game_init(&game, found, task == CIRCUIT);
        add_text(object, "fen", max_score_game_fen, &game);
        add_text(object, "announcement", max_score_game_announcement, &game);
        json_object_set_new(object, "moves", moves_to_json(&game));
    }
    return object;
}

static int print_json(const struct exercise *exercise)
{
    json_print(json_pack("{s:s,s:s,s:i,s:o,s:o,s:f}", "game", command_hamiltonian.name, "scoring", "distance",
                         "size", (int)exercise->query.size, task_names[CIRCUIT],
                         task_to_json(exercise, CIRCUIT), task_names[OPEN_PATH],
                         task_to_json(exercise, OPEN_PATH), "seconds", exercise->seconds));
    return output_finish(command_name);
}

// ---- Text ----

static void print_route(const struct exercise *exercise, int task)
{
    const struct max_score *found = &exercise->found[task];
    printf("  pieces   ");
    for (unsigned i = 0; i < stops_of(found, task); i++)
        printf(" %2c", max_score_letters[found->kinds[piece_at(found, i)]]);
    printf("\n  squares  ");
    for (unsigned i = 0; i < stops_of(found, task); i++) {
        char name[3];
        name_square(exercise, found->squares[piece_at(found, i)], name);
        printf(" %2s", name);
    }
    printf("\n  distances");
    for (unsigned i = 0; i + 1 < stops_of(found, task); i++)
        printf(" %2u", step_of(exercise, found, i));
    putchar('\n');
}

static void print_game(const struct max_score *found, int task)
{
    struct max_score_game game;
    struct buffer text;
    buffer_init(&text);
    max_score_game_init(&game, found, task == CIRCUIT);
    max_score_game_fen(&game, &text);
    printf("  position  %s\n", buffer_text(&text));
    buffer_reset(&text);
    for (unsigned number = 0; max_score_game_turn(&game, number, &text); number++)
        buffer_add_char(&text, ' ');
    if (text.length) {
        buffer_truncate(&text, text.length - 1); // the last blank
        printf("  game      %s\n", buffer_text(&text));
    }
    buffer_clear(&text);
}

static void print_task(const struct exercise *exercise, int task)
{
    const struct max_score *found = &exercise->found[task];
    if (!exercise->exists[task]) {
        printf("%s: there is none\n\n", task_names[task]);
        return;
    }
    if (task == CIRCUIT)
        printf("%s: %u points, twice the sum %u of its distances\n", task_names[task], found->score,
               found->sum);
    else
        printf("%s: %u points, the sum of its distances\n", task_names[task], found->score);
    print_route(exercise, task);
    if (has_game(exercise))
        print_game(found, task);
    printf("  proof     ways %" PRIu64 ", bound %u, sets %u, nodes %" PRIu64 "\n\n", found->ways,
           found->bound, found->sets, found->nodes);
}

static int print_text(const struct exercise *exercise)
{
    print_task(exercise, CIRCUIT);
    print_task(exercise, OPEN_PATH);
    printf("time %.3f s\n", exercise->seconds);
    return output_finish(command_name);
}

// ---- The command line ----

struct settings {
    uint8_t pieces[LINK_KINDS]; // all 0: any set
    long size;
    bool as_json;
};

static bool add_piece(uint8_t *pieces, char c)
{
    const char *letter = strchr(max_score_letters, toupper((unsigned char)c));
    return letter && ++pieces[letter - max_score_letters] <= max_score_army[letter - max_score_letters];
}

// Reads a set such as "KQRRB", letters in any order and case.
static bool read_pieces(const char *text, void *member, struct error *err)
{
    uint8_t *pieces = member;
    bool fine = strlen(text) >= 2;
    for (const char *c = text; fine && *c; c++)
        fine = add_piece(pieces, *c);
    return fine ||
           error_set(err, ERROR_PARAMETER, "", "takes two or more of the letters KQRRBBNN, not '%s'", text);
}

static void solve(struct exercise *exercise)
{
    double start = clock_seconds();
    for (int task = 0; task < TASKS; task++) {
        exercise->query.circuit = task == CIRCUIT;
        exercise->exists[task] = max_score_find(&exercise->query, &exercise->found[task]);
    }
    exercise->seconds = clock_seconds() - start;
}

static bool has_pieces(const uint8_t *pieces)
{
    for (int kind = 0; kind < LINK_KINDS; kind++)
        if (pieces[kind])
            return true;
    return false;
}

static int run(void *given)
{
    const struct settings *settings = given;
    bool subsets = !has_pieces(settings->pieces);
    struct exercise exercise = {.query = {.subsets = subsets, .size = (unsigned)settings->size}};
    memcpy(exercise.query.pieces, subsets ? max_score_army : settings->pieces, sizeof exercise.query.pieces);
    solve(&exercise);
    return settings->as_json ? print_json(&exercise) : print_text(&exercise);
}

static const struct argument options[] = {
    {.name = "pieces",
     .value = "SET",
     .help = "these pieces and no fewer, out of KQRRBBNN",
     READ(uint8_t *, struct settings, pieces, read_pieces),
     .otherwise = "all sets"},
    {.name = "size",
     .value = "N",
     .help = "on a board of N x N squares",
     NUMBER(struct settings, size),
     .minimum = 2,
     .maximum = LINK_SIDE_MAX,
     .initial = LINK_SIDE_MAX},
    {.name = "json", .help = "print one JSON object instead of lines", FLAG(struct settings, as_json)},
    {.name = NULL},
};

static const struct command command_max_score = {
    .name = command_name,
    .summary = "the highest score of a path and of a circuit",
    .text =
        "Finds the largest score that a path and that a circuit can have when distances count, by an\n"
        "exhaustive search over all sets of pieces and all their squares, and gives a game that ends with it.\n"
        "\n"
        "A path scores the sum of the distances of its steps, a circuit twice the sum. The search skips only\n"
        "what cannot beat the best sum found so far; docs/hamiltonian.md proves that.\n"
        "  ways   how many circuits or paths have the largest sum; turned and mirrored ones count\n"
        "  bound  the most that walks could score if they were allowed to cross pieces and revisit squares\n"
        "  sets   sets of pieces considered, nodes: partial paths examined\n",
    .examples = "  leaper hamiltonian max-score\n"
                "  leaper hamiltonian max-score --pieces QRRBB\n"
                "  leaper hamiltonian max-score --size 5 --json\n",
    .options = options,
    .size = sizeof(struct settings),
    .run = run,
};

static const struct command *const subcommands[] = {&command_max_score, NULL};

const struct command command_hamiltonian = {
    .name = "hamiltonian",
    .summary = "the highest possible score in Hamiltonian Chess, with proof",
    .text = "Answers questions about Hamiltonian Chess by exhaustive search.\n",
    .subcommands = subcommands,
};
