// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence for each jansson error code that a text can cause.
#include "notation/json_reason.h"

const char *json_reason(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "it ends too early";
    case json_error_end_of_input_expected:
        return "there is something after its end";
    case json_error_invalid_utf8:
        return "a character is not valid UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a string contains a null character, which is not allowed here";
    case json_error_duplicate_key:
        return "an object has the same member twice";
    case json_error_numeric_overflow:
        return "a number is too large";
    default:
        return "there is a syntax error";
    }
}
