// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a piece in Betza notation or refused at a place inside the text, with nothing changed.
#include "fuzz/property.h"

#include "pieces/betza.h"

static void check_refusal(const char *text, const struct error *err)
{
    PROPERTY(err->code == ERROR_BETZA);
    PROPERTY(err->message[0] != '\0');
    PROPERTY(strncmp(err->at, "betza[", 6) == 0);
    char *end;
    unsigned long offset = strtoul(err->at + 6, &end, 10);
    PROPERTY(strcmp(end, "]") == 0 && offset <= strlen(text));
}

static void check_piece(const struct movement *movement)
{
    bool moves = false;
    unsigned special = 0;
    for (unsigned kind = RIDE_PLAIN; kind < RIDE_KINDS; kind++)
        for (int dir = 0; dir < DIRECTIONS; dir++) {
            unsigned quiet = movement->kinds[kind].quiet[dir], capture = movement->kinds[kind].capture[dir];
            PROPERTY(quiet <= RANGE_UNLIMITED && capture <= RANGE_UNLIMITED);
            PROPERTY(!capture || kind < RIDE_INITIAL);
            moves = moves || quiet || capture;
            special += kind != RIDE_PLAIN && (quiet || capture);
        }
    PROPERTY(moves && special <= SPECIAL_RIDES_MAX);

    struct movement once, twice;
    movement_turn(movement, &once);
    movement_turn(&once, &twice);
    PROPERTY(memcmp(movement, &twice, sizeof twice) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct movement movement, untouched;
    struct error err;
    memset(&movement, 0x5a, sizeof movement);
    memset(&err, 0, sizeof err);
    untouched = movement;

    if (betza_parse(text, &movement, &err))
        check_piece(&movement);
    else {
        check_refusal(text, &err);
        PROPERTY(memcmp(&movement, &untouched, sizeof untouched) == 0);
    }
    free(text);
    return 0;
}
