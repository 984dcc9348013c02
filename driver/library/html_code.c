#include "driver/library/html_code.h"

#include "support/utf8.h"

#include <stdlib.h>
#include <string.h>

void
html_put(struct strbuf *out, const char *text, size_t length)
{
    static const char *const special[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (const char *p = text, *end = text + length; p < end;) {
        unsigned char c = (unsigned char)*p;
        unsigned bytes = c ? utf8_length(p) : 0;
        if (!bytes || (c < ' ' && c != '\t') || c == 127)
            strbuf_puts(out, "&#xfffd;"), bytes = 1;
        else if (c < 128 && special[c])
            strbuf_puts(out, special[c]);
        else
            strbuf_add(out, p, bytes);
        p += bytes;
    }
}

void
html_puts(struct strbuf *out, const char *text)
{
    html_put(out, text, strlen(text));
}

static bool
is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_word(char c)
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '.';
}

static size_t
digits(const char *p)
{
    return strspn(p, "0123456789");
}

/* The length of the name of a value, a register or a block at p; 0: there is none. */
static size_t
name_length(const char *p)
{
    static const char *const registers[] = {"vcc", "exec", "scc", "m0", "flat_scratch"};
    size_t length = *p == '%';
    while (is_word(p[length]))
        length++;
    if (*p == '%')
        return length;
    if (length > 1 && strchr("svab", *p) && digits(p + 1) == length - 1)
        return length;
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (strlen(registers[i]) == length && memcmp(p, registers[i], length) == 0)
            return length;
    return 0;
}

/* A location: what belongs to one line of the source is one thing to click. */
static void
put_place(struct strbuf *out, const struct diag *diag, const char *number, size_t length)
{
    struct diag_location at;
    strbuf_puts(out, "<b");
    if (diag->resolve(diag->sources, (loc_t)strtoul(number, NULL, 10), &at)) {
        strbuf_puts(out, " title=\"");
        html_puts(out, at.file);
        strbuf_printf(out, ":%u\"", at.line);
    }
    strbuf_puts(out, ">");
    html_put(out, number, length);
    strbuf_puts(out, "</b>");
}

/* A name, with how many values or registers it stands for: "%7:4" of IR, "s4:2"; the register of a temp, which is as
 * wide as that is, says it in its title. */
static const char *
put_name(struct strbuf *out, const char *p, size_t length, bool is_of_temp, unsigned long *width)
{
    bool is_temp = p[0] == '%' && is_letter(p[1]);
    size_t more = p[length] == ':' ? digits(p + length + 1) : 0;
    if (is_temp)
        *width = more ? strtoul(p + length + 1, NULL, 10) : 1;
    else if (more)
        length += 1 + more;
    if (is_of_temp && *width > 1)
        strbuf_printf(out, "<i title=\"%.*s:%lu\">", (int)length, p, *width);
    else
        strbuf_puts(out, "<i>");
    html_put(out, p, length);
    strbuf_puts(out, "</i>");
    return p + length;
}

static const char *
end_of_string(const char *p)
{
    for (p++; *p && *p != '"'; p++)
        p += *p == '\\' && p[1];
    return p + (*p == '"');
}

void
html_code(struct strbuf *out, const char *text, const struct diag *diag)
{
    unsigned long width = 1; /* of the last temp */
    for (const char *p = text, *end; *p; p = end) {
        bool is_start = p == text || !is_word(p[-1]);
        size_t name = is_start || *p == '%' ? name_length(p) : 0;
        size_t mark = *p == '!' ? 1 : is_start && strncmp(p, "loc:", 4) == 0 ? 4 : 0;
        size_t number = mark ? digits(p + mark) : 0;
        bool is_of_temp =
            p > text && (p[-1] == '@' || (p - text >= 4 && strncmp(p - 4, "reg ", 4) == 0));
        if (number) {
            strbuf_add(out, p, mark);
            put_place(out, diag, p + mark, number);
            end = p + mark + number;
        } else if (name) {
            end = put_name(out, p, name, is_of_temp, &width);
        } else {
            end = *p == '"' ? end_of_string(p) : p + (utf8_length(p) ? utf8_length(p) : 1);
            html_put(out, p, (size_t)(end - p));
        }
    }
}
