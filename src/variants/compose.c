// SPDX-License-Identifier: GPL-3.0-or-later
// Composes variants of mechanisms.
#include "variants/compose.h"

#include "base/memory.h"
#include "base/text.h"
#include "mechanics/mechanics.h"
#include "position/fen.h"
#include "position/moves/outcome.h"
#include "position/setup.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MECHANISMS_MAX = 63 };

static const struct key *tables[MECHANISMS_MAX + 1];
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void list_tables(void)
{
    unsigned count = 0;
    for (unsigned i = 0; mechanisms[i]; i++)
        if (mechanisms[i]->keys) {
            assert(count < MECHANISMS_MAX);
            tables[count++] = mechanisms[i]->keys;
        }
}

key_tables compose_tables(void)
{
    pthread_once(&tables_once, list_tables);
    return tables;
}

static void resolve_text(const struct variant_text *text, const struct parameters *values,
                         struct resolved *resolved, struct report *report)
{
    struct resolution resolution = {&text->definition, text->game.parameters, text->game.parameter_count,
                                    values, text->armies};
    resolve(&resolution, resolved, report);
}

// The settings of a mechanism, to be freed; NULL if there is no memory.
static void *read_settings(const struct resolved *resolved, const struct mechanism *mechanism,
                           struct report *report)
{
    static const struct key none[] = {{0}};
    void *settings = memory_try_zeroed(1, mechanism->settings_size ? mechanism->settings_size : 1);
    if (settings)
        settings_read(resolved, mechanism->keys ? mechanism->keys : none, settings, report);
    return settings;
}

static bool is_wanted(const struct mechanism *mechanism, const void *settings)
{
    return !mechanism->wanted || mechanism->wanted(settings);
}

static bool use(struct variant *variant, const struct resolved *resolved, const struct mechanism *mechanism,
                struct report *report, struct error *err)
{
    void *settings = read_settings(resolved, mechanism, report);
    if (!settings)
        return error_no_memory(err);
    bool good = report_is_empty(report)
                    ? !is_wanted(mechanism, settings) || variant_use(variant, mechanism, settings, err)
                    : report_error(report, err);
    free(settings);
    return good;
}

// What a variant keeps with it.
struct basis {
    struct resolved resolved;
    struct variant_file *file; // a share of where its game is
};

static void release(void *owned)
{
    struct basis *basis = owned;
    resolved_clear(&basis->resolved);
    variant_file_free(basis->file);
    free(basis);
}

static bool add_pieces(struct variant *variant, const struct cast *cast)
{
    for (unsigned i = 0; i < cast->count; i++) {
        const struct cast_piece *member = &cast->pieces[i];
        variant_add_piece(variant, &(struct piece_description){member->letter, member->name, member->betza});
    }
    const struct cast_piece *king = cast_of_slot(cast, "king"), *pawn = cast_of_slot(cast, "pawn");
    variant->king = king ? type_of_letter(king->letter) : TYPE_NONE;
    variant->pawn = pawn ? type_of_letter(pawn->letter) : TYPE_NONE;
    variant->royal = king != NULL;
    return true;
}

// Which sides have no king on the board when the game begins.
static void find_kingless(struct variant *variant)
{
    char letters[2] = {0};
    size_t placement = strcspn(variant->start, " [");
    for (unsigned color = WHITE; variant->royal && color <= BLACK; color++) {
        letters[0] = variant_piece_letter(variant, piece_of(variant->king, (enum color)color));
        size_t at = strcspn(variant->start, letters);
        // What a "+" or a "~" stands beside is not the king itself.
        while (at < placement && ((at && variant->start[at - 1] == '+') || variant->start[at + 1] == '~'))
            at += 1 + strcspn(variant->start + at + 1, letters);
        variant->kingless[color] = at >= placement;
    }
}

// Gives the variant its board, its pieces and its start position. Returns what its text says, or NULL and an error.
static const struct resolved *prepare_basis(struct variant *variant, struct error *err)
{
    const struct variant_text *text = game_text(variant->game);
    struct basis *basis = memory_try_zeroed(1, sizeof *basis);
    struct report report = {0};
    if (!basis) {
        error_no_memory(err);
        return NULL;
    }
    struct resolved *resolved = &basis->resolved;
    resolve_text(text, &variant->parameters, resolved, &report);
    basis->file = variant_file_share(text->file);
    variant->owned = basis;
    variant->release = release;
    bool good = report_is_empty(&report) || report_error(&report, err);
    report_clear(&report);
    if (!good)
        return NULL;
    board_init(&variant->board, resolved->context.width, resolved->context.height);
    add_pieces(variant, &resolved->cast);
    variant->start = memory_try_copy_text(resolved->start);
    if (!variant->start) {
        error_no_memory(err);
        return NULL;
    }
    find_kingless(variant);
    return resolved;
}

bool compose(struct variant *variant, struct error *err)
{
    const struct resolved *resolved = prepare_basis(variant, err);
    struct report report = {0};
    bool good = resolved != NULL;
    for (unsigned i = 0; good && mechanisms[i]; i++)
        good = use(variant, resolved, mechanisms[i], &report, err);
    report_clear(&report);
    return good;
}

// A variant of which only board and pieces are known. It does not judge what its mechanisms would: hands, and what a position is.
static bool compose_draft(struct variant *variant, struct error *err)
{
    variant->hands = true;
    return prepare_basis(variant, err) != NULL;
}

// Whether the game says what its mechanism says of it.
static bool describes(const struct mechanism *mechanism)
{
    return mechanism->announceable || mechanism->points;
}

// Whether an entry sets something of what a game says of itself.
static bool sets_description(const struct definition_entry *entry)
{
    bool sets = key_find(board_keys, entry->key) != NULL;
    for (unsigned i = 0; !sets && mechanisms[i]; i++)
        sets = describes(mechanisms[i]) && mechanisms[i]->keys && key_find(mechanisms[i]->keys, entry->key);
    return sets;
}

// Whether a game says of itself what its parent, which has been described, says: most do. (If there is something to announce, that may
// depend on the pieces, too.)
static bool is_described_by_parent(const struct variant_text *text)
{
    const struct game *parent = text->parent ? &text->parent->game : NULL;
    bool same = parent && parent->prepare && !parent->announces && !parent->scores;
    for (size_t i = 0; same && i < text->definition.entries.count; i++)
        same =
            !text->definition.entries.items[i].own || !sets_description(&text->definition.entries.items[i]);
    return same;
}

static bool describe(struct variant_text *text)
{
    struct parameters values;
    struct resolved resolved;
    struct report report = {0};
    game_defaults(&text->game, &values);
    resolve_text(text, &values, &resolved, &report);
    for (unsigned i = 0; mechanisms[i]; i++) {
        if (!describes(mechanisms[i]))
            continue;
        void *settings = read_settings(&resolved, mechanisms[i], &report);
        if (!settings)
            report.no_memory = true;
        else if (is_wanted(mechanisms[i], settings)) {
            text->game.announces |= mechanisms[i]->announceable != NULL;
            text->game.scores |= mechanisms[i]->points != NULL;
        }
        free(settings);
    }
    text->game.width = resolved.context.width;
    text->game.height = resolved.context.height;
    bool good = !report.no_memory;
    resolved_clear(&resolved);
    report_clear(&report);
    return good;
}

bool compose_describe(struct variant_text *text)
{
    text->game.prepare = compose;
    if (!is_described_by_parent(text))
        return describe(text);
    text->game.width = text->parent->game.width;
    text->game.height = text->parent->game.height;
    return true;
}

// What refuses a game.
struct refusal {
    const struct definition_entry *meant; // the entry that it is about, or NULL
    size_t at;                            // where in its value
    const char *before, *message;
};

static void report_refusal(const struct refusal *refusal, const struct source *source, size_t at,
                           size_t length, struct report *report)
{
    report_add(report, source, at, length, "%s%s", refusal->before, refusal->message);
}

// A variant is not told of its parent's entries, with which nothing was wrong, but of what it has changed: of its entry if it has only one,
// otherwise at its name.
static void report_game(const struct variant_text *text, const struct refusal *refusal, struct report *report)
{
    const struct definition_entry *meant = refusal->meant, *own = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < text->definition.entries.count; i++)
        if (text->definition.entries.items[i].own) {
            own = &text->definition.entries.items[i];
            count++;
        }
    if (meant && meant->own)
        report_refusal(refusal, meant->source, meant->value_at + refusal->at,
                       strlen(meant->value) - refusal->at, report);
    else if (count == 1)
        report_refusal(refusal, own->source, own->key_at, strlen(own->key), report);
    else
        report_refusal(refusal, text->source, text->at, strlen(text->game.name), report);
    if (meant && !meant->own)
        report_other(report, meant->source, meant->key_at, "it is inherited from here");
}

// The place in the start position that is meant by "fen[7]"; its end if it is another.
static size_t place_in_start(const char *start, const char *place)
{
    unsigned at = 0;
    size_t length = strlen(start);
    const char *cursor = strchr(place, '[');
    if (cursor)
        cursor++;
    bool read = cursor && text_read_number(&cursor, VALUE_MAX_BYTES, &at);
    return read && at < length ? at : length;
}

// The same place in the value of the entry, if that agrees with the start position so far; otherwise 0.
static size_t find_in_start(const struct definition_entry *entry, const char *start, const char *place)
{
    size_t at = place_in_start(start, place);
    return entry && entry->exact && at < strlen(entry->value) && !strncmp(entry->value, start, at) ? at : 0;
}

// Writes which start position is refused, and where, unless the place is shown in the text.
static void describe_start(const struct definition_entry *entry, const char *start, const char *place,
                           char words[128])
{
    const char *rest = start + place_in_start(start, place);
    bool shown = entry && entry->own && find_in_start(entry, start, place);
    const char *which = !entry ? " that holds without startFen" : entry->own ? "" : " that is inherited";
    if (shown || !*rest)
        snprintf(words, 128, "the start position%s is refused: ", which);
    else
        snprintf(words, 128, "the start position%s is refused at '%.16s': ", which, rest);
}

// A game that is over before the first turn can be played, but is hardly meant.
static void check_beginning(const struct variant_text *text, const struct position *pos,
                            struct report *report)
{
    struct outcome outcome = position_outcome(pos, NULL);
    const struct definition_entry *start = definition_find(&text->definition, "startFen");
    if (outcome.result == RESULT_ONGOING)
        return;
    bool own = start && start->own;
    report_warn(report, own ? start->source : text->source, own ? start->value_at : text->at,
                strlen(own ? start->value : text->game.name),
                "the game is over in the start position (%s: %s)", result_name(outcome.result),
                reason_name(outcome.reason));
}

// Reports what is wrong with the start position.
static void report_start(const struct variant_text *text, const struct variant *variant,
                         const struct error *err, struct report *report)
{
    char before[128];
    struct refusal refusal = {
        .meant = definition_find(&text->definition, "startFen"), .before = before, .message = err->message};
    refusal.at = find_in_start(refusal.meant, variant->start, err->at);
    describe_start(refusal.meant, variant->start, err->at, before);
    report_game(text, &refusal, report);
}

// Reports all that is wrong with a start position that can be read.
static void judge_start(const struct variant_text *text, const struct variant *variant,
                        const struct setup *setup, struct report *report)
{
    struct setup_faults faults = {.count = 0};
    setup_judge(variant, setup, &faults);
    for (int i = 0; i < faults.count; i++)
        report_start(text, variant, &faults.items[i].error, report);
}

void compose_check(struct variant_text *text, struct report *report)
{
    struct error err = {0};
    struct variant *variant = variant_new(&text->game, NULL, &err);
    struct position pos;
    struct setup setup;
    if (!variant && err.code == ERROR_SYSTEM) // no memory, since nothing else of the system is needed
        report->no_memory = true;
    else if (!variant)
        report_game(text, &(struct refusal){definition_find(&text->definition, err.at), 0, "", err.message},
                    report);
    else if (fen_read(&pos, variant, "startpos", &err))
        check_beginning(text, &pos, report);
    else if (fen_read_setup(&setup, variant, variant->start, NULL, NULL))
        judge_start(text, variant, &setup, report);
    else
        report_start(text, variant, &err, report);
    variant_free(variant);
}

void compose_check_draft(struct variant_text *text, struct report *report)
{
    struct variant_text draft = *text;
    struct error err = {0};
    draft.game.prepare = compose_draft;
    struct variant *variant = variant_new(&draft.game, NULL, &err);
    struct setup setup;
    size_t length = variant ? strcspn(variant->start, " ") : 0;
    char *placement = variant ? memory_try(NULL, length + sizeof " w - - 0 1", 1) : NULL;
    if (placement) {
        memcpy(placement, variant->start, length);
        memcpy(placement + length, " w - - 0 1", sizeof " w - - 0 1");
        // Which pieces are promoted depends on the mechanisms.
        if (!strpbrk(placement, "+~") && !fen_read_setup(&setup, variant, placement, NULL, &err))
            report_start(text, variant, &err, report);
    }
    free(placement);
    variant_free(variant);
}
