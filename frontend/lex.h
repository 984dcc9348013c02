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

/* A name that was passed over. */
struct lost_name {
    struct pp_name *name;
    loc_t loc;
};

enum {
    BRACKET_DEPTH = 256,
    EXPRESSION_DEPTH = 4000,
    DECLARATOR_DEPTH = 1000,
    STATEMENT_DEPTH = 1000
};

struct local_label {
    const char *name, *label; /* interned; what stands for it */
};

/* So many tokens can be looked at before they are read. */
#define LEX_AHEAD 16

struct parser {
    struct frontend *frontend;
    struct arena *arena;
    struct diag *diag;
    struct pp *pp;
    struct translation_unit *unit;
    /* lexer */
    struct pp_token ahead[LEX_AHEAD + 1]; /* read already, the next first */
    uint32_t ahead_count;
    bool after_type; /* the specifiers have their type: a name now is what is declared */
    bool after_tag_word, after_tag, after_member;
    bool saved_after_type, saved_after_tag_word; /* for after the parentheses of
                                                     __attribute__ and typeof */
    int attribute_depth;                         /* open parentheses inside them; -1: outside */
    uint32_t depth[3];                           /* open ( [ { */
    loc_t opened[3][BRACKET_DEPTH];              /* where each stands; 0: nowhere */
    uint8_t record_brace[BRACKET_DEPTH / 8 + 1]; /* bit n: { number n opened a struct body */
    uint32_t declaring; /* 1 + open parentheses around the declarators in work; 0: none */
    uint8_t extensions; /* enum extension: enabled now */
    uint8_t contract;   /* enum contract: of the innermost block */
    uint8_t contracts[BRACKET_DEPTH + 1]; /* before { number n */
    uint32_t unroll;                      /* of a pragma, for the loop that must follow; 0: none */
    loc_t unroll_loc;
    uint32_t deepest; /* expression of the block that is open */
    bool failed, in_function, too_deep;
    loc_t behind_previous;         /* the place right behind the token before */
    struct pp_name *previous_name; /* that token, if it was a name or a keyword */
    bool may_be_type;              /* the last name stands where a type could */
    bool behind_record;            /* the token at hand follows the brace of a struct or an enum */
    int previous_token;            /* the one that lex_next gave last */
    int token_before;              /* and the one before it */
    struct pp_token current;
    /* errors */
    struct repair *repair; /* parse.y */
    bool lacks_parameter;  /* the next one had a part that was left out: its type is not known */
    bool quiet;  /* this statement has its error already: it is no other one that follows from it */
    bool broken; /* the external declaration at hand has a syntax error */
    bool declares;              /* the statement at hand starts with a type */
    struct decl_group *group;   /* whose declarators are being read, or NULL */
    VEC(struct lost_name) lost; /* of the declaration that is thrown away: see build_recovered */
    const char *jump;           /* "return", "goto", ... of the statement at hand, or NULL */
    const char *closed;         /* "struct", "union" or "enum": the body that ended last */
    VEC(struct record_syntax *) records;  /* struct bodies that are open */
    VEC(struct local_label) local_labels; /* __label__ of the blocks that are open */
    VEC(uint8_t) packs; /* #pragma pack: values pushed, and the one that holds; 0: none */
    uint8_t pack;
    /* scopes */
    VEC(struct scope_undo) undo;
};

union parse_value;

/* The next token for bison. */
int lex_next(union parse_value *value, struct parse_loc *loc, struct parser *parser);
/* The nth token behind the one that lex_next gave last; n < 3. */
const struct pp_token *lex_peek(struct parser *parser, uint32_t n);
/* Could the token begin or go on with what a type is written before: a name, a type, a qualifier? */
bool lex_follows_type(const struct pp_token *token);
/* The token of the keyword that the name at hand was probably meant to be, or 0; lex_correct makes
 * it that keyword. */
int lex_similar_keyword(const struct pp_name *name);
int lex_correct(struct parser *parser, union parse_value *value);
/* "flaot4", "vec4", "uint8_t": the name of the type that was probably meant, or NULL. */
struct pp_name *lex_similar_type(struct parser *parser, const struct pp_name *name);
/* A note on the last bracket of that kind, of ( [ {, that is open: its partner is missing. */
void lex_note_open(struct parser *parser, int kind);
/* Reads up to the partner of the opening bracket at hand, or to a kernel's start or the end. */
void lex_skip_group(struct parser *parser);
/* Does a kernel start with the token at hand?  That is never within anything. */
bool lex_starts_kernel(struct parser *parser);
/* What an inserted token means for the lexer. */
void lex_inserted(struct parser *parser, int token);

/* Is the word a keyword of another version, or of a feature that is not there? */
bool lex_is_other_keyword(const struct frontend_options *options, const char *text);
/* Is a name that means nothing here a type or keyword elsewhere? */
bool lex_is_of_other_version(const char *text);
/* A note on which version or feature brings that type or keyword, if one does. */
void lex_note_since(struct parser *parser, const char *text, loc_t loc);

/* Opens and closes a scope of names; closing undoes its scope_bind calls. */
void scope_push(struct parser *parser);
void scope_pop(struct parser *parser);
/* Makes a name a type (decl is a typedef) or a non-type (NULL) in the innermost scope. */
void scope_bind(struct parser *parser, struct pp_name *name, struct decl *type);

#endif
