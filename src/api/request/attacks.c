// SPDX-License-Identifier: GPL-3.0-or-later
// Answers {"do":"attacks"}: what each piece on the board attacks.
#include "api/request/request.h"

#include "notation/json/json_text.h"
#include "position/protection/attacked_squares.h"

static json_t *describe_set(const struct set *set)
{
    json_t *squares = json_array();
    square s;
    for (struct set_walk walk = set_walk(set); set_next(&walk, &s);)
        json_append(&squares, json_of_square(s));
    return squares;
}

// {"e2":["d3","f3"],…}: every piece with the squares that it attacks.
static json_t *describe_attacks(const struct position *pos)
{
    json_t *attacks = json_object();
    for (unsigned color = WHITE; color <= BLACK; color++) {
        square s;
        for (struct set_walk walk = set_walk(&pos->sets[color]); set_next(&walk, &s);) {
            struct set set = attacked_squares(pos, s);
            char name[SQUARE_NAME_SIZE];
            square_name(s, name);
            json_put(&attacks, name, describe_set(&set));
        }
    }
    return attacks;
}

json_t *answer_attacks(struct request *request, struct leaper_error *error)
{
    struct show_request read;
    if (!take_position(&read, request, NULL, error))
        return NULL;
    json_t *attacks = describe_attacks(&read.position);
    show_request_clear(&read);
    return answered(attacks ? json_pack("{s:o}", "attacks", attacks) : NULL, error);
}
