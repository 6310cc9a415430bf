// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tables of a variant from its game and parameters.
#include "position/variant.h"

#include "base/text.h"
#include "position/game.h"
#include "position/keys.h"
#include "position/moves/bulk.h"

#include <stdlib.h>
#include <string.h>

void variant_add_piece(struct variant *variant, const struct piece_description *description)
{
    piece_type type = type_of_letter(description->letter);
    struct piece_rules *rules = &variant->pieces[type];
    assert(!rules->name);
    variant->declared[variant->declared_count++] = type;
    rules->text[WHITE][0] = description->letter;
    rules->text[BLACK][0] = text_lower(description->letter);
    rules->demotes_to = rules->counts_as = type;
    rules->name = description->name;
    rules->betza = description->betza;
    // A piece that cannot move has an empty text.
    bool parsed = !*description->betza || betza_parse(description->betza, &rules->movement[WHITE], NULL);
    assert(parsed);
    (void)parsed;
    piece_rules_list(rules);
}

piece_type variant_type_of_text(const struct variant *variant, const char *text, size_t length)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const char *own = variant->pieces[type].text[WHITE];
        if (*own && strlen(own) == length && !memcmp(own, text, length))
            return type;
    }
    return TYPE_NONE;
}

static void write_promoted(struct piece_rules *rules, char letter, enum promoted_form form)
{
    const char text[] = {form == PROMOTED_PLUS ? '+' : letter, form == PROMOTED_PLUS ? letter : '~', '\0'};
    memcpy(rules->text[WHITE], text, sizeof text);
    memcpy(rules->text[BLACK], text, sizeof text);
    rules->text[BLACK][form == PROMOTED_PLUS] = text_lower(letter);
}

piece_type variant_add_promoted(struct variant *variant, piece_type was, piece_type becomes,
                                enum promoted_form form)
{
    struct piece_rules made = variant->pieces[becomes];
    assert(made.name && variant->pieces[was].name && was < LETTER_TYPES && becomes < LETTER_TYPES);
    write_promoted(&made, type_letter(form == PROMOTED_PLUS ? was : becomes), form);
    piece_type type = variant_type_of_text(variant, made.text[WHITE], PIECE_TEXT_SIZE - 1);
    if (type != TYPE_NONE)
        return type;
    for (type = LETTER_TYPES; type < PIECE_TYPES && variant->pieces[type].name;)
        type++;
    if (type == PIECE_TYPES)
        return TYPE_NONE;
    // What is promoted already does not take over what its kind turns into.
    made.turns_into = TYPE_NONE;
    made.demotes_to = was;
    made.counts_as = becomes;
    variant->pieces[type] = made;
    return type;
}

void variant_add_pawn(struct variant *variant, const struct piece_description *description)
{
    variant_add_piece(variant, description);
    struct piece_rules *rules = &variant->pieces[type_of_letter(description->letter)];
    rules->is_pawn = rules->one_way = rules->promotes = true;
    rules->resets_clock[WHITE] = rules->resets_clock[BLACK] = true;
    rules->takes_en_passant[WHITE] = rules->takes_en_passant[BLACK] = true;
    int last = variant->board.height - 1;
    for (int file = 0; file < variant->board.width; file++) {
        set_add(&rules->double_step[WHITE], square_at(file, 1));
        set_add(&rules->double_step[BLACK], square_at(file, last - 1));
        set_add(&rules->promotion[WHITE], square_at(file, last));
        set_add(&rules->promotion[BLACK], square_at(file, 0));
    }
}

// Whether pieces of the type attack only on conditions: if a region allows it, or if they may capture at all.
static bool is_conditional(const struct variant *variant, piece_type type)
{
    const struct piece_rules *rules = &variant->pieces[type];
    return rules->confined || variant_petrified_royal(variant) >> rules->counts_as & 1;
}

// Leaves in a threat the pieces that attack on conditions, or the others.
static void keep_conditional(const struct variant *variant, struct threat *threat, bool conditional)
{
    threat->longest = 0;
    for (unsigned p = 2; p < 2 * PIECE_TYPES; p++) {
        if (is_conditional(variant, piece_type_of((piece)p)) != conditional)
            threat->range[p] = 0;
        threat->longest = threat->range[p] > threat->longest ? threat->range[p] : threat->longest;
    }
}

static bool has_conditional(const struct variant *variant)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (is_conditional(variant, type))
            return true;
    return false;
}

static void add_threat(const struct threat *threat, struct threat *list, uint8_t *count)
{
    if (threat->longest)
        list[(*count)++] = *threat;
}

static void list_threats(struct variant *variant, enum color by)
{
    bool conditional = has_conditional(variant);
    for (unsigned kind = RIDE_PLAIN; kind < RIDE_INITIAL; kind++)
        for (direction away = 0; away < DIRECTIONS; away++) {
            struct threat threat = piece_rules_threat(variant->pieces, by, kind, away);
            if (kind == RIDE_PLAIN && !conditional) {
                add_threat(&threat, variant->threats[by], &variant->threat_count[by]);
                continue;
            }
            if (kind == RIDE_PLAIN) {
                struct threat plain = threat;
                keep_conditional(variant, &plain, false);
                add_threat(&plain, variant->threats[by], &variant->threat_count[by]);
                keep_conditional(variant, &threat, true);
            }
            add_threat(&threat, variant->special_threats[by], &variant->special_threat_count[by]);
        }
}

// A piece that attacks in two ways would count as two checkers.
static bool has_plain_threats(const struct variant *variant)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (piece_rules_attack_twice(&variant->pieces[type]))
            return false;
    return !variant->special_threat_count[WHITE] && !variant->special_threat_count[BLACK];
}

static unsigned leap_modes(const struct ride *ride)
{
    return (ride->quiet ? LEAP_QUIET : 0U) | (ride->capture ? LEAP_CAPTURE : 0U);
}

// Whether the square's moves need no look at promotion, at unequal ranges or at anything but plain rides.
static bool is_plain(const struct variant *variant, const struct piece_rules *rules, enum color color,
                     square s)
{
    if (rules->special_count[color] || rules->two_ways)
        return false;
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (ride_is_slide(ride) && (ride->quiet != ride->capture || rules->watched))
            return false;
        square to = (square)(s + direction_step[ride->dir].delta);
        if (variant->board.reach[s][ride->dir] && rules->watched && !rules_land_plainly(rules, color, s, to))
            return false;
    }
    return true;
}

// Lists the piece's leaps from the square at the end of the pool.
static void list_leaps(struct variant *variant, const struct piece_rules *rules, piece p, square s,
                       unsigned *pooled)
{
    enum color color = piece_color(p);
    struct leap_span *span = &variant->leap_spans[p][s];
    span->first = *pooled & LEAP_POOL_MAX;
    for (unsigned i = 0; i < rules->ride_count[color]; i++) {
        const struct ride *ride = &rules->rides[color][i];
        if (ride_is_slide(ride) || !variant->board.reach[s][ride->dir])
            continue;
        square to = (square)(s + direction_step[ride->dir].delta);
        variant->leaps[(*pooled)++] = move_make(MOVE_NORMAL, s, to, 0) | leap_modes(ride) << LEAP_MODE_SHIFT;
    }
    span->count = (*pooled - span->first) & UINT8_MAX;
}

static unsigned count_leaps(const struct variant *variant)
{
    unsigned count = 0;
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; color <= BLACK; color++)
            count += variant->pieces[type].ride_count[color];
    return count * (unsigned)set_count(&variant->board.locations) + 1;
}

static void list_slides(struct piece_rules *rules, enum color color)
{
    for (unsigned i = 0; i < rules->ride_count[color]; i++)
        if (ride_is_slide(&rules->rides[color][i]))
            rules->slides[color][rules->slide_count[color]++] = rules->rides[color][i];
}

// Prepares tables for counting moves where that is done with them (count.c). False: no memory.
static bool prepare_counting(struct variant *variant)
{
    if (variant->metered || !variant->plain || !bulk_fits(&variant->board, variant->pieces))
        return true;
    variant->bulk = bulk_new(&variant->board, variant->pieces);
    return variant->bulk;
}

// Prepares what the quick part of the generator runs on. False: no memory.
static bool prepare_generation(struct variant *variant)
{
    unsigned pooled = 0;
    variant->leaps = calloc(count_leaps(variant), sizeof *variant->leaps);
    if (!variant->leaps)
        return false;
    for (unsigned p = 2; p < 2 * PIECE_TYPES; p++) {
        struct piece_rules *rules = &variant->pieces[piece_type_of((piece)p)];
        enum color color = piece_color((piece)p);
        if (!rules->name)
            continue;
        list_slides(rules, color);
        square s;
        for (struct set_walk walk = set_walk(&variant->board.locations); set_next(&walk, &s);) {
            list_leaps(variant, rules, (piece)p, s, &pooled);
            if (is_plain(variant, rules, color, s))
                set_add(&rules->plain[color], s);
        }
    }
    for (unsigned side = WHITE; side <= BLACK; side++) {
        variant->landing[side][EMPTY] = LEAP_QUIET;
        for (piece_type type = 1; type < PIECE_TYPES; type++)
            variant->landing[side][piece_of(type, other_color((enum color)side))] = LEAP_CAPTURE;
    }
    int width = variant->board.width, height = variant->board.height;
    variant->farthest = (uint16_t)((width > height ? width : height) - 1);
    return true;
}

static void fill_keys(struct variant *variant)
{
    for (unsigned p = HOLE; p < PIECE_CODES; p++)
        for (unsigned s = 0; (p == HOLE || variant->pieces[p >> 1].name) && s < GRID_SQUARES; s++)
            variant->keys[p][s] = key_of(KEY_PIECE, p, s);
}

// ---- Mechanisms ----

static void list_if(bool has, struct part_list *list, const struct part *part)
{
    if (has)
        list->parts[list->count++] = part;
}

static void list_part(struct hooks *hooks, const struct part *part)
{
    const struct mechanism *mechanism = part->mechanism;
    list_if(mechanism->phase, &hooks->phase, part);
    list_if(mechanism->add, &hooks->add, part);
    list_if(mechanism->goes_on && !part->single_actions, &hooks->goes_on, part);
    list_if(mechanism->after, &hooks->after, part);
    list_if(mechanism->end_turn, &hooks->end_turn, part);
    list_if(mechanism->ended, &hooks->ended, part);
    list_if(mechanism->stuck, &hooks->stuck, part);
    list_if(mechanism->drawn, &hooks->drawn, part);
    list_if(mechanism->restrict_turns, &hooks->restrict_turns, part);
    list_if(mechanism->restrict_actions, &hooks->restrict_actions, part);
    list_if(mechanism->assess, &hooks->assess, part);
    list_if(mechanism->finish, &hooks->finish, part);
    list_if(mechanism->least_to_stalemate, &hooks->least_to_stalemate, part);
    list_if(mechanism->field_count, &hooks->fields, part);
    list_if(mechanism->validate, &hooks->validate, part);
    hooks->field_count = (uint8_t)(hooks->field_count + mechanism->field_count);
    for (unsigned kind = 0; kind < sizeof hooks->actor / sizeof *hooks->actor; kind++)
        if (mechanism->kinds >> kind & 1) {
            assert(!hooks->actor[kind]);
            hooks->actor[kind] = part;
        }
    hooks->early = mechanism->early_field ? part : hooks->early;
    hooks->rights = mechanism->read_right ? part : hooks->rights;
    hooks->begin = mechanism->begin ? part : hooks->begin;
    hooks->announce = mechanism->announceable ? part : hooks->announce;
    hooks->points = mechanism->points ? part : hooks->points;
    hooks->perft = mechanism->perft ? part : hooks->perft;
    if (hooks->goes_on.count > 1 || hooks->add.count > 1 || hooks->begin || hooks->restrict_turns.count ||
        hooks->ended.count > 1)
        hooks->perft = NULL;
}

static bool takes_part_in_turns(const struct hooks *hooks)
{
    return hooks->phase.count || hooks->begin || hooks->add.count || hooks->restrict_turns.count ||
           hooks->goes_on.count;
}

// Fails if one mechanism names the other.
static bool check_exclusion(const struct mechanism *mechanism, const struct mechanism *other,
                            struct error *err)
{
    for (const struct exclusion *row = mechanism->excludes; row && row->mechanism; row++)
        if (!strcmp(row->mechanism, other->name))
            return error_set(err, ERROR_VARIANT, "", "%s and %s cannot be combined: %s", mechanism->name,
                             other->name, row->reason);
    return true;
}

static bool check_exclusions(const struct variant *variant, const struct mechanism *mechanism,
                             struct error *err)
{
    for (unsigned i = 0; i < variant->part_count; i++)
        if (!check_exclusion(mechanism, variant->parts[i].mechanism, err) ||
            !check_exclusion(variant->parts[i].mechanism, mechanism, err))
            return false;
    return true;
}

bool variant_use(struct variant *variant, const struct mechanism *mechanism, const void *settings,
                 struct error *err)
{
    assert(variant->part_count < PARTS_MAX);
    if (!check_exclusions(variant, mechanism, err))
        return false;
    struct part *part = &variant->parts[variant->part_count];
    *part = (struct part){.mechanism = mechanism, .variant = variant, .memory = variant->memory_used};
    if (variant->memory_used + mechanism->memory > MEMORY_MAX)
        return error_set(err, ERROR_PARAMETER, mechanism->name,
                         "too many mechanisms with a memory of their own are combined");
    if (mechanism->settings_size) {
        part->settings = calloc(1, mechanism->settings_size);
        if (!part->settings)
            return error_no_memory(err);
        if (settings)
            memcpy(part->settings, settings, mechanism->settings_size);
    }
    variant->part_count++;
    variant->memory_used = (uint8_t)(variant->memory_used + mechanism->memory);
    if (mechanism->prepare && !mechanism->prepare(part, variant, err))
        return false;
    list_part(&variant->hooks, part);
    variant->composed = takes_part_in_turns(&variant->hooks);
    return true;
}

static bool check_parameters(const struct game *game, const struct parameters *parameters, struct error *err)
{
    for (unsigned i = 0; i < game->parameter_count; i++) {
        const struct parameter *parameter = &game->parameters[i];
        int value = parameters->value[i];
        if (value < parameter->minimum || value > parameter->maximum)
            return error_set(err, ERROR_PARAMETER, parameter->name, "%s must be %d to %d, not %d",
                             parameter->name, parameter->minimum, parameter->maximum, value);
    }
    return true;
}

static void prepare_en_passant(struct variant *variant)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++) {
        const struct piece_rules *rules = &variant->pieces[type];
        for (unsigned color = WHITE; color <= BLACK; color++) {
            variant->en_passant_by_others |= rules->takes_en_passant[color] && !rules->is_pawn;
            variant->en_passant_anyhow |=
                rules->special_count[color] || !set_empty(&rules->triple_step[color]);
        }
    }
}

static void list_counted(struct variant *variant)
{
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        for (unsigned color = WHITE; color <= BLACK; color++)
            variant->counted[piece_of(type, (enum color)color)] = variant->pieces[type].counts_as;
}

static void no_memory(const struct game *game, struct error *err)
{
    error_set(err, ERROR_SYSTEM, "", "no memory for the tables of %s", game->title);
    if (err)
        err->no_memory = true;
}

struct variant *variant_new(const struct game *game, const struct parameters *parameters, struct error *err)
{
    struct parameters chosen = {{0}};
    for (unsigned i = 0; i < game->parameter_count; i++)
        chosen.value[i] = parameters ? parameters->value[i] : game->parameters[i].initial;
    if (!check_parameters(game, &chosen, err))
        return NULL;
    struct variant *variant = calloc(1, sizeof *variant);
    if (!variant) {
        no_memory(game, err);
        return NULL;
    }
    variant->game = game;
    variant->parameters = chosen;
    variant->king = type_of_letter('K');
    variant->pawn = type_of_letter('P');
    memset(variant->en_passant_region, 0xff, sizeof variant->en_passant_region);
    variant->royal = true;
    variant->move_rule = 50;
    variant->fold = 3;
    variant->fold_value = VALUE_DRAW;
    variant->checkmate = VALUE_LOSS;
    variant->stalemate = VALUE_DRAW;
    board_init(&variant->board, game->width, game->height);
    if (!game->prepare(variant, err)) {
        variant_free(variant);
        return NULL;
    }
    list_counted(variant);
    variant_prepare_landings(variant);
    prepare_en_passant(variant);
    list_threats(variant, WHITE);
    list_threats(variant, BLACK);
    variant->plain = has_plain_threats(variant);
    fill_keys(variant);
    if (!prepare_generation(variant) || !prepare_counting(variant)) {
        variant_free(variant);
        no_memory(game, err);
        return NULL;
    }
    unsigned most = variant_most_moves(variant);
    if (most > MOVE_LIST_MAX - DIRECTIONS) {
        error_set(err, ERROR_VARIANT, "",
                  "%s could have %u moves in one position, and the program handles no more than %d: "
                  "choose a smaller board or pieces that go in fewer directions",
                  game->title, most, MOVE_LIST_MAX - DIRECTIONS);
        variant_free(variant);
        return NULL;
    }
    return variant;
}

void variant_free(struct variant *variant)
{
    if (!variant)
        return;
    for (unsigned i = 0; i < variant->part_count; i++)
        free(variant->parts[i].settings);
    if (variant->owned)
        variant->release(variant->owned);
    free(variant->leaps);
    free(variant->bulk);
    free(variant->castlings_by_files);
    free(variant->start);
    free(variant);
}
