#include "driver/option_words.h"

#include "support/vec.h"

#include <string.h>

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word to `to`, without its quotes; returns what is behind it. */
static const char *
copy_word(const char *from, char *to)
{
    char quote = 0;
    for (; *from && (quote || !is_blank(*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? 0 : *from;
        else if (*from == '\\' && (from[1] == '"' || from[1] == '\\'))
            *to++ = *++from;
        else
            *to++ = *from;
    }
    *to = '\0';
    return from;
}

const char *const *
option_words(struct arena *arena, const char *const *options, unsigned *count, const char *text)
{
    VEC(const char *) words = {0};
    if (!text)
        return options;
    for (unsigned i = 0; i < *count; i++)
        vec_push(arena, &words, options[i]);
    while (*text) {
        if (is_blank(*text)) {
            text++;
            continue;
        }
        char *word = arena_alloc(arena, strlen(text) + 1);
        text = copy_word(text, word);
        vec_push(arena, &words, word);
    }
    *count = words.count;
    return words.at;
}
