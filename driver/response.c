/* The files are read as GCC documents @FILE: arguments stand between white space, single and double
 * quotes hold it together, a backslash takes the next character as it is. */
#include "driver/response.h"

#include "support/strbuf.h"

#include <stdio.h>
#include <string.h>

enum { RESPONSE_DEPTH = 16 };

static bool
read_text(struct strbuf *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    char block[4096];
    size_t got;
    if (!file)
        return false;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(text, block, got);
    bool good = !ferror(file);
    fclose(file);
    return good;
}

static bool
is_blank(char c)
{
    return c && strchr(" \t\n\r\f\v", c);
}

static const char *
read_argument(struct arena *arena, const char **at)
{
    struct strbuf word = strbuf_new(arena);
    const char *p = *at;
    char quote = 0;
    for (; *p && (quote || !is_blank(*p)); p++) {
        if (*p == '\\' && p[1])
            strbuf_add(&word, ++p, 1);
        else if (quote ? *p == quote : *p == '"' || *p == '\'')
            quote = quote ? 0 : *p;
        else
            strbuf_add(&word, p, 1);
    }
    *at = p;
    return word.text ? word.text : "";
}

static const char *
expand(struct arena *arena, argument_vec *out, const char *arg, unsigned depth)
{
    struct strbuf text = strbuf_new(arena);
    if (*arg != '@' || !read_text(&text, arg + 1)) {
        vec_push(arena, out, arg);
        return NULL;
    }
    if (depth == RESPONSE_DEPTH)
        return arena_printf(arena, "response files are nested too deeply: '%s'", arg);
    const char *error = NULL;
    for (const char *p = text.text ? text.text : ""; !error;) {
        while (is_blank(*p))
            p++;
        if (!*p)
            break;
        error = expand(arena, out, read_argument(arena, &p), depth + 1);
    }
    return error;
}

const char *
response_expand(struct arena *arena, argument_vec *out, const char *const *args, unsigned count)
{
    const char *error = NULL;
    for (unsigned i = 0; i < count && !error; i++)
        error = expand(arena, out, args[i], 0);
    return error;
}
