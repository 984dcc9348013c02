/* Which names are keywords or built-in types, by version and feature: token.def as the preprocessor,
 * the lexer and the parser ask it.  Knows of no parser and no preprocessor. */
#ifndef OCC_FRONTEND_KEYWORD_H
#define OCC_FRONTEND_KEYWORD_H

#include "frontend/frontend.h"

/* A row of token.def. */
struct keyword {
    const char *text;
    uint16_t token, since; /* version, or a feature: see keyword_feature */
    uint32_t value;
};

/* The keyword table, sorted by text. */
extern const struct keyword keywords[];
extern const uint32_t keyword_count;

/* The types whose vectors are types, too: char .. double. */
enum { ELEMENT_TYPES = 11 };
extern const char *const keyword_elements[ELEMENT_TYPES];

/* The row of that name, whatever the version, or NULL. */
const struct keyword *keyword_find(const char *text);
/* Does the version, or do the features, of the options bring what has this in its column since? */
bool keyword_is_there(const struct frontend_options *options, unsigned since);
/* The keyword that the name is here, as its index plus 1; 0: none. */
uint16_t keyword_of_name(const struct frontend_options *options, const char *text);
/* Does the name mean a built-in type here, unless the program declares it? */
bool keyword_is_type(const struct frontend_options *options, const char *text, size_t length);
/* The version or feature that brings the keyword or type of that name; 0: there is none such, or it
 * was there always. */
unsigned keyword_since(const char *text);
/* The macro of the feature that such a column names ("__opencl_c_pipes"); NULL: it is a version. */
const char *keyword_feature(unsigned since);
/* Of "float16", "x4": how many of the characters are a vector's count; 0: it has none. */
size_t keyword_count_digits(const char *text, size_t length);

#endif
