/* Which names are keywords or built-in types, by version and feature: token.def as the
 * preprocessor, the lexer and the parser query it.  Knows of no parser and no preprocessor. */
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

/* The types whose vectors are types as well: char .. double. */
enum { ELEMENT_TYPES = 11 };
extern const char *const keyword_elements[ELEMENT_TYPES];

/* The row of that name, whatever the version, or NULL. */
const struct keyword *keyword_find(const char *text);
/* Do the version and features of the options provide what has this value in its column `since`? */
bool keyword_is_there(const struct frontend_options *options, unsigned since);
/* The keyword that the name is under these options, as its index plus 1; 0: none. */
uint16_t keyword_of_name(const struct frontend_options *options, const char *text);
/* Does the name mean a built-in type here, unless the program declares it? */
bool keyword_is_type(const struct frontend_options *options, const char *text, size_t length);
/* The version or feature that brings the keyword or type of that name; 0: there is none, or every
 * version has it. */
unsigned keyword_since(const char *text);
/* The macro of the feature that such a column names ("__opencl_c_pipes"); NULL: it is a version. */
const char *keyword_feature(unsigned since);
/* How many characters at the end of "float16" or "x4" are a vector's component count; 0: none. */
size_t keyword_count_digits(const char *text, size_t length);

#endif
