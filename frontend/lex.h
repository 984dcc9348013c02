/* Between lex.c, parse.y and ast_build.c: tokens of the language and the parser's state. */
#ifndef OCC_FRONTEND_LEX_H
#define OCC_FRONTEND_LEX_H

#include "frontend/pp.h"

/* What the innermost declaration made of a name; only types matter to the grammar. */
enum binding { BINDING_NONE, BINDING_TYPEDEF, BINDING_OTHER };

/* A name's binding before a scope changed it. */
struct scope_undo {
    struct pp_name *name; /* NULL: the scope starts here */
    uint8_t binding;
    struct decl *declared;
};

struct parse_loc {
    loc_t first, last; /* of the first token, of the last character */
};

enum { BRACKET_DEPTH = 256, EXPRESSION_DEPTH = 4000, DECLARATOR_DEPTH = 1000 };

struct parser {
    struct frontend *frontend;
    struct arena *arena;
    struct diag *diag;
    struct pp *pp;
    struct translation_unit *unit;
    /* lexer */
    struct pp_token ahead;
    bool has_ahead;
    bool after_type; /* the specifiers have their type: a name now is what is declared */
    bool after_tag_word, after_tag, after_member;
    bool saved_after_type, saved_after_tag_word; /* for after the parentheses of
                                                     __attribute__ and typeof */
    int attribute_depth;                         /* open parentheses inside them; -1: outside */
    uint32_t depth[3];                           /* open ( [ { */
    uint8_t record_brace[BRACKET_DEPTH / 8 + 1]; /* bit n: { number n opened a struct body */
    uint32_t declaring; /* 1 + open parentheses around the declarators in work; 0: none */
    uint8_t extensions; /* enum extension: enabled now */
    uint32_t unroll;    /* of a pragma, for the loop that must follow; 0: none */
    loc_t unroll_loc;
    uint32_t deepest; /* expression of the block that is open */
    bool recovering, skip_block, failed, in_function, too_deep;
    bool stray;  /* since the last `;` or `}` there was a character that means nothing, reported */
    bool broken; /* the external declaration at hand has a syntax error */
    loc_t previous_end;            /* last character of the token before */
    struct pp_name *previous_name; /* that token, if it was a name that means nothing yet */
    bool is_declared;          /* the last name came where a declarator may name something ... */
    bool previous_is_declared; /* ... and so did the name before the token at hand */
    loc_t previous_loc;
    int previous_token;
    struct pp_token current;
    VEC(struct record_syntax *) records; /* struct bodies that are open */
    VEC(uint8_t) packs; /* #pragma pack: values pushed, and the one that holds; 0: none */
    uint8_t pack;
    /* scopes */
    VEC(struct scope_undo) undo;
};

union parse_value;

/* The next token for bison. */
int lex_next(union parse_value *value, struct parse_loc *loc, struct parser *parser);

/* Is the word a keyword of another version, or of a feature that is not there? */
bool lex_is_other_keyword(const struct frontend_options *options, const char *text);

/* Opens and closes a scope of names; closing undoes its scope_bind calls. */
void scope_push(struct parser *parser);
void scope_pop(struct parser *parser);
/* Makes a name a type (decl is a typedef) or a non-type (NULL) in the innermost scope. */
void scope_bind(struct parser *parser, struct pp_name *name, struct decl *type);

#endif
