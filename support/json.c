#include "support/json.h"

#include "support/utf8.h"

#include <string.h>

struct json
json_begin(struct strbuf *out)
{
    return (struct json){out, 0};
}

static void
quote(struct strbuf *out, const char *text)
{
    strbuf_puts(out, "\"");
    for (const char *at = text; *at;) {
        unsigned length = utf8_length(at);
        if ((unsigned char)*at < ' ')
            strbuf_printf(out, *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : "\\u%04x", *at);
        else if (*at == '"' || *at == '\\')
            strbuf_printf(out, "\\%c", *at);
        else if (length)
            strbuf_add(out, at, length);
        else
            strbuf_puts(out, "\\ufffd");
        at += length ? length : 1;
    }
    strbuf_puts(out, "\"");
}

static void
start_value(struct json *json, const char *key)
{
    if (json->needs_comma)
        strbuf_puts(json->out, ",");
    if (key) {
        quote(json->out, key);
        strbuf_puts(json->out, ":");
    }
    json->needs_comma = 1;
}

void
json_open(struct json *json, const char *key, char bracket)
{
    start_value(json, key);
    strbuf_add(json->out, &bracket, 1);
    json->needs_comma = 0;
}

void
json_close(struct json *json, char bracket)
{
    strbuf_puts(json->out, bracket == '{' ? "}" : "]");
    json->needs_comma = 1;
}

void
json_number(struct json *json, const char *key, uint64_t number)
{
    start_value(json, key);
    strbuf_printf(json->out, "%llu", (unsigned long long)number);
}

void
json_bool(struct json *json, const char *key, int value)
{
    start_value(json, key);
    strbuf_puts(json->out, value ? "true" : "false");
}

void
json_text(struct json *json, const char *key, const char *text)
{
    start_value(json, key);
    if (text)
        quote(json->out, text);
    else
        strbuf_puts(json->out, "null");
}
