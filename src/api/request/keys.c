// SPDX-License-Identifier: GPL-3.0-or-later
// Answers {"do":"keys"}: all keys that a text of a game may have, for editors that complete them.
#include "api/request/request.h"

#include "notation/json/json_text.h"
#include "pieces/standard.h"
#include "variants/compose.h"
#include "variants/vocabulary.h"
#include "variants/words.h"

#include <string.h>

static const char *type_name(const struct key *key)
{
    static const char *const names[] = {
        [VALUE_FLAG] = "flag",
        [VALUE_NUMBER] = "number",
        [VALUE_CHOICE] = "choice",
        [VALUE_RESULT] = "result",
        [VALUE_FILE] = "file",
        [VALUE_RANK] = "rank",
        [VALUE_SQUARES] = "squares",
        [VALUE_PIECE] = "piece",
        [VALUE_LAST_PIECE] = "piece",
        [VALUE_PIECES] = "pieces",
        [VALUE_PIECE_MAP] = "map",
        [VALUE_PIECE_NUMBERS] = "numbers by piece",
        [VALUE_PIECE_SQUARES] = "squares by piece",
        [VALUE_RIGHTS] = "castling rights",
        [VALUE_TEXT] = "text",
    };
    return names[key->type];
}

static void put_text(json_t **object, const char *name, const char *text)
{
    if (text)
        json_put(object, name, json_string(text));
}

static json_t *describe_key(const struct key *key)
{
    json_t *described = json_pack("{s:s,s:s}", "name", key->name, "type", type_name(key));
    put_text(&described, "help", key->help);
    put_text(&described, "example", key->example);
    put_text(&described, "default", key->preset);
    if (key->type == VALUE_NUMBER)
        json_put(&described, "range", json_pack("[i,i]", key->minimum, key->maximum));
    if (key->type == VALUE_CHOICE) {
        json_t *choices = json_array();
        for (int i = 0; i <= key->maximum; i++)
            json_append(&choices, json_string(key->choices[i]));
        json_put(&described, "choices", choices);
    }
    return described;
}

// Whether a row before this one has the same key: each table whose mechanism needs the value has one.
static bool is_repeated(key_tables tables, const struct key *key)
{
    for (; *tables; tables++)
        for (const struct key *other = *tables; other->name; other++)
            if (other == key || !strcmp(other->name, key->name))
                return other != key;
    return false;
}

// The name may end with '*', for the name of any piece.
static bool is_carried(key_tables tables, const char *name)
{
    const char *now = vocabulary_current(name);
    for (; *tables; tables++)
        for (const struct key *key = *tables; key->name; key++)
            if (!strcmp(key->name, now))
                return true;
    return vocabulary_has(tables, now);
}

static void add_pieces(json_t **list)
{
    for (const struct standard_piece *each = standard_pieces; each->key; each++)
        json_append(list,
                    json_pack("{s:s,s:s,s:s}", "name", each->key, "type", "letter", "help", each->betza));
    json_append(list,
                json_pack("{s:s,s:s,s:s,s:s}", "name", "customPiece1", "type", "letter and movement", "help",
                          "a piece of your own, by its movement in Betza's notation; up to customPiece25",
                          "example", "g:WF"));
}

json_t *answer_keys(struct request *request, struct leaper_error *error)
{
    if (!all_taken(request, error))
        return NULL;
    json_t *list = json_array(), *refused = json_array();
    for (const char *const *word = word_keys; *word; word++)
        json_append(&list, json_pack("{s:s,s:s}", "name", *word, "type", "words"));
    key_tables tables = compose_tables();
    for (const struct key *key = board_keys; key->name; key++)
        json_append(&list, describe_key(key));
    for (const struct their_key *theirs = their_keys; theirs->key; theirs++)
        if (!is_carried(tables, theirs->key))
            json_append(&refused,
                        json_pack("{s:s,s:s}", "name", theirs->key, "reason",
                                  theirs->reason ? theirs->reason : "Leaper has no mechanism for it"));
    for (key_tables table = tables; *table; table++)
        for (const struct key *key = *table; key->name; key++)
            if (!is_repeated(tables, key))
                json_append(&list, describe_key(key));
    add_pieces(&list);
    return answered(json_pack("{s:o,s:o}", "keys", list, "refused", refused), error);
}
