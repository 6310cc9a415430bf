// SPDX-License-Identifier: GPL-3.0-or-later
// Makes games out of the sections of a file.
#include "variants/file.h"

#include "base/memory.h"
#include "base/text.h"
#include "variants/check.h"
#include "variants/collect.h"
#include "variants/inherit.h"
#include "variants/words.h"

#include <string.h>

// How far a section has been read.
enum progress { UNREAD, READING, READ };

enum { ENTRIES_MAX = 1000 };

struct maker {
    struct variant_file *file;
    const struct variant_input *input;
    struct report *report;
    struct ini ini;
    struct key_index index;
    enum progress *progress;    // by section
    struct variant_text **made; // by section; NULL: none, or it has a fault
    bool *bad;                  // by section
};

static const struct source *source_of(const struct maker *maker)
{
    return &maker->file->source;
}

static bool make(struct maker *maker, size_t index);

static void refuse_parent(const struct maker *maker, const struct ini_section *section, const char *format)
{
    report_add(maker->report, source_of(maker), section->parent_at, strlen(section->parent), format,
               section->parent);
}

static void refuse_unknown_parent(const struct maker *maker, const struct ini_section *section)
{
    struct nearest nearest = nearest_to(section->parent);
    for (size_t i = 0; i < maker->ini.sections.count && !report_is_full(maker->report); i++)
        if (&maker->ini.sections.items[i] != section)
            nearest_consider(&nearest, maker->ini.sections.items[i].name);
    if (maker->input->consider && !report_is_full(maker->report))
        maker->input->consider(maker->input->context, &nearest);
    report_add(maker->report, source_of(maker), section->parent_at, strlen(section->parent),
               "there is no variant '%s' to inherit from%s%s%s", section->parent,
               nearest.name ? "; did you mean '" : "", nearest.name ? nearest.name : "",
               nearest.name ? "'?" : "");
}

// Stores the parent, NULL if there is none to have. False if it cannot be used.
static bool find_parent(struct maker *maker, const struct ini_section *section,
                        const struct variant_text **parent)
{
    *parent = NULL;
    if (!section->parent)
        return true;
    size_t index = section->parent_index;
    if (index == PARENT_ELSEWHERE) {
        *parent = maker->input->find ? maker->input->find(maker->input->context, section->parent) : NULL;
        if (!*parent)
            refuse_unknown_parent(maker, section);
        return *parent != NULL;
    }
    if (maker->progress[index] == READING) {
        refuse_parent(maker, section, "'%s' inherits, in the end, from itself");
        report_other(maker->report, source_of(maker), maker->ini.sections.items[index].at,
                     "the circle passes through this variant");
        return false;
    }
    // Parents are made by recursion, so the limit is looked at before.
    if (ini_is_deep(&maker->ini, (size_t)(section - maker->ini.sections.items))) {
        refuse_parent(maker, section, "with '%s' this variant has more than 32 parents in a row");
        return false;
    }
    if (!make(maker, index)) {
        // The mistake is the parent's.
        report_warn(maker->report, source_of(maker), section->parent_at, strlen(section->parent),
                    "'%s' has a fault, so this variant cannot be played either", section->parent);
        return false;
    }
    *parent = maker->made[index];
    return true;
}

static void join(struct maker *maker, const struct collector *collector, struct variant_text *text)
{
    struct definition own = {0};
    collect(collector, &own);
    struct parameters initial, theirs;
    game_defaults(&text->game, &initial);
    if (!text->parent) {
        text->definition = own;
        return;
    }
    const struct game *parent = &text->parent->game;
    game_defaults(parent, &theirs);
    struct resolution resolution = {&text->parent->definition, parent->parameters, parent->parameter_count,
                                    &theirs, text->armies};
    inherit(&(struct inheritance){&resolution, &own, text->game.parameters, text->game.parameter_count,
                                  &initial, text->armies, maker->input->tables, &maker->index,
                                  &maker->file->pool, maker->report},
            &text->definition);
    vector_clear(&own.entries);
}

static struct collector collector_of(const struct maker *maker, const struct ini_section *section)
{
    return (struct collector){.ini = &maker->ini,
                              .section = section,
                              .source = source_of(maker),
                              .tables = maker->input->tables,
                              .pool = &maker->file->pool,
                              .report = maker->report};
}

// False if there is too much of it to be read.
static bool make_text(struct maker *maker, const struct ini_section *section, struct variant_text *text)
{
    if (section->count > ENTRIES_MAX) {
        report_add(maker->report, source_of(maker), section->at, strlen(section->name),
                   "a variant has at most 1000 entries");
        return false;
    }
    struct collector collector = collector_of(maker, section);
    if (!maker->input->trusted)
        collect_check(&collector);
    struct words_reader words = {&maker->ini,        section,
                                 source_of(maker),   text->parent ? &text->parent->game : NULL,
                                 &maker->file->pool, maker->report};
    collector.no_parameters = !words_read(&words, &text->game);
    join(maker, &collector, text);
    if (!maker->input->trusted)
        check_values(text, maker->input->tables, maker->report);
    return true;
}

static const struct variant_text *find_known(const struct maker *maker, const char *name)
{
    return maker->input->find ? maker->input->find(maker->input->context, name) : NULL;
}

// A name that is known may be defined again only in the same way, so that the same file can be read twice.
static void check_known(const struct maker *maker, const struct variant_text *text)
{
    const struct variant_text *known = find_known(maker, text->game.name);
    bool same;
    if (!known)
        return;
    if (!variant_text_compare(text, known, &same)) {
        maker->report->no_memory = true;
    } else if (!same) {
        report_add(maker->report, text->source, text->at, strlen(text->game.name),
                   "there is a variant '%s' already, and it is defined differently", text->game.name);
        report_other(maker->report, known->source, known->at, "it is here");
    }
}

// A section makes a game if nothing is wrong with it.
static bool make(struct maker *maker, size_t index)
{
    const struct ini_section *section = &maker->ini.sections.items[index];
    if (maker->progress[index] == READ)
        return maker->made[index] != NULL;
    maker->progress[index] = READING;
    const struct variant_text *parent;
    size_t faults;
    struct variant_text *text = NULL;
    if (find_parent(maker, section, &parent) && !maker->bad[index])
        text = pool_take(&maker->file->pool, 1, sizeof *text);
    if (text) {
        text->parent = parent;
        text->file = maker->file;
        text->source = source_of(maker);
        text->at = section->at;
        text->armies = &maker->file->armies;
        faults = report_mark(maker->report);
        bool whole = make_text(maker, section, text);
        if (whole)
            check_known(maker, text);
        if (report_mark(maker->report) == faults && !section->faulty && !maker->report->no_memory &&
            !maker->file->pool.failed) {
            maker->made[index] = text;
        } else if (whole && !vector_push(&maker->file->faulty, text)) {
            vector_clear(&text->definition.entries);
            maker->report->no_memory = true;
        }
    }
    // What cannot be made is still told what is wrong with its keys.
    if (!text && section->count <= ENTRIES_MAX) {
        struct collector collector = collector_of(maker, section);
        collect_check(&collector);
    }
    maker->progress[index] = READ;
    return maker->made[index] != NULL;
}

// Reports a name that is taken in the file.
static void check_name(struct maker *maker, size_t index)
{
    const struct ini_section *section = &maker->ini.sections.items[index];
    size_t first = ini_find(&maker->ini, section->name, index);
    maker->bad[index] = first < index || strchr(section->name, ' ');
    if (strchr(section->name, ' '))
        report_add(maker->report, source_of(maker), section->at, strlen(section->name),
                   "the name of a variant has no blanks; an army's is written [army NAME]");
    else if (first < index)
        report_add(maker->report, source_of(maker), section->at, strlen(section->name),
                   "there is a variant '%s' already", section->name);
    if (first < index)
        report_other(maker->report, source_of(maker), maker->ini.sections.items[first].at, "it is here");
}

static void read_armies(struct maker *maker)
{
    struct army_list *armies = &maker->file->armies;
    for (size_t i = 0; maker->input->armies && i < maker->input->armies->armies.count; i++)
        if (!vector_push(&armies->armies, maker->input->armies->armies.items[i]))
            maker->report->no_memory = true;
    size_t kept = 0;
    for (size_t i = 0; i < maker->ini.sections.count; i++) {
        struct ini_section section = maker->ini.sections.items[i];
        const char *name;
        if (!army_is(&section, &name)) {
            maker->ini.sections.items[kept++] = section;
            continue;
        }
        const struct army_text *army =
            army_read(&maker->ini, &section, source_of(maker), &maker->file->pool, maker->report);
        const struct army_text *known = army ? army_find(armies, army->key) : NULL;
        if (known && (known->source == army->source || !army_is_same(known, army))) {
            report_add(maker->report, source_of(maker), section.at, strlen(section.name),
                       "there is an army '%s' already", army->key);
            report_other(maker->report, known->source, known->at, "it is here");
        } else if (army && !known && !section.faulty && !vector_push(&armies->armies, army))
            maker->report->no_memory = true;
    }
    maker->ini.sections.count = kept;
}

// Refuses what there is beyond the greatest number of variants, so that a text can cost only so much.
static void check_count(struct maker *maker)
{
    size_t most = maker->input->most;
    if (!most || maker->ini.sections.count <= most)
        return;
    const struct ini_section *section = &maker->ini.sections.items[most];
    report_add(maker->report, source_of(maker), section->at, strlen(section->name),
               "a text has at most %zu variants", most);
    maker->ini.sections.count = most;
}

static void make_all(struct maker *maker)
{
    check_count(maker);
    size_t count = maker->ini.sections.count;
    struct variant_file *file = maker->file;
    maker->progress = memory_try_zeroed(count, sizeof *maker->progress);
    maker->made = memory_try_zeroed(count, sizeof *maker->made);
    maker->bad = memory_try_zeroed(count, sizeof *maker->bad);
    if (!maker->progress || !maker->made || !maker->bad || !vector_reserve(&file->games, count) ||
        !vector_reserve(&file->known, count)) {
        maker->report->no_memory = true;
    } else {
        ini_link(&maker->ini);
        for (size_t i = 0; i < count; i++)
            check_name(maker, i);
        for (size_t i = 0; i < count; i++)
            if (make(maker, i)) {
                bool known = !maker->input->alone && find_known(maker, maker->made[i]->game.name) != NULL;
                if (known)
                    file->known.items[file->known.count++] = maker->made[i];
                else
                    file->games.items[file->games.count++] = maker->made[i];
            }
        file->refused = count - file->games.count - file->known.count + maker->ini.lost;
    }
    free(maker->progress);
    free((void *)maker->made);
    free(maker->bad);
}

struct variant_file *variant_file_read(const struct variant_input *input, struct report *report)
{
    struct variant_file *file = memory_try_zeroed(1, sizeof *file);
    if (!file) {
        report->no_memory = true;
        return NULL;
    }
    atomic_init(&file->shares, 1);
    file->source = (struct source){pool_text(&file->pool, input->name, strlen(input->name)),
                                   pool_text(&file->pool, input->text, input->length), input->length};
    struct maker maker = {.file = file, .input = input, .report = report};
    if (!key_index_add(&maker.index, input->tables)) {
        report->no_memory = true;
    } else if (!file->pool.failed) {
        (input->trusted ? ini_read_trusted : ini_read)(&maker.ini, &file->source, &file->pool, report);
        for (size_t i = 0; i < maker.ini.entries.count; i++)
            maker.ini.entries.items[i].key = vocabulary_current(maker.ini.entries.items[i].key);
        read_armies(&maker);
        make_all(&maker);
    }
    key_index_clear(&maker.index);
    ini_clear(&maker.ini);
    if (file->pool.failed)
        report->no_memory = true;
    return file;
}

struct variant_file *variant_file_share(struct variant_file *file)
{
    atomic_fetch_add_explicit(&file->shares, 1, memory_order_relaxed);
    return file;
}

const struct game *variant_file_find(const struct variant_file *file, const char *name)
{
    for (size_t i = 0; i < file->games.count; i++)
        if (text_equal_nocase(file->games.items[i]->game.name, name))
            return &file->games.items[i]->game;
    return NULL;
}

static void forget_faulty(struct variant_file *file)
{
    for (size_t i = 0; i < file->faulty.count; i++)
        vector_clear(&file->faulty.items[i]->definition.entries);
    vector_clear(&file->faulty);
}

void variant_file_free(struct variant_file *file)
{
    if (!file || atomic_fetch_sub_explicit(&file->shares, 1, memory_order_acq_rel) > 1)
        return;
    for (size_t i = 0; i < file->games.count; i++)
        vector_clear(&file->games.items[i]->definition.entries);
    for (size_t i = 0; i < file->known.count; i++)
        vector_clear(&file->known.items[i]->definition.entries);
    forget_faulty(file);
    vector_clear(&file->games);
    vector_clear(&file->known);
    vector_clear(&file->armies.armies);
    pool_clear(&file->pool);
    free(file);
}

void variant_file_keep(struct variant_file *file,
                       void (*check)(struct variant_text *text, struct report *report), struct report *report)
{
    size_t kept = 0, count = file->games.count;
    for (size_t i = 0; i < count; i++) {
        struct variant_text *text = file->games.items[i];
        size_t faults = report_mark(report);
        check(text, report);
        if (report_mark(report) == faults)
            file->games.items[kept++] = text;
        else
            vector_clear(&text->definition.entries);
    }
    file->games.count = kept;
    file->refused += count - kept;
}

void variant_file_check_faulty(struct variant_file *file,
                               void (*check)(struct variant_text *text, struct report *report),
                               struct report *report)
{
    for (size_t i = 0; i < file->faulty.count; i++)
        check(file->faulty.items[i], report);
    forget_faulty(file);
}
