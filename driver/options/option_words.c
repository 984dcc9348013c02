#include "driver/options/option_words.h"

#include "support/vec.h"

#include <stdbool.h>
#include <string.h>

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word to `to`, without its quotes; returns what is behind it.  *open: a quote is not closed. */
static const char *
copy_word(const char *from, char *to, bool *open)
{
    char quote = 0;
    for (; *from && (quote || !is_blank(*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? 0 : *from;
        else if (*from == '\\' &&
                 (from[1] == '"' || from[1] == '\\' || (!quote && is_blank(from[1]))))
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *to = '\0';
    *open = quote;
    return from;
}

const char *
option_words(struct arena *arena, struct occ_job *job)
{
    VEC(const char *) words = {0};
    const char *text = job->option_string;
    bool is_open = false;
    if (!text)
        return NULL;
    for (unsigned i = 0; i < job->option_count; i++)
        vec_push(arena, &words, job->options[i]);
    while (*text) {
        if (is_blank(*text)) {
            text++;
            continue;
        }
        const char *start = text;
        char *word = arena_alloc(arena, strlen(text) + 1);
        text = copy_word(start, word, &is_open);
        if (is_open)
            return arena_printf(arena, "a quote is not closed in the options: %s", start);
        vec_push(arena, &words, word);
    }
    job->options = words.at;
    job->option_count = words.count;
    job->option_string = NULL;
    return NULL;
}

/* GNU make's manual, "Rule Syntax": a backslash counts only before what it quotes. */
void
depend_quote(struct strbuf *out, const char *name)
{
    size_t slashes = 0;
    for (; *name; name++) {
        if (*name == ' ' || *name == '\t') {
            /* before a blank, backslashes count and so must be doubled */
            while (slashes--)
                strbuf_puts(out, "\\");
            strbuf_puts(out, "\\");
        }
        if (*name == '#')
            strbuf_puts(out, "\\");
        if (*name == '$')
            strbuf_puts(out, "$");
        strbuf_add(out, name, 1);
        slashes = *name == '\\' ? slashes + 1 : 0;
    }
}
