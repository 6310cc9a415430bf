// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a network: a line that says what it is, a line that says for what, and numbers, the lowest byte first:
//
//     biases of the hidden layer (2 bytes each), weights of the output layers (2 each, the side to move first), their offsets (4 each),
//     weights of the hidden layer (1 each, as many for a feature as there are sums), a sum that tells whether all of it is as it was written (8)
//
// "leaper network 1" is small, "leaper network 2" large, and "whole" that it takes the place of the evaluation.
#include "search/network/network.h"

#include "base/buffer.h"
#include "base/random.h"
#include "position/game.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_SIZE = 2048, NUMBER_SIZE = 2, OFFSET_SIZE = 4, SUM_SIZE = 8 };

static uint64_t sum_of(const char *bytes, size_t count)
{
    uint64_t sum = count;
    for (size_t i = 0; i < count; i++)
        sum = sum * UINT64_C(0x100000001b3) ^ (unsigned char)bytes[i];
    return random_mix(sum);
}

// The two lines: all that the numbering of features depends on.
struct lines {
    char text[LINES_SIZE];
    size_t length; // LINES_SIZE or more: they do not fit
};

__attribute__((format(printf, 2, 3))) static void add_to_lines(struct lines *lines, const char *format, ...)
{
    va_list arguments;
    size_t used = lines->length < LINES_SIZE ? lines->length : LINES_SIZE;
    va_start(arguments, format);
    lines->length += (size_t)vsnprintf(lines->text + used, LINES_SIZE - used, format, arguments);
    va_end(arguments);
}

static const char *const facings[] = {"mirrored", "turned", "sideways"};

static void make_lines(struct lines *lines, const struct network *network, const struct variant *variant)
{
    lines->length = 0;
    add_to_lines(lines, "leaper network %d, %u hidden%s\n%s %dx%d %s%s%s", network->large ? 2 : 1,
                 network->hidden, network->added ? "" : ", whole", variant->game->name, variant->board.width,
                 variant->board.height, facings[network->layout.facing],
                 network->layout.metered ? " metered" : "", network->layout.hands ? " hands" : "");
    add_to_lines(lines, "%s%s%s", network->layout.holes ? " holes" : "",
                 network->layout.owners ? " owners" : "", network->layout.reserves ? " reserves" : "");
    for (piece_type type = 1; type < PIECE_TYPES; type++)
        if (variant->pieces[type].name)
            add_to_lines(lines, " %s:%s", variant->pieces[type].text[WHITE], variant->pieces[type].betza);
    add_to_lines(lines, "\n");
}

static void write_number(uint64_t number, unsigned size, struct buffer *out)
{
    for (unsigned i = 0; i < size; i++)
        buffer_add_bytes(out, &(char){(char)(number >> (8 * i) & 0xff)}, 1);
}

void network_write(const struct network *network, const struct variant *variant, struct buffer *out)
{
    struct lines lines;
    make_lines(&lines, network, variant);
    buffer_add(out, lines.text);
    for (unsigned i = 0; i < network->hidden; i++)
        write_number((uint16_t)network->bias[i], NUMBER_SIZE, out);
    for (unsigned k = 0; k < 2 * network_stages(network->large); k++)
        for (unsigned i = 0; i < network->hidden; i++)
            write_number((uint16_t)network->output[k / 2][k % 2][i], NUMBER_SIZE, out);
    for (unsigned stage = 0; stage < network_stages(network->large); stage++)
        write_number((uint32_t)network->offset[stage], OFFSET_SIZE, out);
    buffer_add_bytes(out, (const char *)network->columns, (size_t)network->layout.features * network->hidden);
    if (!out->failed)
        write_number(sum_of(out->text, out->length), SUM_SIZE, out);
}

// ---- Reading ----

static uint64_t read_number(const char **at, unsigned size)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint64_t)(unsigned char)(*at)[i] << (8 * i);
    *at += size;
    return number;
}

static void read_numbers(struct network *network, const char *at)
{
    for (unsigned i = 0; i < network->hidden; i++)
        network->bias[i] = (int16_t)read_number(&at, NUMBER_SIZE);
    for (unsigned k = 0; k < 2 * network_stages(network->large); k++)
        for (unsigned i = 0; i < network->hidden; i++)
            network->output[k / 2][k % 2][i] = (int16_t)read_number(&at, NUMBER_SIZE);
    for (unsigned stage = 0; stage < network_stages(network->large); stage++)
        network->offset[stage] = (int32_t)read_number(&at, OFFSET_SIZE);
    network->columns = (const signed char *)at;
}

static bool is_output_in_range(const struct network *network, unsigned stage)
{
    int sum = 0, most = network->large ? NETWORK_OUTPUT_MOST : INT16_MAX;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < network->hidden; i++) {
            int weight = abs(network->output[stage][k][i]);
            sum += weight;
            if (weight > most)
                return false;
        }
    return (!network->large || sum <= NETWORK_OUTPUT_SUM) && network->offset[stage] <= NETWORK_OFFSET_MOST &&
           network->offset[stage] >= -NETWORK_OFFSET_MOST;
}

// Whether no sum can overflow; those of the hidden layer's weights cannot where network_lay_out() agrees.
static bool in_range(const struct network *network)
{
    for (unsigned i = 0; i < network->hidden; i++)
        if (abs(network->bias[i]) > NETWORK_BIAS_MOST)
            return false;
    for (unsigned stage = 0; stage < network_stages(network->large); stage++)
        if (!is_output_in_range(network, stage))
            return false;
    return true;
}

static bool read_body(struct network *network, const char *name, const char *text, size_t length,
                      const struct lines *lines, struct error *err)
{
    size_t stages = network_stages(network->large);
    size_t head = (1 + 2 * stages) * network->hidden * NUMBER_SIZE + stages * OFFSET_SIZE;
    size_t wanted = lines->length + head + (size_t)network->layout.features * network->hidden + SUM_SIZE;
    if (length != wanted)
        return error_set(err, ERROR_PARAMETER, name, "a network of %zu bytes is expected, not of %zu", wanted,
                         length);
    const char *sum = text + length - SUM_SIZE;
    if (sum_of(text, length - SUM_SIZE) != read_number(&sum, SUM_SIZE))
        return error_set(err, ERROR_PARAMETER, name, "the network is damaged: its sum is wrong");
    read_numbers(network, text + lines->length);
    network->usable = in_range(network);
    return network->usable ||
           error_set(err, ERROR_PARAMETER, name, "the network has a number that is too large");
}

// Finds out which kind of network it is, from the lines with which the text begins; `length` is that of the text.
static bool read_kind(struct network *network, struct lines *lines, const struct variant *variant,
                      const char *text, size_t length)
{
    static const struct {
        bool large, added;
        unsigned most;
    } kinds[] = {{false, true, NETWORK_SMALL_MOST},
                 {true, true, NETWORK_HIDDEN_MOST},
                 {true, false, NETWORK_HIDDEN_MOST}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        unsigned most = kinds[i].most;
        network->large = kinds[i].large;
        network->added = kinds[i].added;
        for (network->hidden = NETWORK_BLOCK; network->hidden <= most; network->hidden += NETWORK_BLOCK) {
            make_lines(lines, network, variant);
            if (lines->length < LINES_SIZE && length >= lines->length &&
                !memcmp(text, lines->text, lines->length))
                return true;
        }
    }
    return false;
}

bool network_read(struct network *network, const struct variant *variant, const char *text, size_t length,
                  struct error *err)
{
    struct lines lines;
    memset(network, 0, sizeof *network);
    if (!network_lay_out(&network->layout, variant, false, err))
        return false;
    if (!read_kind(network, &lines, variant, text, length))
        return error_set(err, ERROR_PARAMETER, variant->game->name,
                         lines.length < LINES_SIZE
                             ? "this network was made for other rules or by another version"
                             : "the game has too many pieces for a network");
    return (!network->large || network_lay_out(&network->layout, variant, true, err)) &&
           read_body(network, variant->game->name, text, length, &lines, err);
}
