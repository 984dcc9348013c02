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

/* A name that was discarded. */
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

/* How many tokens can be looked at before they are read. */
#define LEX_AHEAD 16

/* Where the lexer is, and what the tokens so far say about the next one. */
struct lex_state {
    struct pp_token current;       /* the token that lex_next gave last ... */
    int token;                     /* ... what it is to the grammar ... */
    bool may_be_type;              /* ... if it is a name: a type could stand here ... */
    bool after_record;             /* ... it follows the brace of a struct or an enum */
    int previous_token;            /* the one before it: what it was to the grammar ... */
    struct pp_name *previous_name; /* ... its name, if it was a name or a keyword, or NULL ... */
    loc_t previous_end; /* ... the place right after it: something missing is missing here */
    struct pp_token ahead[LEX_AHEAD + 1]; /* looked at already, the next one first */
    uint32_t ahead_count;
    /* a name that is read now ... */
    bool after_type;     /* ... is what is declared: the specifiers have their type */
    bool after_tag_word; /* ... is a tag: it follows struct, union or enum */
    bool after_tag;      /* the tag was read: a brace opens its body */
    bool after_member;   /* ... is a member: it follows . or -> */
    int attribute_depth; /* open parentheses of the current __attribute__ or typeof; -1: outside */
    bool saved_after_type, saved_after_tag_word; /* for after those parentheses */
    uint32_t declaring; /* 1 + open parentheses around the current declarators; 0: none */
    bool failed;        /* too many brackets are open: only TOKEN_END follows */
    uint32_t depth[3];  /* open ( [ { */
    loc_t opened[3][BRACKET_DEPTH];              /* where each is; 0: nowhere */
    uint8_t record_brace[BRACKET_DEPTH / 8 + 1]; /* bit n: { number n opened a struct body */
};

/* What pragmas have set that applies here. */
struct pragma_state {
    uint8_t extensions;                   /* enum extension: enabled now */
    uint8_t contract;                     /* enum contract: of the innermost block */
    uint8_t contracts[BRACKET_DEPTH + 1]; /* before { number n */
    uint32_t unroll;                      /* for the loop that must follow; 0: none */
    loc_t unroll_loc;                     /* of the pragma that said so */
    uint8_t pack;                         /* #pragma pack: the value that holds; 0: none ... */
    VEC(uint8_t) packs;                   /* ... and those that were pushed */
};

/* What is wrong with the current part, and what messages and recovery need to know about it. */
struct error_state {
    struct repair *repair;  /* parse_repair.h: tokens that wait */
    bool quiet;             /* the statement has had its message: no further ones */
    bool broken;            /* the external declaration has a syntax error */
    bool too_deep;          /* reported already */
    bool lacks_parameter;   /* its default argument was deleted: its type counts as unknown */
    bool strayed;           /* statements outside of functions since the last one: reported once */
    bool declares;          /* the statement starts with a type */
    const char *jump;       /* "return", "goto", ... of the statement, or NULL */
    const char *closed_tag; /* "struct", "union" or "enum": the body that ended last */
    VEC(struct lost_name) lost; /* of the declaration that is discarded: see build_recovered */
};

/* What is open, and what names mean in it. */
struct scope_state {
    VEC(struct scope_undo) undo;          /* of all open scopes */
    bool in_function;                     /* or in a block literal */
    uint32_t deepest;                     /* expression of the block that is open */
    struct decl_group *group;             /* whose declarators are being read, or NULL */
    VEC(struct record_syntax *) records;  /* struct bodies */
    VEC(struct local_label) local_labels; /* __label__ of the blocks */
};

struct parser {
    struct frontend *frontend;
    struct arena *arena;
    struct diag *diag;
    struct pp *pp;
    struct translation_unit *unit; /* the result so far */
    struct lex_state lex;
    struct pragma_state pragmas;
    struct error_state errors;
    struct scope_state scopes;
    VEC(struct expr *) arguments; /* of the calls that are open, the innermost last */
};

union parse_value;

/* lex.c */
/* The next token for bison. */
int lex_next(union parse_value *value, struct parse_loc *loc, struct parser *parser);
/* The nth token after the one that lex_next gave last; n < LEX_AHEAD. */
const struct pp_token *lex_peek(struct parser *parser, uint32_t n);
/* The grammar's token of the next one if that is a keyword, else 0. */
int lex_peek_keyword(struct parser *parser);
/* Could the token follow or begin a type in a declaration: a name, a type, a qualifier? */
bool lex_follows_type(const struct pp_token *token);
/* Turns the current name into the keyword that it was probably meant to be; returns its token. */
int lex_correct(struct parser *parser, union parse_value *value);
/* Adds a note at the innermost open bracket of a kind (0 to 2: ( [ {): its partner is missing. */
void lex_note_open(struct parser *parser, int kind);
/* Reads up to the partner of the current opening bracket, or to a kernel's start or the end. */
void lex_skip_group(struct parser *parser);
/* Does a kernel start at the current token?  None ever starts inside another construct. */
bool lex_starts_kernel(struct parser *parser);
/* Updates the lexer's state for a token that was inserted. */
void lex_inserted(struct parser *parser, int token);

/* lex.c: what names mean in scopes. */
/* Opens and closes a scope of names; closing undoes its scope_bind calls. */
void scope_push(struct parser *parser);
void scope_pop(struct parser *parser);
/* Makes a name a type (decl is a typedef) or a non-type (NULL) in the innermost scope. */
void scope_bind(struct parser *parser, struct pp_name *name, struct decl *type);

/* lex_keyword.c */
/* The token of the keyword that the name was probably meant to be, or 0. */
int lex_similar_keyword(const struct pp_name *name);
/* "flaot4", "vec4", "uint8_t": the name of the type that was probably meant, or NULL. */
struct pp_name *lex_similar_type(struct parser *parser, const struct pp_name *name);
/* Is the word a keyword of another version, or of a feature that is not there? */
bool lex_is_other_keyword(const struct frontend_options *options, const char *text);
/* Is a name that means nothing here a type or keyword elsewhere? */
bool lex_is_of_other_version(const char *text);
/* A note on which version or feature brings that type or keyword, if one does. */
void lex_note_since(struct parser *parser, const char *text, loc_t loc);

#endif
