#include "support/json.h"

#include <string.h>

struct json
json_begin(struct strbuf *out)
{
    return (struct json){out, 0};
}

/* Length of the UTF-8 character at text, 0: it is none (RFC 3629 section 4). */
static unsigned
character_length(const unsigned char *text)
{
    unsigned char lead = text[0];
    unsigned length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead > 0xf4)
        return 0;
    for (unsigned i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((lead == 0xe0 && text[1] < 0xa0) || (lead == 0xed && text[1] > 0x9f) ||
        (lead == 0xf0 && text[1] < 0x90) || (lead == 0xf4 && text[1] > 0x8f))
        return 0; /* overlong, a surrogate, beyond Unicode */
    return length;
}

static void
quote(struct strbuf *out, const char *text)
{
    strbuf_puts(out, "\"");
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        unsigned length = character_length(at);
        if (*at < ' ')
            strbuf_printf(out, *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : "\\u%04x", *at);
        else if (*at == '"' || *at == '\\')
            strbuf_printf(out, "\\%c", *at);
        else if (length)
            strbuf_add(out, (const char *)at, length);
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
json_text(struct json *json, const char *key, const char *text)
{
    start_value(json, key);
    if (text)
        quote(json->out, text);
    else
        strbuf_puts(json->out, "null");
}
