/* The tables of keywords and built-in types, looked up by name. */
#include "frontend/keyword.h"
#include "frontend/parse.tab.h"

#include <string.h>

/* In a row of token.def: an optional feature instead of a version. */
#define NEEDS(feature) (NEEDS_FEATURE + FEATURE_##feature)
enum { NEEDS_FEATURE = 1000 };

const struct keyword keywords[] = {
#define KEYWORD(text, token, value, since) {text, TOKEN_##token, since, value},
#include "frontend/token.def"
};

const uint32_t keyword_count = sizeof keywords / sizeof *keywords;

const char *const keyword_elements[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                        "long", "ulong", "half",  "float",  "double"};

const struct keyword *
keyword_find(const char *text)
{
    uint32_t low = 0, high = keyword_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = strcmp(text, keywords[middle].text);
        if (order == 0)
            return &keywords[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

bool
keyword_is_there(const struct frontend_options *options, unsigned since)
{
    if (since >= NEEDS_FEATURE)
        return frontend_may_use(options, since - NEEDS_FEATURE);
    return options->cl_version >= since;
}

/* A feature's keywords are reserved in every version that knows the feature. */
static bool
is_reserved(const struct frontend_options *options, unsigned since)
{
    return options->cl_version >=
           (since >= NEEDS_FEATURE ? frontend_feature_since(since - NEEDS_FEATURE) : since);
}

uint16_t
keyword_of_name(const struct frontend_options *options, const char *text)
{
    const struct keyword *keyword = keyword_find(text);
    return keyword && is_reserved(options, keyword->since) ? (uint16_t)(keyword - keywords + 1) : 0;
}

size_t
keyword_count_digits(const char *text, size_t length)
{
    if (length > 2 && text[length - 1] == '6' && text[length - 2] == '1')
        return 2;
    return length > 1 && strchr("2348", text[length - 1]);
}

/* char2 .. ulong16, half2 .. double16. */
static bool
is_vector_name(const char *text, size_t length)
{
    size_t digits = keyword_count_digits(text, length);
    for (size_t i = 0; digits && i < ELEMENT_TYPES; i++)
        if (strlen(keyword_elements[i]) == length - digits &&
            memcmp(keyword_elements[i], text, length - digits) == 0)
            return true;
    return false;
}

/* The version or feature that brings a type (token.def); 0: no such type, or a vector. */
static uint16_t
type_since(const char *text)
{
    static const struct {
        const char *name;
        uint16_t since;
    } types[] = {
#define BUILTIN_TYPE(name, since) {name, since},
#include "frontend/token.def"
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].name[0] == text[0] && strcmp(types[i].name, text) == 0)
            return types[i].since;
    return 0;
}

bool
keyword_is_type(const struct frontend_options *options, const char *text, size_t length)
{
    if (is_vector_name(text, length))
        return true;
    uint16_t since = type_since(text);
    return since && keyword_is_there(options, since);
}

unsigned
keyword_since(const char *text)
{
    const struct keyword *keyword = keyword_find(text);
    return keyword ? keyword->since : type_since(text);
}

const char *
keyword_feature(unsigned since)
{
    return since >= NEEDS_FEATURE ? frontend_feature_name(since - NEEDS_FEATURE) : NULL;
}
