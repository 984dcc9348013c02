/* Writes JSON (RFC 8259) into a text. */
#ifndef OCC_SUPPORT_JSON_H
#define OCC_SUPPORT_JSON_H

#include "support/strbuf.h"

#include <stdint.h>

/* Where the next value goes.  Begin with json_begin, then call the functions below in the order of
 * the text; commas come by themselves. */
struct json {
    struct strbuf *out;
    int needs_comma;
};

struct json json_begin(struct strbuf *out);
/* A value: an object or array until json_close with the same bracket, a number, a text.  key is
 * NULL in arrays and for the outermost value. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);
void json_number(struct json *json, const char *key, uint64_t number);
void json_bool(struct json *json, const char *key, int value);
/* Bytes that are no UTF-8 become U+FFFD; text NULL: null. */
void json_text(struct json *json, const char *key, const char *text);

#endif
