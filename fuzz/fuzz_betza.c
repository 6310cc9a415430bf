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
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        PROPERTY(movement->quiet[dir] <= RANGE_UNLIMITED && movement->capture[dir] <= RANGE_UNLIMITED);
        moves = moves || movement->quiet[dir] || movement->capture[dir];
    }
    PROPERTY(moves);

    struct movement once, twice;
    movement_reflect(movement, &once);
    movement_reflect(&once, &twice);
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
